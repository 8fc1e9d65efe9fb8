import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import { dot } from '../../ranking/encoder/cosine.ts';
import type { SmallEncoder } from '../../ranking/encoder/small-encoder.ts';
import { listRequests } from './describe-past.ts';
import type { MemorySettings } from './memory-settings.ts';
import { isExcludedSite } from './memory-settings.ts';
import { listSites } from './past.ts';

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
const MIN_SIMILARITY = 0.35;

/** Whether the user has taken a demonstration out of memory. */
export function isForgotten(
  { id, startedAt }: Pick<MemoryEntry, 'id' | 'startedAt'>,
  { forgotten, forgottenUntil }: Pick<MemorySettings, 'forgotten' | 'forgottenUntil'>,
): boolean {
  return forgotten.includes(id) || startedAt <= forgottenUntil;
}

/** The demonstrations that the user allows in prompts; while the tab is at `site`, unless that is null. */
export function listAllowedEntries(
  entries: readonly MemoryEntry[],
  settings: Pick<MemorySettings, 'anySite' | 'without' | 'forgotten' | 'forgottenUntil'>,
  site: string | null,
): MemoryEntry[] {
  const { anySite, without } = settings;
  if (site !== null && isExcludedSite(site, { without })) return [];
  return entries.flatMap((entry) => {
    if (
      isForgotten(entry, settings) ||
      entry.sites.some((each) => isExcludedSite(each, { without }))
    )
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
export function findSimilarPasts(
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
    .filter(({ likeness }) => likeness >= MIN_SIMILARITY)
    .sort(
      (one, other) =>
        other.likeness - one.likeness ||
        other.startedAt - one.startedAt ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, count)
    .map(({ id }) => id);
}

/** `stamp` is another once the demonstration is. */
export interface IndexedEntry extends MemoryEntry {
  stamp: string;
}

/** More requests than that in one demonstration are found by the first ones. */
const MAX_REQUESTS = 20;

export function indexDemonstration(
  { id, startedAt, form }: Demonstration,
  turns: readonly Turn[],
  stamp: string,
): IndexedEntry {
  const requests = listRequests({ form, turns }).slice(0, MAX_REQUESTS);
  return { id, startedAt, stamp, sites: listSites(turns), requests };
}

/** What tells whether a demonstration is still as it was indexed; `turns` is how many it has. */
export function stampDemonstration({ endedAt, form }: Demonstration, turns: number): string {
  return JSON.stringify([endedAt, turns, form.description, form.tasks]);
}

/** What is stored of an index; entries that are none are left out, and made again. */
export function readIndex(stored: unknown): IndexedEntry[] {
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}

function isEntry(value: unknown): value is IndexedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { id, startedAt, stamp, sites, requests } = value as Partial<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    typeof startedAt === 'number' &&
    typeof stamp === 'string' &&
    Array.isArray(sites) &&
    sites.every((site) => typeof site === 'string') &&
    Array.isArray(requests) &&
    requests.every(isRequest)
  );
}

function isRequest(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { site, text } = value as Partial<Record<string, unknown>>;
  return typeof site === 'string' && typeof text === 'string';
}
