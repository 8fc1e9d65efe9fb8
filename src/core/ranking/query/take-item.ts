import { ITEM_NOUNS, ORDINALS } from '../lexicon/query-words.ts';
import { foldWord } from './tokenize.ts';

const WORDS = [...ORDINALS.keys()].join('|');
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
  const known = ORDINALS.get(said);
  if (known !== undefined) return known;
  const [, count, last] = /^(\d{1,3})(?:st|nd|rd|th)(last)?$/.exec(said) ?? [];
  if (count === undefined || Number(count) === 0) return null;
  return last === undefined ? Number(count) : -Number(count);
}

const FOLDED_NOUNS = new Set([...ITEM_NOUNS].map(foldWord));

/** Whether it is a word for the items of lists, in the plural too. */
export function isItemNoun(word: string): boolean {
  return ITEM_NOUNS.has(word) || FOLDED_NOUNS.has(foldWord(word));
}

const ITEM = new RegExp(
  `(?:^|\\b(?:in|on|of|from|at)\\s+)?(?:\\bthe\\s+)?(?<!\\p{L})(?<ordinal>${ORDINAL_PATTERN})\\s+(?<noun>\\p{L}+)(?:\\s+(?:in|on|of|from)\\s+(?:the|this|my)\\s+(?:list|table|results?|page|inbox|grid|feed|queue))?(?<tail>\\s+(?:to|into|from)\\s+(?:the|my)\\s+\\p{L}+)?\\s*$`,
  'iu',
);

/** What one does with an item as such: it names no button of it, or the one that opens it. */
const OPENING =
  /^\s*(?:please\s+)?(?<verb>open|view|show(?: me)?|see|go to|click(?: on)?|tap(?: on)?|press|pick|choose|select|read)\s*$/i;

/** An instruction's item of a list, and the instruction without it. */
interface ItemQuery {
  /** 1-based; -1 for the last; null when none is asked for. */
  item: number | null;
  /** What the items are called. */
  noun: string | null;
  /** Key of the verb where the item itself is asked for; null when there is none. */
  verb: string | null;
  rest: string;
}

/** "the second result", "Edit in the last row": takes the item of a list off the phrase's end. */
export function takeItem(text: string): ItemQuery {
  const found = ITEM.exec(text);
  const { ordinal = '', noun = '', tail = '' } = found?.groups ?? {};
  const item = readOrdinal(ordinal);
  const rest = text.slice(0, found?.index);
  // "star the first one"; alone it counts whatever there is.
  const isItem = isItemNoun(noun.toLowerCase()) || (/^one$/i.test(noun) && /\p{L}/u.test(rest));
  if (!found || item === null || !isItem) return { item: null, noun: null, verb: null, rest: text };
  const verb = OPENING.exec(rest)?.groups?.['verb'] ?? null;
  return {
    item,
    noun: noun.toLowerCase(),
    verb: verb && foldWord(verb.toLowerCase()),
    rest: verb === null ? `${rest}${tail}` : '',
  };
}
