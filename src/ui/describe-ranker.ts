import type { AgreementRate } from '../core/demonstration/turn-list.ts';
import type { RankerAgreement } from '../core/demonstration/demonstration.ts';
import { countMessage, message } from '../messages/message.ts';

/** Reads a ranker's id, such as `lexical + small + all-MiniLM-L6-v2`. */
function parseRanker(ranker: string): { hasSmall: boolean; model: string | null } {
  const [, ...encoders] = ranker.split(' + ');
  const model = encoders.filter((name) => name !== 'small').join(' + ');
  return { hasSmall: encoders.includes('small'), model: model === '' ? null : model };
}

/** Returns a ranker's name for people: `Words + encoder`. */
export function nameRanker(ranker: string | null): string {
  if (ranker === null) return message('commonRankerNotLoaded');
  const { hasSmall, model } = parseRanker(ranker);
  if (model !== null) return message('commonRankerModel', model);
  return message(hasSmall ? 'commonRankerSmall' : 'commonRankerWords');
}

/** Says what a ranker can and cannot do. */
export function explainRanker(ranker: string | null): string {
  const words = message('commonRankerExplainWords');
  if (ranker === null) return words;
  const { hasSmall, model } = parseRanker(ranker);
  return [
    words,
    ...(hasSmall ? [message('commonRankerExplainSmall')] : []),
    model === null ? message('commonRankerExplainAdd') : message('commonRankerExplainModel', model),
  ].join(' ');
}

/** Says what the ranker would have picked for a turn: `The ranker put it 7th of 54, and “Save as” first.` */
export function describeAgreement({ rank, of, pickedName }: RankerAgreement): string {
  if (rank === 1) return message('commonAgreementFirst', of);
  if (rank === null) {
    return pickedName
      ? message('commonAgreementMissingInstead', of, pickedName)
      : message('commonAgreementMissing', of);
  }
  const place = formatOrdinal(rank);
  return pickedName
    ? message('commonAgreementRankInstead', place, of, pickedName)
    : message('commonAgreementRank', place, of);
}

/** Says how often the ranker would have picked the same element. */
export function describeAgreementRate({ turns, first, topTen }: AgreementRate): string {
  const [one, ten] = [first, topTen].map((share) => Math.round(share * 100));
  return message('commonAgreementRate', one ?? 0, ten ?? 0, countMessage('turnCount', turns));
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ORDINAL_ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
};

/** Returns `1st`, `22nd`, `113th`. */
function formatOrdinal(count: number): string {
  return `${count}${ORDINAL_ENDINGS[ordinals.select(count)] ?? 'th'}`;
}
