import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import { runToEnd } from './run.ts';

const EVENTS: RunEvent[] = [
  { type: 'said', text: 'one' },
  { type: 'said', text: 'two' },
  { type: 'ended', outcome: 'done' },
];

async function* play(events: RunEvent[], fault?: Error): AsyncGenerator<RunEvent> {
  for (const event of events) {
    await Promise.resolve();
    yield event;
  }
  if (fault) throw fault;
}

describe('runToEnd', () => {
  it('gives all events when awaited, and tells each as it comes', async () => {
    const told: RunEvent[] = [];
    expect(await runToEnd(play(EVENTS), (event) => told.push(event))).toEqual(EVENTS);
    expect(told).toEqual(EVENTS);
  });

  it('can be iterated, from the beginning, more than once', async () => {
    const run = runToEnd(play(EVENTS), () => undefined);
    for (let time = 0; time < 2; time += 1) {
      const seen: RunEvent[] = [];
      for await (const event of run) seen.push(event);
      expect(seen).toEqual(EVENTS);
    }
  });

  it('runs to the end though nobody iterates further', async () => {
    const told: RunEvent[] = [];
    const run = runToEnd(play(EVENTS), (event) => told.push(event));
    for await (const event of run) {
      expect(event).toEqual(EVENTS[0]);
      break;
    }
    await run;
    expect(told).toHaveLength(3);
  });

  it('fails as the round fails', async () => {
    const run = runToEnd(play(EVENTS, new Error('bug')), () => undefined);
    await expect(Promise.resolve(run)).rejects.toThrow('bug');
  });
});
