import type { Uid } from '../../action/action.ts';
import type { Operation } from '../../action/definition.ts';
import { getDefinition, targetOf } from '../../action/action.ts';
import type { BrowserTurn, Turn, TurnElement } from '../../demonstration/demonstration.ts';
import { foldTurns } from '../steps/fold-turns.ts';

export interface MindAct {
  turn: BrowserTurn;
  operation: Operation;
  uid: Uid;
  /** The target as the recorder described it. */
  element: TurnElement | null;
}

/** What becomes of a browser turn: an action of the task, or not one, with the reason. */
export type MindStep = MindAct | { turn: BrowserTurn; left: string };

/**
 * A demonstration's browser turns as Mind2Web tells them. Hovers and Enter are clicks there, by their
 * `original_op` still told apart; a click into a field is part of the typing; a submit that follows a
 * click or Enter is part of it. For the rest the format has no operation, and none is made up.
 */
export function listMindSteps(turns: readonly Turn[]): MindStep[] {
  let typed: BrowserTurn | null = null;
  return foldTurns(turns).map(({ turn, part }): MindStep => {
    if (part === 'lead') return { turn, left: 'part of the next action' };
    if (part === 'effect') return { turn, left: 'came of the action before' };
    const { action } = turn;
    // Sent with Enter: what Mind2Web's annotators hit was the field.
    const { element } = action.intent === 'submit' && typed?.element ? typed : turn;
    typed = action.intent === 'textInput' ? turn : null;
    const operation = readOperation(turn);
    const uid = element?.uid ?? targetOf(action);
    if (operation === null) return { turn, left: 'Mind2Web has no such operation' };
    return uid === null ? { turn, left: 'no target' } : { turn, operation, uid, element };
  });
}

function readOperation({ action, element }: BrowserTurn): Operation | null {
  const on = {
    tag: element?.tagName.toLowerCase() ?? '',
    type: element?.attributes['type']?.toLowerCase() ?? '',
  };
  return getDefinition(action.intent).formats?.mind2web?.(action as never, on) ?? null;
}

/** `[button]  Search -> CLICK`: role or tag, two spaces, the name a person would use. */
export function writeActionRepr({ element, operation: { op, value } }: MindAct): string {
  const role = element?.role ?? '';
  const kind = role === '' || role === 'generic' ? (element?.tagName.toLowerCase() ?? '') : role;
  const name = (element?.name || element?.textContent || '').replace(/\s+/g, ' ').trim();
  return `[${kind}]  ${name} -> ${op}${op === 'CLICK' ? '' : `: ${value}`}`;
}
