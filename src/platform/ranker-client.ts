import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import { rankCandidates } from '../core/ranking/rank.ts';
import type { InstalledModel } from '../protocol/models.ts';
import type { RankerStatus } from '../protocol/ranker-worker.ts';
import { hostRankerWorker } from './ranker-host.ts';

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
  /** Texts of these may be read by the model while nobody asks. */
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
