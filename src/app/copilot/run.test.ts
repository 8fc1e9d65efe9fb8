import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../core/navigator/run/run-event.ts';
import { runToEnd } from './run.ts';

const EVENTS: RunEvent[] = [
  { type: 'said', text: 'one' },
  { type: 'said', text: 'two' },
  { type: 'ended', outcome: 'done' },
];

async function* emit(events: RunEvent[], fault?: Error): AsyncGenerator<RunEvent> {
  for (const event of events) {
    await Promise.resolve();
    yield event;
  }
  if (fault) throw fault;
}

describe('runToEnd', () => {
  it('resolves with all events and passes each to onEvent', async () => {
    const reply: RunEvent[] = [];
    expect(await runToEnd(emit(EVENTS), (event) => reply.push(event))).toEqual(EVENTS);
    expect(reply).toEqual(EVENTS);
  });

  it('can be iterated, from the beginning, more than once', async () => {
    const run = runToEnd(emit(EVENTS), () => undefined);
    for (let time = 0; time < 2; time += 1) {
      const seen: RunEvent[] = [];
      for await (const event of run) seen.push(event);
      expect(seen).toEqual(EVENTS);
    }
  });

  it('runs to the end when iteration stops early', async () => {
    const reply: RunEvent[] = [];
    const run = runToEnd(emit(EVENTS), (event) => reply.push(event));
    for await (const event of run) {
      expect(event).toEqual(EVENTS[0]);
      break;
    }
    await run;
    expect(reply).toHaveLength(3);
  });

  it('rejects when the run throws', async () => {
    const run = runToEnd(emit(EVENTS, new Error('bug')), () => undefined);
    await expect(Promise.resolve(run)).rejects.toThrow('bug');
  });
});
