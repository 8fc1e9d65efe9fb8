import type { NavigationCause, NavigationCommit } from '../../../core/demonstration/cause.ts';
import {
  findNavigationCause,
  findTabSwitchCause,
  isSameDocument,
} from '../../../core/demonstration/cause.ts';
import type {
  BrowserTurn,
  Demonstration,
  Turn,
} from '../../../core/demonstration/demonstration.ts';
import { redactTurn } from '../../../core/demonstration/secrets/redact.ts';
import { orderTurns } from '../../../core/demonstration/turn-list.ts';
import { listStoredTurns, listTurns } from '../../../platform/store/read.ts';
import { addTurn, changeTurn } from '../../../platform/store/write.ts';
import type { NavigationReport } from '../../../protocol/background.ts';
import { createOrder } from '../in-order.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';
import { track } from '../turns/save-turn.ts';
import { borrowFromCause } from './borrow-from-cause.ts';
import { makeLoadTurn } from './load-turn.ts';
import type { Committed, NavigationTools } from './navigation-reports.ts';
import { createNavigationReports } from './navigation-reports.ts';
import type { LoadKeeping } from './page-unloads.ts';
import { createDepartures } from './page-unloads.ts';

type Event = chrome.webNavigation.WebNavigationBaseCallbackDetails & {
  frameId: number;
  documentLifecycle?: string | undefined;
};

/** A load announced by the copilot that does not begin within this time was somebody else's. */
const ANNOUNCED_MS = 20_000;

/** An action may reach us after the navigation that it caused, by another way: looked at again then. */
const AGAIN_MS = 700;

/** After this time a load of which nothing was heard was missed. */
const MISSED_MS = 2000;

interface Arrived {
  tabId: number;
  url: string;
  documentId: string;
  at: number;
}

