import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import { DEFAULT_OPTIONS, optionsShape } from '../../core/demonstration/recording-options.ts';

const KEY = 'recordingOptions';

/** What the user chose last, in `storage.local` of this profile. */
export async function readRecordingOptions(): Promise<RecordingOptions> {
  const stored: unknown = (await chrome.storage.local.get(KEY))[KEY];
  return optionsShape(stored, KEY) === null ? (stored as RecordingOptions) : DEFAULT_OPTIONS;
}

export async function writeRecordingOptions(options: RecordingOptions): Promise<void> {
  await chrome.storage.local.set({ [KEY]: options });
}
