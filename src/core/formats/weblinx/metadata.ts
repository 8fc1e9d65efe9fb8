import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';

/** What form.json asks for and a demonstration does not hold. */
export interface UploadForm {
  shortcode: string;
  /** Epoch ms. */
  uploadedAt: number;
}

/** metadata.json. `recordingId` is the start in local wall time, 17 digits. */
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
  };
}

/** form.json. `upload_date` is local wall time like `recordingId`. */
export function describeUpload(
  demonstration: Demonstration,
  turns: readonly Turn[],
  upload: UploadForm,
): Record<string, unknown> {
  const { form } = demonstration;
  return {
    annotator: form.annotator,
    description: form.description,
    tasks: form.tasks,
    navigator_name: form.navigatorName,
    instructor_name: form.instructorName,
    shortcode: upload.shortcode,
    upload_date: localTime(upload.uploadedAt, demonstration).slice(0, 19).replace('T', ' '),
    // Instructor and navigator share one browser in Wayscribe.
    instructor_sees_screen: true,
    uses_ai_generated_output: turns.some((turn) => turn.by === 'copilot'),
  };
}

/** Epoch ms, whole: all times in the files count from here. */
export function startOf(demonstration: Demonstration): number {
  return Math.round(demonstration.startedAt);
}

/** Epoch ms, whole; of a recording that was never stopped, its last turn's. */
export function endOf(demonstration: Demonstration, turns: readonly Turn[]): number {
  const last = turns.at(-1)?.at ?? demonstration.startedAt;
  return Math.round(demonstration.endedAt ?? Math.max(last, demonstration.startedAt));
}

/** `2025-10-09T08:53:20.000Z`, where the digits are the recorder's wall clock. */
function localTime(epochMs: number, { timezoneOffsetMinutes }: Demonstration): string {
  return new Date(epochMs - timezoneOffsetMinutes * 60_000).toISOString();
}
