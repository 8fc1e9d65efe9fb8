import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { divide, editSelected, selectNextToFix } from '../library/library-controller.ts';
import type { ReviewCommand } from './review-commands.ts';
import { findCommand, planCommand } from './review-commands.ts';
import { openPage, retarget, useReview } from './review-controller.ts';

/** Makes a turn the active one. */
export function activate(id: string): void {
  useReview.setState((review) => ({
    activeId: id,
    mode: review?.mode === 'reason' ? 'reason' : null,
  }));
}

/** Makes a turn the active one, scrolls to it and focuses it. */
export function reveal(id: string): void {
  activate(id);
  useReview.setState({ revealed: { id } });
}

/** Closes the editor, which had the focus. */
export function closeEditor(): void {
  useReview.setState({ mode: null });
  revealActive();
}

/** Stores what was written; null where nothing was changed. */
export function saveEdit(command: EditCommand | null): void {
  if (command) void editSelected(command);
  closeEditor();
}

/** Makes an element of the opened page the target of its turn. */
export function chooseTarget(turnId: string, uid: string): void {
  void retarget(turnId, uid);
  closeEditor();
}

/** What is changed is rendered again and may lose the focus, so the active turn gets it. */
export function edit(command: EditCommand): void {
  void editSelected(command);
  revealActive();
}

function revealActive(): void {
  const id = useReview.getState()?.activeId;
  if (id) useReview.setState({ revealed: { id } });
}

/** Runs a command for the active turn, where that can be done. */
export function runCommand(command: ReviewCommand): void {
  const review = useReview.getState();
  if (!review?.timeline) return;
  const { items, isEditable } = review.timeline;
  const step = planCommand(
    command,
    items,
    items.findIndex(({ id }) => id === review.activeId),
  );
  if (!isEditable && (step.edit ?? step.mode ?? step.divideAt)) return;
  if (command === 'help') useReview.setState({ isHelpOpen: true });
  if (step.leaves) void selectNextToFix();
  if (step.divideAt !== undefined) void divide(step.divideAt);
  if (step.mode) useReview.setState({ mode: step.mode });
  if (step.mode === 'target' && review.activeId !== null) void openPage(review.activeId);
  if (step.edit) edit(step.edit);
  if (step.activate !== undefined) reveal(step.activate);
}

export function runPressedCommand(event: KeyboardEvent): void {
  const command = findCommand(event);
  if (!command) return;
  event.preventDefault();
  runCommand(command);
}
