import type { AgreementRate } from '../core/demonstration/agreement.ts';
import type { RankerAgreement } from '../core/demonstration/demonstration.ts';
import { formatCount } from './format.ts';

/** What orders elements: `lexical + small + all-MiniLM-L6-v2`, of which the later ones may be missing. */
function parseRanker(ranker: string): { hasSmall: boolean; model: string | null } {
  const [, ...encoders] = ranker.split(' + ');
  const model = encoders.filter((name) => name !== 'small').join(' + ');
  return { hasSmall: encoders.includes('small'), model: model === '' ? null : model };
}

/** The same for a person: `Words + small encoder`. */
export function nameRanker(ranker: string | null): string {
  if (ranker === null) return 'Ranker loads with the first request';
  const { hasSmall, model } = parseRanker(ranker);
  if (model !== null) return `Words + “${model}”`;
  return hasSmall ? 'Words + small encoder' : 'Words alone rank';
}

/** What to expect of it. */
export function explainRanker(ranker: string | null): string {
  const words = 'Elements are found by their words: names, labels, and what stands around them.';
  if (ranker === null) return words;
  const { hasSmall, model } = parseRanker(ranker);
  const small = hasSmall
    ? ' The small encoder that comes with Wayscribe knows what interfaces usually call things, and no more.'
    : '';
  const next =
    model === null
      ? ' A MiniLM model, added in Settings, understands more.'
      : ` The model “${model}” adds likeness in meaning.`;
  return `${words}${small}${next}`;
}

/** What the ranker would have picked in a turn's place: `The ranker put it 7th of 54, and “Save as” first.` */
export function describeAgreement({ rank, of, pickedName }: RankerAgreement): string {
  if (rank === 1) return `The ranker’s 1st of ${String(of)}.`;
  const first = pickedName ? `, and “${pickedName}” first` : '';
  return rank === null
    ? `The ranker did not find it among ${String(of)}${first}.`
    : `The ranker put it ${formatOrdinal(rank)} of ${String(of)}${first}.`;
}

/** `Ranker agrees: 71 % first, 94 % in ten, 24 turns` */
export function describeAgreementRate({ turns, first, topTen }: AgreementRate): string {
  const percent = (share: number): string => `${String(Math.round(share * 100))} %`;
  return `Ranker agrees: ${percent(first)} first, ${percent(topTen)} in ten, ${formatCount(turns, 'turn')}`;
}

/** `1st`, `22nd`, `113th` */
function formatOrdinal(count: number): string {
  const tens = count % 100;
  const ending = tens > 10 && tens < 14 ? 'th' : (ORDINAL_ENDINGS[count % 10] ?? 'th');
  return `${String(count)}${ending}`;
}

const ORDINAL_ENDINGS: Partial<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
