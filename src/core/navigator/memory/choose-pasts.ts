import { dot } from '../../ranking/cosine.ts';
import type { SmallEncoder } from '../../ranking/small/small-encoder.ts';
import type { MemorySettings } from './memory-settings.ts';
import { isLeftOut } from './memory-settings.ts';

/** By what a demonstration is found again. */
export interface MemoryEntry {
  id: string;
  /** Epoch ms. */
  startedAt: number;
  /** Every host that it went to. */
  sites: readonly string[];
  /** What was asked for, and on which host. */
  requests: readonly { site: string; text: string }[];
}

/** Requests of the small encoder that are less alike than this have but everyday words in common. */
const FLOOR = 0.35;

/** Whether the user has taken a demonstration out of memory. */
export function isForgotten(
  { id, startedAt }: Pick<MemoryEntry, 'id' | 'startedAt'>,
  { forgotten, forgottenUntil }: Pick<MemorySettings, 'forgotten' | 'forgottenUntil'>,
): boolean {
  return forgotten.includes(id) || startedAt <= forgottenUntil;
}

/** The demonstrations that the user lets be told of; while the tab is at `site`, unless that is null. */
export function listOpen(
  entries: readonly MemoryEntry[],
  settings: Pick<MemorySettings, 'anySite' | 'without' | 'forgotten' | 'forgottenUntil'>,
  site: string | null,
): MemoryEntry[] {
  const { anySite, without } = settings;
  if (site !== null && isLeftOut(site, { without })) return [];
  return entries.flatMap((entry) => {
    if (isForgotten(entry, settings) || entry.sites.some((each) => isLeftOut(each, { without })))
      return [];
    const isNear = (request: { site: string }): boolean =>
      anySite || site === null || request.site === site;
    const requests = entry.requests.filter(isNear);
    return requests.length > 0 ? [{ ...entry, requests }] : [];
  });
}

/**
 * The ids of the demonstrations in which something was asked for that is most like what is asked now, best
 * first: cosine of the encoder's vectors; of equals the newer.
 */
export function choosePasts(
  asked: string,
  entries: readonly MemoryEntry[],
  count: number,
  encoder: Pick<SmallEncoder, 'encode'>,
): string[] {
  const vector = encoder.encode(asked);
  return entries
    .map(({ id, startedAt, requests }) => ({
      id,
      startedAt,
      likeness: Math.max(...requests.map(({ text }) => dot(vector, encoder.encode(text)))),
    }))
    .filter(({ likeness }) => likeness >= FLOOR)
    .sort(
      (one, other) =>
        other.likeness - one.likeness ||
        other.startedAt - one.startedAt ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, count)
    .map(({ id }) => id);
}
