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
  ): Promise<RankResult>;
  status(): RankerStatus;
  /** Goes on with another model, or with none, as soon as what it was asked is answered. */
  use(model: InstalledModel | null): void;
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
  /** Ranks here and now by words alone; `notice` says why. */
  fallBack: (notice: string) => void;
}

const LOAD_TIMEOUT_MS = 20_000;
const ANSWER_TIMEOUT_MS = 15_000;

export function startRanker(options: RankerOptions): Ranker {
  const { signal, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  signal.throwIfAborted();
  const requests = new Map<number, Request>();
  let nextId = 1;
  /** Undefined: stay with the one in use. */
  let next: InstalledModel | null | undefined;
  const host = hostRankerWorker({
    model: options.model,
    createWorker: options.createWorker,
    loadTimeoutMs: options.loadTimeoutMs ?? LOAD_TIMEOUT_MS,
    onReply: (reply) => {
      const request = requests.get(reply.id);
      if (reply.type === 'ranked') request?.resolve(reply.result);
      else request?.fallBack(`The ranker failed (${reply.error}), so words alone ordered this.`);
    },
    onLoss: (notice) => {
      for (const request of [...requests.values()]) request.fallBack(notice);
    },
  });
  signal.addEventListener('abort', () => {
    host.stop();
    for (const request of [...requests.values()]) request.reject(signal.reason);
  });

  const rank: Ranker['rank'] = async (query, candidates, k, stop) => {
    stop?.throwIfAborted();
    signal.throwIfAborted();
    const id = nextId++;
    const settled = new AbortController();
    const result = await new Promise<RankResult>((resolve, reject) => {
      requests.set(id, {
        resolve,
        reject: (reason) => {
          reject(toError(reason));
        },
        fallBack: (notice) => {
          rankByWords(query, candidates, k, notice).then(resolve, reject);
        },
      });
      const cancel = (): void => {
        host.post({ type: 'cancel', id });
        requests.get(id)?.reject(stop?.reason);
      };
      stop?.addEventListener('abort', cancel, { signal: settled.signal });
      const timer = setTimeout(() => {
        host.restart('it did not answer in time');
      }, answerTimeoutMs);
      settled.signal.addEventListener('abort', () => {
        clearTimeout(timer);
      });
      if (!host.post({ type: 'rank', id, query, candidates, k })) {
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
