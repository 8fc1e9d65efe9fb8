import type { CalendarDay } from '../../ranking/candidate.ts';
import { MONTH_PATTERN, monthOf } from '../../ranking/query/month-words.ts';

/** With slashes the month comes first unless it cannot be one, with dots the day. */
const DATES = [
  /^(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})$/u,
  /^(?<m>0?\d|1[0-2])\/(?<d>\d{1,2})\/(?<y>\d{4})$/u,
  /^(?<d>\d{1,2})\/(?<m>\d{1,2})\/(?<y>\d{4})$/u,
  /^(?<d>\d{1,2})[.-]\s?(?<m>\d{1,2})[.-]\s?(?<y>\d{4})$/u,
  /^(?<d>\d{1,2})\.?\s+(?:of\s+)?(?<m>\p{L}{3,})\.?,?\s+(?<y>\d{4})$/u,
  /^(?<m>\p{L}{3,})\.?\s+(?<d>\d{1,2}),?\s+(?<y>\d{4})$/u,
];

/**
 * A date as people write it in the form that the browser's own date fields take (2026-04-15); null for
 * what is no full date.
 */
export function readDate(text: string): string | null {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/^(?:on\s+)?(?:the\s+)?(?=\d)/u, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/gu, '$1');
  const { y = '', m = '', d = '' } = matchFirst(DATES, said) ?? {};
  const [year, month, day] = [Number(y), /^\d/u.test(m) ? Number(m) : monthOf(m), Number(d)];
  // Day 0 of the next month is the last of this one.
  const length = month ? new Date(Date.UTC(year, month, 0)).getUTCDate() : 0;
  if (!month || month > 12 || day < 1 || day > length) return null;
  return `${String(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function matchFirst(forms: readonly RegExp[], text: string) {
  return forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
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

const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?\s*/iu;
const DAYS = [
  /^(?:the\s+)?(?:day\s+)?(?<d>\d{1,2})(?<th>st|nd|rd|th)?$/iu,
  new RegExp(`^(?<m>${MONTH_PATTERN})\\s+(?:the\\s+)?(?<d>\\d{1,2})(?:st|nd|rd|th)?$`, 'iu'),
  new RegExp(
    `^(?:the\\s+)?(?<d>\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(?<m>${MONTH_PATTERN})$`,
    'iu',
  ),
];

/** `isBare`: a number that may as well count or name something else. */
export type SaidDay = CalendarDay & { isBare: boolean };

/** "March 14", "the 5th", "14 May 2031", "12/05/2031": a day as people say it; null for other words. */
export function readDay(words: string): SaidDay | null {
  const said = words.trim().replace(WEEKDAY, '');
  const [year, month, day] = (readDate(said) ?? '').split('-').map(Number);
  if (year && month && day) return { day, month, year, isBare: false };
  const { d, m, th } = matchFirst(DAYS, said) ?? {};
  const number = Number(d ?? 0);
  if (number < 1 || number > 31) return null;
  const isBare = m === undefined && th === undefined;
  return { day: number, month: m === undefined ? null : monthOf(m), year: null, isBare };
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
  const written = shown?.replace(/[a-z]+/giu, (part) => {
    if (/^(?:y{4}|j{4}|a{4})$/iu.test(part)) return year;
    if (/^m{1,2}$/iu.test(part)) return month;
    return /^(?:d{1,2}|t{1,2}|j{1,2})$/iu.test(part) ? day : part;
  });
  return written !== undefined && /^[\d\-/. ]+$/u.test(written) ? written : date;
}
