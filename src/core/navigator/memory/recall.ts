import { readHost } from '../rules/host.ts';
import type { HistoryEntry } from '../history.ts';
import type { Ports } from '../ports.ts';
import type { Past } from './past.ts';

/** "yes", "go on", "the other one": what such a message asks for was said before. */
const FEW_WORDS = 3;

/** Recalls once for each site that a round comes to. `history` ends with the instructor's message. */
export function openRecall(
  history: readonly HistoryEntry[],
  { recall }: Pick<Ports, 'recall'>,
): (url: string, signal: AbortSignal) => Promise<readonly Past[]> {
  const asked = writeAsked(history);
  const known = new Map<string, readonly Past[]>();
  return async (url, signal) => {
    const site = readHost(url);
    if (site === '' || !recall) return [];
    const pasts = known.get(site) ?? (await recall(asked, site, signal));
    known.set(site, pasts);
    return pasts;
  };
}

function writeAsked(history: readonly HistoryEntry[]): string {
  const said = history.flatMap((entry) =>
    entry.kind === 'said' && entry.speaker === 'instructor' ? [entry.text] : [],
  );
  const last = said.at(-1) ?? '';
  const isFull = last.split(/\s+/).length > FEW_WORDS;
  const before = said.slice(0, -1).findLast((text) => text.split(/\s+/).length > FEW_WORDS);
  return isFull || before === undefined ? last : `${before} ${last}`;
}
