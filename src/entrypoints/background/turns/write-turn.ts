import type { BrowserTurn, Turn } from '../../../core/demonstration/demonstration.ts';
import { redactTurn } from '../../../core/demonstration/secrets/redact.ts';
import { orderTurns } from '../../../core/demonstration/turn-list.ts';
import type { Database } from '../../../platform/store/database.ts';
import { getTurn, listTurns } from '../../../platform/store/read.ts';
import type { Content } from '../../../platform/store/write.ts';
import { addTurn, changeTurn } from '../../../platform/store/write.ts';
import type { News } from '../../../protocol/news.ts';
import { track } from '../tasks.ts';
import type { SecretGuard } from './secret-guard.ts';

export interface TurnWriting {
  db: () => Promise<Database>;
  guard: Pick<SecretGuard, 'search'>;
  report: (news: News) => void;
  /** Turns on their way to the store: decisions that depend on earlier turns wait for them. */
  inFlight: Set<Promise<unknown>>;
}

/** Adds a turn without the secrets in it, and reports it. */
export async function saveTurn(writing: TurnWriting, turn: Turn): Promise<void> {
  const { id, demonstrationId } = turn;
  const masked = redactTurn(turn, await writing.guard.search(demonstrationId));
  await track(writing.inFlight, addTurn(await writing.db(), masked, []));
  writing.report({ type: 'turn.kept', demonstrationId, turnId: id });
}

/**
 * Changes a stored turn of the browser, without the secrets in it, and reports it. Returns null if it is not in the
 * store.
 */
export async function updateTurn(
  writing: Omit<TurnWriting, 'inFlight'>,
  turnId: string,
  change: (turn: BrowserTurn) => Turn,
  contents: Content[] = [],
): Promise<Turn | null> {
  const db = await writing.db();
  const stored = await getTurn(db, turnId);
  if (stored?.kind !== 'browser') return null;
  const { demonstrationId } = stored;
  const search = await writing.guard.search(demonstrationId);
  const apply = (turn: Turn): Turn =>
    turn.kind === 'browser' ? redactTurn(change(turn), search) : turn;
  const turn = await changeTurn(db, turnId, apply, contents);
  if (turn) writing.report({ type: 'turn.kept', demonstrationId, turnId });
  return turn;
}

/** Makes a turn the effect of another, by the same actor. */
export async function setCause(
  writing: Omit<TurnWriting, 'inFlight'>,
  turnId: string,
  { id, by }: Pick<Turn, 'id' | 'by'>,
): Promise<void> {
  await updateTurn(writing, turnId, (turn) => ({ ...turn, by, causedBy: id }));
}

/** Returns the turns of a demonstration in order, those on their way to the store included. */
export async function readTurns(
  { db, inFlight }: Pick<TurnWriting, 'db' | 'inFlight'>,
  demonstrationId: string,
): Promise<Turn[]> {
  await Promise.allSettled(inFlight);
  return orderTurns(await listTurns(await db(), demonstrationId));
}
