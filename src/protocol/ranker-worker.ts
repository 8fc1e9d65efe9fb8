import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import type { InstalledModel } from './models.ts';

/**
 * Where an encoder runs, the likely fastest first: graphics card with half or single precision, our own kernel
 * (decision 27) in several workers or one, the runtime's WASM with threads, in several workers of one thread, in one.
 */
export type Backend =
  'webgpu-fp16' | 'webgpu-fp32' | 'kernel-pool' | 'kernel' | 'wasm-threads' | 'wasm-pool' | 'wasm';

export function isOnCard(backend: Backend | null): boolean {
  return backend === 'webgpu-fp16' || backend === 'webgpu-fp32';
}

/** Whether our own kernel computes, not the runtime. */
export function isOwnKernel(backend: Backend): boolean {
  return backend === 'kernel-pool' || backend === 'kernel';
}

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
  | {
      type: 'rank';
      id: number;
      query: RankQuery;
      /** A text is JSON (`writeCandidates`). Null: those of the last message. */
      candidates: readonly Candidate[] | string | null;
      k: number;
      /** After so long what is known is the answer, ms; null: when all is known. */
      patienceMs: number | null;
      /** What was learned takes no part. */
      isPlain?: boolean;
    }
  /** What the model made of texts, where that is remembered. */
  | { type: 'recall'; id: number; texts: string[] }
  /** What was learned is another now. */
  | { type: 'relearn' }
  /** These will be asked about next: their words are read now. */
  | { type: 'hold'; candidates: readonly Candidate[] | string }
  /** Texts of these will be asked about, perhaps: the model may read them when it has nothing else to do. */
  | { type: 'prepare'; candidates: readonly Candidate[] }
  | { type: 'cancel'; id: number };

export type FromRankerWorker =
  /** Said before loading begins, so that a start that hangs can be laid at its door. */
  | { type: 'trying'; backend: Backend }
  | { type: 'ready'; name: string; backend: Backend; tokensPerS: number }
  /** Said at once when there is no model. */
  | { type: 'no model' }
  /** Also later, when it fails at work. `backend` null: none is left to try, the worker goes on by words alone. */
  | { type: 'failed'; backend: Backend | null; reason: string }
  /** What is known so far; `ranked` follows. */
  | { type: 'staged'; id: number; result: RankResult }
  | { type: 'ranked'; id: number; result: RankResult }
  /** One for each text; empty without a model. */
  | { type: 'recalled'; id: number; vectors: (Float32Array | null)[] }
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
    typeof message.type === 'string' &&
    ['init', 'rank', 'hold', 'recall', 'relearn', 'prepare', 'cancel'].includes(message.type)
  );
}
