/** Texts as a model takes them: rows of token ids, padded to one width. */
export interface TokenBatch {
  /** [rows, width], row by row. */
  ids: Int32Array<ArrayBuffer>;
  /** Tokens of each row that are no padding. */
  lengths: number[];
  width: number;
}

/** Where batches are computed: a session of the runtime here, or workers that hold one each. */
export interface BatchRunner {
  /** Batches that run side by side. */
  readonly lanes: number;
  /** Tokens of a batch, padding counted: small enough to stop soon, large enough to be worth a start. */
  readonly budget: number;
  /** Widths that are used; null for any: a graphics card compiles anew for every shape. */
  readonly widths: readonly number[] | null;
  /** One unit vector per row. Callers beyond `lanes` wait, first come, first served. */
  run: (batch: TokenBatch) => Promise<Float32Array[]>;
  /** Frees the memory; nothing can be run afterwards. */
  dispose: () => Promise<void>;
}

/** What suits a kind of backend. */
export function shapeBatches(onCard: boolean): Pick<BatchRunner, 'budget' | 'widths'> {
  return onCard
    ? { budget: 4096, widths: [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512] }
    : // 0.1 to 0.2 s on one slow core.
      { budget: 512, widths: null };
}
