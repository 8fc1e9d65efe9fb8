import type { Candidate, RankQuery, RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import { WrittenList } from '../../core/ranking/written-list.ts';
import type { InstalledModel } from '../../protocol/models.ts';
import type {
  Backend,
  FromRankerWorker,
  RankerStatus,
  ToRankerWorker,
} from '../../protocol/ranker-worker.ts';
import { isOnCard } from '../../protocol/ranker-worker.ts';

type RankedList = readonly Candidate[] | WrittenList;

/** The ranker as the page that hosts its worker sees it. */
export interface Ranker {
  /** Best `k` first. Rejects only with a signal's reason; whatever else fails becomes a notice. */
  rank(
    query: RankQuery,
    candidates: RankedList,
    k: number,
    signal?: AbortSignal,
    pace?: RankPace,
  ): Promise<RankResult>;
  /** The list will be ranked next. The same list is sent to the worker once. */
  hold(candidates: RankedList): void;
  /** Texts that the model may read in idle time. */
  prepare(candidates: readonly Candidate[]): void;
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

/** A ranking that was asked of the worker. */
interface Request {
  resolve: (result: RankResult) => void;
  reject: (reason: unknown) => void;
  onStage: (result: RankResult) => void;
  /** Takes what is known so far, or ranks here and now by words alone; `notice` says why. */
  fallBack: (notice: string) => void;
}

type Vectors = (Float32Array | null)[];

const LOAD_TIMEOUT_MS = 20_000;
/** Well beyond any patience: then the worker hangs. */
const ANSWER_TIMEOUT_MS = 6000;
/** Time for the most promising on a usual machine; a copilot that thinks longer seems stuck. */
const PATIENCE_MS = 2000;
/** Losses in a row, without an answer between, after which no worker is started again. */
const MAX_LOSSES = 5;

const BACKEND_NAMES: Record<Backend, string> = {
  'webgpu-fp16': 'the graphics card',
  'webgpu-fp32': 'the graphics card',
  'kernel-pool': 'Wayscribe’s own kernel',
  kernel: 'Wayscribe’s own kernel',
  'wasm-threads': 'several threads',
  'wasm-pool': 'several workers',
  wasm: 'the processor',
};

export function startRanker(options: RankerOptions): Ranker {
  options.signal.throwIfAborted();
  return new WorkerRanker(options);
}

/**
 * Ranks in a worker and keeps it running: a backend that fails or takes too long to load is avoided by the
 * next worker (the runtime cannot start twice in one), and one that dies is replaced.
 */
class WorkerRanker implements Ranker {
  private readonly requests = new Map<number, Request>();
  private readonly recalls = new Map<number, (vectors: Vectors) => void>();
  private nextId = 1;
  /** The model to go on with; undefined: the one in use. */
  private next: InstalledModel | null | undefined;
  private model: InstalledModel | null;
  private worker: Worker | null = null;
  /** The list that the worker got last. */
  private held: RankedList | null = null;
  private current = makeStatus('loading');
  private readonly avoid = new Set<Backend>();
  private trying: Backend | null = null;
  private loadTimer: ReturnType<typeof setTimeout> | undefined;
  private losses = 0;
  private lastReason = '';
  /** Why a slower backend is in use than was tried first. */
  private fallen: string | null = null;

  constructor(private readonly options: RankerOptions) {
    const { signal } = options;
    this.model = options.model;
    signal.addEventListener('abort', () => {
      this.stop();
      for (const request of [...this.requests.values()]) request.reject(signal.reason);
      this.settleRecalls();
    });
    this.start();
  }

  async rank(
    query: RankQuery,
    candidates: RankedList,
    k: number,
    stop?: AbortSignal,
    { patienceMs = PATIENCE_MS, onStage, isPlain = false }: RankPace = {},
  ): Promise<RankResult> {
    const { signal, answerTimeoutMs = ANSWER_TIMEOUT_MS } = this.options;
    stop?.throwIfAborted();
    signal.throwIfAborted();
    let staged: RankResult | null = null;
    const id = this.nextId++;
    const settled = new AbortController();
    const answer = new Promise<RankResult>((resolve, reject) => {
      this.requests.set(id, {
        resolve,
        reject: (reason) => reject(toError(reason)),
        onStage: (result) => {
          staged = result;
          onStage?.(result);
        },
        fallBack: (notice) =>
          resolve(staged ? { ...staged, notice } : rankByWords(query, candidates, k, notice)),
      });
    });
    const cancel = (): void => {
      this.post({ type: 'cancel', id });
      this.requests.get(id)?.reject(stop?.reason);
    };
    stop?.addEventListener('abort', cancel, { signal: settled.signal });
    const hang = (): void => this.replace('it did not answer in time');
    // Without a limit only the model's own workers are watched.
    const timer = patienceMs === null ? undefined : setTimeout(hang, answerTimeoutMs);
    const unheld = this.held === candidates ? null : toMessage(candidates);
    const asked = { id, query, candidates: unheld, k, patienceMs, ...(isPlain && { isPlain }) };
    if (this.post({ type: 'rank', ...asked })) this.held = candidates;
    else {
      this.requests.get(id)?.fallBack(this.current.notice ?? 'Words alone ordered this.');
    }
    const result = await answer.finally(() => {
      clearTimeout(timer);
      settled.abort();
      this.requests.delete(id);
      this.useNext();
    });
    const { state, notice } = this.current;
    return state === 'words only' && result.notice === null ? { ...result, notice } : result;
  }

  hold(candidates: RankedList): void {
    if (this.held === candidates) return;
    const held = this.post({ type: 'hold', candidates: toMessage(candidates) });
    if (held) this.held = candidates;
  }

  prepare(candidates: readonly Candidate[]): void {
    if (this.current.state === 'ready') this.post({ type: 'prepare', candidates });
  }

  recall(texts: string[]): Promise<Vectors> {
    return new Promise((resolve) => {
      const id = this.nextId++;
      this.recalls.set(id, resolve);
      if (!this.post({ type: 'recall', id, texts })) this.settleRecall(id, []);
    });
  }

  relearn(): void {
    this.post({ type: 'relearn' });
  }

  status(): RankerStatus {
    return this.current;
  }

  use(model: InstalledModel | null): void {
    this.next = model;
    this.useNext();
  }

  /** What was asked of the old worker is lost. */
  private useNext(): void {
    if (this.next === undefined || this.requests.size > 0 || this.options.signal.aborted) return;
    this.stop();
    this.model = this.next;
    this.next = undefined;
    this.avoid.clear();
    this.losses = 0;
    this.lastReason = '';
    this.fallen = null;
    this.settleRecalls();
    this.start();
  }

  private settleRecall(id: number, vectors: Vectors): void {
    this.recalls.get(id)?.(vectors);
    this.recalls.delete(id);
  }

  private settleRecalls(): void {
    for (const id of [...this.recalls.keys()]) this.settleRecall(id, []);
  }

  /** False when there is no worker. */
  private post(message: ToRankerWorker): boolean {
    this.worker?.postMessage(message);
    return this.worker !== null;
  }

  private start(): void {
    this.current = makeStatus('loading');
    this.trying = null;
    const worker = this.options.createWorker();
    this.worker = worker;
    // One that was ended may have had messages under way.
    const listen = <E extends Event>(type: string, hear: (event: E) => void): void =>
      worker.addEventListener(type, (event) => {
        if (this.worker === worker) hear(event as E);
      });
    listen('message', ({ data }: MessageEvent<FromRankerWorker>) => this.hear(data));
    listen('messageerror', () => this.restart('its reply could not be read'));
    listen('error', ({ message }: ErrorEvent) =>
      this.restart(message || 'its worker could not be loaded'),
    );
    this.watchLoading();
    this.post({ type: 'init', model: this.model, avoid: [...this.avoid] });
  }

  private hear(message: FromRankerWorker): void {
    if (message.type === 'trying') {
      this.trying = message.backend;
      this.watchLoading();
    } else if (message.type === 'ready') {
      clearTimeout(this.loadTimer);
      const { name, backend, tokensPerS } = message;
      this.current = { state: 'ready', name, backend, tokensPerS, notice: this.fallen };
    } else if (message.type === 'no model') {
      clearTimeout(this.loadTimer);
      this.current = makeStatus('no model');
    } else if (message.type === 'failed') {
      if (message.backend) this.skip(message.backend, message.reason);
      else this.giveUp(this.lastReason || message.reason);
    } else if (message.type === 'staged') {
      this.requests.get(message.id)?.onStage(message.result);
    } else {
      // Words alone are no sign that the model works.
      this.losses = 0;
      this.settle(message);
    }
  }

  private settle(
    reply: Extract<FromRankerWorker, { type: 'ranked' | 'refused' | 'recalled' }>,
  ): void {
    if (reply.type === 'recalled') {
      this.settleRecall(reply.id, reply.vectors);
      return;
    }
    const request = this.requests.get(reply.id);
    if (reply.type === 'ranked') request?.resolve(reply.result);
    else request?.fallBack(`The ranker failed (${reply.error}), so words alone ordered this.`);
  }

  private watchLoading(): void {
    clearTimeout(this.loadTimer);
    const { loadTimeoutMs = LOAD_TIMEOUT_MS } = this.options;
    this.loadTimer = setTimeout(
      () => this.skip(this.trying, 'loading took too long'),
      loadTimeoutMs,
    );
  }

  /** Goes on without a backend. */
  private skip(backend: Backend | null, reason: string): void {
    if (backend) {
      this.avoid.add(backend);
      this.fallen = `The model does not run on ${BACKEND_NAMES[backend]} here (${reason}); it goes on more slowly.`;
    }
    this.restart(reason);
  }

  /** Ends a worker that hangs and starts another. */
  private replace(reason: string): void {
    // A card that hangs once does so again.
    if (isOnCard(this.current.backend)) this.skip(this.current.backend, reason);
    else this.restart(reason);
  }

  private restart(reason: string): void {
    this.lastReason = reason;
    this.stop();
    this.losses++;
    const notice = `The ranker had to start again (${reason}), so words alone ordered this.`;
    for (const request of [...this.requests.values()]) request.fallBack(notice);
    this.settleRecalls();
    if (this.losses < MAX_LOSSES) this.start();
    else this.giveUp(reason);
  }

  private giveUp(reason: string): void {
    clearTimeout(this.loadTimer);
    const notice = `The model could not be used (${reason}), so elements are ranked without it.`;
    this.current = { ...makeStatus('words only'), notice };
  }

  private stop(): void {
    this.held = null;
    clearTimeout(this.loadTimer);
    this.worker?.terminate();
    this.worker = null;
  }
}

async function rankByWords(
  query: RankQuery,
  list: RankedList,
  k: number,
  notice: string,
): Promise<RankResult> {
  const candidates = list instanceof WrittenList ? list.read() : list;
  const result = await rankCandidates(query, candidates, { k, now: () => performance.now() });
  return { ...result, notice };
}

function toMessage(list: RankedList): readonly Candidate[] | string {
  return list instanceof WrittenList ? list.json : list;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function makeStatus(state: RankerStatus['state']): RankerStatus {
  return { state, name: null, backend: null, tokensPerS: null, notice: null };
}
