/**
 * Decisions that wait until the page has handled an event. The next event makes them at once, because events can
 * overtake timers.
 */
export class DeferredTasks {
  private readonly waiting = new Set<(isAnswered?: boolean) => void>();

  /** Passes `work` whether the page did something meanwhile that only the event can have caused. */
  defer(work: (isAnswered: boolean) => void, ms = 0): void {
    const run = (isAnswered = false): void => {
      if (!this.waiting.delete(run)) return;
      clearTimeout(timer);
      work(isAnswered);
    };
    this.waiting.add(run);
    const timer = setTimeout(run, ms);
  }

  flush(isAnswered = false): void {
    for (const run of this.waiting) run(isAnswered);
  }
}
