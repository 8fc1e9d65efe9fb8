import type { Candidate, RankQuery, RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import type { InstalledModel } from '../../protocol/models.ts';
import type {
  Backend,
  FromRankerWorker,
  RankerStatus,
  ToRankerWorker,
} from '../../protocol/ranker-worker.ts';
import { isOnCard } from '../../protocol/ranker-worker.ts';

/** The ranker as the page that hosts its worker sees it. */
export interface Ranker {
  /** Best `k` first. Rejects only with a signal's reason; whatever else fails becomes a notice. */
  rank(
    query: RankQuery,
    candidates: Candidate[],
    k: number,
    signal?: AbortSignal,
    pace?: RankPace,
  ): Promise<RankResult>;
  /** Texts that the model may read in idle time. */
  prepare(candidates: Candidate[]): void;
  /** What the model made of texts, null for those it does not remember; empty without a model. */
  recall(texts: string[]): Promise<(Float32Array | null)[]>;
  /** What was learned is another now. */
  relearn(): void;
  status(): RankerStatus;
  /** Goes on with another model, or with none, as soon as what it was asked is answered. */
  use(model: InstalledModel | null): void;
}

export interface RankPace {
  /** After so long the best that is known is the answer, ms; null: whatever it takes. */
  patienceMs?: number | null;
  /** Hears each order before the last: by words at once, then with what the model has read. */
  onStage?: (result: RankResult) => void;
  /** What was learned takes no part. */
  isPlain?: boolean;
}

export interface RankerOptions {
  /** Ends the worker; requests under way are rejected with its reason. */
  signal: AbortSignal;
  /** The user's model; null when none is installed. */
  model: InstalledModel | null;
  /** Named by the host, so that its bundler finds the worker's file. */
  createWorker: () => Worker;
  /** How long a backend may take to load, and a request to be answered. */
  loadTimeoutMs?: number;
  answerTimeoutMs?: number;
}

interface Request {
  resolve: (result: RankResult) => void;
  reject: (reason: unknown) => void;
  onStage: (result: RankResult) => void;
  /** Takes what is known so far, or ranks here and now by words alone; `notice` says why. */
  fallBack: (notice: string) => void;
}

const LOAD_TIMEOUT_MS = 20_000;
/** Well beyond any patience: then the worker hangs. */
const ANSWER_TIMEOUT_MS = 6000;
/** Time for the most promising on a usual machine; a copilot that thinks longer seems stuck. */
const PATIENCE_MS = 2000;

export function startRanker(options: RankerOptions): Ranker {
  const { signal, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  signal.throwIfAborted();
  const requests = new Map<number, Request>();
  const recalls = new Map<number, (vectors: (Float32Array | null)[]) => void>();
  let nextId = 1;
  /** Undefined: stay with the one in use. */
  let next: InstalledModel | null | undefined;
  const host = hostRankerWorker({
    model: options.model,
    createWorker: options.createWorker,
    loadTimeoutMs: options.loadTimeoutMs ?? LOAD_TIMEOUT_MS,
    onReply: (reply) => {
      if (reply.type === 'recalled') {
        settleRecall(reply.id, reply.vectors);
        return;
      }
      const request = requests.get(reply.id);
      if (reply.type === 'staged') request?.onStage(reply.result);
      else if (reply.type === 'ranked') request?.resolve(reply.result);
      else request?.fallBack(`The ranker failed (${reply.error}), so words alone ordered this.`);
    },
    onLoss: (notice) => {
      for (const request of [...requests.values()]) request.fallBack(notice);
      for (const id of [...recalls.keys()]) settleRecall(id, []);
    },
  });
  signal.addEventListener('abort', () => {
    host.stop();
    for (const request of [...requests.values()]) request.reject(signal.reason);
    for (const id of [...recalls.keys()]) settleRecall(id, []);
  });

  function settleRecall(id: number, vectors: (Float32Array | null)[]): void {
    recalls.get(id)?.(vectors);
    recalls.delete(id);
  }

  const rank: Ranker['rank'] = async (query, candidates, k, stop, pace = {}) => {
    stop?.throwIfAborted();
    signal.throwIfAborted();
    const { patienceMs = PATIENCE_MS, onStage, isPlain = false } = pace;
    let staged: RankResult | null = null;
    const id = nextId++;
    const settled = new AbortController();
    const result = await new Promise<RankResult>((resolve, reject) => {
      requests.set(id, {
        resolve,
        reject: (reason) => {
          reject(toError(reason));
        },
        onStage: (result) => {
          staged = result;
          onStage?.(result);
        },
        fallBack: (notice) => {
          if (staged) resolve({ ...staged, notice });
          else rankByWords(query, candidates, k, notice).then(resolve, reject);
        },
      });
      const cancel = (): void => {
        host.post({ type: 'cancel', id });
        requests.get(id)?.reject(stop?.reason);
      };
      stop?.addEventListener('abort', cancel, { signal: settled.signal });
      const hang = (): void => host.restart('it did not answer in time');
      // Without a limit only the model's own workers are watched.
      const timer = patienceMs === null ? undefined : setTimeout(hang, answerTimeoutMs);
      settled.signal.addEventListener('abort', () => {
        clearTimeout(timer);
      });
      const asked = { id, query, candidates, k, patienceMs, ...(isPlain && { isPlain }) };
      if (!host.post({ type: 'rank', ...asked })) {
        requests.get(id)?.fallBack(host.status().notice ?? 'Words alone ordered this.');
      }
    }).finally(() => {
      requests.delete(id);
      settled.abort();
      useNext();
    });
    const { state, notice } = host.status();
    return state === 'words only' && result.notice === null ? { ...result, notice } : result;
  };

  function useNext(): void {
    if (next === undefined || requests.size > 0 || signal.aborted) return;
    host.use(next);
    next = undefined;
  }

  return {
    rank,
    prepare(candidates) {
      if (host.status().state === 'ready') host.post({ type: 'prepare', candidates });
    },
    recall: (texts) =>
      new Promise((resolve) => {
        const id = nextId++;
        recalls.set(id, resolve);
        if (!host.post({ type: 'recall', id, texts })) settleRecall(id, []);
      }),
    relearn() {
      host.post({ type: 'relearn' });
    },
    status: () => host.status(),
    use(model) {
      next = model;
      useNext();
    },
  };
}

async function rankByWords(
  query: RankQuery,
  candidates: Candidate[],
  k: number,
  notice: string,
): Promise<RankResult> {
  const result = await rankCandidates(query, candidates, { k, now: () => performance.now() });
  return { ...result, notice };
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

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
  /** Restarts with another model, or with none. Requests to the old worker are lost. */
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
function hostRankerWorker(options: HostOptions): RankerHost {
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
