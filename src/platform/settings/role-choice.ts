import type { Speaker } from '../../core/action/action.ts';
import { objectWith, oneOf } from '../../core/shape.ts';

/** Who navigates, and the role that the user speaks as while navigating. */
export interface RoleChoice {
  role: 'me' | 'copilot';
  speakAs: Speaker;
}

// The names that earlier versions stored.
const KEY = 'seating';
const STORED_ROLE = 'seat';
const storedShape = objectWith({
  [STORED_ROLE]: oneOf('me', 'copilot'),
  speakAs: oneOf('instructor', 'navigator'),
});

/** Reads the last choice from `storage.local`. */
export async function readRoleChoice(): Promise<RoleChoice> {
  const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
  if (storedShape(stored, KEY) !== null) return { role: 'copilot', speakAs: 'instructor' };
  const { [STORED_ROLE]: role, speakAs } = stored as {
    [STORED_ROLE]: RoleChoice['role'];
    speakAs: Speaker;
  };
  return { role, speakAs };
}

export async function writeRoleChoice({ role, speakAs }: RoleChoice): Promise<void> {
  await chrome.storage.local.set({ [KEY]: { [STORED_ROLE]: role, speakAs } });
}
