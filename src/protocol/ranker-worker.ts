import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';

/** Where an encoder runs, fastest first: graphics card, WASM with threads, WASM with one. */
export type Backend = 'webgpu' | 'wasm-threads' | 'wasm';

/** How the encoder stands. */
export interface RankerStatus {
  state: 'loading' | 'ready' | 'words only';
  /** The model's name once it is ready. */
  name: string | null;
  backend: Backend | null;
  /** Why words alone rank, in one sentence; null otherwise. */
  notice: string | null;
}

/** Orders to the ranker's worker. Not the extension's message channel: plain `postMessage`. */
export type ToRankerWorker =
  /** Once, first. `modelBase` ends with a slash; backends in `avoid` have failed before. */
  | { type: 'init'; modelBase: string; avoid: Backend[] }
  | { type: 'rank'; id: number; query: RankQuery; candidates: Candidate[]; k: number }
  | { type: 'cancel'; id: number };

export type FromRankerWorker =
  /** Said before loading begins, so that a start that hangs can be laid at its door. */
  | { type: 'trying'; backend: Backend }
  | { type: 'ready'; name: string; backend: Backend }
  /** `backend` null: none is left to try, the worker goes on by words alone. */
  | { type: 'failed'; backend: Backend | null; reason: string }
  | { type: 'ranked'; id: number; result: RankResult }
  /** Also the reply to a cancelled request. */
  | { type: 'refused'; id: number; error: string };

/**
 * True for orders of ours: the runtime's own threads are workers too, and must not find their
 * messages handled here.
 */
export function isToRankerWorker(message: unknown): message is ToRankerWorker {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    (message.type === 'init' || message.type === 'rank' || message.type === 'cancel')
  );
}
