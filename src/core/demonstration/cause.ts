import { hasTrait } from '../action/action.ts';
import type { BrowserTurn, Screenshot, Turn } from './demonstration.ts';

/** What the browser and the previous page report about a navigation. */
export interface NavigationCommit {
  /** Epoch ms of its start. */
  at: number;
  tabId: number;
  /** From `chrome.webNavigation`. */
  transitionType: string;
  transitionQualifiers: readonly string[];
  /** Only the address changed. */
  sameDocument?: boolean;
  /**
   * `userInitiated` of the page's `navigate` event: true for links, forms and the browser's buttons, false for scripts.
   * Absent across origins and for the address bar.
   */
  byHand?: boolean | undefined;
}

/** `via` is `load` when the page navigated by itself, like a redirect. */
export interface NavigationCause {
  id: string;
  via: 'action' | 'load';
}

const USER_TRANSITION_TYPES = new Set([
  ...['typed', 'auto_bookmark', 'generated', 'reload', 'keyword', 'keyword_generated'],
  'start_page',
]);
/** A navigation this soon after an action may be its effect (recording.md §3.8). */
const EFFECT_MS = 5000;

/** A person can't reach the browser's Back button in this time; a script can. */
const FASTEST_BACK_MS = 300;

/** A page navigates another tab within this time. */
const OTHER_TAB_EFFECT_MS = 600;

/** Redirects happen within this time. */
const REDIRECT_MS = 1000;

/** A new tab's page may take this long to respond. */
const NEW_TAB_LOAD_MS = 30_000;

/**
 * Finds the turn that caused a navigation: the last action in the tab that could; the first cause of a page that went
 * on by itself; an action just before in another tab, by a link's target or an opener; for a tab's first page the
 * action that opened it. Returns null for a person's own navigation (address bar, reload, back) and for an unknown
 * cause.
 */
export function findNavigationCause(
  commit: NavigationCommit,
  turns: readonly Turn[],
): NavigationCause | null {
  const here = turns
    .filter((turn) => turn.kind === 'browser' && turn.metadata.tabId === commit.tabId)
    .filter((turn): turn is BrowserTurn => turn.at <= commit.at);
  const action = findLastTurn(here.filter((turn) => couldCause(turn, commit)));
  const load = findLastTurn(here.filter((turn) => turn.action.intent === 'load'));
  const own = isLater(action, load) ? action : null;
  if (isByPerson(commit, own)) return null;
  const last = findLastTurn(
    [own, findCauseInOtherTab(commit, load, turns)].filter((turn) => turn !== null),
  );
  if (last) return { id: last.id, via: 'action' };
  // The person pressed something that was not recorded.
  if (commit.byHand === true) return null;
  if (!load) return findOpener(commit, turns);
  const isEffect = load.causedBy !== null && isSameDocument(load);
  return { id: load.causedBy ?? load.id, via: isEffect ? 'action' : 'load' };
}

export function isSameDocument(turn: BrowserTurn): boolean {
  return turn.action.intent === 'load' && turn.properties['sameDocument'] === true;
}

/** Whether the browser says that a person navigated, and `action`, just before, does not contradict it. */
function isByPerson(commit: NavigationCommit, action: BrowserTurn | null): boolean {
  const { transitionType, transitionQualifiers: qualifiers, byHand, at } = commit;
  if (qualifiers.includes('from_address_bar')) return true;
  if (qualifiers.includes('forward_back')) {
    return byHand ?? (action === null || at - action.at > FASTEST_BACK_MS);
  }
  return (
    USER_TRANSITION_TYPES.has(transitionType) && !(transitionType === 'reload' && byHand === false)
  );
}

/** In a tab without an earlier page, only navigations by a person count. */
function findCauseInOtherTab(
  { tabId, at, sameDocument, byHand }: NavigationCommit,
  load: BrowserTurn | null,
  turns: readonly Turn[],
): BrowserTurn | null {
  if (sameDocument === true || (!load && byHand !== true)) return null;
  const since = Math.max(at - OTHER_TAB_EFFECT_MS, (load?.at ?? 0) + REDIRECT_MS);
  const elsewhere = turns
    .filter((turn) => turn.kind === 'browser' && turn.metadata.tabId !== tabId)
    .filter((turn): turn is BrowserTurn => turn.at <= at && turn.at >= since);
  return findLastTurn(elsewhere.filter(({ action }) => hasTrait(action.intent, 'navigating')));
}

