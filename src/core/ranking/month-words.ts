const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const NAME =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** Source of a pattern for the name of a month, whole or cut to three letters. */
export const MONTH_PATTERN = `(?:${NAME}\\b\\.?)`;

const MONTH = new RegExp(
  `(?<!\\p{L})(?:(?<before>\\d{4})\\s+)?(?<name>${MONTH_PATTERN})(?:,?\\s*(?<after>\\d{4}))?(?!\\p{L})`,
  'giu',
);

/** The month that a calendar's title names, and its year where it tells; the last of several. */
export function readMonth(title: string): { month: number; year: number | null } | null {
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
