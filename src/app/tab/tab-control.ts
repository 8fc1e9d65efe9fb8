import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { createUserAction } from '../../core/navigator/run/user-action.ts';
import { explainBlockedSite, readHost } from '../../core/navigator/sites.ts';
import { listen } from '../../platform/listen.ts';
import { readRules } from '../../platform/settings/stored-settings.ts';
import type { Charge } from '../../protocol/content.ts';
import { showCharge, showStop } from '../copilot/page-marks.ts';
import { borrowTab, leaveTab, pilotTab, yieldTab } from './piloted-tabs.ts';

type Commit = chrome.webNavigation.WebNavigationTransitionCallbackDetails;
type Loaded = Pick<Commit, 'tabId' | 'frameId' | 'url'>;
type Note = (action: UserAction) => void;

/**
 * While the user has control, they may navigate: new pages show it too, and navigation by the browser's own controls
 * becomes a user action. Clicked links are reported by the page. On excluded sites nothing is shown or reported.
 */
export function followPages(
  tabId: number,
  { read, note }: { read: () => Charge; note: Note },
  signal: AbortSignal,
): void {
  const hasEnded = (): boolean => signal.aborted;
  const show = async ({ frameId, url }: Loaded): Promise<void> => {
    if (hasEnded() || read() === 'working') return;
    const address = frameId === 0 ? url : ((await chrome.tabs.get(tabId)).url ?? '');
    if ((await isExcluded(address)) || !(await pilotTab(tabId)).ok || hasEnded()) return;
    await showStop(tabId, true);
    if (hasEnded()) await showStop(tabId, false);
    else await showCharge(tabId, read());
  };
  const onLoad = (details: Loaded): void => {
    if (details.tabId === tabId) void show(details).catch(() => undefined);
  };
  const onCommit = (details: Commit): void => {
    onLoad(details);
    if (details.tabId === tabId) noteVisit(details, note);
  };
  listen(chrome.webNavigation.onCommitted, onCommit, signal);
  // The page wasn't there yet when its navigation was reported.
  listen(chrome.webNavigation.onDOMContentLoaded, onLoad, signal);
}

async function isExcluded(address: string): Promise<boolean> {
  return explainBlockedSite(address, (await readRules()).sites) !== null;
}

/** Reports navigation by the browser's own controls, except to excluded sites. `site`: see `UserAction`. */
function noteVisit(details: Commit, note: Note, site?: string): void {
  if (details.frameId !== 0) return;
  const { url, timeStamp, transitionType, transitionQualifiers } = details;
  const isByHand =
    transitionType === 'reload' ||
    transitionQualifiers.some((each) => each === 'from_address_bar' || each === 'forward_back');
  if (!isByHand) return;
  const action = createUserAction({
    ...{ id: crypto.randomUUID(), at: timeStamp, action: { intent: 'load', url }, target: null },
    ...(site !== undefined && { site }),
  });
  const report = (excluded: boolean): void => {
    if (action && !excluded) note(action);
  };
  void isExcluded(url).then(report, () => undefined);
}

interface Borrowed {
  /** False if another run is at work in the tab. */
  isOurs: Promise<boolean>;
  until: AbortController;
}

/**
 * The tabs besides the run's own that the person activates after taking over: what they do there may be what the
 * copilot was to do, or needs. Excluded sites are not watched, nor tabs of other runs. Each tab is released when the
 * run goes on or another run begins there.
 */
export class SideTabs {
  readonly #mainId: number;
  readonly #watched = new Map<number, Borrowed>();
  readonly #over = new AbortController();
  #isTaken = false;

  constructor(mainId: number, note: Note) {
    this.#mainId = mainId;
    const onCommitted = (details: Commit): void => {
      if (!this.has(details.tabId)) return;
      this.#begin(details.tabId);
      noteVisit(details, note, readHost(details.url));
    };
    const { webNavigation, tabs } = chrome;
    const { signal } = this.#over;
    listen(tabs.onActivated, ({ tabId }) => this.#begin(tabId), signal);
    listen(webNavigation.onCommitted, onCommitted, signal);
    // A tab may be activated before it has a page.
    const onLoaded = ({ tabId }: Loaded): void => void this.#beginIfActive(tabId);
    listen(webNavigation.onDOMContentLoaded, onLoaded, signal);
  }

  has(tabId: number): boolean {
    return this.#watched.has(tabId);
  }

  /** Call it on every change of control. Resolves when the user's actions in these tabs have been reported. */
  async show(charge: Charge): Promise<void> {
    this.#isTaken = charge === 'taken' && !this.#over.signal.aborted;
    if (!this.#isTaken) {
      const left = [...this.#watched.keys()].map((id) => this.#leave(id).catch(() => undefined));
      await Promise.all(left);
      return;
    }
    const fronts = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    for (const { id } of fronts) if (id !== undefined) this.#begin(id);
  }

  end(): void {
    this.#over.abort();
    void this.show('working');
  }

  #begin(tabId: number): void {
    void this.#watch(tabId).catch(() => undefined);
  }

  async #beginIfActive(tabId: number): Promise<void> {
    if (!this.#isTaken) return;
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    if (tab?.active) this.#begin(tabId);
  }

  async #watch(tabId: number): Promise<void> {
    if (!this.#isTaken || tabId === this.#mainId) return;
    const url = (await chrome.tabs.get(tabId)).url ?? '';
    if (!/^https?:/.test(url) || (await isExcluded(url))) {
      if (this.has(tabId)) await this.#leave(tabId);
      return;
    }
    if (!this.#readTaken()) return;
    if (!(await this.#borrow(tabId)) || !(await pilotTab(tabId)).ok) this.#forget(tabId);
    if (!this.has(tabId)) return;
    await showStop(tabId, true);
    await showCharge(tabId, 'taken');
    if (!this.#readTaken()) await this.#leave(tabId);
  }

  /** It may have changed after an await. */
  #readTaken(): boolean {
    return this.#isTaken;
  }

  /** Watched from here on: the first action there may come before the page has answered. */
  #borrow(tabId: number): Promise<boolean> {
    const before = this.#watched.get(tabId);
    if (before) return before.isOurs;
    const until = new AbortController();
    const isOurs = borrowTab(tabId, () => this.#forget(tabId), until.signal);
    this.#watched.set(tabId, { isOurs, until });
    return isOurs;
  }

  #forget(tabId: number): void {
    this.#watched.get(tabId)?.until.abort();
    this.#watched.delete(tabId);
    yieldTab(tabId);
  }

  /** Resolves when the actions there have been reported. */
  async #leave(tabId: number): Promise<void> {
    if (!(await this.#watched.get(tabId)?.isOurs)) return;
    await showCharge(tabId, 'working');
    if (!this.has(tabId)) return;
    await showStop(tabId, false);
    await leaveTab(tabId);
    this.#forget(tabId);
  }
}
