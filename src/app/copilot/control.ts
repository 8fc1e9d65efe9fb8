import { addUserAction } from '../../core/navigator/run/user-action.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import type { RunControl } from '../../core/navigator/run/takeover.ts';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import type { Charge } from '../../protocol/content.ts';
import { untilAborted } from '../until-aborted.ts';

/** The person's hand on one round. */
export interface RoundCharge {
  /** What the round asks before each step. */
  hold: RunControl;
  read: () => Charge;
  pause: () => void;
  takeOver: () => void;
  /** Ends a pause, or gives the tab back. */
  goOn: () => void;
  /** The person did something there; heeded while they have the tab. */
  note: (deed: UserAction) => void;
}

interface ChargeOptions {
  /** Hears what happens, at once. */
  tell: (event: RunEvent) => void;
  /** Has the page show who has the tab, and say what the person does there; resolves when all is said. */
  show: (charge: Charge) => Promise<void>;
  /** Somebody is there who can be asked to do something themselves. */
  isAttended: boolean;
}

export function createRoundCharge({ tell, show, isAttended }: ChargeOptions): RoundCharge {
  let charge: Charge = 'working';
  /** Set exactly while the round is held. */
  let lock: PromiseWithResolvers<null> | null = null;
  let isGoingOn = false;
  /** The round has come to where it waits. */
  let isStill = false;
  /** The page has heard it. */
  let isShown: Promise<void> = Promise.resolve();
  /** Settled while the person has the tab. */
  let taking = Promise.withResolvers<null>();
  /** Null while nobody has taken over since the round was told last. */
  let deeds: UserAction[] | null = null;

  function hold(next: 'paused' | 'taken'): void {
    if (charge === next) return;
    charge = next;
    lock ??= Promise.withResolvers<null>();
    if (next === 'taken') {
      deeds ??= [];
      taking.resolve(null);
    }
    tell({ type: 'held', taken: next === 'taken', still: isStill });
    isShown = show(next);
  }

  async function goOn(): Promise<void> {
    if (!lock || isGoingOn) return;
    isGoingOn = true;
    const held = charge;
    // What was typed last is told only now.
    await show('working');
    isGoingOn = false;
    // Taken over in the meantime.
    if (charge !== held) return;
    charge = 'working';
    taking = Promise.withResolvers<null>();
    tell({ type: 'released' });
    lock.resolve(null);
    lock = null;
  }

  const takeOver = (): void => hold('taken');
  return {
    hold: {
      async waitUntilFree(signal) {
        signal.throwIfAborted();
        while (lock) {
          const { promise } = lock;
          await untilAborted(isShown, signal);
          if (!isStill) tell({ type: 'held', taken: charge === 'taken', still: true });
          isStill = true;
          await untilAborted(promise, signal);
        }
        isStill = false;
        const told = deeds;
        deeds = null;
        return told && { userActions: told };
      },
      whenTaken: () => taking.promise,
      ...(isAttended && { handOver: takeOver }),
    },
    read: () => charge,
    pause: () => hold('paused'),
    takeOver,
    goOn: () => void goOn(),
    note(deed) {
      if (charge !== 'taken') return;
      deeds = addUserAction(deeds ?? [], deed);
      tell({ type: 'deed', deed });
    },
  };
}
