import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import { changesTurns, foldEdits, readReview } from '../../demonstration/edits/edit.ts';

/** Fields of form.json that a demonstration doesn't have. */
export interface UploadForm {
  shortcode: string;
  /** Epoch ms. */
  uploadedAt: number;
}

/**
 * Returns metadata.json. `recordingId` is the start in local wall time, 17 digits. Ours are `edits` (how many changes
 * were made after the recording, by whom and when) and `review` (the last judgement), in epoch ms; absent without any.
 */
export function describeRecording(
  demonstration: Demonstration,
  turns: readonly Turn[],
): Record<string, unknown> {
  const start = startOf(demonstration);
  const end = endOf(demonstration, turns);
  return {
    recordingStart: start,
    recordingEnd: end,
    recordingId: localTime(start, demonstration).replace(/\D/g, ''),
    recordingStartISO: new Date(start).toISOString(),
    recordingEndISO: new Date(end).toISOString(),
    timezoneOffsetMinutes: demonstration.timezoneOffsetMinutes,
    user: null,
    userAgent: demonstration.userAgent,
    version: /^\d+(?:\.\d+)*/.exec(demonstration.recorder)?.[0] ?? '0',
    ...describeEdits(demonstration),
  };
}

function describeEdits({ edits = [] }: Demonstration): { edits?: object; review?: object } {
  const changes = foldEdits(edits).standing.filter(changesTurns);
  const last = changes.at(-1);
  const by = [...new Set(changes.map((edit) => edit.by).filter((name) => name !== ''))];
  const { status, at, by: reviewer } = readReview(edits);
  return {
    ...(last && { edits: { count: changes.length, by, lastAt: last.at } }),
    ...(at !== null && { review: { status, by: reviewer, at } }),
  };
}

/** Returns form.json. `upload_date` is local wall time like `recordingId`. */
export function describeUpload(
  demonstration: Demonstration,
  turns: readonly Turn[],
  { shortcode, uploadedAt }: UploadForm,
): Record<string, unknown> {
  const { annotator, description, tasks, navigatorName, instructorName } = demonstration.form;
  const { outcome, project = '', tags = [], notes = '' } = demonstration.form;
  return {
    ...{ annotator, description, tasks },
    navigator_name: navigatorName,
    instructor_name: instructorName,
    shortcode,
    upload_date: localTime(uploadedAt, demonstration).slice(0, 19).replace('T', ' '),
    // Instructor and navigator share one browser in Wayscribe.
    instructor_sees_screen: true,
    uses_ai_generated_output: turns.some((turn) => turn.by === 'copilot'),
    // Not in WebLINX: outcome, project, tags and notes, where they are set.
    ...(outcome && { outcome }),
    ...(project !== '' && { project }),
    ...(tags.length > 0 && { tags }),
    ...(notes !== '' && { notes }),
  };
}

/** Returns whole epoch ms: all times in the files count from here. */
export function startOf(demonstration: Demonstration): number {
  return Math.round(demonstration.startedAt);
}

/** Returns whole epoch ms; the last turn's for a recording that was never stopped. */
export function endOf(demonstration: Demonstration, turns: readonly Turn[]): number {
  const last = turns.at(-1)?.at ?? demonstration.startedAt;
  return Math.round(demonstration.endedAt ?? Math.max(last, demonstration.startedAt));
}

/** Returns `2025-10-09T08:53:20.000Z`, where the digits are the recorder's wall clock. */
function localTime(epochMs: number, { timezoneOffsetMinutes }: Demonstration): string {
  return new Date(epochMs - timezoneOffsetMinutes * 60_000).toISOString();
}
