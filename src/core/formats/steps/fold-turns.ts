import { isToggle } from '../../action/action.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';

/**
 * A browser turn for formats with fewer events than the recorder: an action (`act`), a preparation of the next one (the
 * click into a field before typing), or an effect of the last one (the submit after a click).
 */
export interface FoldedTurn {
  turn: BrowserTurn;
  part: 'act' | 'lead' | 'effect';
}

/** A submit this soon after a click or Enter is its effect. */
const EFFECT_MS = 1500;
/** A load this soon after a click may be its effect. */
const CAUSED_MS = 5000;

export function foldTurns(turns: readonly Turn[]): FoldedTurn[] {
  const browser = turns.filter((turn) => turn.kind === 'browser');
  return browser.map((turn, index) => ({
    turn,
    part: judge(turn, browser[index - 1], browser[index + 1]),
  }));
}

function judge(
  turn: BrowserTurn,
  before: BrowserTurn | undefined,
  after: BrowserTurn | undefined,
): FoldedTurn['part'] {
  if (after && leadsTo(turn, after)) return 'lead';
  if (turn.action.intent === 'load' && (turn.causedBy !== null || seemsCaused(turn, before))) {
    return 'effect';
  }
  return before && comesOf(turn, before) ? 'effect' : 'act';
}

/** Files of other recorders don't say what caused a load. */
function seemsCaused({ imported, properties, at }: BrowserTurn, before?: BrowserTurn): boolean {
  const type = properties['transitionType'];
  if (!imported || (type !== 'link' && type !== 'form_submit') || !before) return false;
  return ['click', 'submit'].includes(before.action.intent) && at - before.at <= CAUSED_MS;
}

function leadsTo({ action }: BrowserTurn, after: BrowserTurn): boolean {
  const next = after.action;
  if (action.intent === 'paste') return next.intent === 'textInput' && action.uid === next.uid;
  if (action.intent !== 'click') return false;
  if (next.intent === 'textInput') return action.uid === next.uid;
  return next.intent === 'change' && action.uid === next.uid && !isSetByClick(after);
}

function comesOf({ action, at, element }: BrowserTurn, before: BrowserTurn): boolean {
  const previous = before.action;
  if (action.intent === 'submit') {
    const isEnter = previous.intent === 'press' && previous.key === 'Enter';
    return (isEnter || previous.intent === 'click') && at - before.at <= EFFECT_MS;
  }
  // The recorder reports a change only after a press on the control or its label.
  if (action.intent !== 'change' || previous.intent !== 'click') return false;
  return element !== null && isToggle(element.attributes['type']);
}

/** A click sets toggles; it opens a window for files. */
function isSetByClick({ element }: BrowserTurn): boolean {
  const type = element?.attributes['type'];
  return isToggle(type) || type?.toLowerCase() === 'file';
}
