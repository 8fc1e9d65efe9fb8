import type { Actor } from '../../core/action/action.ts';
import { findCause } from '../../core/demonstration/cause.ts';
import type {
  BrowserTurn,
  Screenshot,
  Turn,
  TurnMetadata,
} from '../../core/demonstration/demonstration.ts';
import { redactPage, redactTurn } from '../../core/demonstration/leaks/redact.ts';
import { redactText } from '../../core/demonstration/leaks/search.ts';
import { ASCII_MASK } from '../../core/demonstration/secret.ts';
import { composePage } from '../../core/snapshot/compose.ts';
import { listTurns } from '../../platform/store/read.ts';
import { addTurn, changeTurn } from '../../platform/store/write.ts';
import type { Kept } from '../../protocol/background.ts';
import type { Captured } from '../../core/demonstration/captured.ts';
import { keepShotOfLeft } from './keep-shot.ts';
import type { Keeping, Place } from './keep-turn.ts';
import { track } from './keep-turn.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { splitSnapshot } from './store-snapshot.ts';

type Commit = chrome.webNavigation.WebNavigationTransitionCallbackDetails;
type Target = chrome.webNavigation.WebNavigationSourceCallbackDetails;

const NO_SHOT: Screenshot = { status: 'missing', reason: 'there was no page before' };

/** A page's last state and the commit that ended it arrive in either order, this far apart at most. */
const PAIRING_MS = 3000;

/** A load announced by the copilot that does not begin within this time was somebody else's. */
const ANNOUNCED_MS = 20_000;

export interface LoadPlace {
  tabId: number;
  url: string;
  at: number;
  properties: Record<string, unknown>;
  causedBy: string | null;
  by: Actor;
  /** The id the copilot gave to this load beforehand. */
  announced?: string | null;
}

export function makeLoadTurn(demonstrationId: string, load: LoadPlace): BrowserTurn {
  const { tabId, url, at, by, properties, causedBy, announced } = load;
  return {
    ...makeBareTurn(demonstrationId, announced ?? `load-${tabId}-${at}`, at),
    by,
    action: { intent: 'load', url },
    metadata: { ...BARE_METADATA, tabId, url },
    properties: { url, tabId, ...properties },
    causedBy,
  };
}

