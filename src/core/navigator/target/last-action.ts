import type { PageAction, TabAction, Uid } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { Candidate, ItemPlace } from '../../ranking/candidate.ts';
import { isChoice, isSecret, isSelect, isTextField, isToggle } from '../form-controls.ts';
import type { Step } from '../request/step.ts';

/** A step that reverts an action, on this element or, with null, on the page or tab. */
export interface Undo {
  uid: Uid | null;
  step: Step;
}

/** Something the last request did, as follow-ups need it. A plain JSON value. */
export interface LastAction {
  /** What was asked for. */
  step: Step;
  /** What was done, to follow "I". */
  done: string;
  uid: Uid | null;
  name: string;
  role: string;
  /** The item of a list it stood in; null outside of lists. */
  item: ItemPlace | null;
  /** Null when nothing surely reverts it. */
  undo: Undo | null;
  /** What else its words might have meant, best first. */
  rivals: Uid[];
}

interface Performed {
  action: PageAction | TabAction;
  target: Candidate | null;
  receipt: Receipt;
  done: string;
}

/** Keeps what was done on a page as it was before: `candidates`. */
export function recordLastAction(
  step: Step,
  { action, target, receipt, done }: Performed,
  candidates: readonly Candidate[],
  rivals: readonly Uid[],
): LastAction {
  return {
    step,
    done,
    uid: target?.uid ?? null,
    name: target?.fields.name ?? '',
    role: target?.role ?? '',
    item: target?.items?.[0] ?? null,
    undo: findUndo(action, target, receipt, candidates),
    rivals: rivals.filter((uid) => uid !== target?.uid),
  };
}

/** Returns what reverts an action; `candidates` are those of the page before it. */
export function findUndo(
  action: PageAction | TabAction,
  target: Candidate | null,
  receipt: Receipt,
  candidates: readonly Candidate[],
): Undo | null {
  switch (action.intent) {
    case 'scroll':
      return target ? null : { uid: null, step: scrollBack(action.x, action.y) };
    case 'back':
      return { uid: null, step: { kind: 'forward' } };
    case 'forward':
    case 'load':
      return { uid: null, step: { kind: 'back' } };
    case 'textInput':
    case 'change':
      return target && restore(target);
    case 'click':
      return target && undoClick(target, receipt, candidates);
    default:
      return null;
  }
}

function undoClick(
  target: Candidate,
  receipt: Receipt,
  candidates: readonly Candidate[],
): Undo | null {
  const { uid, role, checked, expanded, fields } = target;
  if (role === 'radio') {
    // A radio cannot be unticked: the one of its group that was ticked before is ticked again.
    const before = listGroup(target, candidates).find((each) => each.checked === true);
    return before
      ? { uid: before.uid, step: { kind: 'toggle', target: before.fields.name, on: true } }
      : null;
  }
  if (isToggle(target) && checked !== null)
    return { uid, step: { kind: 'toggle', target: fields.name, on: checked } };
  if (receipt.changes.some(({ kind }) => kind === 'url'))
    return role === 'link' ? { uid: null, step: { kind: 'back' } } : null;
  return expanded === undefined || role === 'combobox'
    ? null
    : { uid, step: { kind: 'expand', target: fields.name, open: expanded } };
}

/** A longer value is observed cut; one of several lines without its line breaks. */
const MAX_VALUE = 190;

/** What it held before, where all of that is known. */
function restore(target: Candidate): Undo | null {
  const { uid, tag, role } = target;
  const { value, name } = target.fields;
  if (isSelect(target))
    return role === 'listbox' || value === ''
      ? null
      : { uid, step: { kind: 'set', value, target: name } };
  const isWhole = value === '' || (tag === 'input' && value.length < MAX_VALUE);
  return isTextField(target) && !isSecret(target) && isWhole
    ? { uid, step: { kind: 'type', text: value, target: name } }
    : null;
}

/** The other choices of the group it stands in. */
export function listGroup(target: Candidate, candidates: readonly Candidate[]): Candidate[] {
  const lines = linesOf(target);
  return candidates.filter(
    (each) =>
      isChoice(each) &&
      each.role === target.role &&
      each.frameId === target.frameId &&
      each.uid !== target.uid &&
      linesOf(each).some((line) => lines.includes(line)),
  );
}

function linesOf({ fields }: Candidate): string[] {
  return fields.context.split('\n').filter(Boolean);
}

function scrollBack(x: number, y: number): Step {
  const isVertical = Math.abs(y) >= Math.abs(x);
  const by = isVertical ? y : x;
  const direction = isVertical ? (by > 0 ? 'up' : 'down') : by > 0 ? 'left' : 'right';
  return { kind: 'scroll', direction, extent: { pixels: Math.abs(by) } };
}
