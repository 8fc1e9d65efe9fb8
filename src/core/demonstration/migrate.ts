import type { Demonstration, Turn } from './demonstration.ts';
import { DEMONSTRATION_VERSION } from './demonstration.ts';
import { importedFileShape } from './imported.ts';
import { keptHopsShape } from './kept-hops.ts';
import { DEFAULT_OPTIONS, optionsShape } from './recording-options.ts';
import { flag, listOf, number, objectWith, oneOf, orAbsent, orNull, text } from './shape.ts';
import { turnShape } from './turn-shape.ts';

/** `reason` is one sentence for the user. */
export type Migrated<T> = { ok: true; value: T } | { ok: false; reason: string };

type StoredDemonstration = Omit<Demonstration, 'options'> & Partial<Pick<Demonstration, 'options'>>;

/** A demonstration as version 1 keeps it. */
export const demonstrationShape = objectWith({
  id: text,
  version: oneOf(DEMONSTRATION_VERSION),
  startedAt: number,
  endedAt: orNull(number),
  state: oneOf('recording', 'paused', 'stopped'),
  pauses: listOf(objectWith({ from: number, to: orNull(number) })),
  title: text,
  userAgent: text,
  timezoneOffsetMinutes: number,
  recorder: text,
  options: orAbsent(optionsShape),
  form: objectWith({
    annotator: text,
    description: text,
    tasks: listOf(text),
    navigatorName: text,
    instructorName: text,
  }),
  spending: orAbsent(
    objectWith({
      questions: number,
      promptTokens: number,
      completionTokens: number,
      estimated: flag,
      cost: orNull(number),
    }),
  ),
  hops: orAbsent(keptHopsShape),
  imported: orAbsent(importedFileShape),
});

/** Reads a demonstration that was stored or exported by this version or an earlier one. Never throws. */
export function migrateDemonstration(stored: unknown): Migrated<Demonstration> {
  const version = versionOf(stored);
  if (version > DEMONSTRATION_VERSION) return { ok: false, reason: explainNewer(version) };
  const fault = demonstrationShape(stored, '');
  if (fault !== null) return { ok: false, reason: explainFault('The demonstration', fault) };
  // Recordings from before there was a choice.
  const { options = DEFAULT_OPTIONS, ...rest } = stored as StoredDemonstration;
  return { ok: true, value: { ...rest, options } };
}

/** Reads a turn; `version` is its demonstration's as stored. Never throws. */
export function migrateTurn(
  stored: unknown,
  version: number = DEMONSTRATION_VERSION,
): Migrated<Turn> {
  if (version > DEMONSTRATION_VERSION) return { ok: false, reason: explainNewer(version) };
  const fault = turnShape(stored, 'turn');
  if (fault !== null) return { ok: false, reason: explainFault('A turn', fault) };
  return { ok: true, value: stored as Turn };
}

function versionOf(stored: unknown): number {
  const version =
    typeof stored === 'object' && stored !== null && 'version' in stored ? stored.version : null;
  return typeof version === 'number' ? version : DEMONSTRATION_VERSION;
}

function explainNewer(version: number): string {
  return `This was recorded by a newer version of Wayscribe (format ${version}; this one reads up to ${DEMONSTRATION_VERSION}). Nothing was changed. Update Wayscribe to open it.`;
}

function explainFault(what: string, fault: string): string {
  return `${what} is damaged and was left as it is: ${fault}.`;
}
