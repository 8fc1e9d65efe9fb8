import { readOwnName } from './world-names.ts';
import { readNumber } from './number-words.ts';

/** What people say in other words than a page: "large" for L, "twenty dollars" for $20, "German" for Deutsch. */

type Unit = 'dollar' | 'euro' | 'pound' | 'yen' | 'percent';

const UNITS: Record<Unit, string> = {
  dollar: '\\$|us\\$|usd|dollars?|bucks?',
  euro: '€|eur|euros?',
  pound: '£|gbp|pounds?|quid',
  yen: '¥|jpy|yen',
  percent: '%|per ?cent',
};
const ANY_UNIT = Object.values(UNITS).join('|');
const AMOUNT = new RegExp(`^(${ANY_UNIT})?\\s*(.+?)(?:[.,]00)?\\s*(${ANY_UNIT})?$`, 'iu');

export interface Amount {
  number: number;
  unit: Unit | null;
}

/** "twenty dollars", "€ 230", "1,200.50"; null for what is more or less than a number with its unit. */
export function readAmount(text: string): Amount | null {
  const [, before, digits = '', after] = AMOUNT.exec(text.trim()) ?? [];
  const number = readNumber(digits);
  if (number === null || (before !== undefined && after !== undefined)) return null;
  const written = before ?? after;
  return { number, unit: written === undefined ? null : (listUnits(written)[0] ?? null) };
}

/** The units that a text names or has signs of. */
export function listUnits(text: string): Unit[] {
  const all = Object.entries(UNITS) as [Unit, string][];
  return all
    .filter(([, words]) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])`, 'iu').test(text))
    .map(([unit]) => unit);
}

const SIZES: readonly (readonly string[])[] = [
  ['xxs', '2xs', 'extra extra small'],
  ['xs', 'x-small', 'extra small'],
  ['s', 'small'],
  ['m', 'medium'],
  ['l', 'large'],
  ['xl', 'x-large', 'extra large'],
  ['xxl', '2xl', 'xx-large', 'extra extra large'],
  ['xxxl', '3xl', 'xxx-large'],
];

/** Whether both are one size, amount or language in other words: `said` by the user, `shown` by the page. */
export function meansSame(said: string, shown: string): boolean {
  const size = readSize(said);
  if (size >= 0) return readSize(shown) === size;
  const [one, other] = [readAmount(said), readAmount(shown)];
  if (one && other) {
    const isOneUnit = one.unit === null || other.unit === null || one.unit === other.unit;
    return one.number === other.number && isOneUnit;
  }
  return fold(readOwnName(said) ?? '') === fold(shown) && shown !== '';
}

/** Whether it is one kind of the language that was said: "Português (Brasil)" for "Portuguese". */
export function isKindOf(said: string, shown: string): boolean {
  const own = fold(readOwnName(said) ?? '');
  return (
    own !== '' && fold(shown).startsWith(own) && !/^\p{L}/u.test(fold(shown).slice(own.length))
  );
}

function readSize(text: string): number {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^size\s+|\s+size$/gu, '');
  return SIZES.findIndex((names) => names.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
