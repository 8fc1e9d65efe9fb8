import type { PageAction, TabAction, Uid } from '../../action/action.ts';
import { hasTrait } from '../../action/action.ts';
import type { CapturedAction } from '../../demonstration/captured-turn.ts';
import type { BrowserTurn } from '../../demonstration/demonstration.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { describeAction, describeDone } from '../describe.ts';

/** The target of a user action as its own document describes it; secrets are masked there already. */
export interface UserActionTarget {
  uid: Uid;
  frameId: number;
  tag: string;
  role: string;
  name: string;
  text: string;
  placeholder: string;
  /** `name` and `id`, which tell secret fields. */
  key: string;
}

/** Something that the person did on the page after taking over. Plain JSON. */
export interface UserAction {
  /** The recorded turn's, if a recording runs. A later user action with the same id is a fuller description. */
  id: string;
  /** Epoch ms. */
  at: number;
  action: PageAction | TabAction;
  target: UserActionTarget | null;
  /** As an order: `Click Add to cart`. */
  description: string;
  /** The host, if it was done in another tab than the run's. */
  site?: string;
}

type ReportedAction = CapturedAction | BrowserTurn['action'];

/** Returns null for what doesn't matter to a navigator, such as looking around or copying. */
export function createUserAction(seen: {
  id: string;
  at: number;
  action: ReportedAction;
  target: UserActionTarget | null;
  site?: string;
}): UserAction | null {
  const action = toNavigatorAction(seen.action);
  if (!action) return null;
  const target = seen.target && toCandidate(seen.target);
  return {
    ...seen,
    action,
    description: `${describeAction(action, target)}${describePlace(seen)}`,
  };
}

/** A paste is typing to a navigator. */
function toNavigatorAction(action: ReportedAction): PageAction | TabAction | null {
  if (action.intent === 'leave' || !hasTrait(action.intent, 'reported')) return null;
  if (action.intent !== 'paste') return action as PageAction | TabAction;
  const { uid, text } = action;
  return uid === null ? null : { intent: 'textInput', uid, text };
}

/** As done: `clicked Add to cart`, to follow "you". */
export function describeUserAction({ action, target, site }: UserAction): string {
  return `${describeDone(action, target && toCandidate(target))}${describePlace({ site })}`;
}

function describePlace({ site }: { site?: string | undefined }): string {
  return site === undefined ? '' : ` (in another tab, on ${site})`;
}

/** The target as a candidate, as far as its document described it. */
export function toCandidate(target: UserActionTarget): Candidate {
  const { uid, frameId, tag, role, name, text, placeholder, key } = target;
  const empty = { label: '', title: '', alt: '', value: '', context: '' };
  return {
    ...{ uid, frameId, tag, role, options: [], box: null, inViewport: true, disabled: false },
    ...{ checked: null, href: null, xpath: '', shadowPath: null },
    fields: { ...empty, name, text, placeholder, key },
  };
}

/** Adds a user action, or replaces an earlier description of it. */
export function addUserAction(
  userActions: readonly UserAction[],
  userAction: UserAction,
): UserAction[] {
  const isKnown = userActions.some(({ id }) => id === userAction.id);
  return isKnown
    ? userActions.map((each) => (each.id === userAction.id ? { ...userAction, at: each.at } : each))
    : [...userActions, userAction];
}
