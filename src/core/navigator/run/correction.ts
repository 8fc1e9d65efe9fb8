import type { PageAction, Uid } from '../../action/action.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { ELEMENT_GONE, TAKEN_OVER } from '../messages.ts';
import { performAction } from './perform-action.ts';
import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import { describeEnd, describeStop, startRunProgress } from './run-progress.ts';

/** Returns the same action on another element; null for an action without one. */
export function retargetAction(action: PageAction, uid: Uid): PageAction | null {
  return 'uid' in action && action.uid !== null ? { ...action, uid } : null;
}

/** Performs an action on the element that the instructor picked, under the same rules. The last event is `ended`. */
export async function* runCorrection(
  action: PageAction,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const progress = startRunProgress();
  try {
    await ports.control?.waitUntilFree(signal);
    const observed = await ports.observe(signal);
    signal.throwIfAborted();
    if (!observed.ok) {
      yield { type: 'failed', message: observed.message, fix: observed.fix };
      yield { type: 'ended', outcome: 'failed' };
      return;
    }
    const { candidates } = observed.observation;
    const uid = 'uid' in action ? action.uid : null;
    const target = candidates.find((candidate) => candidate.uid === uid);
    if (!target) {
      yield { type: 'said', text: ELEMENT_GONE };
      yield { type: 'ended', outcome: 'failed' };
      return;
    }
    const order = { action, target, among: candidates, named: nameCandidate(target) };
    const { verdict } = yield* performAction({ progress, ports, signal }, order);
    if (verdict === 'done') yield describeEnd(progress);
    if (verdict === 'taken-over') {
      yield { type: 'said', text: TAKEN_OVER };
    }
    yield { type: 'ended', outcome: verdict === 'done' ? 'done' : 'failed' };
  } catch (error) {
    if (!signal.aborted) throw error;
    yield { type: 'said', text: describeStop(progress) };
    yield { type: 'ended', outcome: 'stopped' };
  }
}
