import type { PageAction, TabAction } from '../action/action.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { describeAction, describeDone, describeReceipt } from './describe.ts';
import type { Ports } from './ports.ts';
import type { RoundEvent } from './round-event.ts';
import type { RoundLog } from './round-log.ts';

/** `message` says in one sentence what came of it. */
export interface ActionResult {
  verdict: 'done' | 'nothing-changed' | 'refused';
  message: string;
}

/** Announces an action, performs it, and reports what it verifiably changed. */
export async function* performAction(
  action: PageAction | TabAction,
  target: Candidate | null,
  log: RoundLog,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, ActionResult> {
  const turnId = ports.newId();
  yield { type: 'acting', turnId, action, target, description: describeAction(action, target) };
  signal.throwIfAborted();
  log.open = { action, target };
  const performed = await ports.perform({ turnId, action, target }, signal);
  log.open = null;
  if (!performed.ok) {
    signal.throwIfAborted();
    yield { type: 'refused', turnId, message: performed.message };
    return { verdict: 'refused', message: performed.message };
  }
  const { receipt } = performed;
  log.acts.push({ action, target, receipt });
  const description = describeReceipt(receipt, target);
  yield { type: 'acted', turnId, receipt, description };
  // Moving the mouse over something seldom changes anything that can be seen.
  if (receipt.verdict === 'unchanged' && action.intent !== 'hover') {
    const message = `I ${describeDone(action, target)}, but nothing changed on the page.`;
    yield { type: 'refused', turnId, message };
    return { verdict: 'nothing-changed', message };
  }
  return { verdict: 'done', message: `${description}.` };
}
