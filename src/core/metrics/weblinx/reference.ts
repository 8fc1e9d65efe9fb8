import { isIntent } from '../../action/action.ts';
import type { ReplayArguments, ReplayEvent, ReplayTurn } from '../../formats/dmr/replay.ts';
import { readIntent, readTargetUid } from '../../formats/dmr/replay.ts';
import { getLayout } from '../../formats/weblinx/turn.ts';
import type { EvaluatedAction, EvaluatedArguments, EvaluatedElement } from './evaluated-action.ts';
import { readIntentName } from './evaluated-action.ts';
import type { EvaluatedPage } from './evaluated-page.ts';
import { findElement } from './evaluated-page.ts';

/** Reads a recorded turn as evaluation compares it. */
export function readReference(turn: ReplayTurn, page: EvaluatedPage | null): EvaluatedAction {
  const intent = readIntentName(readIntent(turn));
  if (turn.type === 'chat') {
    const { speaker, utterance } = turn;
    return { intent, args: { speaker, utterance }, element: null };
  }
  return {
    intent,
    args: readArguments(turn.action.intent, turn.action.arguments),
    element: readElement(turn, page),
  };
}

function readElement(turn: ReplayEvent, page: EvaluatedPage | null): EvaluatedElement | null {
  if (!turn.action.arguments.element) return null;
  const uid = readTargetUid(turn);
  if (uid === null) return { uid: null, box: null };
  return page && findElement(uid, page);
}

/** Names that evaluation gives to members of `properties`. */
const PROPERTIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  load: { url: 'url' },
  tabremove: { tab_id: 'tabId' },
  tabswitch: { tab_id_from: 'tabIdOrigin', tab_id_to: 'tabId' },
};

function readArguments(intent: string, given: ReplayArguments): EvaluatedArguments {
  const properties = PROPERTIES[intent];
  const members: Readonly<Record<string, unknown>> = properties
    ? (given.properties ?? {})
    : { ...given };
  const layout = isIntent(intent) ? getLayout(intent) : null;
  const names = Object.entries(properties ?? layout?.arguments ?? {});
  return Object.fromEntries(names.map(([name, member]) => [name, readScalar(members[member])]));
}

function readScalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

const NEEDS_UID: ReadonlySet<string> = new Set(['click', 'change', 'textinput', 'submit']);

/**
 * Whether a turn with a prompt is a reference: not a click, change, textinput or submit whose element is missing in the
 * page or the boxes, nor a click that only prepared the next turn, a copy or a submit of the same element.
 */
export function isScored(
  reference: EvaluatedAction,
  turn: ReplayTurn,
  next: ReplayTurn | undefined,
): boolean {
  if (NEEDS_UID.has(reference.intent) && (reference.element?.uid ?? null) === null) return false;
  if (reference.intent !== 'click' || next === undefined) return true;
  const after = readIntent(next);
  return !(after === 'copy' || (after === 'submit' && readTargetUid(next) === readTargetUid(turn)));
}
