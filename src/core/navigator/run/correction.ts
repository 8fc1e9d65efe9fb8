import type { PageAction, Uid } from '../../action/action.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { performAction } from './perform-action.ts';
import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import { describeStop, startRunProgress, describeProgress } from './run-progress.ts';

/** The same action on another element; null for one that has none. */
export function retargetAction(action: PageAction, uid: Uid): PageAction | null {
  return 'uid' in action && action.uid !== null ? { ...action, uid } : null;
}

/**
 * A round in which the instructor has picked the element: the action is done there and nowhere else. The
 * rules hold as for any direct order. The last event is `ended`.
 */
export async function* runCorrection(
  action: PageAction,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const log = startRunProgress();
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
      yield { type: 'said', text: 'That element is no longer on this page. I did nothing.' };
      yield { type: 'ended', outcome: 'failed' };
      return;
    }
    const telling = { among: candidates, named: nameCandidate(target) };
    const { verdict } = yield* performAction(action, target, log, ports, signal, telling);
    if (verdict === 'done') yield { type: 'said', text: describeProgress(log) };
    if (verdict === 'taken-over') {
      yield { type: 'said', text: 'You took over, so I did nothing there.' };
    }
    yield { type: 'ended', outcome: verdict === 'done' ? 'done' : 'failed' };
  } catch (error) {
    if (!signal.aborted) throw error;
    yield { type: 'said', text: describeStop(log) };
    yield { type: 'ended', outcome: 'stopped' };
  }
}
