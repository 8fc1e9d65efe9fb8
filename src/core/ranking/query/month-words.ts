const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Source of a pattern for the name of a month, whole or cut to three letters. */
export const MONTH_PATTERN = `(?:${NAME}\\b\\.?)`;

const MONTH = new RegExp(
  `(?<!\\p{L})(?:(?<before>\\d{4})\\s+)?(?<name>${MONTH_PATTERN})(?:,?\\s*(?<after>\\d{4}))?(?!\\p{L})`,
  'giu',
);

interface ReadMonth {
  month: number;
  year: number | null;
}

/**
 * The month that a calendar's title names, and its year where it tells; the last of several. `language`: the page's
 * own (BCP 47), whose names count too; empty where it tells none.
 */
export function readMonth(title: string, language = ''): ReadMonth | null {
  const isForeign = language !== '' && !/^en\b/iu.test(language);
  return (isForeign ? readForeign(title, language) : null) ?? readEnglish(title);
}

function readEnglish(title: string): ReadMonth | null {
  // "You may cancel": months are written with a capital.
  const found = [...title.matchAll(MONTH)].filter(({ groups }) =>
    /^\p{Lu}/u.test(groups?.['name'] ?? ''),
  );
  const { name, before, after } = found.at(-1)?.groups ?? {};
  const month = name === undefined ? null : monthOf(name);
  const year = after ?? before;
  return month === null ? null : { month, year: year === undefined ? null : Number(year) };
}

/** 1 to 12 for the name of a month; null for other words. */
export function monthOf(word: string): number | null {
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase());
  return at < 0 ? null : at + 1;
}

/** Names of months in small letters with their numbers, and where they stand in a text. */
interface Names {
  numbers: ReadonlyMap<string, number>;
  pattern: RegExp;
}

/** Of each language that was asked for, whole names and those cut short. */
const known = new Map<string, { long: Names; short: Names }>();
const YEAR = /(?<!\d)(?:19|20|21)\d{2}(?!\d)/gu;
/** Between a month and its year: "ene de 2032". */
const BETWEEN = /^[^\p{L}\d]{0,3}(?:\p{L}{1,2}[^\p{L}\d]{1,2})?$/u;

function readForeign(title: string, language: string): ReadMonth | null {
  const said = title.toLowerCase();
  const { long, short } = listNames(language);
  const years = [...said.matchAll(YEAR)];
  const whole = [...said.matchAll(long.pattern)].at(-1);
  // A short name may as well be a day of the week ("mar" in Spanish): beside a year it is a month.
  const cut = [...said.matchAll(short.pattern)].findLast(({ index, 0: name }) =>
    years.some((year) => {
      const isBefore = year.index < index;
      const [from, to] = isBefore ? [year.index + 4, index] : [index + name.length, year.index];
      return BETWEEN.test(said.slice(from, to));
    }),
  );
  const month = whole ? long.numbers.get(whole[0]) : cut && short.numbers.get(cut[0]);
  const year = years.at(-1)?.[0];
  return month === undefined ? null : { month, year: year === undefined ? null : Number(year) };
}

function listNames(language: string): { long: Names; short: Names } {
  const before = known.get(language);
  if (before) return before;
  const names = { long: readNames(language, 'long'), short: readNames(language, 'short') };
  known.set(language, names);
  return names;
}

function readNames(language: string, month: 'long' | 'short'): Names {
  const numbers = new Map<string, number>();
  // Some languages have another form of it beside a day.
  for (const day of [undefined, 'numeric'] as const) {
    const format = openFormat(language, { month, day, calendar: 'gregory', timeZone: 'UTC' });
    for (let at = 0; format && at < 12; at++) {
      const parts = format.formatToParts(Date.UTC(2031, at, 1));
      const part = parts.find(({ type }) => type === 'month')?.value ?? '';
      // 12月 is a number with what follows it.
      const name = day === undefined ? parts.map(({ value }) => value).join('') : part;
      const plain = name.toLowerCase().replace(/\.$/u, '');
      if (/\p{L}/u.test(plain) && !numbers.has(plain)) numbers.set(plain, at + 1);
    }
  }
  // At one place the longest counts: 12月 is not 2月.
  const words = [...numbers.keys()].sort((one, other) => other.length - one.length).map(bound);
  return { numbers, pattern: new RegExp(words.length > 0 ? words.join('|') : '(?!)', 'gu') };
}

/** A name between what are no letters; one that is written with a number, or without spaces, only after no number. */
function bound(name: string): string {
  const word = name.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
  return /^\d|\p{Script=Han}/u.test(name) ? `(?<!\\d)${word}` : `(?<!\\p{L})${word}(?!\\p{L})`;
}

/** Null for what is no language: a page can write anything there. */
function openFormat(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(language.replaceAll('_', '-'), options);
  } catch {
    return null;
  }
}
