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
import { listStoredTurns } from '../../../platform/store/read.ts';
import type { NavigationReport } from '../../../protocol/background.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';
import { createQueue, track, wait } from '../tasks.ts';
import type { Keeping } from '../turns/save-turn.ts';
import { readTurns, saveTurn, setCause, updateTurn } from '../turns/write-turn.ts';
import { borrowPageState, makeLoadTurn } from './load-turn.ts';
import { PageUnloads } from './page-unloads.ts';

type Committed = chrome.webNavigation.WebNavigationTransitionCallbackDetails;
type NavigationEvent = chrome.webNavigation.WebNavigationBaseCallbackDetails & {
  frameId: number;
  documentLifecycle?: string | undefined;
};

/** A load announced by the copilot that doesn't begin within this time has another cause. */
const ANNOUNCED_MS = 20_000;

/** An action may arrive after the navigation that it caused, so its cause is searched again then. */
const AGAIN_MS = 700;

/** A load that the browser has not reported after this time was missed. */
const MISSED_MS = 2000;

/** A page's report and the browser's commit of the same navigation are at most this far apart. */
const PAIRING_MS = 3000;

/** The same within a document. */
const BURST_MS = 500;

/** A commit that comes later than this after the begin is not paired with it. */
const BEGUN_MS = 120_000;

/** The page's last state may arrive this much later than the browser's event. */
const LAST_STATE_MS = 500;

/** The page's report of who changed the address may arrive this much later. */
const REPORT_MS = 200;

/** Addresses on the way of one load; a slide show has no end. */
const MOST_PASSED = 50;

/** What is known about a tab. Without it (the service worker was stopped) times and causes are less exact. */
interface TabMemory {
  /** When the browser began the navigation that it has not committed yet, epoch ms. */
  begunAt?: number | undefined;
  firstBegunAt?: number;
  /** What the page reported of a navigation that began in it. */
  report?: NavigationReport | undefined;
  /** The copilot is about to navigate. */
  announced?: { turnId: string; at: number } | undefined;
  url?: string;
  /** The last load within a document: the action that caused it may be reported later. */
  lastMove?: { loadId: string; commit: NavigationCommit };
}

/** A load as reported, before its cause is known. */
interface Loaded {
  demonstration: Demonstration;
  turns: readonly Turn[];
  url: string;
  at: number;
  properties: Record<string, unknown>;
  commit: NavigationCommit;
  /** The id of the turn if the copilot announced it. */
  announced: string | null;
}

/** Makes turns of new pages and of new addresses of the same page, each with its cause. */
export class Navigation {
  private readonly tabs = new Map<number, TabMemory>();
  private readonly inOrder = createQueue();
  readonly unloads: PageUnloads;

  constructor(
    private readonly keeping: Omit<Keeping, 'extras' | 'adding'>,
    private readonly open: Pick<OpenDemonstration, 'get'>,
    /** Injects our script into the page of a tab that may be older than the recording. */
    private readonly reach: (tabId: number) => Promise<void>,
    private readonly failed: (what: string, error: unknown) => void,
  ) {
    this.unloads = new PageUnloads(keeping);
  }

  begin(details: NavigationEvent): void {
    if (!isShown(details)) return;
    const tab = this.getTab(details.tabId);
    tab.begunAt = details.timeStamp;
    tab.firstBegunAt ??= details.timeStamp;
  }

  commit(details: Committed): void {
    if (isShown(details)) void this.handle(() => this.saveLoad(details));
  }

  /** The address of a document has changed, by its script or a link into itself. */
  move(details: Committed): void {
    if (isShown(details)) void this.handle(() => this.saveMove(details));
  }

  /** A document has started. If the service worker was stopped then, it has missed the load. */
  greet({ tab, frameId, documentId, url }: chrome.runtime.MessageSender, at: number): void {
    if (frameId !== 0 || tab?.id === undefined || !documentId || !url) return;
    const page = { tabId: tab.id, url, documentId, at };
    setTimeout(() => void this.handle(() => this.saveMissed(page)), MISSED_MS);
  }

