import { describe, expect, it } from 'vitest';
import {
  describeProgress,
  describeRest,
  describeStop,
  describeTaskPart,
  startRunProgress,
} from './run-progress.ts';
import type { RunProgress } from './run-progress.ts';

function logOf(...done: string[]): RunProgress {
  const log = startRunProgress();
  log.actions = done.map((words, at) => ({
    turnId: String(at),
    action: { intent: 'scroll', x: 0, y: 600, uid: null },
    target: null,
    among: [],
    receipt: { verdict: 'changed', changes: [] },
    outcome: 'the page moved down',
    done: words,
    isPart: false,
  }));
  return log;
}

describe('what a round did', () => {
  const down = Array.from({ length: 10 }, () => 'scrolled down');

  it.each([
    [down, 'scrolled down 10 times'],
    [['clicked Next', 'clicked Next'], 'clicked Next twice'],
    [['clicked A', ...down, 'clicked A'], 'clicked A, scrolled down 10 times and clicked A'],
    [['clicked A', 'clicked B', 'clicked A'], 'clicked A, clicked B and clicked A'],
  ])('tells the same thing in a row once: %j', (done, reply) => {
    expect(describeRest(logOf(...done), [])).toBe(`Before that I ${reply}.`);
    expect(describeStop(logOf(...done))).toBe(`Stopped. Before that I ${reply}.`);
    expect(describeProgress(logOf(...done))).toBe(`I ${reply}: the page moved down.`);
  });
});

it('reports the words of the user for a step that is planned for one element', () => {
  const task = { kind: 'click', target: 'delete second item' } as const;
  const action = { intent: 'click', uid: 'a' } as const;
  const { named } = describeTaskPart({ kind: 'bound', uid: 'a', task }, action, null, [], []);
  // Without them the copilot would ask again before it deletes what the user asked it to delete.
  expect(named).toBe('delete second item');
});
