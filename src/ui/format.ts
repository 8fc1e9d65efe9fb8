import { message } from '../messages/message.ts';

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes in decimal units with at most one decimal below ten: `812 B`, `3.4 MB`, `27 MB`. */
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

/** Formats tokens for a status line: `940`, `3.1k`, `120k`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const thousands = tokens / 1000;
  return `${thousands < 9.95 ? thousands.toFixed(1) : thousands.toFixed(0)}k`;
}

interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  /** Counted by Wayscribe, because the endpoint reported no usage. */
  estimated: boolean;
  /** Null where no price is known. */
  cost: number | null;
}

/** Returns `4.2k tokens · 0.0123`; estimates start with `≈`. */
export function formatTokenUsage(usage: TokenUsage): string {
  const { promptTokens, completionTokens, estimated, cost } = usage;
  const about = estimated ? '≈' : '';
  const tokens = `${about}${formatTokens(promptTokens + completionTokens)}`;
  if (cost === null) return message('commonTokens', tokens);
  return message('commonTokensAndCost', tokens, `${about}${formatCost(cost)}`);
}

/** Formats a price in the user's own currency: `0.0031`, `0.42`, `12.50`. */
export function formatCost(cost: number): string {
  if (cost === 0) return '0';
  if (cost < 0.0001) return '<0.0001';
  return cost < 0.1 ? cost.toFixed(4) : cost.toFixed(2);
}

/** Formats milliseconds as `mm:ss`, or `h:mm:ss` from one hour; negative values as zero. */
export function formatElapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = new Date(seconds * 1000).toISOString().slice(14, 19);
  return hours > 0 ? `${hours}:${rest}` : rest;
}

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Formats an entry's time: the offset from `origin`, or the time of day without or before it. All epoch ms. */
export function formatEntryTime(at: number, origin: number | null): string {
  return origin === null || at < origin ? timeFormat.format(at) : formatElapsed(at - origin);
}

/** Formats a date and time in the reader's locale. */
export function formatDay(at: number): string {
  return dateFormat.format(at);
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Moves the cut to the nearest start of a word, at most `reach` characters away. */
function alignToWord(parts: readonly string[], cut: number, reach: number): number {
  for (let distance = 0; distance <= reach; distance += 1) {
    if (parts[cut - distance - 1] === ' ') return cut - distance;
    if (parts[cut + distance - 1] === ' ') return cut + distance;
  }
  return cut;
}

/**
 * Splits a name so that its end stays visible: layout may cut `head`, never `tail`. Keeps grapheme clusters (emoji,
 * combined letters) whole. Short names stay in `head`.
 * @param tailLength the approximate length of the tail; the tail starts with a word where possible
 */
export function splitMiddle(text: string, tailLength = 8): { head: string; tail: string } {
  const parts = Array.from(graphemes.segment(text), (part) => part.segment);
  if (parts.length < tailLength * 2) return { head: text, tail: '' };
  const cut = alignToWord(parts, parts.length - tailLength, Math.floor(tailLength / 2));
  return { head: parts.slice(0, cut).join(''), tail: parts.slice(cut).join('') };
}
