import type { CalendarDay } from '../../ranking/candidate.ts';
import { MONTH_PATTERN, monthOf } from '../../ranking/month-words.ts';
import { readDate } from './date-value.ts';

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