/** `at` is epoch ms of the browser's report. */
export interface TabSwitch {
  at: number;
  tabId: number;
  fromTabId: number;
}

/** A tab that comes to the front this soon after an action does so because of it. */
export const TAB_SWITCH_EFFECT_MS = 1000;

/** Finds the action in the tab before that navigated the tab now in front. */
export function findTabSwitchCause(
  { at, tabId, fromTabId }: TabSwitch,
  turns: readonly Turn[],
): BrowserTurn | null {
  const browser = turns.filter((turn) => turn.kind === 'browser');
  const loads = browser.filter(
    ({ action, metadata }) => action.intent === 'load' && metadata.tabId === tabId,
  );
  const leads = browser
    .filter(
      (turn) => turn.metadata.tabId === fromTabId && hasTrait(turn.action.intent, 'navigating'),
    )
    .filter((turn) => turn.at <= at && at - turn.at <= TAB_SWITCH_EFFECT_MS);
  return findLastTurn(leads.filter(({ id }) => loads.some(({ causedBy }) => causedBy === id)));
}

function findOpener(
  { tabId, at }: NavigationCommit,
  turns: readonly Turn[],
): NavigationCause | null {
  for (const turn of turns) {
    if (turn.kind !== 'browser' || turn.action.intent !== 'tabcreate') continue;
    if (turn.action.tabId !== tabId || at - turn.at > NEW_TAB_LOAD_MS) continue;
    return turn.causedBy === null ? null : { id: turn.causedBy, via: 'action' };
  }
  return null;
}

function couldCause({ action: { intent }, at }: BrowserTurn, commit: NavigationCommit): boolean {
  if (commit.at - at > EFFECT_MS) return false;
  return hasTrait(intent, 'navigating') || (commit.sameDocument === true && intent === 'scroll');
}

function findLastTurn(turns: readonly BrowserTurn[]): BrowserTurn | null {
  return turns.toSorted((a, b) => b.at - a.at || b.seq - a.seq)[0] ?? null;
}

/** An action at the same time as a load was done on the page before it. */
function isLater(action: BrowserTurn | null, load: BrowserTurn | null): boolean {
  return action !== null && (load === null || action.at > load.at);
}

/**
 * Copies the page state to a turn without one: from the action that caused it, whose state before is the same, or else
 * from the last turn in the same document, marked as inexact.
 */
export function copyPageState(turn: BrowserTurn, from: BrowserTurn): BrowserTurn {
  if (turn.snapshot !== null || from.snapshot === null) return turn;
  const { mouseX, mouseY, viewportWidth, viewportHeight, zoomLevel } = from.metadata;
  const view = { mouseX, mouseY, viewportWidth, viewportHeight, zoomLevel };
  const isCause = turn.causedBy === from.id;
  return {
    ...turn,
    metadata: { ...turn.metadata, ...view },
    snapshot: isCause ? from.snapshot : { ...from.snapshot, exact: false },
    screenshot: copyScreenshot(turn, from, isCause),
  };
}

function copyScreenshot(turn: BrowserTurn, from: BrowserTurn, isCause: boolean): Screenshot {
  const { screenshot } = from;
  if (screenshot.status === 'pending') return turn.screenshot;
  if (isCause || screenshot.status === 'missing') return screenshot;
  const proof = {
    kind: 'stale',
    ageMs: Math.round(turn.at - readScreenshotTime(screenshot, from.at)),
    reason: 'it was taken for an earlier action on this page',
  } as const;
  return { ...screenshot, proof };
}

/** Epoch ms of the pixels. */
function readScreenshotTime(
  { proof }: Extract<Screenshot, { status: 'kept' }>,
  at: number,
): number {
  if ('doneAt' in proof) return proof.doneAt;
  return 'ageMs' in proof ? at - proof.ageMs : at;
}
