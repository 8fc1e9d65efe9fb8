import type { Copilot } from '../../app/copilot.ts';
import { showInFront } from '../../app/show-tab.ts';
import type { RoundJournal } from '../../app/round-journal.ts';
import { readHops } from '../../core/navigator/journal/keep-hops.ts';
import { readSpent } from '../../core/navigator/journal/keep-spent.ts';
import { readJournal } from '../../core/navigator/journal/read-journal.ts';
import { modelHops } from '../../ui/hops/hops-model.ts';
import { addCard, removeCard, showJournal } from './conversation-entries.ts';
import type { PanelStore } from './panel-state.ts';
import { showBanner } from './panel-state.ts';

/** What an earlier page of the panel left: the conversation, and a round that did not end. */
export function openResumeDesk(store: PanelStore, journal: RoundJournal, copilot: Copilot) {
  /** Offers to go on where the last round did not end. */
  function offer(): void {
    const left = readJournal(journal.read());
    if (left.kind === 'none') return;
    store.setState(({ live }) => ({ live: addCard(live, left, Date.now()) }));
  }

  function putAway(): void {
    store.setState(({ live }) => ({ live: removeCard(live) }));
  }

  let isOpening = false;

  async function goOn(): Promise<void> {
    const left = readJournal(journal.read());
    const here = store.getState().tab?.tabId ?? null;
    if (left.kind === 'none' || isOpening) return;
    isOpening = true;
    const isThere = await showInFront(left.tabId).finally(() => (isOpening = false));
    const tabId = isThere ? left.tabId : here;
    if (tabId === null) {
      showBanner(store, 'There is no tab to go on in.', 'Open the page in this window.');
      return;
    }
    await copilot.resume(left, tabId);
  }

  void journal.ready.then(() => {
    const shown = showJournal(journal.read());
    const hops = modelHops(readHops(journal.read()), null);
    const spending = readSpent(journal.read());
    store.setState(({ live }) => ({ live: [...shown, ...live], hops, spending, restored: true }));
    if (store.getState().round === null) offer();
  });

  return {
    offer,
    putAway,
    goOn: () =>
      void goOn().catch((error: unknown) => {
        store.setState({ round: null });
        showBanner(store, `The round ended by a fault of Wayscribe: ${String(error)}`);
      }),
    discard(): void {
      journal.discard();
      putAway();
    },
    /** Ends the conversation: nothing of it stays, here or on disk. */
    forget(): void {
      copilot.stop();
      journal.clear().then(
        () => location.reload(),
        (error: unknown) =>
          showBanner(
            store,
            `The conversation could not be cleared: ${String(error)}`,
            'Try again.',
          ),
      );
    },
  };
}