  report(tabId: number, report: NavigationReport): void {
    this.getTab(tabId).report = report;
  }

  /** The copilot is about to navigate: the next load of that tab is its own. */
  announce(tabId: number, turnId: string): void {
    this.getTab(tabId).announced = { turnId, at: Date.now() };
  }

  /** Returns when the first navigation of a tab began, as far as this service worker has seen it. */
  firstBegunAt(tabId: number): number | undefined {
    return this.tabs.get(tabId)?.firstBegunAt;
  }

  forget(tabId: number): void {
    this.tabs.delete(tabId);
    this.unloads.forget(tabId);
  }

  private getTab(tabId: number): TabMemory {
    const tab = this.tabs.get(tabId) ?? {};
    this.tabs.set(tabId, tab);
    return tab;
  }

  /** Handles events in their order; reports one that fails and continues with the next. */
  private handle(work: () => Promise<void>): Promise<void> {
    const handled = this.inOrder(work).catch((error: unknown) => this.failed('page load', error));
    return track(this.keeping.completing, handled);
  }

  private async findRecording(page: PageAddress): Promise<Demonstration | null> {
    const demonstration = await this.open.get();
    return demonstration?.state === 'recording' && (await isRecordable(page))
      ? demonstration
      : null;
  }

  private async saveLoad(details: Committed): Promise<void> {
    const { tabId, url, timeStamp: at } = details;
    const tab = this.getTab(tabId);
    const begunAt = takeBegin(tab, at);
    tab.url = url;
    const demonstration = await this.findRecording(details);
    if (!demonstration) return;
    void this.reach(tabId);
    const turns = await readTurns(this.keeping, demonstration.id);
    const report = findReport(tab, begunAt, details, PAIRING_MS);
    if (report) tab.report = undefined;
    const commit = makeCommit(details, begunAt, report);
    const announced = takeAnnounced(tab, at);
    const properties = listProperties(details);
    const loaded = { demonstration, turns, url, at, properties, commit, announced };
    const load = await this.addLoad(loaded, findCause(loaded));
    await this.unloads.giveTo(load);
  }

  /** The browser reported this load to a service worker that was just stopped. */
  private async saveMissed(page: PageAddress & { documentId: string; at: number }): Promise<void> {
    const demonstration = await this.findRecording(page);
    if (!demonstration) return;
    const { tabId, url, documentId, at } = page;
    // Pages from before the recording have no load to miss.
    const since = Math.max(
      demonstration.startedAt,
      ...demonstration.pauses.map(({ to }) => to ?? Infinity),
    );
    const turns = await readTurns(this.keeping, demonstration.id);
    // An undone load was not missed.
    const stored = await listStoredTurns(await this.keeping.db(), demonstration.id);
    const isKnown = stored.some(
      (turn) => turn.kind === 'browser' && turn.properties['documentId'] === documentId,
    );
    if (at < since || isKnown) return;
    const transition = { transitionType: 'link', transitionQualifiers: [] };
    const properties = { ...transition, documentId, timeStamp: at, inferred: true };
    const commit = { at, tabId, ...transition };
    const loaded = { demonstration, turns, url, at, properties, commit, announced: null };
    await this.unloads.giveTo(await this.addLoad(loaded, findCause(loaded)));
  }

