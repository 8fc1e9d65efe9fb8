import { foldName, holdsWords } from '../control.ts';
import { readWords } from '../rules/read-consequences.ts';
import type { JournalStep } from './journal-entry.ts';

/**
 * The step of which it is not certain whether it was done, and that this one would repeat; null when none.
 * Uids do not outlive a page, and what tells a name from others may have changed with it, so that steps are
 * known by their bare names; and whatever sends a form, or comes to the same, may do once more what a press that
 * was interrupted has done. `submits`: pressing the target sends its form.
 */
export function findDoubt(
  uncertain: readonly JournalStep[],
  step: JournalStep,
  submits: boolean,
): JournalStep | null {
  const mayRepeat = (before: JournalStep): boolean => {
    if (before.description === step.description) return true;
    if (!isPress(before) || !isPress(step)) return false;
    return sends(step, submits) || isSameName(before, step) || comesToSame(before, step);
  };
  return uncertain.find(mayRepeat) ?? null;
}

function isPress({ action }: JournalStep): boolean {
  return action.intent === 'click' || action.intent === 'submit' || action.intent === 'press';
}

function sends({ action }: JournalStep, submits: boolean): boolean {
  if (action.intent === 'press') return action.key === 'Enter';
  return action.intent === 'submit' || (action.intent === 'click' && submits);
}

/** `Delete (2nd of 3)` may be `Delete` by now, and `Pay` be `Pay again`. */
function isSameName(before: JournalStep, step: JournalStep): boolean {
  const then = readName(before);
  const now = readName(step);
  return then === now || holdsWords(then, now) || holdsWords(now, then);
}

/** What is pressed, without the verb and what tells it from others. */
function readName({ description }: JournalStep): string {
  const name = description.replace(/^(?:Click|Submit the form with|Press .+? in) /u, '');
  return foldName(name.replace(/ \([^()]*\)$/u, ''));
}

/** Enter may have sent whatever there was. */
function comesToSame(before: JournalStep, step: JournalStep): boolean {
  const now = readWords(readName(step));
  if (now.size === 0) return false;
  return sends(before, false) || [...readWords(readName(before))].some((each) => now.has(each));
}
