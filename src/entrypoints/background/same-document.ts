import type { Cause, Commit } from '../../core/demonstration/cause.ts';
import { findCause, isSameDocument } from '../../core/demonstration/cause.ts';
import type { BrowserTurn, Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { redactTurn } from '../../core/demonstration/leaks/redact.ts';
import { orderTurns } from '../../core/demonstration/order.ts';
import { changeTurn } from '../../platform/store/write.ts';
import type { NavigationReport } from '../../protocol/background.ts';
import { borrowFromCause } from './borrow-from-cause.ts';
import { track } from './keep-turn.ts';
import { makeLoadTurn } from './load-turn.ts';
import type { Committed, LoadKeeping, NavigationTools } from './navigation-tools.ts';

/** The page's own account of what a person did may come this much later than the browser's. */
const ACCOUNT_MS = 500;

/** And its word on who changed the address this much. */
const REPORT_MS = 200;

/** Addresses passed through that are remembered; a slide show has no end. */
const MOST_PASSED = 50;

type Tools = Omit<NavigationTools, 'keeping' | 'departures'> & {
  keeping: Pick<LoadKeeping, 'db' | 'completing' | 'tell' | 'guard'>;
  departures: Pick<NavigationTools['departures'], 'give'>;
};

/** New addresses of pages that stay: routes, fragments, states. One turn for each cause. */
export function createSameDocument(tools: Tools) {
  const { keeping, reports, departures } = tools;
  /** Of each tab, as far as this service worker has seen it. */
  const addresses = new Map<number, string>();
  /** What the last load of each tab was made of: its action may come after it. */
  const commits = new Map<number, { loadId: string; commit: Commit }>();

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
    const cause = announced ? null : findCause(commit, turns);
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
    return findCause(made.commit, others)?.id ?? causedBy;
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
    keeping.tell({
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
    keeping.tell({ type: 'turn.kept', demonstrationId, turnId: id });
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
function isOwed(cause: Cause | null, causing: Turn | undefined): boolean {
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
