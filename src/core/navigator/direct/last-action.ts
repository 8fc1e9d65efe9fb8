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

/** A longer value is observed cut; one of several lines without its line breaks. */
const MAX_VALUE = 190;

/** Keeps what was done on a page as it was before: `candidates`. */
export function recordLastAction(
  step: Step,
  {
    action,
    target,
    receipt,
    done,
  }: {
    action: PageAction | TabAction;
    target: Candidate | null;
    receipt: Receipt;
    done: string;
  },
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
  if (action.intent === 'scroll' && target === null) {
    return { uid: null, step: scrollBack(action.x, action.y) };
  }
  if (action.intent === 'back') return { uid: null, step: { kind: 'forward' } };
  if (action.intent === 'forward') return { uid: null, step: { kind: 'back' } };
  if (action.intent === 'load') return { uid: null, step: { kind: 'back' } };
  if (!target) return null;
  if (action.intent === 'textInput' || action.intent === 'change') return restore(target);
  if (action.intent !== 'click') return null;
  if (target.role === 'radio') return chooseBefore(target, candidates);
  if (isToggle(target) && target.checked !== null) {
    const step = { kind: 'toggle', target: target.fields.name, on: target.checked } as const;
    return { uid: target.uid, step };
  }
  if (receipt.changes.some(({ kind }) => kind === 'url')) {
    return target.role === 'link' ? { uid: null, step: { kind: 'back' } } : null;
  }
  if (target.expanded === undefined || target.role === 'combobox') return null;
  return {
    uid: target.uid,
    step: { kind: 'expand', target: target.fields.name, open: target.expanded },
  };
}

/** What it held before, where all of that is known. */
function restore(target: Candidate): Undo | null {
  const { value, name } = target.fields;
  const isWhole = value === '' || (target.tag === 'input' && value.length < MAX_VALUE);
  if (isSelect(target)) {
    if (target.role === 'listbox' || value === '') return null;
    return { uid: target.uid, step: { kind: 'set', value, target: name } };
  }
  if (!isTextField(target) || isSecret(target) || !isWhole) return null;
  return { uid: target.uid, step: { kind: 'type', text: value, target: name } };
}

/** A radio cannot be unticked: the one of its group that was ticked before is ticked again. */
function chooseBefore(target: Candidate, candidates: readonly Candidate[]): Undo | null {
  const [before] = listGroup(target, candidates).filter(({ checked }) => checked === true);
  if (!before) return null;
  return { uid: before.uid, step: { kind: 'toggle', target: before.fields.name, on: true } };
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
  const vertical = Math.abs(y) >= Math.abs(x);
  const by = vertical ? y : x;
  const direction = vertical ? (by > 0 ? 'up' : 'down') : by > 0 ? 'left' : 'right';
  return { kind: 'scroll', direction, extent: { pixels: Math.abs(by) } };
}
