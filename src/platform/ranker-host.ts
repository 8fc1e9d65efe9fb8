import type {
  Backend,
  FromRankerWorker,
  RankerStatus,
  ToRankerWorker,
} from '../protocol/ranker-worker.ts';

type RankerReply = Extract<FromRankerWorker, { type: 'ranked' | 'refused' }>;

export interface HostOptions {
  /** Folder of the model's files, with a slash at the end. */
  modelBase: string;
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
  stop(): void;
}

/** Losses in a row, without an answer between, after which no worker is started again. */
const MAX_LOSSES = 4;

/**
 * Keeps the ranker's worker running: a backend that fails or takes too long to load is avoided by the
 * next worker (the runtime cannot start twice in one), and one that dies is replaced.
 */
export function hostRankerWorker(options: HostOptions): RankerHost {
  const avoid = new Set<Backend>();
  let status = makeStatus('loading');
  let worker: Worker | null = null;
  let trying: Backend | null = null;
  let loadTimer: ReturnType<typeof setTimeout> | undefined;
  let losses = 0;
  let lastReason = '';

  const stop = (): void => {
    clearTimeout(loadTimer);
    worker?.terminate();
    worker = null;
  };

  const giveUp = (reason: string): void => {
    clearTimeout(loadTimer);
    const notice = `The model could not be used (${reason}), so words alone order elements.`;
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
    } else if (message.type === 'ready') {
      clearTimeout(loadTimer);
      status = { ...makeStatus('ready'), name: message.name, backend: message.backend };
    } else if (message.type === 'failed') {
      if (message.backend) skip(message.backend, message.reason);
      else giveUp(lastReason || message.reason);
    } else {
      losses = 0;
      options.onReply(message);
    }
  };

  const skip = (backend: Backend | null, reason: string): void => {
    if (backend) avoid.add(backend);
    restart(reason);
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
    loadTimer = setTimeout(() => {
      if (isCurrent()) skip(trying, 'loading took too long');
    }, options.loadTimeoutMs);
    started.postMessage({
      type: 'init',
      modelBase: options.modelBase,
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
    restart,
    stop,
  };
}

function makeStatus(state: RankerStatus['state']): RankerStatus {
  return { state, name: null, backend: null, notice: null };
}