/** Turns that the browser itself reports: loads and tabs. */
export function createNavigation(keeping: Keeping, open: OpenDemonstration) {
  const departures = new Map<number, { captured: Captured; place: Place }>();
  const announcements = new Map<number, { turnId: string; at: number }>();

  function takeAnnounced(tabId: number, at: number): string | null {
    const announced = announcements.get(tabId);
    announcements.delete(tabId);
    return announced && at - announced.at < ANNOUNCED_MS ? announced.turnId : null;
  }

  async function commit(details: Commit): Promise<void> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording' || details.frameId !== 0) return;
    if (details.url.startsWith(chrome.runtime.getURL('')) || details.url === 'about:blank') return;
    const { tabId, timeStamp, transitionType, transitionQualifiers, ...rest } = details;
    const db = await keeping.db();
    await Promise.allSettled(keeping.inFlight);
    const turns = await listTurns(db, demonstration.id);
    const cause = { at: timeStamp, tabId, transitionType, transitionQualifiers };
    const announced = takeAnnounced(tabId, timeStamp);
    const causedBy = announced ? null : findCause(cause, turns);
    const load = makeLoadTurn(demonstration.id, {
      tabId,
      announced,
      url: details.url,
      at: timeStamp,
      properties: { transitionType, transitionQualifiers, timeStamp, ...rest },
      causedBy,
      // An effect is whose action it follows from.
      by: announced ? 'copilot' : (turns.find(({ id }) => id === causedBy)?.by ?? 'person'),
    });
    const turn = redactTurn(load, await keeping.guard.search(demonstration.id));
    await addTurn(db, turn, []);
    keeping.tell({ type: 'turn.kept', demonstrationId: demonstration.id, turnId: turn.id });
    const left = departures.get(tabId);
    if (left && Math.abs(left.captured.at - timeStamp) < PAIRING_MS) {
      departures.delete(tabId);
      await attach(turn, left.captured, left.place);
    }
  }

  /** The last state of a page that goes away: what the load that follows (or came just before) left. */
  async function leave(captured: Captured, place: Place): Promise<Kept> {
    const demonstration = await open.get();
    if (!demonstration) return { kept: false, reason: 'nothing is being recorded' };
    if (place.frameId !== 0) return { kept: false, reason: 'only whole pages are left' };
    const turns = await listTurns(await keeping.db(), demonstration.id);
    const search = await keeping.guard.search(demonstration.id);
    const url = redactText(captured.raw.url, search, ASCII_MASK);
    const load = turns.find(
      (turn) =>
        turn.kind === 'browser' &&
        turn.action.intent === 'load' &&
        turn.metadata.tabId === place.tabId &&
        turn.snapshot === null &&
        (turn.action.url !== url || turn.properties['transitionType'] === 'reload') &&
        Math.abs(turn.at - captured.at) < PAIRING_MS,
    );
    if (load) await attach(load, captured, place);
    else departures.set(place.tabId, { captured, place });
    return { kept: true };
  }

  async function attach(to: Turn, captured: Captured, place: Place): Promise<void> {
    const search = await keeping.guard.search(to.demonstrationId);
    const page = redactPage(composePage([{ frameId: place.frameId, raw: captured.raw }]), search);
    const { snapshot, contents } = await splitSnapshot(page, captured.raw.children.length === 0);
    const shot = await keepShotOfLeft(keeping.shots, place.tabId, captured);
    keeping.shots.forget(place.tabId);
    const { viewport, devicePixelRatio } = captured.raw;
    const size = { viewportWidth: viewport.width, viewportHeight: viewport.height };
    const mouse = { mouseX: captured.pointer.x, mouseY: captured.pointer.y };
    await changeTurn(
      await keeping.db(),
      to.id,
      (turn) => {
        if (turn.kind !== 'browser') return turn;
        const metadata = { ...turn.metadata, ...size, ...mouse, zoomLevel: devicePixelRatio };
        return { ...turn, metadata, snapshot, screenshot: shot.screenshot };
      },
      [...contents, ...shot.contents],
    );
  }

  /** Keeps a tab turn; `key` tells it from others of the same instant. */
  async function keepTabTurn(action: TabTurnAction, windowId: number): Promise<void> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording') return;
    const at = Date.now();
    const { intent, ...properties } = action;
    const id = `${intent}-${action.tabId}-${at}`;
    const turn: BrowserTurn = {
      ...makeBareTurn(demonstration.id, id, at),
      action,
      properties: { ...properties, windowId },
    };
    await track(keeping.inFlight, addTurn(await keeping.db(), turn, []));
    keeping.tell({ type: 'turn.kept', demonstrationId: demonstration.id, turnId: id });
  }

  /** The page of one tab has opened another: by a link, a script or the menu. */
  async function noteSource({ tabId, sourceTabId, timeStamp }: Target): Promise<void> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording') return;
    await Promise.allSettled(keeping.inFlight);
    const turns = await listTurns(await keeping.db(), demonstration.id);
    const created = turns.find(
      ({ action }) => action.intent === 'tabcreate' && action.tabId === tabId,
    );
    const commit = { at: timeStamp, tabId: sourceTabId, transitionType: 'link' };
    const causedBy = findCause({ ...commit, transitionQualifiers: [] }, turns);
    if (!created || causedBy === null) return;
    await changeTurn(await keeping.db(), created.id, (turn) =>
      turn.kind === 'browser' ? { ...turn, causedBy } : turn,
    );
    keeping.tell({
      type: 'turn.kept',
      demonstrationId: demonstration.id,
      turnId: created.id,
    });
  }

  /** The copilot is about to navigate: the next load of that tab is its own. */
  function announce(tabId: number, turnId: string): void {
    announcements.set(tabId, { turnId, at: Date.now() });
  }

  return { commit, leave, keepTabTurn, noteSource, announce };
}

type TabTurnAction = Extract<
  BrowserTurn['action'],
  { intent: 'tabcreate' | 'tabremove' | 'tabswitch' }
>;

/** What WebLINX has for turns without a page (weblinx-format.md §1.5). */
const BARE_METADATA: TurnMetadata = {
  mouseX: 0,
  mouseY: 0,
  tabId: -1,
  url: '',
  viewportWidth: -1,
  viewportHeight: -1,
  zoomLevel: 1,
};

function makeBareTurn(demonstrationId: string, id: string, at: number) {
  return {
    kind: 'browser',
    id,
    demonstrationId,
    at,
    seq: 0,
    by: 'person',
    element: null,
    metadata: BARE_METADATA,
    snapshot: null,
    screenshot: NO_SHOT,
    receipt: null,
    causedBy: null,
  } as const satisfies Partial<BrowserTurn>;
}
