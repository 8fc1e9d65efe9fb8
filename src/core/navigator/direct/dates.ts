import type { CalendarDay } from '../../ranking/candidate.ts';
import { MONTH_PATTERN, monthOf } from '../../ranking/query/month-words.ts';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * A date as people write it in the form that the browser's own date fields take (2026-04-15); null for
 * what is no full date. With slashes the month comes first unless it cannot be one, with dots the day.
 */
export function readDate(text: string): string | null {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/gu, '$1');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(said);
  if (iso) return formatDate(iso[1], iso[2], iso[3]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u.exec(said);
  if (slashed) {
    const [, first, second, year] = slashed;
    return Number(first) > 12 ? formatDate(year, second, first) : formatDate(year, first, second);
  }
  const dotted = /^(\d{1,2})[.-]\s?(\d{1,2})[.-]\s?(\d{4})$/u.exec(said);
  if (dotted) return formatDate(dotted[3], dotted[2], dotted[1]);
  const dayFirst = /^(\d{1,2})\.?\s+(?:of\s+)?(\p{L}{3,})\.?,?\s+(\d{4})$/u.exec(said);
  if (dayFirst) return formatDate(dayFirst[3], findMonthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})$/u.exec(said);
  return monthFirst ? formatDate(monthFirst[3], findMonthOf(monthFirst[1]), monthFirst[2]) : null;
}

/** A time of day as the browser's own time fields take it: 3:45 PM is 15:45. */
export function readTime(text: string): string | null {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?m?\.?$/iu.exec(text.trim());
  const [, hours, minutes = '00', half] = found ?? [];
  if (hours === undefined || (found?.[2] === undefined && half === undefined)) return null;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/iu.test(half) ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, '0')}:${minutes}` : null;
}

function findMonthOf(word: string | undefined): string | undefined {
  const month = MONTHS.indexOf((word ?? '').slice(0, 3)) + 1;
  return month > 0 ? String(month) : undefined;
}

function formatDate(year?: string, month?: string, day?: string): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (!(m >= 1 && m <= 12 && d >= 1 && d <= daysIn(y, m))) return null;
  return `${String(y)}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?\s*/iu;
const ALONE = /^(?:the\s+)?(?:day\s+)?(\d{1,2})(st|nd|rd|th)?$/iu;
const MONTH_FIRST = new RegExp(
  `^(${MONTH_PATTERN})\\s+(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?$`,
  'iu',
);
const DAY_FIRST = new RegExp(
  `^(?:the\\s+)?(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${MONTH_PATTERN})$`,
  'iu',
);

/** `isBare`: a number that may as well count or name something else. */
export type SaidDay = CalendarDay & { isBare: boolean };

/** "March 14", "the 5th", "14 May 2031", "12/05/2031": a day as people say it; null for other words. */
export function readDay(words: string): SaidDay | null {
  const said = words.trim().replace(WEEKDAY, '');
  const [year, month, day] = (readDate(said) ?? '').split('-').map(Number);
  if (year && month && day) return { day, month, year, isBare: false };
  const [, alone, ending] = ALONE.exec(said) ?? [];
  if (alone !== undefined) return build(alone, null, ending === undefined);
  const [, named, after] = MONTH_FIRST.exec(said) ?? [];
  if (named !== undefined && after !== undefined) return build(after, monthOf(named), false);
  const [, before, name] = DAY_FIRST.exec(said) ?? [];
  return before === undefined || name === undefined ? null : build(before, monthOf(name), false);
}

function build(digits: string, month: number | null, isBare: boolean): SaidDay | null {
  const day = Number(digits);
  return day >= 1 && day <= 31 ? { day, month, year: null, isBare } : null;
}

/** What placeholders call the parts of a date, in English, German, French, Spanish. */
const PATTERN = /[ymdtja]+(?:[-/. ]+[ymdtja]+){2}/iu;

/**
 * Writes a date (2026-04-15) as a field does, by a pattern in its texts such as "DD/MM/YYYY"; as it is where they
 * show none.
 */
export function writeDateLike(date: string, texts: readonly string[]): string {
  const [year = '', month = '', day = ''] = date.split('-');
  const shown = texts.map((text) => PATTERN.exec(text)?.[0]).find((each) => each !== undefined);
  if (shown === undefined) return date;
  const written = shown.replace(/[a-z]+/giu, (part) => {
    if (/^(?:y{4}|j{4}|a{4})$/iu.test(part)) return year;
    if (/^m{1,2}$/iu.test(part)) return month;
    return /^(?:d{1,2}|t{1,2}|j{1,2})$/iu.test(part) ? day : part;
  });
  return /^[\d\-/. ]+$/u.test(written) ? written : date;
}
