import { toKeys } from '../keys.ts';
import type { Concept, Translations } from './concept.ts';
import { DATES } from './dates.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

interface Synonym {
  /** Folded words. */
  keys: string[];
  kind: 'same' | 'near';
}

/** A stretch of words that names a known idea: words `start` up to, not including, `end`. */
export interface Span {
  start: number;
  end: number;
  synonyms: Synonym[];
}

const LONGEST_PHRASE = 4;
/** A further language is a file like these. */
const LANGUAGES: readonly Translations[] = [FRENCH, GERMAN, SPANISH];
const BY_PHRASE = compile([...ENGLISH, ...DATES, ...joinLanguages()]);

/** Known ideas among folded words in order; a longer phrase hides the shorter ones within it. */
export function findSpans(keys: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let length = Math.min(LONGEST_PHRASE, keys.length); length > 0; length--) {
    for (let start = 0; start + length <= keys.length; start++) {
      const end = start + length;
      if (spans.some((span) => span.start <= start && end <= span.end)) continue;
      const synonyms = BY_PHRASE.get(keys.slice(start, end).join(''));
      if (synonyms) spans.push({ start, end, synonyms });
    }
  }
  return spans;
}

/** Every idea with what it is called elsewhere: a translation is as good as any English name of it. */
function joinLanguages(): Concept[] {
  const joined = new Map<readonly string[] | string, string[]>();
  for (const [english, others] of LANGUAGES.flatMap((names) => Object.entries(names))) {
    const core = ENGLISH.find(({ same }) => same.includes(english))?.same;
    const known = joined.get(core ?? english) ?? [...(core ?? [english])];
    joined.set(core ?? english, [...known, ...others]);
  }
  return [...joined.values()].map((same) => ({ same }));
}

/** Phrases joined without spaces, so that "login", "log in" and "log-in" are one. */
function compile(concepts: readonly Concept[]): Map<string, Synonym[]> {
  const byPhrase = new Map<string, Synonym[]>();
  const link = (from: string[], to: string[], kind: Synonym['kind']): void => {
    const phrase = from.join('');
    const known = byPhrase.get(phrase) ?? [];
    if (phrase !== to.join('')) known.push({ keys: to, kind });
    byPhrase.set(phrase, known);
  };
  for (const { same, near = [] } of concepts) {
    const core = same.map(toKeys);
    for (const a of core) for (const b of core) link(a, b, 'same');
    for (const other of near.map(toKeys)) {
      for (const a of core) {
        link(a, other, 'near');
        link(other, a, 'near');
      }
    }
  }
  return byPhrase;
}
