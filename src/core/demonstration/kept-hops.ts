import type { Hop } from './hop.ts';
import type { Search } from './leaks/search.ts';
import { redactText } from './leaks/search.ts';
import { ASCII_MASK } from './secret.ts';
import { flag, listOf, number, objectWith, oneOf, orNull, text, variants } from './shape.ts';

/** A hop as a demonstration keeps it. */
export interface KeptHop extends Hop {
  /** Epoch ms, when it was first told done while recording; null while it is open. */
  doneAt: number | null;
}

/** One list of hops, as it was last. */
export interface KeptHops {
  hops: readonly KeptHop[];
  /** All was done, and the list was put away: what comes then is another. */
  isOver: boolean;
}

const quoted = objectWith({ text, host: text });
const keptHop = objectWith({
  id: text,
  text,
  site: orNull(text),
  by: oneOf('navigator', 'instructor'),
  state: oneOf('open', 'done'),
  evidence: orNull(
    variants('from', {
      page: quoted,
      address: quoted,
      receipt: quoted,
      instructor: objectWith({}),
    }),
  ),
  doneAt: orNull(number),
});

export const keptHopsShape = listOf(objectWith({ hops: listOf(keptHop), isOver: flag }));

/**
 * The lists of a demonstration after the one at hand has changed to `hops` at `at`. An empty one ends it: kept where
 * all of it was done, else it was taken back.
 */
export function keepHops(
  kept: readonly KeptHops[],
  hops: readonly Hop[],
  at: number,
): readonly KeptHops[] {
  const last = kept.at(-1);
  const current = last?.isOver === false ? last : null;
  const past = current ? kept.slice(0, -1) : kept;
  if (hops.length === 0) {
    const isDone = current?.hops.every(({ state }) => state === 'done') ?? false;
    return current && isDone ? [...past, { ...current, isOver: true }] : past;
  }
  const marked = hops.map((hop): KeptHop => {
    const before = current?.hops.find(({ id }) => id === hop.id)?.doneAt ?? at;
    return { ...hop, doneAt: hop.state === 'done' ? before : null };
  });
  return [...past, { hops: marked, isOver: false }];
}

/** The same without any of the values; the same object when none is in it. */
export function redactHops(kept: readonly KeptHops[], search: Search): readonly KeptHops[] {
  const clean = (written: string): string => redactText(written, search, ASCII_MASK);
  const redacted = kept.map((list) => ({
    ...list,
    hops: list.hops.map((hop): KeptHop => {
      const { text: words, evidence } = hop;
      const isQuoted = evidence !== null && evidence.from !== 'instructor';
      const proof = isQuoted ? { ...evidence, text: clean(evidence.text) } : evidence;
      return { ...hop, text: clean(words), evidence: proof };
    }),
  }));
  return JSON.stringify(redacted) === JSON.stringify(kept) ? kept : redacted;
}
