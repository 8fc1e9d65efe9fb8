/** Work that waits until the page has seen an event. */
export interface DeferredTasks {
  defer: (work: () => void, ms?: number) => void;
  /** Does it now: the next event is here, and the browser lets events pass timers. */
  flush: () => void;
}

export function createDeferredTasks(): DeferredTasks {
  const waiting = new Set<() => void>();
  return {
    defer(work, ms = 0) {
      const run = (): void => {
        if (!waiting.delete(run)) return;
        clearTimeout(timer);
        work();
      };
      waiting.add(run);
      const timer = setTimeout(run, ms);
    },
    flush() {
      for (const run of waiting) run();
    },
  };
}
