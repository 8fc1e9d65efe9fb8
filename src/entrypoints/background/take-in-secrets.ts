import { redactTurn } from '../../core/demonstration/leaks/redact.ts';
import { listTurns } from '../../platform/store/read.ts';
import { changeTurn } from '../../platform/store/write.ts';
import type { Keeping } from './keep-turn.ts';

/**
 * Takes in what a content script tells of a secret just typed, and takes the secret out of the turns
 * that came before: the address it was sent to, the message that asked for it. Pages kept before are
 * left as they are; the leak test at export finds it in them. False when nothing was new.
 */
export async function takeInSecrets(
  { db, guard, inFlight, tell }: Keeping,
  demonstrationId: string,
  told: unknown,
): Promise<boolean> {
  // Turns on their way may have looked for secrets before this one was known.
  const before = [...inFlight];
  if (!(await guard.add(demonstrationId, told))) return false;
  await Promise.allSettled(before);
  const search = await guard.search(demonstrationId);
  const database = await db();
  for (const turn of await listTurns(database, demonstrationId)) {
    if (redactTurn(turn, search) === turn) continue;
    await changeTurn(database, turn.id, (stored) => redactTurn(stored, search));
    tell({ type: 'turn.kept', demonstrationId, turnId: turn.id });
  }
  return true;
}
