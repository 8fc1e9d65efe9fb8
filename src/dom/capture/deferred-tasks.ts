export interface DeferredTasks {
  defer: (work: () => void, ms?: number) => void;
  /** Runs it now: the next event has come, and events can overtake timers. */
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
