import { isToggle, targetOf } from '../../action/action.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';

/**
 * A browser turn for formats with fewer events than the recorder: an action (`act`), a preparation of the next one (the
 * click into a field before typing), or an effect of the last one (the submit after a click). `missing` is how many
 * events before it the imported file left out, such as keys, which WebLINX doesn't have.
 */
export interface FoldedTurn {
  turn: BrowserTurn;
  part: 'act' | 'lead' | 'effect';
  missing: number;
}

/** A submit this soon after a click or Enter is its effect. */
const EFFECT_MS = 1500;
/** A load this soon after a click may be its effect. */
const CAUSED_MS = 5000;

export function foldTurns(turns: readonly Turn[]): FoldedTurn[] {
  const browser = turns.filter((turn) => turn.kind === 'browser');
  const numbers = browser.map(({ imported }) => imported?.event);
  const whole = browser.flatMap((turn, index) => {
    const [last = -1, own] = [index === 0 ? -1 : numbers[index - 1], numbers[index]];
    const missing = own === undefined ? 0 : Math.max(0, own - last - 1);
    const before = browser[index - 1];
    const enter = findEnter(turn, before);
    // One of what is missing before a submit or its load is the Enter.
    const isEntered = enter !== null || isSubmitted(turn, before);
    const first = { turn: enter ?? turn, missing: Math.max(0, missing - Number(isEntered)) };
    return enter ? [first, { turn, missing: 0 }] : [first];
  });
  return whole.map(({ turn, missing }, index) => ({
    ...{ turn, missing },
    part: judge(turn, whole[index - 1]?.turn, whole[index + 1]?.turn),
  }));
}

/** The Enter that sent a form, which an imported file tells only by the load that came of it. */
function findEnter(load: BrowserTurn, before: BrowserTurn | undefined): BrowserTurn | null {
  const isSent = load.imported && load.properties['transitionType'] === 'form_submit';
  if (!isSent || before?.action.intent !== 'textInput') return null;
  const action = { intent: 'press', key: 'Enter', uid: targetOf(before.action) } as const;
  const metadata = { ...load.metadata, url: before.metadata.url };
  const { element } = before;
  return { ...load, id: `${load.id}-enter`, action, element, metadata, properties: {} };
}

function isSubmitted({ action }: BrowserTurn, before: BrowserTurn | undefined): boolean {
  return action.intent === 'submit' && before?.action.intent === 'textInput';
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
  return ['click', 'submit', 'press'].includes(before.action.intent) && at - before.at <= CAUSED_MS;
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
