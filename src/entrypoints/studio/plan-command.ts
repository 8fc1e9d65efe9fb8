import type { EditCommand } from '../../core/demonstration/edits/edit.ts';
import type { TimelineItem } from './studio-model.ts';
import type { ReviewCommand } from './view/review-keys.ts';

/** What a command of the review comes to: another active turn, an edit, an editor, or several of them. */
export interface PlannedCommand {
  activate?: string;
  edit?: EditCommand;
  mode?: EditMode;
  /** Whether the reason of a rejection is asked for. */
  asksReason?: true;
  /** Whether the next demonstration with findings is opened. */
  leaves?: true;
  /** The turn that a second demonstration begins with. */
  divideAt?: string;
}

/** What the editor of a turn is open for. */
export type EditMode = 'text' | 'split' | 'comment' | 'time' | 'target' | 'picture';

/** Plans a command for the active turn, which is `items[at]`; -1 while none is. Empty where it can do nothing. */
export function planCommand(
  command: ReviewCommand,
  items: readonly TimelineItem[],
  at: number,
): PlannedCommand {
  if (command === 'undo' || command === 'redo') return { edit: { kind: command } };
  if (command === 'approve') return { edit: { kind: 'judge', status: 'approved', comment: '' } };
  if (command === 'ready') return { edit: { kind: 'judge', status: 'ready', comment: '' } };
  if (command === 'reject') return { asksReason: true };
  if (command === 'next') return activate(items[Math.min(at + 1, items.length - 1)]);
  if (command === 'previous') return activate(items[Math.max(0, at - 1)]);
  if (command === 'finding') {
    const found = items.filter(({ findings }) => findings.length > 0);
    const next = found.find((item) => items.indexOf(item) > at);
    // From the beginning again where this is the only demonstration with findings.
    return next ? activate(next) : { ...activate(found[0]), leaves: true };
  }
  const item = items[at];
  if (!item || command === 'help') return {};
  const { id: turnId, isNoise, text, canMerge, canRetarget, pictures, entry } = item;
  const [before, after] = [items[at - 1], items[at + 1]];
  switch (command) {
    case 'edit':
      return text === null ? {} : { mode: 'text' };
    case 'comment':
      return { mode: 'comment' };
    case 'target':
      return canRetarget ? { mode: 'target' } : {};
    case 'picture':
      return pictures.length > 0 && entry.kind === 'action' ? { mode: 'picture' } : {};
    case 'split':
    case 'time':
      return entry.kind === 'utterance' ? { mode: command } : {};
    case 'divide':
      return before ? { divideAt: turnId } : {};
    case 'noise':
      return { edit: { kind: 'noise', turnId, isNoise: !isNoise } };
    case 'up':
      return before ? { edit: { kind: 'move', turnId, before: before.id } } : {};
    case 'down': {
      const next = items[at + 2]?.id ?? null;
      return after ? { edit: { kind: 'move', turnId, before: next } } : {};
    }
    case 'merge':
      if (!before || !canMerge) return {};
      return { ...activate(before), edit: { kind: 'merge', turnId, into: before.id } };
    case 'remove':
      return { ...activate(after ?? before), edit: { kind: 'remove', turnId } };
  }
}

function activate(item: TimelineItem | undefined): PlannedCommand {
  return item ? { activate: item.id } : {};
}
