import type { SecretSearch } from './secrets/search.ts';
import { redactText } from './secrets/search.ts';
import { ASCII_MASK } from './secrets/secret-fields.ts';
import { flag, listOf, number, objectWith, oneOf, orNull, text, variants } from '../shape.ts';

/** Why a hop counts as done. `text` is a quotation that was found, on `host`; empty for what is no site. */
export type HopEvidence =
  { from: 'page' | 'address' | 'receipt'; text: string; host: string } | { from: 'instructor' };

/** A subtask of what was asked, on one site. */
export interface Hop {
  /** Unique in its list, and kept over changes. */
  id: string;
  text: string;
  /** The host that it is on, where its words say so; null otherwise. */
  site: string | null;
  /** Who worded it. */
  by: 'navigator' | 'instructor';
  state: 'open' | 'done';
  /** Null while it is open. */
  evidence: HopEvidence | null;
}

/** A hop as a demonstration keeps it. */
export interface RecordedHop extends Hop {
  /** Epoch ms, when it was first told done while recording; null while it is open. */
  doneAt: number | null;
}

/** One list of hops, as it was last. */
export interface RecordedHops {
  hops: readonly RecordedHop[];
  /** All was done, and the list was put away: what comes then is another. */
  isOver: boolean;
}

const quotedEvidenceShape = objectWith({ text, host: text });
const recordedHopShape = objectWith({
  id: text,
  text,
  site: orNull(text),
  by: oneOf('navigator', 'instructor'),
  state: oneOf('open', 'done'),
  evidence: orNull(
    variants('from', {
      page: quotedEvidenceShape,
      address: quotedEvidenceShape,
      receipt: quotedEvidenceShape,
      instructor: objectWith({}),
    }),
  ),
  doneAt: orNull(number),
});

export const recordedHopsShape = listOf(
  objectWith({ hops: listOf(recordedHopShape), isOver: flag }),
);

/**
 * The lists of a demonstration after the one at hand has changed to `hops` at `at`. An empty one ends it: kept where
 * all of it was done, else it was taken back.
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

/** The same without any of the values; the same object when none is in it. */
export function redactHops(
  kept: readonly RecordedHops[],
  search: SecretSearch,
): readonly RecordedHops[] {
  const clean = (written: string): string => redactText(written, search, ASCII_MASK);
  const redacted = kept.map((list) => ({
    ...list,
    hops: list.hops.map((hop): RecordedHop => {
      const { text: words, evidence } = hop;
      const isQuoted = evidence !== null && evidence.from !== 'instructor';
      const proof = isQuoted ? { ...evidence, text: clean(evidence.text) } : evidence;
      return { ...hop, text: clean(words), evidence: proof };
    }),
  }));
  return JSON.stringify(redacted) === JSON.stringify(kept) ? kept : redacted;
}
