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
  return normalizeText(readNativeName(said) ?? '') === normalizeText(shown) && shown !== '';
}

/** Whether it is one kind of the language that was said: "Português (Brasil)" for "Portuguese". */
export function isKindOf(said: string, shown: string): boolean {
  const own = normalizeText(readNativeName(said) ?? '');
  return (
    own !== '' &&
    normalizeText(shown).startsWith(own) &&
    !/^\p{L}/u.test(normalizeText(shown).slice(own.length))
  );
}

function readSize(text: string): number {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/^size\s+|\s+size$/gu, '');
  return SIZES.findIndex((names) => names.includes(word));
}

function normalizeText(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}

let languages: ReadonlyMap<string, string> | null = null;

/** English names of languages in lower case with their two-letter codes, which sites go by. */
function listLanguages(): ReadonlyMap<string, string> {
  if (languages) return languages;
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    // Old codes stand for the same languages.
    const isCurrent = Intl.getCanonicalLocales(code)[0] === code;
    if (name !== undefined && isCurrent) found.set(name.toLowerCase(), code);
  }
  return (languages = found);
}

/** What people who speak a language call it: "Deutsch" for "German"; null for what is no language's English name. */
export function readNativeName(english: string): string | null {
  const code = listLanguages().get(english.trim().toLowerCase());
  if (code === undefined) return null;
  return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code) ?? null;
}

const UNIT_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TEN_WORDS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const POWERS: Record<string, number> = { thousand: 1e3, million: 1e6 };
/** With commas between thousands and a point before decimals, as English has it. */
const DIGITS = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/u;

/** "230", "1,200.50", "twenty-five", "one hundred and fifty"; null for what is no number, or not sure to be one. */
export function readNumber(text: string): number | null {
  const said = text.trim().toLowerCase();
  if (DIGITS.test(said)) return Number(said.replaceAll(',', ''));
  const words = said.split(/[\s-]+/u);
  let [whole, part] = [0, 0];
  let last = 'start';
  for (const word of words) {
    const unit = word === 'a' ? 1 : UNIT_WORDS.indexOf(word);
    const ten = TEN_WORDS.indexOf(word);
    const power = POWERS[word];
    // "two three" and "twenty eleven" are not one number.
    if (word === 'and' && (last === 'hundred' || last === 'power')) last = 'and';
    else if (word === 'a' && last !== 'start') return null;
    else if (ten >= 0 && !/unit|ten/u.test(last)) [part, last] = [part + (ten + 2) * 10, 'ten'];
    else if (unit >= 0 && last === 'ten' && (unit === 0 || unit > 9)) return null;
    else if (unit >= 0 && last !== 'unit') [part, last] = [part + unit, 'unit'];
    else if (word === 'hundred' && last === 'unit') [part, last] = [part * 100, 'hundred'];
    else if (power !== undefined && part > 0)
      [whole, part, last] = [whole + part * power, 0, 'power'];
    else return null;
  }
  return last === 'and' || words.at(-1) === 'a' ? null : whole + part;
}

/** "4 stars", "five stars": how many of a rating; null for other words. */
export function readStars(text: string): number | null {
  const [, count] = /^(\S+) stars?$/iu.exec(text.trim()) ?? [];
  const number = count === undefined ? null : readNumber(count);
  return number !== null && Number.isInteger(number) && number > 0 ? number : null;
}
