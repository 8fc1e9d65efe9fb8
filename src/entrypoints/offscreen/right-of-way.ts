export interface RightOfWay {
  /** Does it at once; whatever yields is interrupted meanwhile. */
  first: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Runs `work` when no urgent work runs, and again after an interruption: `work` rejects when its signal aborts.
   * Rejects with the reason of `stop`.
   */
  last: <T>(work: (signal: AbortSignal) => Promise<T>, stop: AbortSignal) => Promise<T>;
}

/** Lets urgent work go before background work. */
export function createRightOfWay(): RightOfWay {
  let busy = 0;
  let free: Promise<void> = Promise.resolve();
  let release = (): void => undefined;
  let interrupt = new AbortController();

  function begin(): void {
    if (busy++ > 0) return;
    free = new Promise((resolve) => (release = resolve));
    interrupt.abort(new Error('something else goes first'));
  }

  function end(): void {
    if (--busy > 0) return;
    interrupt = new AbortController();
    release();
  }

  return {
    async first(work) {
      begin();
      try {
        return await work();
      } finally {
        end();
      }
    },
    async last(work, stop) {
      for (;;) {
        while (busy > 0) await free;
        stop.throwIfAborted();
        const { signal } = interrupt;
        try {
          return await work(AbortSignal.any([signal, stop]));
        } catch (error) {
          if (stop.aborted || !signal.aborted) throw error;
        }
      }
    },
  };
}
