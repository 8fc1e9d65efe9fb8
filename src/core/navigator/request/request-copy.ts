import { matchPhrase, readText } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { readTarget } from './request-words.ts';
import type { Step } from './step.ts';

const QUOTED = /\uE001/u;
/** A field's name, not a text: "the billing city". */
const NAMED = '((?:the|my|its)\\s+.+?)';
const PLACED = /^copy\s+(.+?)\s+from\s+(.+?)\s+(?:over\s+)?(?:in)?to\s+(.+)$/iu;
const COPY = /^copy\s+(.+?)\s+(?:over\s+)?(?:in)?to\s+(.+)$/iu;
const SAME =
  /^(?:set|make|change|let)\s+(.+?)\s+(?:(?:to\s+)?(?:be\s+)?the\s+same\s+as|equal(?:\s+to)?|match)\s+(.+)$/iu;
const SET = new RegExp(`^(?:set|change|update)\\s+(.+?)\\s+to\\s+${NAMED}[.!]*$`, 'iu');
const TYPE = new RegExp(
  `^(?:type|enter|write|put|input)\\s+${NAMED}\\s+(?:in|into|as)\\s+(.+)$`,
  'iu',
);
const USE = /^use\s+(.+?)\s+(?:as|for)\s+((?:the|my)\s+.+)$/iu;
const ANY = /^(?:the\s+)?(?:text|contents?|value|words)$/iu;

/**
 * "copy the billing name to the shipping name": one field's value into another. Where the words say it less
 * plainly ("set the city to the billing city"), they may as well be the text itself, which the page decides.
 */
export function readCopy(phrase: Phrase): Step | null {
  const [what, place, end] = matchPhrase(phrase, PLACED) ?? [];
  if (what && place && end) {
    const isAny = ANY.test(what.masked);
    const name = readTarget(what);
    const from = isAny ? readTarget(place) : `${readTarget(place)} ${name}`;
    // "copy the street from billing to shipping": the field is called so in both places.
    const isPlace = !isAny && !/^(?:the|my)\s/iu.test(end.masked);
    return copy(from, isPlace ? `${readTarget(end)} ${name}` : readTarget(end), null);
  }
  const [from, to] = matchPhrase(phrase, COPY) ?? [];
  if (from && to) return copy(readTarget(from), readTarget(to), null);
  const [target, source] = matchPhrase(phrase, SAME) ?? [];
  if (target && source) return copy(readTarget(source), readTarget(target), null);
  return null;
}

/** The same where it is said less plainly. */
export function readLikelyCopy(phrase: Phrase): Step | null {
  const [set, value] = matchPhrase(phrase, SET) ?? [];
  if (set && value) return orPlain('set', value, set);
  const [text, field] = matchPhrase(phrase, TYPE) ?? [];
  if (text && field) return orPlain('type', text, field);
  const [used, use] = matchPhrase(phrase, USE) ?? [];
  return used && use ? orPlain('set', used, use) : null;
}

function orPlain(kind: 'set' | 'type', value: Phrase, field: Phrase): Step | null {
  if (QUOTED.test(value.masked) && kind === 'type') return null;
  const target = readTarget(field);
  const plain: Step =
    kind === 'set'
      ? { kind, value: readText(value), target }
      : { kind, text: readText(value), target };
  return QUOTED.test(value.masked) ? plain : copy(readTarget(value), target, plain);
}

function copy(from: string, to: string, plain: Step | null): Step | null {
  const target = to.replace(/\s+(?:too|as well|also)$/iu, '');
  return from === '' || target === '' ? null : { kind: 'copy', from, to: target, plain };
}
