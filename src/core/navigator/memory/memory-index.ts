import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import type { MemoryEntry } from './choose-pasts.ts';
import { listRequests } from './describe-past.ts';
import { listSites } from './read-passages.ts';

/** `stamp` is another once the demonstration is. */
export interface IndexedEntry extends MemoryEntry {
  stamp: string;
}

/** More requests than that in one demonstration are found by the first ones. */
const MOST_REQUESTS = 20;

export function indexDemonstration(
  { id, startedAt, form }: Demonstration,
  turns: readonly Turn[],
  stamp: string,
): IndexedEntry {
  const requests = listRequests({ form, turns }).slice(0, MOST_REQUESTS);
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
