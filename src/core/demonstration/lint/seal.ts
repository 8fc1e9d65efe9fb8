import { isIntact } from '../checksum.ts';
import type { Turn } from '../demonstration.ts';
import type { Verdict } from './finding.ts';
import { reportError } from './finding.ts';

/** Whether the record is as it was written. */
export function* lintSeal(turn: Turn): Generator<Verdict> {
  if (isIntact(turn)) return;
  yield reportError(
    'turn-damaged',
    'This turn was damaged after it was kept, most likely by the disk, so nobody can tell what in it is true. Delete it, and look at the disk before you record again.',
  );
}
