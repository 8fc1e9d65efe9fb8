import type { Speaker } from '../../core/action/action.ts';
import type { PseudonymKey } from '../../core/demonstration/pseudonyms/key.ts';
import { pseudonymKeyShape } from '../../core/demonstration/pseudonyms/key.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS, optionsShape } from '../../core/demonstration/recording-options.ts';
import { readIndex } from '../../core/navigator/memory/memory-index.ts';
import { readMemorySettings } from '../../core/navigator/memory/memory-settings.ts';
import type { RuleBook } from '../../core/navigator/rules/rule-book.ts';
import { readRuleBook } from '../../core/navigator/rules/rule-book.ts';
import type { Shape } from '../../core/shape.ts';
import { objectWith, oneOf } from '../../core/shape.ts';
import { storeValue } from './stored-value.ts';

/** The user's name, which is stored with what they record and review. Empty until it is set. */
export const { read: readPersonName, write: writePersonName } = storeValue(
  'personName',
  (stored) => (typeof stored === 'string' ? stored : ''),
);

/** The library's pseudonyms. They reveal who is who, so no export contains them; wiping the data deletes them. */
export const { read: readPseudonyms, write: writePseudonyms } = storeValue(
  'pseudonyms',
  parseBy<PseudonymKey>(pseudonymKeyShape, []),
);

/** What the user chose for the last recording. */
export const { read: readRecordingOptions, write: writeRecordingOptions } = storeValue(
  'recordingOptions',
  parseBy<RecordingOptions>(optionsShape, DEFAULT_OPTIONS),
);

/** More mask selectors are not used. */
export const MOST_SELECTORS = 100;

/**
 * CSS selectors of parts of pages that the user wants masked. Content scripts get them from the service worker, because
 * they cannot read this storage.
 */
export const {
  read: readMaskSelectors,
  write: writeMaskSelectors,
  watch: watchMaskSelectors,
} = storeValue('maskSelectors', (stored): string[] => {
  const items: unknown[] = Array.isArray(stored) ? stored : [];
  return items.filter((item) => typeof item === 'string').slice(0, MOST_SELECTORS);
});

/** Who navigates, and the role that the user speaks as while navigating. */
export interface RoleChoice {
  role: 'me' | 'copilot';
  speakAs: Speaker;
}

// The names that earlier versions stored.
const ROLE_KEY = 'seating';
const STORED_ROLE = 'seat';
const storedRole = storeValue(
  ROLE_KEY,
  parseBy<{ [STORED_ROLE]: RoleChoice['role']; speakAs: Speaker }>(
    objectWith({
      [STORED_ROLE]: oneOf('me', 'copilot'),
      speakAs: oneOf('instructor', 'navigator'),
    }),
    { [STORED_ROLE]: 'copilot', speakAs: 'instructor' },
  ),
);

export async function readRoleChoice(): Promise<RoleChoice> {
  const { [STORED_ROLE]: role, speakAs } = await storedRole.read();
  return { role, speakAs };
}

export async function writeRoleChoice({ role, speakAs }: RoleChoice): Promise<void> {
  await storedRole.write({ [STORED_ROLE]: role, speakAs });
}

/** What the copilot may do. Only pages of the extension write it, never a message, so that no web page can. */
const storedRules = storeValue('ruleBook', readRuleBook);
export const { read: readRules, change: changeRules } = storedRules;

/** Calls back with the rules now and at every change until `signal` aborts. */
export function followRules(onChange: (book: RuleBook) => void, signal: AbortSignal): void {
  storedRules.watch(onChange, signal);
  void readRules().then(onChange);
}

/** What the user chose about the copilot's memory. The demonstrations themselves are in the store only. */
export const { read: readMemory, change: changeMemory } = storeValue('memory', readMemorySettings);

/** By what demonstrations are found again. One change at a time, or a dropped entry could come back. */
export const { change: changeMemoryIndex } = storeValue('memoryIndex', readIndex);

/** Removes the words of a deleted demonstration. */
export async function dropFromMemory(id: string): Promise<void> {
  await changeMemoryIndex((entries) => entries.filter((entry) => entry.id !== id));
}

/** Denies content scripts the storage: they need none, and a page that took one over would find keys there. */
export async function closeStorageToPages(): Promise<void> {
  await chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}

function parseBy<T>(shape: Shape, otherwise: T): (stored: unknown) => T {
  return (stored) => (shape(stored, 'setting') === null ? (stored as T) : otherwise);
}
