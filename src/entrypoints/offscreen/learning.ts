import type { Handlers } from '../../platform/messages.ts';
import { senderTo } from '../../platform/messages.ts';
import { keepLearned } from '../../platform/encoder/learning/learned-state.ts';
import type { Ranker } from '../../platform/encoder/ranker-client.ts';
import type { BackgroundFromPages } from '../../protocol/background.ts';
import type {
  FromLearner,
  LearnerCall,
  Learning,
  LearningJob,
  ToLearner,
} from '../../protocol/learning.ts';
import type { RightOfWay } from './right-of-way.ts';

const order = senderTo<BackgroundFromPages>('background');

interface Running {
  worker: Worker;
  stop: AbortController;
  id: string | null;
}

interface LearningOptions {
  openRanker: () => Promise<Ranker>;
  /** What was learned is another now; nothing, where no ranker has started. */
  relearn: () => void;
  way: RightOfWay;
}

/**
 * Runs one learner at a time, in a worker of its own: for all demonstrations when the user asks, for the one
 * that was just recorded otherwise. The user's goes first. Nothing of it outlives this document but what the
 * service worker has written of agreement, and what was learned, which is stored in one write at the end.
 */
export function createLearningController({
  openRanker,
  relearn,
  way,
}: LearningOptions): Handlers<Learning> {
  let job: LearningJob = { state: 'none' };
  /** `id` null: the user's. */
  let running: Running | null = null;
  const later = new Set<string>();

  function end(): void {
    running?.stop.abort(new Error('cancelled'));
    running?.worker.terminate();
    running = null;
  }

  function next(): void {
    const [id] = later;
    if (running || id === undefined) return;
    later.delete(id);
    begin(id);
  }

  /** Until another recording is stopped: this one needs the machine. */
  function putOff(id: string): void {
    end();
    later.add(id);
  }

  function begin(id: string | null): void {
    const worker = new Worker(new URL('../ranker-worker/learn-worker.ts', import.meta.url), {
      type: 'module',
    });
    const started: Running = { worker, stop: new AbortController(), id };
    running = started;
    const show = (shown: LearningJob): void => {
      if (id === null) job = shown;
    };
    const finish = (shown: LearningJob): void => {
      if (running !== started) return;
      end();
      show(shown);
      next();
    };
    show({ state: 'running', phase: 'holding', done: 0, total: 0 });
    worker.addEventListener('message', ({ data }: MessageEvent<FromLearner>) => {
      if (running !== started) return;
      if (data.type === 'ask') void answer(started, data.id, data.call);
      else if (data.type === 'progress') {
        const { phase, done, total } = data;
        show({ state: 'running', phase, done, total });
      } else if (data.type === 'failed') finish({ state: 'failed', reason: data.reason });
      else {
        // From here on it cannot be cancelled.
        end();
        void conclude(data).then((shown) => {
          show(shown);
          next();
        });
      }
    });
    worker.addEventListener('error', ({ message }) => {
      finish({ state: 'failed', reason: message || 'its worker broke off' });
    });
    worker.postMessage({ type: 'begin', demonstrationId: id } satisfies ToLearner);
  }

  async function conclude({
    lesson,
    record,
  }: Extract<FromLearner, { type: 'done' }>): Promise<LearningJob> {
    try {
      if (record) {
        await keepLearned(record, true);
        relearn();
      }
    } catch (error) {
      return { state: 'failed', reason: `what was learned could not be stored: ${String(error)}` };
    }
    return lesson ? { state: 'done', lesson } : { state: 'none' };
  }

  async function answer(started: Running, id: number, call: LearnerCall): Promise<void> {
    const { worker, stop } = started;
    try {
      if (call.name === 'rank' && started.id !== null && (await isRecording())) {
        if (running === started) putOff(started.id);
        return;
      }
      const value = await serve(call, stop.signal);
      worker.postMessage({ type: 'answer', id, value } satisfies ToLearner);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      worker.postMessage({ type: 'refused', id, error: reason } satisfies ToLearner);
    }
  }

  async function serve(call: LearnerCall, stop: AbortSignal): Promise<unknown> {
    if (call.name === 'keep') {
      // A turn that was deleted meanwhile needs none.
      await order('recording.agreement', call.data);
      return null;
    }
    const ranker = await openRanker();
    if (call.name === 'recall') return ranker.recall(call.data.texts);
    const { query, candidates } = call.data;
    const pace = { patienceMs: null, isPlain: true };
    return way.last(
      (signal) => ranker.rank(query, candidates, candidates.length, signal, pace),
      stop,
    );
  }

  async function isRecording(): Promise<boolean> {
    const status = await order('recording.status', null).catch(() => null);
    return status?.state === 'recording';
  }

  return {
    'learning.begin': () => {
      if (running?.id === null) return false;
      // All demonstrations are held again now.
      end();
      later.clear();
      begin(null);
      return true;
    },
    'learning.job': () => job,
    'learning.cancel': () => {
      if (running?.id !== null) return true;
      end();
      job = { state: 'stopped' };
      next();
      return true;
    },
    'learning.hold': ({ demonstrationId }) => {
      later.add(demonstrationId);
      next();
      return true;
    },
    'learning.changed': () => {
      relearn();
      return true;
    },
  };
}
