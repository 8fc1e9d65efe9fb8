import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import type { MessageName } from '../../../messages/message.ts';
import type { TimelineItem } from './timeline.ts';

/** The keys of the review as people write them, in the order in which the sheet lists them. */
export const REVIEW_KEYS = {
  next: { keys: 'J', label: 'studioKeyNext' },
  previous: { keys: 'K', label: 'studioKeyPrevious' },
  finding: { keys: 'F', label: 'studioKeyFinding' },
  edit: { keys: 'E', label: 'studioKeyEdit' },
  target: { keys: 'T', label: 'studioKeyTarget' },
  picture: { keys: 'P', label: 'studioKeyPicture' },
  noise: { keys: 'X', label: 'studioKeyNoise' },
  up: { keys: 'Shift+↑', label: 'studioKeyUp' },
  down: { keys: 'Shift+↓', label: 'studioKeyDown' },
  split: { keys: 'S', label: 'studioKeySplit' },
  divide: { keys: 'D', label: 'studioKeyDivide' },
  time: { keys: 'W', label: 'studioKeyTime' },
  merge: { keys: 'M', label: 'studioKeyMerge' },
  remove: { keys: 'Delete', label: 'studioKeyRemove' },
  comment: { keys: 'C', label: 'studioKeyComment' },
  ready: { keys: 'Y', label: 'studioKeyReady' },
  approve: { keys: 'A', label: 'studioKeyApprove' },
  reject: { keys: 'R', label: 'studioKeyReject' },
  undo: { keys: 'Ctrl+Z', label: 'commonUndo' },
  redo: { keys: 'Ctrl+Shift+Z', label: 'commonRedo' },
  help: { keys: '?', label: 'studioKeyHelp' },
} as const satisfies Record<string, { keys: string; label: MessageName }>;

export type ReviewCommand = keyof typeof REVIEW_KEYS;

/** Returns the command of a key; null while the user types or another control needs the key. */
export function findCommand(event: KeyboardEvent): ReviewCommand | null {
  const { target } = event;
  const isBusy =
    event.defaultPrevented ||
    (target instanceof Element &&
      target.closest('input:not([type="checkbox"]), textarea, select, dialog, [role="menu"]') !==
        null);
  if (isBusy) return null;
  const commands = Object.keys(REVIEW_KEYS) as ReviewCommand[];
  return commands.find((command) => isPressed(event, REVIEW_KEYS[command].keys)) ?? null;
}

const ARROWS: Record<string, string> = { '↑': 'arrowup', '↓': 'arrowdown' };

/** Ctrl is ⌘ on a Mac. Shift counts only where it is written, or with Ctrl: `?` needs it on most keyboards. */
function isPressed(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  keys: string,
): boolean {
  const modifiers = keys.split('+');
  const name = modifiers.pop() ?? '';
  const [hasControl, hasShift] = [modifiers.includes('Ctrl'), modifiers.includes('Shift')];
  if (altKey || hasControl !== (ctrlKey || metaKey)) return false;
  if ((hasControl || hasShift) && hasShift !== shiftKey) return false;
  return key.toLowerCase() === (ARROWS[name] ?? name.toLowerCase());
}

/** What a command of the review comes to: another active turn, an edit, an editor, or several of them. */
interface PlannedCommand {
  activate?: string;
  edit?: EditCommand;
  mode?: EditMode;
  /** Whether the next demonstration with findings is opened. */
  leaves?: true;
  /** The turn that a second demonstration begins with. */
  divideAt?: string;
}

/** What is edited of the active turn; `reason`: why the demonstration is rejected. */
export type EditMode = 'text' | 'split' | 'comment' | 'time' | 'target' | 'picture' | 'reason';

/** Plans a command for the active turn, which is `items[at]`; -1 while none is. Empty where it can do nothing. */
export function planCommand(
  command: ReviewCommand,
  items: readonly TimelineItem[],
  at: number,
): PlannedCommand {
  if (command === 'undo' || command === 'redo') return { edit: { kind: command } };
  if (command === 'approve') return { edit: { kind: 'judge', status: 'approved', comment: '' } };
  if (command === 'ready') return { edit: { kind: 'judge', status: 'ready', comment: '' } };
  if (command === 'reject') return { mode: 'reason' };
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
