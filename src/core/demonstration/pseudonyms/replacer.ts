import type { DecodedView } from '../secrets/search.ts';
import { DECODING_ORDERS, ENTITY_DECODER, listDecodedViews } from '../secrets/search.ts';
import type { Pseudonym, PseudonymKey } from './key.ts';

/** A place in UTF-16 units. */
interface Match {
  from: number;
  to: number;
  entry: Pseudonym;
}

export interface Replacer {
  readonly isEmpty: boolean;
  /** The texts of the key that stand in a text, however they are encoded. */
  find(text: string): Pseudonym[];
  /** The same object where nothing is replaced. */
  replace(text: string): string;
}

/** A name that is written in several elements: its tags go, and are written behind the surrogate. */
const TAGS = {
  layer: 'entities',
  mark: /</,
  pattern: /<\/?[a-z][^<>]*>/gi,
  decode: () => '',
} as const;
const ORDERS = [...DECODING_ORDERS, [TAGS, ENTITY_DECODER]];

/** Finds the texts of a key whatever their case, gaps and encoding (HTML, JSON, addresses). */
export function createReplacer(key: PseudonymKey): Replacer {
  // The longest first: "Ada Lovelace" is one person, also where "Ada" is another.
  const entries = key
    .filter(({ isReplaced }) => isReplaced)
    .toSorted((one, other) => other.text.length - one.text.length);
  const reach = Math.max(8, ...entries.map(({ text }) => text.length * 2));
  const sources = entries.map((entry) => `(${writePattern(entry)})`);
  const pattern = new RegExp(sources.join('|'), 'giu');

  function list(text: string): Match[] {
    if (entries.length === 0) return [];
    const matches: Match[] = [];
    for (const view of listDecodedViews(text, reach, ORDERS)) {
      for (const match of view.text.matchAll(pattern)) {
        const groups: (string | undefined)[] = match.slice(1);
        const entry = entries[groups.findIndex((group) => group !== undefined)];
        if (entry) matches.push({ ...locate(view, match), entry });
      }
    }
    return dropOverlaps(matches);
  }

  return {
    isEmpty: entries.length === 0,
    find: (text) => [...new Set(list(text).map(({ entry }) => entry))],
    replace(text) {
      let replaced = '';
      let copied = 0;
      for (const { from, to, entry } of list(text)) {
        const tags = text.slice(from, to).match(TAGS.pattern)?.join('') ?? '';
        replaced += text.slice(copied, from) + entry.surrogate + tags;
        copied = to;
      }
      return copied === 0 ? text : replaced + text.slice(copied);
    },
  };
}

function locate(view: DecodedView, { 0: found, index }: RegExpExecArray | RegExpMatchArray) {
  const at = index ?? 0;
  return view.locate(at, at + found.length);
}

/**
 * Numbers match with any gaps, words with any white space or the marks that join them in addresses. Short texts match as
 * whole words only, as secrets do (secrets/search.ts).
 */
function writePattern({ text, kind }: Pseudonym): string {
  const isNumber = kind === 'phone' || kind === 'card';
  const plain = isNumber ? text.replace(/\D/g, '') : text;
  const escape = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const pattern = isNumber
    ? `\\+?${Array.from(plain).join('[\\s().\\-/]{0,2}')}`
    : plain.split(/\s+/u).map(escape).join('[\\s._+-]{1,3}');
  const isLong = plain.length >= (/^(?:\d+|\p{L}+)$/u.test(plain) ? 12 : 8);
  return isLong ? pattern : `(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`;
}

/** Of overlapping matches the longer one. */
function dropOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  const ordered = matches.toSorted((a, b) => a.from - b.from || b.to - a.to);
  for (const match of ordered) {
    const last = kept.at(-1);
    if (!last || match.from >= last.to) kept.push(match);
    else if (match.to - match.from > last.to - last.from) kept[kept.length - 1] = match;
  }
  return kept;
}
