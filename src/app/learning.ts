import type { LearnedRecord } from '../core/ranking/learning/learned-record.ts';
import { readLearned } from '../core/ranking/learning/learned-record.ts';
import { forgetLearned, keepLearned, listLearned } from '../platform/encoder/learned-state.ts';
import { senderTo } from '../platform/messages.ts';
import { openOffscreen } from '../platform/offscreen.ts';
import type { Outcome } from '../protocol/background.ts';
import type { Learning, LearningJob, LessonReport } from '../protocol/learning.ts';

const order = senderTo<Learning>('offscreen');

/** How often a script's learning is asked how far it is, ms. */
const ASK_EVERY_MS = 200;

/** A file of a few kB; what is larger is something else. */
const MOST_BYTES = 10_000_000;

/** What a ranker has learned, and whether it uses it. */
export interface LearnedItem {
  record: LearnedRecord;
  isOn: boolean;
}

export async function listLearnedItems(): Promise<LearnedItem[]> {
  return (await listLearned()).map(({ record, isOn }) => ({ record, isOn }));
}

/** Returns without starting the learner when it isn't running. */
export async function readLearningJob(): Promise<LearningJob> {
  if (!(await chrome.offscreen.hasDocument())) return { state: 'none' };
  return order('learning.job', null).catch(() => ({ state: 'none' }));
}

/** False when the ranker learns already. */
export async function beginLearning(): Promise<boolean> {
  await openOffscreen();
  return order('learning.begin', null);
}

export async function cancelLearning(): Promise<void> {
  await order('learning.cancel', null);
}

export async function switchLearned({ record }: LearnedItem, isOn: boolean): Promise<void> {
  await keepLearned(record, isOn);
  await reportChange();
}

export async function resetLearned({ record }: LearnedItem): Promise<void> {
  await forgetLearned(record.ranker);
  await reportChange();
}

/** In the place of what its ranker had learned; a file that is something else changes nothing. */
export async function importLearned(file: Blob): Promise<Outcome<{ record: LearnedRecord }>> {
  if (file.size > MOST_BYTES) return { ok: false, message: 'The file is too large to be one.' };
  let value: unknown;
  try {
    value = JSON.parse(await file.text());
  } catch {
    return { ok: false, message: 'The file is not JSON.' };
  }
  const read = readLearned(value);
  if (!read.ok) return { ok: false, message: read.reason };
  await keepLearned(read.record, true);
  await reportChange();
  return { ok: true, record: read.record };
}

/** From beginning to end. Rejects with the reason when it fails or is cancelled. */
export async function learnFromAll(): Promise<LessonReport> {
  if (!(await beginLearning())) throw new Error('The ranker is learning already.');
  for (;;) {
    const job = await readLearningJob();
    if (job.state === 'done') return job.lesson;
    if (job.state === 'failed') throw new Error(`The ranker did not learn: ${job.reason}.`);
    if (job.state !== 'running') throw new Error('It was stopped; the ranker is as it was.');
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

async function reportChange(): Promise<void> {
  if (await chrome.offscreen.hasDocument()) await order('learning.changed', null);
}
