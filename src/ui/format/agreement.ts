import type { Agreement, AgreementRate } from '../../core/demonstration/agreement.ts';
import { formatCount } from './amount.ts';

/** What the ranker would have picked in a turn's place: `The ranker put it 7th of 54, and “Save as” first.` */
export function describeAgreement({ rank, of, pickedName }: Agreement): string {
  if (rank === 1) return `The ranker’s 1st of ${String(of)}.`;
  const first = pickedName ? `, and “${pickedName}” first` : '';
  return rank === null
    ? `The ranker did not find it among ${String(of)}${first}.`
    : `The ranker put it ${formatOrdinal(rank)} of ${String(of)}${first}.`;
}

/** `Ranker agrees: 71 % first, 94 % in ten, 24 turns` */
export function describeRate({ turns, first, topTen }: AgreementRate): string {
  const percent = (share: number): string => `${String(Math.round(share * 100))} %`;
  return `Ranker agrees: ${percent(first)} first, ${percent(topTen)} in ten, ${formatCount(turns, 'turn')}`;
}

/** `1st`, `22nd`, `113th` */
function formatOrdinal(count: number): string {
  const tens = count % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (ENDINGS[count % 10] ?? 'th');
  return `${String(count)}${ending}`;
}

const ENDINGS: Partial<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
