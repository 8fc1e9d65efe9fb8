import type { SecretDigest } from './digest.ts';
import { hashText, MULTIPLIER, signText, WINDOW } from './digest.ts';
import type { Layer } from './views.ts';
import { listViews } from './views.ts';

/** How a value is written where it was found. */
export type Form = 'plain' | 'base64' | Layer;

/** Where a secret value stands in a text: UTF-16 units, and how it is written there. */
export interface Match {
  from: number;
  to: number;
  form: Form;
}

export interface Search {
  /** False when there is nothing to look for: then every search finds nothing at once. */
  readonly isEmpty: boolean;
  /** In order, those that touch one another as one. */
  find(text: string): Match[];
}

/** `MULTIPLIER` to the power of the window: what the unit that leaves it counts. */
let leaving = 1;
for (let at = 0; at < WINDOW; at++) leaving = Math.imul(leaving, MULTIPLIER);
const LEAVING = leaving;

/** Prepares to look for the values behind these digests, in plain and encoded form (see views.ts). */
export function createSearch(digests: readonly SecretDigest[]): Search {
  const byStart = new Map<number, SecretDigest[]>();
  let reach = 4;
  // One bit in 65,536 places: says no to nearly every window.
  const likely = new Uint8Array(1 << 16);
  for (const digest of digests) {
    byStart.set(digest.start, [...(byStart.get(digest.start) ?? []), digest]);
    likely[digest.start >>> 16] = 1;
    reach = Math.max(reach, digest.length + 4);
  }

  function* slide(text: string): Generator<{ from: number; to: number; isBase64: boolean }> {
    if (text.length < WINDOW) return;
    let hash = hashText(text, 0, WINDOW);
    for (let from = 0; ; from++) {
      if (likely[hash >>> 16] === 1) {
        for (const digest of byStart.get(hash) ?? []) {
          if (!isAt(text, from, digest)) continue;
          const { length, isBase64 } = digest;
          yield { ...(isBase64 ? widen(text, from) : { from, to: from + length }), isBase64 };
        }
      }
      const next = from + WINDOW;
      if (next >= text.length) return;
      const kept = Math.imul(hash, MULTIPLIER) - Math.imul(text.charCodeAt(from), LEAVING);
      hash = (kept + text.charCodeAt(next)) >>> 0;
    }
  }

  function isAt(text: string, from: number, digest: SecretDigest): boolean {
    const { length, whole, salt, mac, isBase64 } = digest;
    const to = from + length;
    if (to > text.length || hashText(text, from, to) !== whole) return false;
    const value = text.slice(from, to);
    return signText(value, salt) === mac && (isBase64 || standsAlone(text, from, value));
  }

  return {
    isEmpty: digests.length === 0,
    find(text) {
      if (digests.length === 0) return [];
      const matches: Match[] = [];
      for (const view of listViews(text, reach)) {
        for (const { from, to, isBase64 } of slide(view.text)) {
          const form = isBase64 ? 'base64' : (view.layer ?? 'plain');
          matches.push({ ...view.locate(from, to), form });
        }
      }
      return mergeMatches(matches);
    },
  };
}

/** The text with every value that is found replaced by `mask`. */
export function redactText(text: string, search: Search, mask: string): string {
  let redacted = '';
  let copied = 0;
  for (const { from, to } of search.find(text)) {
    redacted += text.slice(copied, from) + mask;
    copied = to;
  }
  return copied === 0 ? text : redacted + text.slice(copied);
}

/** Short values count only as words or numbers of their own: a code of six digits is in many a time. */
function standsAlone(text: string, from: number, value: string): boolean {
  const isPlain = /^(?:\d+|\p{L}+)$/u.test(value);
  if (value.length >= (isPlain ? 12 : 8)) return true;
  const to = from + value.length;
  const before = text.slice(Math.max(0, from - 2), from);
  const after = text.slice(to, to + 2);
  return !/(?:[\p{L}\p{N}]|\d\.)$/u.test(before) && !/^(?:[\p{L}\p{N}]|\.\d)/u.test(after);
}

/** All of the base64 text around a place: its ends hold the rest of the value. */
function widen(text: string, at: number): { from: number; to: number } {
  let from = at;
  let to = at;
  while (from > 0 && isDigit(text, from - 1)) from--;
  while (to < text.length && isDigit(text, to)) to++;
  return { from, to };
}

function isDigit(text: string, at: number): boolean {
  return /[A-Za-z0-9+/_-]/.test(text.charAt(at));
}

/** The first of those that overlap gives its form: plain text comes first. */
function mergeMatches(matches: readonly Match[]): Match[] {
  const merged: Match[] = [];
  for (const match of matches.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && match.from < last.to) last.to = Math.max(last.to, match.to);
    else merged.push({ ...match });
  }
  return merged;
}