  /** Saves a new address of a document that stays: one turn for each cause. */
  private async saveMove(details: Committed): Promise<void> {
    const demonstration = await this.findRecording(details);
    if (!demonstration) return;
    const { tabId, url, timeStamp: at } = details;
    const tab = this.getTab(tabId);
    // First, because the action may arrive with the report or right after it.
    const report = await waitForReport(tab, details);
    const turns = await readTurns(this.keeping, demonstration.id);
    const here = turns
      .filter((turn) => turn.kind === 'browser')
      .filter(({ metadata }) => metadata.tabId === tabId);
    const before = tab.url ?? here.at(-1)?.metadata.url;
    tab.url = url;
    const isTraversal = details.transitionQualifiers.includes('forward_back');
    // The page only rewrote the state of its history entry.
    if (url === before && !isTraversal) return;
    const commit = { ...makeCommit(details, at, report), sameDocument: true };
    const announced = takeAnnounced(tab, at);
    const navigationType = report?.type ?? (isTraversal ? 'traverse' : 'push');
    const properties = { ...listProperties(details), sameDocument: true, navigationType };
    const loaded = { demonstration, turns, url, at, properties, commit, announced };
    const cause = findCause(loaded);
    const causing = turns.find(({ id }) => id === cause?.id);
    const isNew = report?.type === 'push' || isTraversal || announced !== null;
    if (!isNew && isTidying(cause, causing)) return;
    // Later actions don't split the load that one action led to.
    const last = here.findLast(({ action }) => action.intent === 'load');
    if (last && cause && isSameDocument(last) && findCauseNow(last, turns, tab) === cause.id) {
      await this.extend(last, url);
      return;
    }
    const load = await this.addLoad(loaded, cause);
    tab.lastMove = { loadId: load.id, commit };
    const { completing } = this.keeping;
    const given = this.giveState(load, causing ?? findSeen(here), report, [...completing]);
    void track(
      completing,
      given.catch(() => undefined),
    );
  }

  private async addLoad(loaded: Loaded, cause: NavigationCause | null): Promise<BrowserTurn> {
    const { demonstration, turns, url, at, properties, commit, announced } = loaded;
    const causing = turns.find(({ id }) => id === cause?.id);
    const load = makeLoadTurn(demonstration.id, {
      tabId: commit.tabId,
      ...{ announced, url, at, properties },
      causedBy: cause?.id ?? null,
      by: announced ? 'copilot' : (causing?.by ?? 'person'),
    });
    await saveTurn(this.keeping, load);
    if (!announced) this.lookAgain(load.id, commit, cause);
    return load;
  }

  /** Searches the cause of a load again when actions that were reported late have arrived. */
  private lookAgain(turnId: string, commit: NavigationCommit, cause: NavigationCause | null): void {
    const look = async (): Promise<void> => {
      const demonstration = await this.open.get();
      if (!demonstration) return;
      const turns = await readTurns(this.keeping, demonstration.id);
      const others = turns.filter(({ id }) => id !== turnId);
      const now = findNavigationCause(commit, others);
      const causing = others.find(({ id }) => id === now?.id);
      if (causing && causing.id !== cause?.id) await setCause(this.keeping, turnId, causing);
      // The browser reports the switch to a tab before the load that caused it.
      const all = await readTurns(this.keeping, demonstration.id);
      for (const turn of all) {
        if (turn.kind !== 'browser' || turn.causedBy !== null) continue;
        if (turn.action.intent !== 'tabswitch' || turn.action.tabId !== commit.tabId) continue;
        const lead = findTabSwitchCause({ at: turn.at, ...turn.action }, all);
        if (lead) await setCause(this.keeping, turn.id, lead);
      }
    };
    void track(
      this.keeping.afterwards,
      wait(AGAIN_MS).then(() => this.handle(look)),
    );
  }

  /** The same cause led on: the turn now leads to this address. */
  private async extend(load: BrowserTurn, url: string): Promise<void> {
    await updateTurn(this.keeping, load.id, (turn) => {
      if (turn.action.intent !== 'load') return turn;
      const { metadata, properties, action } = turn;
      const before: unknown[] = Array.isArray(properties['passed']) ? properties['passed'] : [];
      const passed = [...before, action.url].slice(-MOST_PASSED);
      return {
        ...turn,
        action: { intent: 'load', url },
        metadata: { ...metadata, url },
        properties: { ...properties, url, passed },
      };
    });
  }

  /** Gives a move the page state before it: the page's own report, or else the state of `source`. */
  private async giveState(
    load: BrowserTurn,
    source: Turn | undefined,
    report: NavigationReport | undefined,
    completing: readonly Promise<unknown>[],
  ): Promise<void> {
    if (load.causedBy === null || source?.id !== load.causedBy) {
      if (await this.unloads.giveTo(load)) return;
      if (report?.byHand === true) {
        await wait(LAST_STATE_MS);
        if (await this.unloads.giveTo(load)) return;
      }
    }
    if (!source) return;
    await Promise.allSettled(completing);
    await borrowPageState(await this.keeping.db(), load, source.id);
    const { demonstrationId, id } = load;
    this.keeping.report({ type: 'turn.kept', demonstrationId, turnId: id });
  }
}

