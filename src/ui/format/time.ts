const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function pad(value: number): string {
  return String(value).padStart(2, '0');
}

/** Milliseconds as `mm:ss`, from an hour on `h:mm:ss`; negative ones as zero. */
export function formatElapsed(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / SECOND) * SECOND);
  const rest = `${pad(Math.floor((whole % HOUR) / MINUTE))}:${pad((whole % MINUTE) / SECOND)}`;
  return whole >= HOUR ? `${String(Math.floor(whole / HOUR))}:${rest}` : rest;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * When an entry happened: its offset in the demonstration that began at `origin`, or the time of
 * day when there is none or it began later. All epoch ms.
 */
export function formatMoment(at: number, origin: number | null): string {
  return origin === null || at < origin ? clock.format(at) : formatElapsed(at - origin);
}

/** A date for lists, in the reader's own form. */
export function formatDay(at: number): string {
  return day.format(at);
}
