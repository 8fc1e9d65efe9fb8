import type { HistoryEntry } from '../history.ts';
import type { Deed } from './deed.ts';

/** Among what was done, so that every strategy prints it; the instructor's last words stay the request. */
export function tellDeeds(deeds: readonly Pick<Deed, 'action' | 'description'>[]): HistoryEntry[] {
  return deeds.map(({ action, description }) => ({
    kind: 'acted',
    action,
    receipt: null,
    outcome: 'The instructor took over and did this by hand; do not do it again.',
    description: `${description} (done by the instructor)`,
  }));
}
