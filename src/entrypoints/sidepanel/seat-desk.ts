import type { Seating } from '../../platform/settings/role-choice.ts';
import { readSeating, writeSeating } from '../../platform/settings/role-choice.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';

/**
 * Who navigates, and as whom the user speaks: as it was when the panel was open last, so that what is meant
 * for the recording is not taken for an order to the copilot.
 */
export function openSeatDesk(store: PanelStore) {
  function choose(change: Partial<Seating>): void {
    store.setState(change);
    const { seat, speakAs } = store.getState();
    writeSeating({ seat, speakAs }).catch((error: unknown) =>
      showBanner(store, `Who navigates could not be remembered: ${String(error)}`),
    );
  }

  return {
    choose,
    /** Fulfilled once it is as it was. */
    ready: readSeating().then(
      (seating) => store.setState(seating),
      () => undefined,
    ),
  };
}

export type SeatDesk = ReturnType<typeof openSeatDesk>;
