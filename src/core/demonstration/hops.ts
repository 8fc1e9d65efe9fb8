import type { SecretSearch } from './secrets/search.ts';
import { redactText } from './secrets/search.ts';
import { ASCII_MASK } from './secrets/secret-fields.ts';

/** Why a hop is done. `text` is a quotation found on `host`; empty outside of sites. */
export type HopEvidence =
  { from: 'page' | 'address' | 'receipt'; text: string; host: string } | { from: 'instructor' };

/** A subtask on one site. */
export interface Hop {
  /** Unique in its list and stable over changes. */
  id: string;
  text: string;
  /** The host that its text names. */
  site: string | null;
  by: 'navigator' | 'instructor';
  state: 'open' | 'done';
  /** Null while it is open. */
  evidence: HopEvidence | null;
}

/** A hop in a demonstration. */
export interface RecordedHop extends Hop {
  /** Epoch ms of the first time it was done while recording. */
  doneAt: number | null;
}

/** The last state of one list. */
export interface RecordedHops {
  hops: readonly RecordedHop[];
  /** All hops were done, and the list was closed: hops after it are another list. */
  isOver: boolean;
}

/**
 * Returns a demonstration's lists after the current one changed to `hops` at `at`. An empty list ends it: saved if all
 * hops were done, else dropped.
 */
export function recordHops(
  kept: readonly RecordedHops[],
  hops: readonly Hop[],
  at: number,
): readonly RecordedHops[] {
  const last = kept.at(-1);
  const current = last?.isOver === false ? last : null;
  const past = current ? kept.slice(0, -1) : kept;
  if (hops.length === 0) {
    const isDone = current?.hops.every(({ state }) => state === 'done') ?? false;
    return current && isDone ? [...past, { ...current, isOver: true }] : past;
  }
  const marked = hops.map((hop): RecordedHop => {
    const before = current?.hops.find(({ id }) => id === hop.id)?.doneAt ?? at;
    return { ...hop, doneAt: hop.state === 'done' ? before : null };
  });
  return [...past, { hops: marked, isOver: false }];
}

/** Returns the same object when it contains no secret. */
export function redactHops(
  kept: readonly RecordedHops[],
  search: SecretSearch,
): readonly RecordedHops[] {
  const clean = (written: string): string => redactText(written, search, ASCII_MASK);
  const redacted = kept.map((list) => ({
    ...list,
    hops: list.hops.map((hop): RecordedHop => {
      const { text, evidence } = hop;
      const isQuoted = evidence !== null && evidence.from !== 'instructor';
      const proof = isQuoted ? { ...evidence, text: clean(evidence.text) } : evidence;
      return { ...hop, text: clean(text), evidence: proof };
    }),
  }));
  return JSON.stringify(redacted) === JSON.stringify(kept) ? kept : redacted;
}
