const closing = new AbortController();
addEventListener('pagehide', () => closing.abort());

/** Aborts when this page closes. */
export const pageClosing = closing.signal;

/** Work that runs once at a time: starting it again cancels the run before, as `cancel` and closing the page do. */
export function createJob() {
  let running: AbortController | null = null;
  return {
    /** Returns the signal of the new run. */
    start(): AbortSignal {
      running?.abort();
      running = new AbortController();
      return AbortSignal.any([pageClosing, running.signal]);
    },
    cancel: (): void => running?.abort(),
  };
}
