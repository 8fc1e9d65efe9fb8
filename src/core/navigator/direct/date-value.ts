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
  if (dayFirst) return formatDate(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})$/u.exec(said);
  return monthFirst ? formatDate(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]) : null;
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

function monthOf(word: string | undefined): string | undefined {
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
