import type { Backend } from './ranker-worker.ts';

/** Orders to a worker that holds the model, one of the ranker's worker's own: plain `postMessage`. */
export type ToEncoderWorker =
  /** Once, first. `hash` names the model's file in OPFS. */
  | { type: 'load'; hash: string; backend: Backend; threads: number }
  /** `ids` is [rows, width]; `lengths` says how many of each row are no padding. */
  | { type: 'run'; id: number; ids: Int32Array<ArrayBuffer>; lengths: number[]; width: number };

export type FromEncoderWorker =
  | { type: 'loaded' }
  | { type: 'failed'; reason: string }
  /** One vector per row, one after the other. */
  | { type: 'ran'; id: number; vectors: Float32Array<ArrayBuffer> }
  | { type: 'refused'; id: number; error: string };

/** True for orders of ours: the runtime's threads speak over the same channel. */
export function isToEncoderWorker(message: unknown): message is ToEncoderWorker {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    (message.type === 'load' || (message.type === 'run' && 'ids' in message))
  );
}