/** Loads: new pages, and new addresses of the same page. Each one a person's, or caused by a turn. */
export function createNavigation(
  keeping: LoadKeeping,
  open: OpenDemonstration,
  /** Puts our script into the page of a tab that may be from before scripts were put into pages. */
  reach: (tabId: number) => Promise<void>,
  failed: (what: string, error: unknown) => void,
) {
  const announcements = new Map<number, { turnId: string; at: number }>();
  const inOrder = createOrder();
  const reports = createNavigationReports();
  const departures = createDepartures(keeping);
  const tools: NavigationTools = {
    keeping,
    reports,
    departures,
    readTurns,
    takeAnnounced,
    keepLoad,
    lookAgain,
  };
  const sameDocument = createSameDocument(tools);

  async function readTurns({ id }: Demonstration): Promise<Turn[]> {
    await Promise.allSettled(keeping.inFlight);
    return listTurns(await keeping.db(), id);
  }

  function takeAnnounced(tabId: number, at: number): string | null {
    const announced = announcements.get(tabId);
    announcements.delete(tabId);
    return announced && at - announced.at < ANNOUNCED_MS ? announced.turnId : null;
  }

  async function keepLoad(load: BrowserTurn): Promise<void> {
    const { demonstrationId } = load;
    const turn = redactTurn(load, await keeping.guard.search(demonstrationId));
    await track(keeping.inFlight, addTurn(await keeping.db(), turn, []));
    keeping.report({ type: 'turn.kept', demonstrationId, turnId: turn.id });
  }

  function lookAgain(
    turnId: string,
    commit: NavigationCommit,
    cause: NavigationCause | null,
  ): void {
    const look = async (): Promise<void> => {
      const demonstration = await open.get();
      if (!demonstration) return;
      const turns = await readTurns(demonstration);
      const known = turns.filter(({ id }) => id !== turnId);
      const now = findNavigationCause(commit, known);
      if (now && now.id !== cause?.id) await nameCause(demonstration, turns, turnId, now.id);
      // The browser reported the switch to this tab before the load that caused it.
      const all = await readTurns(demonstration);
      for (const turn of all) {
        if (turn.kind !== 'browser' || turn.causedBy !== null) continue;
        if (turn.action.intent !== 'tabswitch' || turn.action.tabId !== commit.tabId) continue;
        const lead = findTabSwitchCause({ at: turn.at, ...turn.action }, all);
        if (lead) await nameCause(demonstration, all, turn.id, lead.id);
      }
    };
    const later = new Promise<void>((resolve) => setTimeout(resolve, AGAIN_MS));
    void track(
      keeping.afterwards,
      later.then(() => handle(look)),
    );
  }

  async function nameCause(
    { id: demonstrationId }: Demonstration,
    turns: readonly Turn[],
    turnId: string,
    causedBy: string,
  ): Promise<void> {
    const by = turns.find(({ id }) => id === causedBy)?.by ?? 'person';
    await changeTurn(await keeping.db(), turnId, (turn) =>
      turn.kind === 'browser' ? { ...turn, by, causedBy } : turn,
    );
    keeping.report({ type: 'turn.kept', demonstrationId, turnId });
  }

  /** Events in the order they came; what fails is said, and the next one is handled. */
  function handle(work: () => Promise<void>): Promise<void> {
    const handled = inOrder(work).catch((error: unknown) => failed('page load', error));
    return track(keeping.completing, handled);
  }

  async function keepCommitted(details: Committed): Promise<void> {
    const demonstration = await open.get();
    const { tabId, timeStamp, transitionType, transitionQualifiers, ...rest } = details;
    const begunAt = reports.takeBegin(tabId, timeStamp);
    sameDocument.arrive(tabId, details.url);
    if (demonstration?.state !== 'recording' || !(await isRecordable(details))) return;
    void reach(tabId);
    const turns = await readTurns(demonstration);
    const byHand = reports.takeReport(tabId, begunAt, details)?.byHand;
    const commit = { at: begunAt, tabId, transitionType, transitionQualifiers, byHand };
    const announced = takeAnnounced(tabId, timeStamp);
    const cause = announced ? null : findNavigationCause(commit, turns);
    const load = makeLoadTurn(demonstration.id, {
      tabId,
      announced,
      url: details.url,
      at: timeStamp,
      properties: { transitionType, transitionQualifiers, timeStamp, ...rest },
      causedBy: cause?.id ?? null,
      // An effect is whose action it follows from.
      by: announced ? 'copilot' : (turns.find(({ id }) => id === cause?.id)?.by ?? 'person'),
    });
    await keepLoad(load);
    if (!announced) lookAgain(load.id, commit, cause);
    await departures.give(load);
  }

  /** The browser told a service worker that was just ended of this page: the page itself is there to tell. */
  async function keepMissed(page: Arrived): Promise<void> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording' || !(await isRecordable(page))) return;
    const { tabId, url, documentId, at } = page;
    // What was there before it was recorded has no load to miss.
    const since = Math.max(
      demonstration.startedAt,
      ...demonstration.pauses.map(({ to }) => to ?? Infinity),
    );
    const turns = await readTurns(demonstration);
    // What was taken back was not missed.
    const stored = await listStoredTurns(await keeping.db(), demonstration.id);
    const isKnown = stored.some(
      (turn) => turn.kind === 'browser' && turn.properties['documentId'] === documentId,
    );
    if (at < since || isKnown) return;
    const transition = { transitionType: 'link', transitionQualifiers: [] };
    const cause = findNavigationCause({ at, tabId, ...transition }, turns);
    const load = makeLoadTurn(demonstration.id, {
      ...{ tabId, url, at, causedBy: cause?.id ?? null },
      properties: { ...transition, documentId, timeStamp: at, inferred: true },
      by: turns.find(({ id }) => id === cause?.id)?.by ?? 'person',
    });
    await keepLoad(load);
    await departures.give(load);
  }

  /** A page of the tab's own: no frame, and not one that is only being prepared. */
  const isShown = ({ frameId, documentLifecycle }: Event): boolean =>
    frameId === 0 && documentLifecycle !== 'prerender';

  return {
    begin(details: Event): void {
      if (isShown(details)) reports.begin(details.tabId, details.timeStamp);
    },
    commit(details: Committed): void {
      if (isShown(details)) void handle(() => keepCommitted(details));
    },
    /** The address of a page has changed, by its script or a link into itself. */
    move(details: Committed): void {
      if (!isShown(details)) return;
      void handle(async () => {
        const demonstration = await open.get();
        if (demonstration?.state !== 'recording' || !(await isRecordable(details))) return;
        await sameDocument.keep(demonstration, details);
      });
    },
    /** A document is there; that the browser tells us of its load is as good as certain. */
    greet({ tab, frameId, documentId, url }: chrome.runtime.MessageSender, at: number): void {
      if (frameId !== 0 || tab?.id === undefined || !documentId || !url) return;
      const page = { tabId: tab.id, url, documentId, at };
      setTimeout(() => void handle(() => keepMissed(page)), MISSED_MS);
    },
    /** What a page says of a navigation that begins in it. */
    report: (tabId: number, report: NavigationReport): void => reports.report(tabId, report),
    leave: departures.leave,
    hasLeft: departures.hasLeft,
    firstBegunAt: reports.firstBegunAt,
    /** The copilot is about to navigate: the next load of that tab is its own. */
    announce(tabId: number, turnId: string): void {
      announcements.set(tabId, { turnId, at: Date.now() });
    },
    forget(tabId: number): void {
      announcements.delete(tabId);
      reports.forget(tabId);
      departures.forget(tabId);
      sameDocument.forget(tabId);
    },
  };
}

