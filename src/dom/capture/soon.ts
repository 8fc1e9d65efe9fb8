/** Work that waits until the page has seen an event. */
export interface Soon {
  later: (work: () => void, ms?: number) => void;
  /** Does it now: the next event is here, and the browser lets events pass timers. */
  now: () => void;
}

export function createSoon(): Soon {
  const waiting = new Set<() => void>();
  return {
    later(work, ms = 0) {
      const run = (): void => {
        if (!waiting.delete(run)) return;
        clearTimeout(timer);
        work();
      };
      waiting.add(run);
      const timer = setTimeout(run, ms);
    },
    now() {
      for (const run of waiting) run();
    },
  };
}
