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
import { nameRanker } from '../../../ui/describe-ranker.ts';
import type { LearningEvents, LearningModel } from '../settings-model.ts';

/** How often a learner is asked how far it is, ms. */
const POLL_INTERVAL_MS = 250;

export interface LearningController {
  events: LearningEvents;
  /** Reads what was learned, and follows a learner that runs. */
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
        // Who learned is gone, without a word.
        change({
          job: job.state === 'none' ? { state: 'failed', reason: INTERRUPTED_REASON } : job,
        });
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

  async function take(file: File): Promise<void> {
    const imported = await importLearned(file);
    if (!imported.ok) {
      change({ message: null, problem: `${file.name} was not imported: ${imported.message}` });
      return;
    }
    const name = nameRanker(imported.record.ranker);
    change({ problem: null, message: `Imported: in use whenever “${name}” ranks.` });
    await load();
  }

  const run = (work: Promise<void>): void =>
    void work.catch((error: unknown) => change({ problem: `It did not work: ${String(error)}` }));

  return {
    load,
    events: {
      onLearn: () => run(learn()),
      onCancel: () => run(cancelLearning()),
      onSwitch: (item, isOn) => run(switchLearned(item, isOn).then(load)),
      onReset(item) {
        change({ problem: null, message: 'Reset: the ranker ranks as it came.' });
        run(resetLearned(item).then(load));
      },
      onExport: downloadRecord,
      onImport: (file) => run(take(file)),
    },
  };
}

const INTERRUPTED_REASON = 'it broke off; learn again';

function downloadRecord({ record }: LearnedItem): void {
  const json = JSON.stringify(record, null, 2);
  const url = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'wayscribe-learned.json';
  link.click();
  // The download has its own hold on the file by the next task.
  setTimeout(() => URL.revokeObjectURL(url));
}
