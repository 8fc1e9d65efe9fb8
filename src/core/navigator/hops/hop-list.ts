import type { Hop } from '../../demonstration/hops.ts';
import {
  flag,
  isOf,
  listOf,
  number,
  objectWith,
  oneOf,
  orNull,
  text,
  variants,
} from '../../shape.ts';

/** The subtasks of a request, each on one site. Plain JSON; functions return a new one. */
export interface HopList {
  hops: readonly Hop[];
  /** The instructor has changed it, so the navigator may only add to it. */
  edited: boolean;
  /** Keys of hops that the instructor removed, which aren't proposed again. */
  removed: readonly string[];
  /** The number of hops so far, for their ids. */
  made: number;
}

export const NO_HOPS: HopList = { hops: [], edited: false, removed: [], made: 0 };

/** More than any task of MMInA needs (10). */
export const MAX_HOPS = 12;

export function listOpenHops({ hops }: HopList): Hop[] {
  return hops.filter(({ state }) => state === 'open');
}

/** Returns the hop to work on: the first open one. */
export function findCurrentHop({ hops }: Pick<HopList, 'hops'>): Hop | null {
  return hops.find(({ state }) => state === 'open') ?? null;
}

/** The hops as a prompt shows them. */
export interface PromptHops {
  list: HopList;
  /** A reply to what the model claimed last. */
  note: string | null;
}

const quoted = objectWith({ text, host: text });
const evidence = variants('from', {
  ...{ page: quoted, address: quoted, receipt: quoted },
  instructor: objectWith({}),
});
const hop = { id: text, text, site: orNull(text), by: oneOf('navigator', 'instructor') };
const storedHop = variants('state', {
  open: objectWith({ ...hop, evidence: oneOf(null) }),
  done: objectWith({ ...hop, evidence }),
});

/** Checks a stored list. */
export const isHopList = isOf<HopList>(
  objectWith({ hops: listOf(storedHop), edited: flag, removed: listOf(text), made: number }),
);
