import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import { dot } from '../../ranking/encoder/vectors.ts';
import type { SmallEncoder } from '../../ranking/encoder/small-encoder.ts';
import { isOf, listOf, number, objectWith, text } from '../../shape.ts';
import { listRequests } from './describe-past.ts';
import type { MemorySettings } from './memory-settings.ts';
import { isExcludedSite } from './memory-settings.ts';
import { listSites } from './past.ts';

/** What a demonstration is found by. */
export interface MemoryEntry {
  id: string;
  /** Epoch ms. */
  startedAt: number;
  /** All visited hosts. */
  sites: readonly string[];
  requests: readonly { site: string; text: string }[];
}

/** Cosine of the small encoder; requests less alike share only everyday words. */
const MIN_SIMILARITY = 0.35;

export function isForgotten(
  { id, startedAt }: Pick<MemoryEntry, 'id' | 'startedAt'>,
  { forgotten, forgottenUntil }: Pick<MemorySettings, 'forgotten' | 'forgottenUntil'>,
): boolean {
  return forgotten.includes(id) || startedAt <= forgottenUntil;
}

/** Returns what the user allows in prompts while the tab is at `site`; on any site if that is null. */
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
    const requests = entry.requests.filter(
      (each) => anySite || site === null || each.site === site,
    );
    return requests.length > 0 ? [{ ...entry, requests }] : [];
  });
}

/** Returns the ids of the demonstrations whose requests are most similar, best first; of equals the newer. */
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
      likeness: Math.max(...requests.map((each) => dot(vector, encoder.encode(each.text)))),
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

/** `stamp` changes with the demonstration. */
export interface IndexedEntry extends MemoryEntry {
  stamp: string;
}

const MAX_REQUESTS = 20;

export function indexDemonstration(
  { id, startedAt, form }: Demonstration,
  turns: readonly Turn[],
  stamp: string,
): IndexedEntry {
  const requests = listRequests({ form, turns }).slice(0, MAX_REQUESTS);
  return { id, startedAt, stamp, sites: listSites(turns), requests };
}

/** `turns`: their number. */
export function stampDemonstration({ endedAt, form }: Demonstration, turns: number): string {
  return JSON.stringify([endedAt, turns, form.description, form.tasks]);
}

const request = objectWith({ site: text, text });
const isEntry = isOf<IndexedEntry>(
  objectWith({
    ...{ id: text, startedAt: number, stamp: text },
    ...{ sites: listOf(text), requests: listOf(request) },
  }),
);

/** Reads a stored index. Skips what isn't an entry, which is then indexed again. */
export function readIndex(stored: unknown): IndexedEntry[] {
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
}
