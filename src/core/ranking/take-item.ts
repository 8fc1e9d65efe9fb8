import { foldWord } from './fold.ts';
import { ITEM_NOUNS } from './lexicon/query-words.ts';
import { ORDINAL_PATTERN, readOrdinal } from './ordinal-words.ts';

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
