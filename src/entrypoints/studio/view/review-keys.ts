import type { MessageName } from '../../../messages/message.ts';

export type ReviewCommand =
  | 'next'
  | 'previous'
  | 'finding'
  | 'edit'
  | 'target'
  | 'picture'
  | 'noise'
  | 'up'
  | 'down'
  | 'split'
  | 'divide'
  | 'time'
  | 'merge'
  | 'remove'
  | 'comment'
  | 'ready'
  | 'approve'
  | 'reject'
  | 'undo'
  | 'redo'
  | 'help';

interface KeyEntry {
  /** As people write it. */
  keys: string;
  label: MessageName;
  isPressed: (event: KeyboardEvent) => boolean;
}

const letter =
  (key: string) =>
  (event: KeyboardEvent): boolean =>
    !hasModifier(event) && event.key.toLowerCase() === key;
const withShift =
  (key: string) =>
  (event: KeyboardEvent): boolean =>
    event.shiftKey && !hasModifier(event) && event.key === key;

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function isControl({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}

/** The keys of the review, in the order in which the sheet lists them. */
export const REVIEW_KEYS: Readonly<Record<ReviewCommand, KeyEntry>> = {
  next: { keys: 'J', label: 'studioKeyNext', isPressed: letter('j') },
  previous: { keys: 'K', label: 'studioKeyPrevious', isPressed: letter('k') },
  finding: { keys: 'F', label: 'studioKeyFinding', isPressed: letter('f') },
  edit: { keys: 'E', label: 'studioKeyEdit', isPressed: letter('e') },
  target: { keys: 'T', label: 'studioKeyTarget', isPressed: letter('t') },
  picture: { keys: 'P', label: 'studioKeyPicture', isPressed: letter('p') },
  noise: { keys: 'X', label: 'studioKeyNoise', isPressed: letter('x') },
  up: { keys: 'Shift+↑', label: 'studioKeyUp', isPressed: withShift('ArrowUp') },
  down: { keys: 'Shift+↓', label: 'studioKeyDown', isPressed: withShift('ArrowDown') },
  split: { keys: 'S', label: 'studioKeySplit', isPressed: letter('s') },
  divide: { keys: 'D', label: 'studioKeyDivide', isPressed: letter('d') },
  time: { keys: 'W', label: 'studioKeyTime', isPressed: letter('w') },
  merge: { keys: 'M', label: 'studioKeyMerge', isPressed: letter('m') },
  remove: { keys: 'Delete', label: 'studioKeyRemove', isPressed: letter('delete') },
  comment: { keys: 'C', label: 'studioKeyComment', isPressed: letter('c') },
  ready: { keys: 'Y', label: 'studioKeyReady', isPressed: letter('y') },
  approve: { keys: 'A', label: 'studioKeyApprove', isPressed: letter('a') },
  reject: { keys: 'R', label: 'studioKeyReject', isPressed: letter('r') },
  undo: {
    keys: 'Ctrl+Z',
    label: 'commonUndo',
    isPressed: (event) => isControl(event) && !event.shiftKey && event.key.toLowerCase() === 'z',
  },
  redo: {
    keys: 'Ctrl+Shift+Z',
    label: 'commonRedo',
    isPressed: (event) => isControl(event) && event.shiftKey && event.key.toLowerCase() === 'z',
  },
  help: { keys: '?', label: 'studioKeyHelp', isPressed: letter('?') },
};

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
  return commands.find((command) => REVIEW_KEYS[command].isPressed(event)) ?? null;
}
