const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in decimal units with at most one decimal below ten: `812 B`, `3.4 MB`, `27 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 9.95 ? value.toFixed(1) : value.toFixed(0);
  return `${digits} ${UNITS[unit] ?? 'TB'}`;
}

/** `1 turn`, `9 turns`, `no turns`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  if (count === 0) return `no ${many}`;
  return `${String(count)} ${count === 1 ? one : many}`;
}

/** Tokens for a status line: `940`, `3.1k`, `120k`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const thousands = tokens / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1) : thousands.toFixed(0)}k`;
}

interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  /** Counted by us, because the endpoint did not. */
  estimated: boolean;
  /** Null where no price is known. */
  cost: number | null;
}

/** `4.2k tokens · 0.0123`; what is estimated has a `≈`. */
export function formatTokenUsage({
  promptTokens,
  completionTokens,
  estimated,
  cost,
}: TokenUsage): string {
  const about = estimated ? '≈' : '';
  const tokens = `${about}${formatTokens(promptTokens + completionTokens)} tokens`;
  return cost === null ? tokens : `${tokens} · ${about}${formatCost(cost)}`;
}

/** In a currency that only the user knows: `0.0031`, `0.42`, `12.50`. */
export function formatCost(cost: number): string {
  if (cost === 0) return '0';
  if (cost < 0.0001) return '<0.0001';
  return cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2);
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

function padTwo(value: number): string {
  return String(value).padStart(2, '0');
}

/** Milliseconds as `mm:ss`, from an hour on `h:mm:ss`; negative ones as zero. */
export function formatElapsed(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / SECOND) * SECOND);
  const rest = `${padTwo(Math.floor((whole % HOUR) / MINUTE))}:${padTwo((whole % MINUTE) / SECOND)}`;
  return whole >= HOUR ? `${String(Math.floor(whole / HOUR))}:${rest}` : rest;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * When an entry happened: its offset in the demonstration that began at `origin`, or the time of
 * day when there is none or it began later. All epoch ms.
 */
export function formatEntryTime(at: number, origin: number | null): string {
  return origin === null || at < origin ? timeFormat.format(at) : formatElapsed(at - origin);
}

/** A date for lists, in the reader's own form. */
export function formatDay(at: number): string {
  return dateFormat.format(at);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Moves the cut to the start of a word if one begins within half a tail of it. */
function alignToWord(parts: readonly string[], cut: number, reach: number): number {
  for (let distance = 0; distance <= reach; distance += 1) {
    if (parts[cut - distance - 1] === ' ') return cut - distance;
    if (parts[cut + distance - 1] === ' ') return cut + distance;
  }
  return cut;
}

/**
 * Splits a name so that its end stays visible when its middle must go: `head` may be cut by the
 * layout, `tail` never is. Never splits a character as a reader sees it (emoji, combined letters).
 * A name that is not clearly longer than the tail stays whole in `head`.
 * @param tailLength about how many characters the tail has: it begins with a word where it can
 */
export function splitMiddle(text: string, tailLength = 8): { head: string; tail: string } {
  const parts = Array.from(graphemes.segment(text), (part) => part.segment);
  if (parts.length < tailLength * 2) return { head: text, tail: '' };
  const cut = alignToWord(parts, parts.length - tailLength, Math.floor(tailLength / 2));
  return { head: parts.slice(0, cut).join(''), tail: parts.slice(cut).join('') };
}
