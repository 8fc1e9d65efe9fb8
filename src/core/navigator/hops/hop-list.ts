import type { Hop } from '../../demonstration/hops.ts';

/** Subtasks of a request, each on one site: what the copilot works off, and the instructor sees and changes. */

/** A plain JSON value; functions give a new one. */
export interface HopList {
  hops: readonly Hop[];
  /** The instructor has changed it, so that the navigator may only add to it. */
  edited: boolean;
  /** What the instructor took out, folded: it is not proposed again. */
  removed: readonly string[];
  /** How many hops it has had, for their ids. */
  made: number;
}

export const NO_HOPS: HopList = { hops: [], edited: false, removed: [], made: 0 };

/** More than any task of MMInA has (10). */
export const MAX_HOPS = 12;

export function listOpenHops({ hops }: HopList): Hop[] {
  return hops.filter(({ state }) => state === 'open');
}

/** The hop to be worked on: the first that is open; null when none is. */
export function findCurrentHop({ hops }: Pick<HopList, 'hops'>): Hop | null {
  return hops.find(({ state }) => state === 'open') ?? null;
}

/** What the model is shown of the hops. */
export interface PromptHops {
  list: HopList;
  /** What to say of what it claimed last; null when nothing. */
  note: string | null;
}

/** Whether something read from disk is a list of hops. */
export function isHopList(value: unknown): value is HopList {
  if (!isObject(value)) return false;
  const { hops, edited, removed, made } = value;
  return (
    isListOf(hops, isStoredHop) &&
    typeof edited === 'boolean' &&
    isListOf(removed, isText) &&
    typeof made === 'number'
  );
}

function isStoredHop(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { id, text, site, by, state, evidence } = value;
  return (
    isText(id) &&
    isText(text) &&
    (site === null || isText(site)) &&
    (by === 'navigator' || by === 'instructor') &&
    (state === 'open' ? evidence === null : state === 'done' && isStoredEvidence(evidence))
  );
}

function isStoredEvidence(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { from, text, host } = value;
  if (from === 'instructor') return true;
  return (
    (from === 'page' || from === 'address' || from === 'receipt') && isText(text) && isText(host)
  );
}

function isListOf(value: unknown, fits: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(fits);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
