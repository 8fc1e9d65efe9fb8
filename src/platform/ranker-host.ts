import type { InstalledModel } from '../protocol/models.ts';
import type {
  Backend,
  FromRankerWorker,
  RankerStatus,
  ToRankerWorker,
} from '../protocol/ranker-worker.ts';
import { isOnCard } from '../protocol/ranker-worker.ts';

type RankerReply = Extract<
  FromRankerWorker,
  { type: 'staged' | 'ranked' | 'refused' | 'recalled' }
>;

export interface HostOptions {
  /** The user's model; null when none is installed. */
  model: InstalledModel | null;
  createWorker: () => Worker;
  loadTimeoutMs: number;
  onReply: (reply: RankerReply) => void;
  /** The worker is gone, and with it what it was asked; `notice` says so to the user. */
  onLoss: (notice: string) => void;
}

export interface RankerHost {
  status(): RankerStatus;
  /** False when there is no worker. */
  post(message: ToRankerWorker): boolean;
  /** Ends a worker that hangs and starts another. */
  restart(reason: string): void;
  /** Starts anew with another model, or with none. What the old worker was asked is lost. */
  use(model: InstalledModel | null): void;
  stop(): void;
}

const BACKEND_NAMES: Record<Backend, string> = {
  'webgpu-fp16': 'the graphics card',
  'webgpu-fp32': 'the graphics card',
  'kernel-pool': 'Wayscribe’s own kernel',
  kernel: 'Wayscribe’s own kernel',
  'wasm-threads': 'several threads',
  'wasm-pool': 'several workers',
  wasm: 'the processor',
};

/** Losses in a row, without an answer between, after which no worker is started again. */
const MAX_LOSSES = 5;

/**
 * Keeps the ranker's worker running: a backend that fails or takes too long to load is avoided by the
 * next worker (the runtime cannot start twice in one), and one that dies is replaced.
 */
export function hostRankerWorker(options: HostOptions): RankerHost {
  const avoid = new Set<Backend>();
  let { model } = options;
  let status = makeStatus('loading');
  let worker: Worker | null = null;
  let trying: Backend | null = null;
  let loadTimer: ReturnType<typeof setTimeout> | undefined;
  let losses = 0;
  let lastReason = '';
  /** Why a slower backend is in use than was tried first. */
  let fallen: string | null = null;

  const stop = (): void => {
    clearTimeout(loadTimer);
    worker?.terminate();
    worker = null;
  };

  const giveUp = (reason: string): void => {
    clearTimeout(loadTimer);
    const notice = `The model could not be used (${reason}), so elements are ranked without it.`;
    status = { ...makeStatus('words only'), notice };
  };

  const restart = (reason: string): void => {
    lastReason = reason;
    stop();
    losses++;
    options.onLoss(`The ranker had to start again (${reason}), so words alone ordered this.`);
    if (losses < MAX_LOSSES) start();
    else giveUp(reason);
  };

  const hear = (message: FromRankerWorker): void => {
    if (message.type === 'trying') {
      trying = message.backend;
      watchLoading();
    } else if (message.type === 'ready') {
      clearTimeout(loadTimer);
      const { name, backend, tokensPerS } = message;
      status = { state: 'ready', name, backend, tokensPerS, notice: fallen };
    } else if (message.type === 'no model') {
      clearTimeout(loadTimer);
      status = makeStatus('no model');
    } else if (message.type === 'failed') {
      if (message.backend) skip(message.backend, message.reason);
      else giveUp(lastReason || message.reason);
    } else {
      // Words alone are no sign that the model works.
      if (message.type !== 'staged') losses = 0;
      options.onReply(message);
    }
  };

  const skip = (backend: Backend | null, reason: string): void => {
    if (backend) {
      avoid.add(backend);
      fallen = `The model does not run on ${BACKEND_NAMES[backend]} here (${reason}); it goes on more slowly.`;
    }
    restart(reason);
  };

  const watchLoading = (): void => {
    clearTimeout(loadTimer);
    const watched = worker;
    loadTimer = setTimeout(() => {
      if (worker === watched) skip(trying, 'loading took too long');
    }, options.loadTimeoutMs);
  };

  const start = (): void => {
    status = makeStatus('loading');
    trying = null;
    const started = options.createWorker();
    worker = started;
    // One that was ended may have had messages under way.
    const isCurrent = (): boolean => worker === started;
    started.addEventListener('message', (event: MessageEvent<FromRankerWorker>) => {
      if (isCurrent()) hear(event.data);
    });
    started.addEventListener('messageerror', () => {
      if (isCurrent()) restart('its reply could not be read');
    });
    started.addEventListener('error', (event) => {
      if (isCurrent()) restart(event.message || 'its worker could not be loaded');
    });
    watchLoading();
    started.postMessage({
      type: 'init',
      model,
      avoid: [...avoid],
    } satisfies ToRankerWorker);
  };

  start();
  return {
    status: () => status,
    post(message) {
      worker?.postMessage(message);
      return worker !== null;
    },
    restart(reason) {
      // A card that hangs once does so again.
      if (isOnCard(status.backend)) skip(status.backend, reason);
      else restart(reason);
    },
    use(next) {
      stop();
      model = next;
      avoid.clear();
      losses = 0;
      lastReason = '';
      fallen = null;
      options.onLoss('The model was changed just then, so words alone ordered this.');
      start();
    },
    stop,
  };
}

function makeStatus(state: RankerStatus['state']): RankerStatus {
  return { state, name: null, backend: null, tokensPerS: null, notice: null };
}
