import type { Demonstration } from '../../demonstration/demonstration.ts';
import { DEMONSTRATION_VERSION } from '../../demonstration/demonstration.ts';
import { DEFAULT_OPTIONS } from '../../demonstration/recording-options.ts';
import { readEventParts, readMembers, readNumber, readText } from './uploaded.ts';

type Members = Record<string, unknown>;

/** Within what `Date` can say, and then some: exports write it as a date. */
const LATEST = 8.64e15;

/** The demonstration as metadata.json and form.json tell it; `guessed` when nobody says when it began. */
export function readBeginning(told: {
  id: string;
  metadata: Members;
  form: Members;
  turns: readonly unknown[];
}): { demonstration: Demonstration; guessed: boolean } {
  const { id, metadata, form, turns } = told;
  const startedAt = readTime(metadata['recordingStart']) ?? reckonStart(turns);
  const description = readText(form['description']);
  const demonstration: Demonstration = {
    id,
    version: DEMONSTRATION_VERSION,
    startedAt: startedAt ?? 0,
    endedAt: readTime(metadata['recordingEnd']),
    state: 'stopped',
    pauses: [],
    title: description || readText(form['shortcode']) || 'Imported demonstration',
    userAgent: readText(metadata['userAgent']),
    timezoneOffsetMinutes: readOffset(metadata['timezoneOffsetMinutes']),
    recorder: readText(metadata['version']),
    options: DEFAULT_OPTIONS,
    form: {
      annotator: readText(form['annotator']),
      description,
      tasks: readTexts(form['tasks']),
      navigatorName: readText(form['navigator_name']),
      instructorName: readText(form['instructor_name']),
    },
  };
  return { demonstration, guessed: startedAt === null };
}

/** An event says both when it was and how long after the beginning. */
function reckonStart(turns: readonly unknown[]): number | null {
  for (const turn of turns) {
    const members = readMembers(turn);
    const at = readTime(readEventParts(members).metadata['timestamp']);
    if (at !== null) return Math.round(at - readNumber(members['timestamp']) * 1000);
  }
  return null;
}

/** Epoch ms, whole; a day from either end of what can be written as a date. */
export function readTime(value: unknown): number | null {
  const time = readNumber(value, Number.NaN);
  return Math.abs(time) <= LATEST - 86_400_000 ? Math.round(time) : null;
}

function readOffset(value: unknown): number {
  const minutes = readNumber(value);
  return Math.abs(minutes) <= 24 * 60 ? minutes : 0;
}

function readTexts(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === 'string');
}