type PageAddress = Pick<Committed, 'tabId' | 'url'>;

/** Whether it is the tab's own page: not a frame or a page that is being prerendered. */
function isShown({ frameId, documentLifecycle }: NavigationEvent): boolean {
  return frameId === 0 && documentLifecycle !== 'prerender';
}

async function isRecordable({ tabId, url }: PageAddress): Promise<boolean> {
  if (url.startsWith(chrome.runtime.getURL('')) || url === 'about:blank') return false;
  const tab = await chrome.tabs.get(tabId).catch(() => null);
  return tab?.incognito !== true;
}

/** Returns when the navigation that is now committed began. */
function takeBegin(tab: TabMemory, committedAt: number): number {
  const { begunAt } = tab;
  tab.begunAt = undefined;
  const isPaired = begunAt !== undefined && committedAt - begunAt < BEGUN_MS;
  return isPaired ? Math.min(begunAt, committedAt) : committedAt;
}

function takeAnnounced(tab: TabMemory, at: number): string | null {
  const { announced } = tab;
  tab.announced = undefined;
  return announced && at - announced.at < ANNOUNCED_MS ? announced.turnId : null;
}

/** Returns the page's report of a navigation at `at`. One report may stand for several moves of a burst. */
function findReport(
  { report }: TabMemory,
  at: number,
  details: Committed,
  withinMs: number,
): NavigationReport | undefined {
  const isNear = report && Math.abs(report.at - at) <= withinMs;
  return isNear && isSameKind(report, details) ? report : undefined;
}

/** A busy page's report may arrive after the browser's event. */
async function waitForReport(
  tab: TabMemory,
  details: Committed,
): Promise<NavigationReport | undefined> {
  const find = () => findReport(tab, details.timeStamp, details, BURST_MS);
  return find() ?? wait(REPORT_MS).then(find);
}

/** Whether a report and a commit can be of the same navigation. */
function isSameKind(
  { type }: NavigationReport,
  { transitionType, transitionQualifiers }: Committed,
): boolean {
  if (transitionQualifiers.includes('forward_back')) return type === 'traverse';
  if (transitionType === 'reload') return type === 'reload';
  return type === 'push' || type === 'replace';
}

function makeCommit(
  { tabId, transitionType, transitionQualifiers }: Committed,
  at: number,
  report: NavigationReport | undefined,
): NavigationCommit {
  return { at, tabId, transitionType, transitionQualifiers, byHand: report?.byHand };
}

function listProperties(details: Committed): Record<string, unknown> {
  const { tabId: _tabId, timeStamp, transitionType, transitionQualifiers, ...rest } = details;
  return { transitionType, transitionQualifiers, timeStamp, ...rest };
}

function findCause({ announced, commit, turns }: Loaded): NavigationCause | null {
  return announced ? null : findNavigationCause(commit, turns);
}

function findCauseNow(
  { id, causedBy }: BrowserTurn,
  turns: readonly Turn[],
  { lastMove }: TabMemory,
): string | null {
  if (lastMove?.loadId !== id) return causedBy;
  const others = turns.filter((turn) => turn.id !== id);
  return findNavigationCause(lastMove.commit, others)?.id ?? causedBy;
}

/** Whether the page replaced its own address, neither for an action nor on a person's request. */
function isTidying(cause: NavigationCause | null, causing: Turn | undefined): boolean {
  return cause !== null && (cause.via === 'load' || causing?.action.intent === 'scroll');
}

/** Returns the last turn on the current document that has a page state. */
function findSeen(here: readonly BrowserTurn[]): BrowserTurn | undefined {
  const arrived = here.findLastIndex(
    (turn) => turn.action.intent === 'load' && !isSameDocument(turn),
  );
  return here.slice(arrived + 1).findLast((turn) => turn.snapshot !== null);
}
