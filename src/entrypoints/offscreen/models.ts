import type { Handlers } from '../../platform/messages.ts';
import { readInstalled } from '../../platform/models/model-state.ts';
import type { Ranker } from '../../platform/ranker-client.ts';
import type {
  FromInstaller,
  ModelJob,
  ModelOrder,
  Models,
  ToInstaller,
} from '../../protocol/models.ts';

/** After being told to stop, a worker that hangs is ended. */
const STOP_MS = 3000;

/** Runs one installation at a time, in a worker of its own, and gives the ranker what came of it. */
export function createModelDesk(ranker: Pick<Ranker, 'use'>): Handlers<Models> {
  let job: ModelJob = { state: 'none' };
  let worker: Worker | null = null;

  function end(result: ModelJob): void {
    worker?.terminate();
    worker = null;
    job = result;
  }

  function begin(order: ModelOrder): void {
    const name = order.from === 'web' ? order.spec.name : order.name;
    job = { state: 'running', name, progress: null };
    const started = new Worker(new URL('../ranker-worker/install-worker.ts', import.meta.url), {
      type: 'module',
    });
    worker = started;
    started.addEventListener('message', ({ data }: MessageEvent<FromInstaller>) => {
      if (worker !== started) return;
      if (data.type === 'progress') {
        job = { state: 'running', name, progress: data.progress };
      } else if (data.type === 'failed') {
        end({ state: 'failed', name, reason: data.reason });
      } else {
        end({ state: 'done', name: data.model.name });
        ranker.use(data.model);
      }
    });
    started.addEventListener('error', ({ message }) => {
      if (worker !== started) return;
      const reason = `The installer broke off (${message || 'no reason given'}). The model in use stays.`;
      end({ state: 'failed', name, reason });
    });
    started.postMessage({ type: 'install', order } satisfies ToInstaller);
  }

  function cancel(): void {
    const stopping = worker;
    if (!stopping || job.state !== 'running') return;
    const { name } = job;
    stopping.postMessage({ type: 'cancel' } satisfies ToInstaller);
    setTimeout(() => {
      if (worker === stopping) end({ state: 'failed', name, reason: 'It was stopped.' });
    }, STOP_MS);
  }

  return {
    'models.install': ({ order }) => {
      if (worker) return false;
      begin(order);
      return true;
    },
    'models.job': () => job,
    'models.cancel': () => {
      cancel();
      return true;
    },
    'models.changed': async () => {
      ranker.use(await readInstalled());
      return true as const;
    },
  };
}
