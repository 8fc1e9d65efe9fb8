import type { BrowserTurn, Turn } from './demonstration.ts';

/** A `chrome.webNavigation.onCommitted` record, as far as it says who navigated. */
export interface Commit {
  at: number;
  tabId: number;
  transitionType: string;
  transitionQualifiers: string[];
}

const PERSON_TYPES = new Set(['typed', 'auto_bookmark', 'generated', 'reload', 'keyword']);
const PERSON_QUALIFIERS = new Set(['from_address_bar', 'forward_back']);
const CAUSES = new Set(['click', 'submit', 'press', 'change', 'textInput']);

/** How long after an action a navigation may still be its effect (recording.md §3.8). */
const EFFECT_MS = 5000;

/** A new tab's page may take this long to answer; until then the tab shows nothing to act on. */
const OPENED_MS = 30_000;

/**
 * The turn that a navigation is an effect of: the last action in the same tab that could cause
 * one, or for the first page of a tab the action that opened it, unless the browser says that a person
 * navigated (address bar, reload, back). Null when it is a person's own action or nobody's.
 */
export function findCause(commit: Commit, turns: readonly Turn[]): string | null {
  const byPerson =
    PERSON_TYPES.has(commit.transitionType) ||
    commit.transitionQualifiers.some((qualifier) => PERSON_QUALIFIERS.has(qualifier));
  if (byPerson) return null;
  const earlier = turns.filter((turn): turn is BrowserTurn => couldCause(turn, commit));
  const last = earlier.sort((a, b) => b.at - a.at || b.seq - a.seq)[0];
  return last?.id ?? findOpener(commit, turns);
}

function findOpener({ tabId, at }: Commit, turns: readonly Turn[]): string | null {
  for (const turn of turns) {
    if (turn.kind !== 'browser' || turn.action.intent !== 'tabcreate') continue;
    if (turn.action.tabId === tabId && at - turn.at <= OPENED_MS) return turn.causedBy;
  }
  return null;
}

function couldCause(turn: Turn, commit: Commit): boolean {
  return (
    turn.kind === 'browser' &&
    turn.metadata.tabId === commit.tabId &&
    CAUSES.has(turn.action.intent) &&
    turn.at <= commit.at &&
    commit.at - turn.at <= EFFECT_MS
  );
}
