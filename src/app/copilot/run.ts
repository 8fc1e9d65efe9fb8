import type { RunEvent } from '../../core/navigator/run/run-event.ts';

/** A round under way: await it for all its events, or iterate over them as they come. */
export interface RoundRun extends AsyncIterable<RunEvent>, PromiseLike<RunEvent[]> {}

interface Told {
  /** Puts in what happens beside the round; nothing once it is over. */
  tell: (event: RunEvent) => void;
}

/** Runs a round to its end whether or not anybody listens, telling each event to `onEvent`. */
export function runToEnd(
  events: AsyncIterable<RunEvent>,
  onEvent: (event: RunEvent) => void,
): RoundRun & Told {
  const seen: RunEvent[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  let news = new Promise<void>((resolve) => (wake = resolve));

  function tell(event: RunEvent): void {
    if (over) return;
    seen.push(event);
    onEvent(event);
    wake();
    news = new Promise<void>((resolve) => (wake = resolve));
    if (event.type === 'ended') over = true;
  }

  const whole = (async () => {
    try {
      for await (const event of events) tell(event);
    } finally {
      over = true;
      wake();
    }
    return seen;
  })();

  return {
    tell,
    then: (done, failed) => whole.then(done, failed),
    async *[Symbol.asyncIterator]() {
      for (let next = 0; ; next += 1) {
        while (next >= seen.length && !over) await news;
        const event = seen[next];
        if (!event) break;
        yield event;
      }
      await whole;
    },
  };
}
