import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import type { InstalledModel } from './models.ts';

/** Where an encoder runs, fastest first: graphics card, WASM with threads, WASM with one. */
export type Backend = 'webgpu' | 'wasm-threads' | 'wasm';

/** How the encoder stands. */
export interface RankerStatus {
  /** `no model`: the user has installed none; `words only`: it is there, and does not run. */
  state: 'loading' | 'ready' | 'words only' | 'no model';
  /** The model's name once it is ready. */
  name: string | null;
  backend: Backend | null;
  /** Measured when it was first loaded in this version of the browser; null until then. */
  tokensPerS: number | null;
  /** Why words alone rank, in one sentence; null otherwise. */
  notice: string | null;
}

/** Orders to the ranker's worker. Not the extension's message channel: plain `postMessage`. */
export type ToRankerWorker =
  /** Once, first. Without a model nothing is loaded; backends in `avoid` have failed before. */
  | { type: 'init'; model: InstalledModel | null; avoid: Backend[] }
  | { type: 'rank'; id: number; query: RankQuery; candidates: Candidate[]; k: number }
  | { type: 'cancel'; id: number };

export type FromRankerWorker =
  /** Said before loading begins, so that a start that hangs can be laid at its door. */
  | { type: 'trying'; backend: Backend }
  | { type: 'ready'; name: string; backend: Backend; tokensPerS: number }
  /** Said at once when there is no model. */
  | { type: 'no model' }
  /** Also later, when it fails at work. `backend` null: none is left to try, the worker goes on by words alone. */
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
