import { hasTrait } from '../action/action.ts';
import type { BrowserTurn, Screenshot, Turn } from './demonstration.ts';

/** A navigation, as far as the browser and the page left for it say who navigated. */
export interface NavigationCommit {
  /** Epoch ms at which it began. */
  at: number;
  tabId: number;
  /** As `chrome.webNavigation` has them. */
  transitionType: string;
  transitionQualifiers: readonly string[];
  /** The address changed, the document stayed. */
  sameDocument?: boolean;
  /**
   * `userInitiated` of the page's own `navigate` event: a link, a form, the browser's buttons, but no
   * script. Absent where the page was not asked, which it is not across origins and for the address bar.
   */
  byHand?: boolean | undefined;
}

/** `via` load: the page that it names did it by itself, as redirects do. */
export interface NavigationCause {
  id: string;
  via: 'action' | 'load';
}

const USER_TRANSITION_TYPES = new Set([
  ...['typed', 'auto_bookmark', 'generated', 'reload', 'keyword', 'keyword_generated'],
  'start_page',
]);
/** How long after an action a navigation may still be its effect (recording.md §3.8). */
const EFFECT_MS = 5000;

/** Nobody gets from the page to the browser's Back button in this time; a script does. */
const FASTEST_BACK_MS = 300;

/** One tab's page leads another tab elsewhere at once. */
const OTHER_TAB_EFFECT_MS = 600;

/** By then a page has gone on by itself, as redirects do. */
const REDIRECT_MS = 1000;

/** A new tab's page may take this long to answer; until then the tab shows nothing to act on. */
const NEW_TAB_LOAD_MS = 30_000;

/**
 * The turn that a navigation is an effect of: the last action in the same tab that could cause one; the
 * first cause of a page that went on by itself; an action just before in another tab, whose page leads this
 * one by a link's target or as its opener; for the first page of a tab the action that opened it.
 * Null when it is a person's own action (address bar, reload, back) or nobody's that is known.
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
  // Followed by hand all the same: something was pressed that we did not see.
  if (commit.byHand === true) return null;
  if (!load) return findOpener(commit, turns);
  const isEffect = load.causedBy !== null && isSameDocument(load);
  return { id: load.causedBy ?? load.id, via: isEffect ? 'action' : 'load' };
}

export function isSameDocument(turn: BrowserTurn): boolean {
  return turn.action.intent === 'load' && turn.properties['sameDocument'] === true;
}

/** Whether the browser says that a person navigated, and `action`, just before, does not speak against it. */
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

/** Of a page of which nothing is known so far, only where it was led by hand. */
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

/** A switch of tabs: epoch ms at which the browser told of it, and of which tabs. */
export interface TabSwitch {
  at: number;
  tabId: number;
  fromTabId: number;
}

/** A tab that comes to the front this soon after something does so because of that. */
export const TAB_SWITCH_EFFECT_MS = 1000;

/** The action that led the tab now in front elsewhere, from the one that was; null when none did. */
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

/** An action at the very instant of a load was done on the page that was left. */
function isLater(action: BrowserTurn | null, load: BrowserTurn | null): boolean {
  return action !== null && (load === null || action.at > load.at);
}

/**
 * A turn that has no state of its own with that of another: of the action that caused it, whose state
 * before is the state before both; or else, honestly labelled, of the last one in the same document.
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
  if (proof.kind === 'unchanged') return proof.doneAt;
  return 'ageMs' in proof ? at - proof.ageMs : at;
}
