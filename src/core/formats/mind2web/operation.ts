import type { Uid } from '../../action/action.ts';
import type { Operation } from '../../action/definition.ts';
import { getDefinition, targetOf } from '../../action/action.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { foldTurns } from '../steps/fold-turns.ts';

export interface MindAct {
  turn: BrowserTurn;
  operation: Operation;
  uid: Uid;
  element: TurnElement | null;
}

/** `left` is the reason why a turn is no action. */
export type MindStep = MindAct | { turn: BrowserTurn; left: string };

/**
 * Lists a demonstration's browser turns as Mind2Web's operations. Hovers and Enter are clicks there, distinguished by
 * `original_op`; a click into a field is part of the typing, and a submit after a click or Enter is part of that.
 */
export function listMindSteps(turns: readonly Turn[]): MindStep[] {
  let typed: BrowserTurn | null = null;
  return foldTurns(turns).map(({ turn, part }): MindStep => {
    if (part === 'lead') return { turn, left: 'part of the next action' };
    if (part === 'effect') return { turn, left: 'came of the action before' };
    const { action } = turn;
    // A submit by Enter: Mind2Web's annotators acted on the field.
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

/** Writes `[button]  Search -> CLICK`: role or tag, two spaces, the element's name. */
export function writeActionRepr({ element, operation: { op, value } }: MindAct): string {
  const role = element?.role ?? '';
  const kind = role === '' || role === 'generic' ? (element?.tagName.toLowerCase() ?? '') : role;
  const name = (element?.name || element?.textContent || '').replace(/\s+/g, ' ').trim();
  return `[${kind}]  ${name} -> ${op}${op === 'CLICK' ? '' : `: ${value}`}`;
}