async function isRecordable({ tabId, url }: Pick<Committed, 'tabId' | 'url'>): Promise<boolean> {
  if (url.startsWith(chrome.runtime.getURL('')) || url === 'about:blank') return false;
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.incognito !== true;
}

/** The page's own account of what a person did may come this much later than the browser's. */
const ACCOUNT_MS = 500;

/** And its word on who changed the address this much. */
const REPORT_MS = 200;

/** Addresses passed through that are remembered; a slide show has no end. */
const MOST_PASSED = 50;

type Tools = Omit<NavigationTools, 'keeping' | 'departures'> & {
  keeping: Pick<LoadKeeping, 'db' | 'completing' | 'report' | 'guard'>;
  departures: Pick<NavigationTools['departures'], 'give'>;
};

/** New addresses of pages that stay: routes, fragments, states. One turn for each cause. */
export function createSameDocument(tools: Tools) {
  const { keeping, reports, departures } = tools;
  /** Of each tab, as far as this service worker has seen it. */
  const addresses = new Map<number, string>();
  /** What the last load of each tab was made of: its action may come after it. */
  const commits = new Map<number, { loadId: string; commit: NavigationCommit }>();

  async function keep(demonstration: Demonstration, details: Committed): Promise<void> {
    const { tabId, url, timeStamp, transitionType, transitionQualifiers, ...rest } = details;
    // Asked for first: what it comes with, or right after, is an action to be known of, too.
    const report = await findReport(details);
    const turns = await tools.readTurns(demonstration);
    const here = orderTurns(turns)
      .filter((turn) => turn.kind === 'browser')
      .filter(({ metadata }) => metadata.tabId === tabId);
    const last = here.at(-1);
    const before = addresses.get(tabId) ?? last?.metadata.url;
    addresses.set(tabId, url);
    const isTraversal = transitionQualifiers.includes('forward_back');
    // Its state is rewritten: that is between the page and its history.
    if (url === before && !isTraversal) return;
    const byHand = report?.byHand;
    const transition = { transitionType, transitionQualifiers, byHand, sameDocument: true };
    const commit = { at: timeStamp, tabId, ...transition };
    const announced = tools.takeAnnounced(tabId, timeStamp);
    const cause = announced ? null : findNavigationCause(commit, turns);
    const causing = turns.find(({ id }) => id === cause?.id);
    const isRewritten = report?.type !== 'push' && !isTraversal;
    if (isRewritten && !announced && !isOwed(cause, causing)) return;
    // What was done since does not part what one action led to.
    const going = here.findLast(({ action }) => action.intent === 'load');
    if (going && cause && isSameDocument(going) && findCauseNow(going, turns) === cause.id) {
      await extend(going, url);
      return;
    }
    const type = report?.type ?? (isTraversal ? 'traverse' : 'push');
    const load = makeLoadTurn(demonstration.id, {
      tabId,
      announced,
      url,
      at: timeStamp,
      properties: {
        ...{ transitionType, transitionQualifiers, timeStamp, ...rest },
        ...{ sameDocument: true, navigationType: type },
      },
      causedBy: cause?.id ?? null,
      by: announced ? 'copilot' : (causing?.by ?? 'person'),
    });
    await tools.keepLoad(load);
    commits.set(tabId, { loadId: load.id, commit });
    if (!announced) tools.lookAgain(load.id, commit, cause);
    const completing = [...keeping.completing];
    const source = causing ?? findSeen(here);
    void track(
      keeping.completing,
      giveState(load, source, byHand === true, completing).catch(() => undefined),
    );
  }

  /** What a load is an effect of, as far as is known by now. */
  function findCauseNow({ id, metadata, causedBy }: BrowserTurn, turns: readonly Turn[]) {
    const made = commits.get(metadata.tabId);
    if (made?.loadId !== id) return causedBy;
    const others = turns.filter((turn) => turn.id !== id);
    return findNavigationCause(made.commit, others)?.id ?? causedBy;
  }

  /** The page tells at once; a busy one may still be heard after the browser. */
  async function findReport(details: Committed): Promise<NavigationReport | null> {
    const { tabId, timeStamp } = details;
    const report = reports.findReport(tabId, timeStamp, details);
    if (report) return report;
    await new Promise((resolve) => setTimeout(resolve, REPORT_MS));
    return reports.findReport(tabId, timeStamp, details);
  }

  /** The same cause goes on: the turn leads to where it has led now. */
  async function extend(load: BrowserTurn, url: string): Promise<void> {
    const search = await keeping.guard.search(load.demonstrationId);
    await changeTurn(await keeping.db(), load.id, (turn) => {
      if (turn.kind !== 'browser' || turn.action.intent !== 'load') return turn;
      const { metadata, properties, action } = turn;
      const before: unknown[] = Array.isArray(properties['passed']) ? properties['passed'] : [];
      const passed = [...before, action.url].slice(-MOST_PASSED);
      return redactTurn(
        {
          ...turn,
          action: { intent: 'load', url },
          metadata: { ...metadata, url },
          properties: { ...properties, url, passed },
        },
        search,
      );
    });
    keeping.report({
      type: 'turn.kept',
      demonstrationId: load.demonstrationId,
      turnId: load.id,
    });
  }

  /** What a person did to the address was seen by the page; else the state is that of the cause. */
  async function giveState(
    load: BrowserTurn,
    source: Turn | undefined,
    byHand: boolean,
    completing: readonly Promise<unknown>[],
  ): Promise<void> {
    if (load.causedBy === null || source?.id !== load.causedBy) {
      if (await departures.give(load)) return;
      if (byHand) {
        await new Promise((resolve) => setTimeout(resolve, ACCOUNT_MS));
        if (await departures.give(load)) return;
      }
    }
    if (!source) return;
    await Promise.allSettled(completing);
    const { demonstrationId, id } = load;
    await borrowFromCause(await keeping.db(), load, source.id);
    keeping.report({ type: 'turn.kept', demonstrationId, turnId: id });
  }

  return {
    keep,
    /** A new page is there. */
    arrive: (tabId: number, url: string): void => void addresses.set(tabId, url),
    forget(tabId: number): void {
      addresses.delete(tabId);
      commits.delete(tabId);
    },
  };
}

/**
 * Whether an address that was not pushed is more than the page's own tidying: it shows what a person did,
 * or a person has given it.
 */
function isOwed(cause: NavigationCause | null, causing: Turn | undefined): boolean {
  if (cause === null) return true;
  return cause.via === 'action' && causing?.action.intent !== 'scroll';
}

/** The last turn on the page that is still there which has its state. */
function findSeen(here: readonly BrowserTurn[]): BrowserTurn | undefined {
  const arrived = here.findLastIndex(
    (turn) => turn.action.intent === 'load' && !isSameDocument(turn),
  );
  return here.slice(arrived + 1).findLast((turn) => turn.snapshot !== null);
}
