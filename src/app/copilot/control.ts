import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { RunControl } from '../../core/navigator/run/takeover.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { addUserAction } from '../../core/navigator/run/user-action.ts';
import type { Charge } from '../../protocol/content.ts';
import { untilAborted } from '../until-aborted.ts';

/** Who drives the tab during one run. */
export interface Control {
  /** What the run asks before each step. */
  port: RunControl;
  read: () => Charge;
  pause: () => void;
  takeOver: () => void;
  /** Ends a pause, or hands the tab back. */
  release: () => void;
  /** Adds a user action. Ignored unless the person has taken over. */
  note: (userAction: UserAction) => void;
}

interface ControlOptions {
  report: (event: RunEvent) => void;
  /** Shows on the page who drives the tab; resolves when the page has reported all user actions. */
  show: (charge: Charge) => Promise<void>;
  /** A person is there and can be asked to do something themselves. */
  isAttended: boolean;
}

export function createControl({ report, show, isAttended }: ControlOptions): Control {
  let charge: Charge = 'working';
  /** Set exactly while the run is paused. */
  let lock: PromiseWithResolvers<null> | null = null;
  let isReleasing = false;
  /** The run has reached the point where it waits. */
  let isStill = false;
  let isShown: Promise<void> = Promise.resolve();
  /** Settles when the person takes over. */
  let taking = Promise.withResolvers<null>();
  /** Null unless the person has taken over since the run last asked. */
  let userActions: UserAction[] | null = null;

  function hold(next: 'paused' | 'taken'): void {
    if (charge === next) return;
    charge = next;
    lock ??= Promise.withResolvers<null>();
    if (next === 'taken') {
      userActions ??= [];
      taking.resolve(null);
    }
    report({ type: 'paused', taken: next === 'taken', still: isStill });
    isShown = show(next);
  }

  async function release(): Promise<void> {
    if (!lock || isReleasing) return;
    isReleasing = true;
    const before = charge;
    // The page reports the text typed last only now.
    await show('working');
    isReleasing = false;
    // The person took over in the meantime.
    if (charge !== before) return;
    charge = 'working';
    taking = Promise.withResolvers<null>();
    report({ type: 'resumed' });
    lock.resolve(null);
    lock = null;
  }

  const takeOver = (): void => hold('taken');
  return {
    port: {
      async waitUntilFree(signal) {
        signal.throwIfAborted();
        while (lock) {
          const { promise } = lock;
          await untilAborted(isShown, signal);
          if (!isStill) report({ type: 'paused', taken: charge === 'taken', still: true });
          isStill = true;
          await untilAborted(promise, signal);
        }
        isStill = false;
        const done = userActions;
        userActions = null;
        return done && { userActions: done };
      },
      whenTaken: () => taking.promise,
      ...(isAttended && { handOver: takeOver }),
    },
    read: () => charge,
    pause: () => hold('paused'),
    takeOver,
    release: () => void release(),
    note(userAction) {
      if (charge !== 'taken') return;
      userActions = addUserAction(userActions ?? [], userAction);
      report({ type: 'userAction', userAction });
    },
  };
}
