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
  /** Lower case. */
  tag: string;
  role: string;
  name: string;
  /** Its visible text. */
  text: string;
  placeholder: string;
  /** `name` and `id`, which tell secret fields. */
  key: string;
}

/** Something that the person did on the page while they had it. Plain JSON. */
export interface UserAction {
  /** The recorded turn's, where a recording runs. A later user action with the same id describes it more fully. */
  id: string;
  /** Epoch ms. */
  at: number;
  action: PageAction | TabAction;
  target: UserActionTarget | null;
  /** As an order: `Click Add to cart`. */
  description: string;
  /** The host, where it was done in another tab than the round works on; absent otherwise. */
  site?: string;
}

/** As a page tells it, or as it was recorded. */
type ReportedAction = CapturedAction | BrowserTurn['action'];

/** A user action from what was seen of a person; null for what doesn't matter to a navigator: looking around, copying. */
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

/** The target as the ranker knows elements, as far as its document told. */
export function toCandidate(target: UserActionTarget): Candidate {
  const { uid, frameId, tag, role, name, text, placeholder, key } = target;
  return {
    uid,
    frameId,
    tag,
    role,
    fields: {
      name,
      text,
      label: '',
      placeholder,
      title: '',
      alt: '',
      value: '',
      key,
      context: '',
    },
    options: [],
    box: null,
    inViewport: true,
    disabled: false,
    checked: null,
    href: null,
    xpath: '',
    shadowPath: null,
  };
}

/** Adds a user action, which replaces an earlier description of the same one. */
export function addUserAction(
  userActions: readonly UserAction[],
  userAction: UserAction,
): UserAction[] {
  const isKnown = userActions.some(({ id }) => id === userAction.id);
  return isKnown
    ? userActions.map((each) => (each.id === userAction.id ? { ...userAction, at: each.at } : each))
    : [...userActions, userAction];
}
