import type { ReplayArguments, ReplayEvent, ReplayTurn } from '../../formats/dmr/replay.ts';
import { readIntent, readTargetUid } from '../../formats/dmr/replay.ts';
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

function readArguments(intent: string, given: ReplayArguments): EvaluatedArguments {
  const properties = given.properties ?? {};
  switch (intent) {
    case 'textInput':
      return { text: given.text ?? null };
    case 'change':
      return { value: given.value ?? null };
    case 'load':
      return { url: readScalar(properties['url']) };
    case 'scroll':
      return { x: given.scrollX ?? null, y: given.scrollY ?? null };
    case 'copy':
      return { text: given.selected ?? null };
    case 'paste':
      return { text: given.pasted ?? null };
    case 'tabremove':
      return { tab_id: readScalar(properties['tabId']) };
    case 'tabswitch':
      return {
        tab_id_from: readScalar(properties['tabIdOrigin']),
        tab_id_to: readScalar(properties['tabId']),
      };
    default:
      return {};
  }
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
