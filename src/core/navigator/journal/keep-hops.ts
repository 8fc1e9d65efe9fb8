import { MASK } from '../../demonstration/secret.ts';
import type { HopList } from '../hops/hop.ts';
import { NO_HOPS } from '../hops/hop.ts';
import { isJournalEntry } from './check-entry.ts';
import { hideQuoted } from './hide-secret.ts';
import type { EntryOf, JournalEntry } from './journal-entry.ts';

/** The hops as they were left. */
export function readHops(stored: readonly unknown[]): HopList {
  return findHops(stored.filter(isJournalEntry))?.list ?? NO_HOPS;
}

/** The line about hops; there is one at most, which each change takes the place of. */
export function findHops(entries: readonly JournalEntry[]): EntryOf<'hops'> | null {
  const entry = entries.findLast(({ type }) => type === 'hops');
  return entry?.type === 'hops' ? entry : null;
}

/** In a round whose message is not kept: what hops quote may be the secret in it. */
export function hideInHops(list: HopList): HopList {
  const hops = list.hops.map((hop) => {
    const { evidence } = hop;
    const isQuoted = evidence !== null && evidence.from !== 'instructor';
    return {
      ...hop,
      text: hideQuoted(hop.text.replace(/"([^"]*)"/g, '“$1”')),
      evidence: isQuoted ? { ...evidence, text: MASK } : evidence,
    };
  });
  return { ...list, hops, removed: [] };
}
