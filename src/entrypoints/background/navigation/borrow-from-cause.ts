import { copyPageState } from '../../../core/demonstration/cause.ts';
import type { BrowserTurn } from '../../../core/demonstration/demonstration.ts';
import type { Database } from '../../../platform/store/database.ts';
import { changeTurnBy } from '../../../platform/store/write.ts';

/** Gives a load within a page the state of what caused it, or of `sourceId`, as it is now in the store. */
export async function borrowFromCause(
  db: Database,
  load: BrowserTurn,
  sourceId: string | null = load.causedBy,
): Promise<void> {
  if (sourceId === null) return;
  await changeTurnBy(db, load.id, sourceId, (turn, from) =>
    turn.kind === 'browser' && from.kind === 'browser' ? copyPageState(turn, from) : turn,
  );
}
