import { ORDINALS } from './lexicon/query-words.ts';

const WORDS = Object.keys(ORDINALS).join('|');
/** Source of a pattern for one ordinal as `normaliseOrdinals` leaves it. */
export const ORDINAL_PATTERN = `(?:\\d{1,3}(?:st|nd|rd|th)(?:last)?|${WORDS})`;
const COUNT = '(?:first|second|third|fourth|fifth|\\d{1,2}(?:st|nd|rd|th))';
const FROM_END = new RegExp(
  `\\b(?:(${COUNT})[- ](?:to|from)(?:[- ]the)?[- ](?:last|end|bottom)|(${COUNT})[- ]last)\\b`,
  'gi',
);
const BUT_ONE = /\b(?:next to last|last but one|penultimate|one before (?:the )?last)\b/gi;
const LAST =
  /\b(?:bottom|final|lowest|bottommost|lowermost)(?=\s+(?:row|result|item|entry|one)\b)/gi;
const FIRST = /\b(?:top|topmost|uppermost|very first)(?=\s+(?:row|result|item|entry|one)\b)/gi;
/** Words after which a number counts: `result 3`. An `Order 3` is rather called so. */
const NUMBERED =
  /\b(result|row|item|entry|line|record|hit|picture|photo|image|comment)\s+(?:number\s+|no\.?\s*|nr\.?\s*|#\s*)?(\d{1,2})(?![\d.,:])\b/gi;
/** What has a number of its own is called by it: "issue number 5" is no fifth issue. */
const NUMBER_WORD =
  /\b(?!(?:bug|case|flight|invoice|issue|order|room|ticket)\b)(\p{L}+)\s+(?:number|no\.|nr\.)\s*(\d{1,2})(?![\d.,:])\b/giu;

/** Links to pages of a list are called by their numbers. */
const PAGE = new RegExp(`\\b(${ORDINAL_PATTERN})\\s+page\\b`, 'giu');

/** Everything that counts from the start or the end in one form: `2nd`, `2ndlast`, `last`. */
export function normaliseOrdinals(text: string): string {
  return text
    .replace(/\bsearch (results?|hits?)\b/giu, '$1')
    .replace(/\bvery (?=(?:first|last)\b)/giu, '')
    .replace(BUT_ONE, '2ndlast')
    .replace(FROM_END, (_, far?: string, near?: string) => {
      const place = readOrdinal((far ?? near ?? '').toLowerCase()) ?? 1;
      return `${String(place)}thlast`;
    })
    .replace(LAST, 'last')
    .replace(FIRST, 'first')
    .replace(NUMBERED, (_, noun: string, count: string) => `${count}th ${noun}`)
    .replace(PAGE, (said, ordinal: string) => {
      const place = readOrdinal(ordinal) ?? 0;
      return place > 1 ? `page ${String(place)}` : said;
    })
    .replace(NUMBER_WORD, (_, noun: string, count: string) => `${count}th ${noun}`);
}

/** 1-based; negative from the end, -1 for the last. Null for other words. */
export function readOrdinal(word: string): number | null {
  const said = word.toLowerCase();
  const known = ORDINALS[said];
  if (known !== undefined) return known;
  const [, count, last] = /^(\d{1,3})(?:st|nd|rd|th)(last)?$/.exec(said) ?? [];
  if (count === undefined || Number(count) === 0) return null;
  return last === undefined ? Number(count) : -Number(count);
}
