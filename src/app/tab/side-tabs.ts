import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { readHost } from '../../core/navigator/sites.ts';
import type { Charge } from '../../protocol/content.ts';
import { showStop } from '../copilot/page-marks.ts';
import { leaveTab, pilotTab, yieldTab } from './piloted-tabs.ts';
import { isRuledOut, noteVisit, showCharge } from './tab-control.ts';
import { borrowTab } from './tab-lock.ts';

/** Tabs beside the one that a round works on, which the person brings to the front while they have it. */
export interface SideTabs {
  has: (tabId: number) => boolean;
  /** Call it on every change of control; resolves when the user's actions in these tabs have been reported. */
  show: (charge: Charge) => Promise<void>;
  /** Lets go of them, and follows no more. */
  end: () => void;
}

/**
 * While the person has taken over, the tabs that they turn to are watched, too: what they do there may be what
 * the navigator was to do, or need. Sites that the user has ruled out are not, nor tabs that another round works
 * on: those have their own. Each tab is let go of as the round goes on, or as another begins there.
 */
export function createSideTabs(mainId: number, note: (action: UserAction) => void): SideTabs {
  const watched = new Map<number, Borrowed>();
  const over = new AbortController();
  let isTaken = false;

  async function watch(tabId: number): Promise<void> {
    if (!isTaken || tabId === mainId) return;
    if (!(await isAllowed((await chrome.tabs.get(tabId)).url ?? ''))) {
      if (watched.has(tabId)) await leave(tabId);
      return;
    }
    if (!readTaken()) return;
    if (!(await borrow(tabId)) || !(await pilotTab(tabId)).ok) forget(tabId);
    if (!watched.has(tabId)) return;
    await showStop(tabId, true);
    await showCharge(tabId, 'taken');
    if (!readTaken()) await leave(tabId);
  }

  /** Heard from here on: the first thing done there may come before the page has answered. */
  function borrow(tabId: number): Promise<boolean> {
    const before = watched.get(tabId);
    if (before) return before.isOurs;
    const until = new AbortController();
    const isOurs = borrowTab(tabId, () => forget(tabId), until.signal);
    watched.set(tabId, { isOurs, until });
    return isOurs;
  }

  /** What is in the tab from now on is not ours to end. */
  function forget(tabId: number): void {
    watched.get(tabId)?.until.abort();
    watched.delete(tabId);
    yieldTab(tabId);
  }

  /** Resolves when the actions there have been reported. */
  async function leave(tabId: number): Promise<void> {
    if (!(await watched.get(tabId)?.isOurs)) return;
    await showCharge(tabId, 'working');
    if (!watched.has(tabId)) return;
    await showStop(tabId, false);
    await leaveTab(tabId);
    forget(tabId);
  }

  /** What may be otherwise after an await. */
  const readTaken = (): boolean => isTaken;
  const begin = (tabId: number): void => void watch(tabId).catch(() => undefined);
  const onActivated = ({ tabId }: { tabId: number }): void => begin(tabId);
  const onCommitted = (details: Commit): void => {
    if (!watched.has(details.tabId)) return;
    begin(details.tabId);
    if (details.frameId !== 0) return;
    void noteVisit(details, note, readHost(details.url)).catch(() => undefined);
  };
  const onLoaded = ({ tabId }: { tabId: number }): void => {
    // Another tab that came to the front before there was a page in it.
    const look = async (): Promise<void> => {
      if (isTaken && (await chrome.tabs.get(tabId)).active) await watch(tabId);
    };
    void look().catch(() => undefined);
  };
  const { webNavigation, tabs } = chrome;
  tabs.onActivated.addListener(onActivated);
  webNavigation.onCommitted.addListener(onCommitted);
  webNavigation.onDOMContentLoaded.addListener(onLoaded);
  over.signal.addEventListener('abort', () => {
    tabs.onActivated.removeListener(onActivated);
    webNavigation.onCommitted.removeListener(onCommitted);
    webNavigation.onDOMContentLoaded.removeListener(onLoaded);
  });

  async function show(charge: Charge): Promise<void> {
    isTaken = charge === 'taken' && !over.signal.aborted;
    if (!isTaken) {
      await Promise.all([...watched.keys()].map((tabId) => leave(tabId).catch(() => undefined)));
      return;
    }
    // They may be there already.
    const fronts = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    for (const { id } of fronts) if (id !== undefined) begin(id);
  }

  return {
    has: (tabId) => watched.has(tabId),
    show,
    end() {
      over.abort();
      void show('working');
    },
  };
}

interface Borrowed {
  isOurs: Promise<boolean>;
  /** Lets others have the tab. */
  until: AbortController;
}

type Commit = chrome.webNavigation.WebNavigationTransitionCallbackDetails;

async function isAllowed(url: string): Promise<boolean> {
  return /^https?:/.test(url) && !(await isRuledOut(url));
}
