import type { JournalStep } from './journal-entry.ts';

/**
 * The step of which it is not certain whether it was done, and that this one would repeat; null when none.
 * Uids do not outlive a page, so steps are known by their words; and whatever sends a form may send once
 * more what a press that was interrupted has sent. `submits`: pressing the target sends its form.
 */
export function findDoubt(
  uncertain: readonly JournalStep[],
  { action, description }: JournalStep,
  submits: boolean,
): JournalStep | null {
  const sends =
    action.intent === 'submit' ||
    (action.intent === 'press' && action.key === 'Enter') ||
    (action.intent === 'click' && submits);
  return (
    uncertain.find((step) => {
      const isPress = ['click', 'submit', 'press'].includes(step.action.intent);
      return step.description === description || (sends && isPress);
    }) ?? null
  );
}
