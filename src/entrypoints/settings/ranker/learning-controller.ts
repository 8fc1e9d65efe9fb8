import { create } from 'zustand';
import type { LearnedItem } from '../../../app/learning.ts';
import {
  beginLearning,
  cancelLearning,
  importLearned,
  listLearnedItems,
  readLearningJob,
  resetLearned,
  switchLearned,
} from '../../../app/learning.ts';
import { saveExport } from '../../../app/library/export.ts';
import { message } from '../../../messages/message.ts';
import type { LearningJob } from '../../../protocol/learning.ts';
import { nameRanker } from '../../../ui/describe-ranker.ts';
import { act, wait } from '../act.ts';

/** Ms between requests for the progress. */
const POLL_INTERVAL_MS = 250;

/** What the rankers have learned. */
export const useLearning = create(() => ({
  isRead: false,
  job: { state: 'none' } as LearningJob,
  learned: [] as readonly LearnedItem[],
  /** The result of the last import or reset. */
  result: null as string | null,
  problem: null as string | null,
}));

let isFollowing = false;

export async function loadLearning(): Promise<void> {
  const [learned, job] = await Promise.all([listLearnedItems(), readLearningJob()]);
  useLearning.setState({ learned, job, isRead: true });
  if (job.state !== 'running' || isFollowing) return;
  isFollowing = true;
  try {
    await follow();
  } finally {
    isFollowing = false;
  }
}

async function follow(): Promise<void> {
  while (useLearning.getState().job.state === 'running') {
    await wait(POLL_INTERVAL_MS);
    const job = await readLearningJob();
    // The learner ended without a report.
    const lost = { state: 'failed', reason: message('settingsLearnInterrupted') } as const;
    useLearning.setState({ job: job.state === 'none' ? lost : job });
  }
  useLearning.setState({ learned: await listLearnedItems() });
}

async function begin(): Promise<void> {
  useLearning.setState({ result: null, problem: null });
  await beginLearning();
  await loadLearning();
}

export function learn(): void {
  act(useLearning, begin());
}

export function cancelLearn(): void {
  act(useLearning, cancelLearning());
}

export function switchItem(item: LearnedItem, isOn: boolean): void {
  act(useLearning, switchLearned(item, isOn).then(loadLearning));
}

export function resetItem(item: LearnedItem): void {
  useLearning.setState({ problem: null, result: message('settingsResetDone') });
  act(useLearning, resetLearned(item).then(loadLearning));
}

export function exportItem({ record }: LearnedItem): void {
  const file = new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' });
  saveExport({ file, fileName: 'wayscribe-learned.json' });
}

async function importFrom(file: File): Promise<void> {
  const imported = await importLearned(file);
  if (!imported.ok) {
    const problem = message('settingsImportFailed', file.name, imported.message);
    useLearning.setState({ result: null, problem });
    return;
  }
  const name = nameRanker(imported.record.ranker);
  useLearning.setState({ problem: null, result: message('settingsImported', name) });
  await loadLearning();
}

export function importFile(file: File): void {
  act(useLearning, importFrom(file));
}
