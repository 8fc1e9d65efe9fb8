import type { Cause, Commit } from '../../core/demonstration/cause.ts';
import { findCause, findLead } from '../../core/demonstration/cause.ts';
import type { BrowserTurn, Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { redactTurn } from '../../core/demonstration/leaks/redact.ts';
import { listStoredTurns, listTurns } from '../../platform/store/read.ts';
import { addTurn, changeTurn } from '../../platform/store/write.ts';
import type { NavigationReport } from '../../protocol/background.ts';
import { createDepartures } from './departures.ts';
import { createOrder } from './in-order.ts';
import { track } from './keep-turn.ts';
import { makeLoadTurn } from './load-turn.ts';
import { createNavigationReports } from './navigation-reports.ts';
import type { Committed, LoadKeeping, NavigationTools } from './navigation-tools.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { createSameDocument } from './same-document.ts';

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
    keeping.tell({ type: 'turn.kept', demonstrationId, turnId: turn.id });
  }

  function lookAgain(turnId: string, commit: Commit, cause: Cause | null): void {
    const look = async (): Promise<void> => {
      const demonstration = await open.get();
      if (!demonstration) return;
      const turns = await readTurns(demonstration);
      const known = turns.filter(({ id }) => id !== turnId);
      const now = findCause(commit, known);
      if (now && now.id !== cause?.id) await nameCause(demonstration, turns, turnId, now.id);
      // The browser told of the switch to this tab before it told of the load that it came of.
      const all = await readTurns(demonstration);
      for (const turn of all) {
        if (turn.kind !== 'browser' || turn.causedBy !== null) continue;
        if (turn.action.intent !== 'tabswitch' || turn.action.tabId !== commit.tabId) continue;
        const lead = findLead({ at: turn.at, ...turn.action }, all);
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
    keeping.tell({ type: 'turn.kept', demonstrationId, turnId });
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
    const cause = announced ? null : findCause(commit, turns);
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
    const cause = findCause({ at, tabId, ...transition }, turns);
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
