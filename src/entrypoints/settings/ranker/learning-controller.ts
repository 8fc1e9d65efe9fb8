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
import { message } from '../../../messages/message.ts';
import { nameRanker } from '../../../ui/describe-ranker.ts';
import type { LearningEvents, LearningModel } from '../settings-model.ts';

/** Ms between requests for the progress. */
const POLL_INTERVAL_MS = 250;

export interface LearningController {
  events: LearningEvents;
  /** Reads what was learned and follows a running job. */
  load: () => Promise<void>;
}

export function createLearningController(show: (model: LearningModel) => void): LearningController {
  let shown: LearningModel = { job: { state: 'none' }, learned: [], message: null, problem: null };
  let following = false;

  const change = (part: Partial<LearningModel>): void => {
    shown = { ...shown, ...part };
    show(shown);
  };

  async function load(): Promise<void> {
    const [learned, job] = await Promise.all([listLearnedItems(), readLearningJob()]);
    change({ learned, job });
    if (job.state === 'running' && !following) await follow();
  }

  async function follow(): Promise<void> {
    following = true;
    try {
      while (shown.job.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
        const job = await readLearningJob();
        // The learner ended without a report.
        const wasLost = job.state === 'none';
        const reason = message('settingsLearnInterrupted');
        change({ job: wasLost ? { state: 'failed', reason } : job });
      }
    } finally {
      following = false;
    }
    change({ learned: await listLearnedItems() });
  }

  async function learn(): Promise<void> {
    change({ message: null, problem: null });
    await beginLearning();
    await load();
  }

  async function importFile(file: File): Promise<void> {
    const imported = await importLearned(file);
    if (!imported.ok) {
      change({
        message: null,
        problem: message('settingsImportFailed', file.name, imported.message),
      });
      return;
    }
    const name = nameRanker(imported.record.ranker);
    change({ problem: null, message: message('settingsImported', name) });
    await load();
  }

  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) =>
      change({ problem: message('settingsFailed', String(error)) }),
    );

  return {
    load,
    events: {
      onLearn: () => run(learn()),
      onCancel: () => run(cancelLearning()),
      onSwitch: (item, isOn) => run(switchLearned(item, isOn).then(load)),
      onReset(item) {
        change({ problem: null, message: message('settingsResetDone') });
        run(resetLearned(item).then(load));
      },
      onExport: downloadRecord,
      onImport: (file) => run(importFile(file)),
    },
  };
}

function downloadRecord({ record }: LearnedItem): void {
  const json = JSON.stringify(record, null, 2);
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'wayscribe-learned.json';
  link.click();
  // By the next task, the download has opened the file.
  setTimeout(() => URL.revokeObjectURL(url));
}
