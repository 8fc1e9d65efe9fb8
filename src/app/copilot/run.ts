import type { RunEvent } from '../../core/navigator/run/run-event.ts';

/** A run of the copilot: await it for all its events, or iterate over them as they happen. */
export interface CopilotRun extends AsyncIterable<RunEvent>, PromiseLike<RunEvent[]> {}

interface Reporter {
  /** Adds an event from outside the run's generator. Ignored once the run has ended. */
  report: (event: RunEvent) => void;
}

/** Runs to the end whether or not somebody iterates, and passes each event to `onEvent`. */
export function runToEnd(
  events: AsyncIterable<RunEvent>,
  onEvent: (event: RunEvent) => void,
): CopilotRun & Reporter {
  const seen: RunEvent[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  let next = new Promise<void>((resolve) => (wake = resolve));

  function report(event: RunEvent): void {
    if (over) return;
    seen.push(event);
    onEvent(event);
    wake();
    next = new Promise<void>((resolve) => (wake = resolve));
    if (event.type === 'ended') over = true;
  }

  const whole = (async () => {
    try {
      for await (const event of events) report(event);
    } finally {
      over = true;
      wake();
    }
    return seen;
  })();

  return {
    report,
    then: (done, failed) => whole.then(done, failed),
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ; at += 1) {
        while (at >= seen.length && !over) await next;
        const event = seen[at];
        if (!event) break;
        yield event;
      }
      await whole;
    },
  };
}
