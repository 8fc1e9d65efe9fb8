import type { Speaker } from '../../core/action/action.ts';
import { objectWith, oneOf } from '../../core/shape.ts';

/** Who navigates, and as whom a person speaks who does. */
export interface Seating {
  seat: 'me' | 'copilot';
  speakAs: Speaker;
}

const KEY = 'seating';
const DEFAULT_SEATING: Seating = { seat: 'copilot', speakAs: 'instructor' };
const seatingShape = objectWith({
  seat: oneOf('me', 'copilot'),
  speakAs: oneOf('instructor', 'navigator'),
});

/** What the user chose last, in `storage.local` of this profile. */
export async function readSeating(): Promise<Seating> {
  const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
  return seatingShape(stored, KEY) === null ? (stored as Seating) : DEFAULT_SEATING;
}

export async function writeSeating(seating: Seating): Promise<void> {
  await chrome.storage.local.set({ [KEY]: seating });
}
