import type { RoundEvent } from '../core/navigator/round-event.ts';

/** A round under way: await it for all its events, or iterate over them as they come. */
export interface RoundRun extends AsyncIterable<RoundEvent>, PromiseLike<RoundEvent[]> {}

/** Runs a round to its end whether or not anybody listens, telling each event to `onEvent`. */
export function runToEnd(
  events: AsyncIterable<RoundEvent>,
  onEvent: (event: RoundEvent) => void,
): RoundRun {
  const seen: RoundEvent[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  let news = new Promise<void>((resolve) => (wake = resolve));

  const whole = (async () => {
    try {
      for await (const event of events) {
        seen.push(event);
        onEvent(event);
        wake();
        news = new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      over = true;
      wake();
    }
    return seen;
  })();

  return {
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
