import { describeError } from '../../core/describe-error.ts';
import type { Handlers } from '../../platform/messages.ts';
import { senderTo } from '../../platform/messages.ts';
import { keepLearned } from '../../platform/encoder/learned-state.ts';
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

/** `id` null: for all demonstrations, since the user asked; otherwise for the one that was just recorded. */
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

export function createLearningController(options: LearningOptions): Handlers<Learning> {
  const queue = new LearningQueue(options);
  return {
    'learning.begin': () => queue.beginAll(),
    'learning.job': () => queue.job,
    'learning.cancel': () => queue.cancel(),
    'learning.hold': ({ demonstrationId }) => queue.hold(demonstrationId),
    'learning.changed': () => {
      options.relearn();
      return true;
    },
  };
}

/**
 * Runs one learner at a time, in a worker of its own. What the user asks for goes first. Nothing of it outlives this
 * document but what the service worker has written of agreement, and what was learned, which is stored in one write
 * at the end.
 */
class LearningQueue {
  /** The user's. */
  job: LearningJob = { state: 'none' };
  private running: Running | null = null;
  private readonly later = new Set<string>();

  constructor(private readonly options: LearningOptions) {}

  /** False while that is under way already. */
  beginAll(): boolean {
    if (this.running?.id === null) return false;
    // All demonstrations are held again now.
    this.end();
    this.later.clear();
    this.begin(null);
    return true;
  }

  cancel(): true {
    if (this.running?.id === null) {
      this.end();
      this.job = { state: 'stopped' };
      this.next();
    }
    return true;
  }

  hold(demonstrationId: string): true {
    this.later.add(demonstrationId);
    this.next();
    return true;
  }

  private end(): void {
    this.running?.stop.abort(new Error('cancelled'));
    this.running?.worker.terminate();
    this.running = null;
  }

  private next(): void {
    const [id] = this.later;
    if (this.running || id === undefined) return;
    this.later.delete(id);
    this.begin(id);
  }

  private begin(id: string | null): void {
    const worker = new Worker(new URL('../ranker-worker/learn-worker.ts', import.meta.url), {
      type: 'module',
    });
    const started: Running = { worker, stop: new AbortController(), id };
    this.running = started;
    this.show(started, { state: 'running', phase: 'holding', done: 0, total: 0 });
    worker.addEventListener('message', ({ data }: MessageEvent<FromLearner>) => {
      if (this.running === started) this.hear(started, data);
    });
    worker.addEventListener('error', ({ message }) => {
      if (this.running === started) this.fail(started, message || 'its worker broke off');
    });
    worker.postMessage({ type: 'begin', demonstrationId: id } satisfies ToLearner);
  }

  private show({ id }: Running, job: LearningJob): void {
    if (id === null) this.job = job;
  }

  private hear(started: Running, message: FromLearner): void {
    if (message.type === 'ask') void this.answer(started, message.id, message.call);
    else if (message.type === 'progress') {
      const { phase, done, total } = message;
      this.show(started, { state: 'running', phase, done, total });
    } else if (message.type === 'failed') this.fail(started, message.reason);
    else {
      // From here on it cannot be cancelled.
      this.end();
      void this.conclude(message).then((job) => this.finish(started, job));
    }
  }

  private fail(started: Running, reason: string): void {
    this.end();
    this.finish(started, { state: 'failed', reason });
  }

  private finish(ended: Running, job: LearningJob): void {
    this.show(ended, job);
    this.next();
  }

  private async conclude({
    lesson,
    record,
  }: Extract<FromLearner, { type: 'done' }>): Promise<LearningJob> {
    try {
      if (record) {
        await keepLearned(record, true);
        this.options.relearn();
      }
    } catch (error) {
      return { state: 'failed', reason: `what was learned could not be stored: ${String(error)}` };
    }
    return lesson ? { state: 'done', lesson } : { state: 'none' };
  }

  private async answer(started: Running, id: number, call: LearnerCall): Promise<void> {
    const { worker, stop } = started;
    try {
      if (call.name === 'rank' && started.id !== null && (await isRecording())) {
        // The recording needs the machine: this one goes on when another is stopped.
        if (this.running !== started) return;
        this.end();
        this.later.add(started.id);
        return;
      }
      const value = await this.serve(call, stop.signal);
      worker.postMessage({ type: 'answer', id, value } satisfies ToLearner);
    } catch (error) {
      const reason = describeError(error);
      worker.postMessage({ type: 'refused', id, error: reason } satisfies ToLearner);
    }
  }

  private async serve(call: LearnerCall, stop: AbortSignal): Promise<unknown> {
    if (call.name === 'keep') {
      // A turn that was deleted meanwhile needs none.
      await order('recording.agreement', call.data);
      return null;
    }
    const ranker = await this.options.openRanker();
    if (call.name === 'recall') return ranker.recall(call.data.texts);
    const { query, candidates } = call.data;
    const pace = { patienceMs: null, isPlain: true };
    return this.options.way.last(
      (signal) => ranker.rank(query, candidates, candidates.length, signal, pace),
      stop,
    );
  }
}

async function isRecording(): Promise<boolean> {
  const status = await order('recording.status', null).catch(() => null);
  return status?.state === 'recording';
}
