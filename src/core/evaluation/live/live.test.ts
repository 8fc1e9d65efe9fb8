import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../navigator/run/run-event.ts';
import { makeMiniwobSuite, readSuite, readWebarenaTasks } from './suite.ts';
import { compareTrials, summarizeTrials } from './summarize-trials.ts';
import { writeLiveReport } from './trial-report.ts';
import type { Category, Trial } from './trial.ts';
import { judgeTrial, readReport, writeAgentResponse } from './trial.ts';

const file = {
  name: 'Shop',
  instruction: { selector: '#say' },
  done: { global: 'task.isOver' },
  tasks: [{ id: 'a', start: 'a.html' }],
};

describe('readSuite', () => {
  it('reads a suite, with the instruction and the time of all tasks', () => {
    expect(readSuite(JSON.stringify(file))).toEqual({
      ...{ name: 'Shop', pages: '.', begin: null, done: file.done, reward: null },
      ...{ records: 'nothing', seconds: 120 },
      tasks: [{ id: 'a', start: 'a.html', instruction: file.instruction }],
    });
  });

  it.each([
    ['not JSON', '{', 'it is not JSON'],
    ['no tasks', JSON.stringify({ ...file, tasks: 3 }), 'tasks should be a list'],
    [
      'code in place of a variable',
      JSON.stringify({ ...file, done: { global: 'alert(1)' } }),
      'done.global should be a path like game.isOver',
    ],
    [
      'no instruction',
      JSON.stringify({ ...file, instruction: undefined }),
      'the task a has no instruction',
    ],
  ])('says what is wrong: %s', (_, json, reason) => {
    expect(readSuite(json)).toBe(reason);
  });
});

it('reads the pages of MiniWoB++ and the tasks of WebArena-Verified', () => {
  expect(makeMiniwobSuite(['click-test']).tasks).toEqual([
    { id: 'click-test', start: 'miniwob/click-test.html', instruction: { selector: '#query' } },
  ]);
  const tasks = [{ task_id: 7, intent: 'Find it', start_urls: ['http://localhost:7770/'] }];
  expect(readWebarenaTasks(JSON.stringify(tasks))).toMatchObject({
    records: 'webarena',
    tasks: [{ id: '7', start: 'http://localhost:7770/', instruction: 'Find it' }],
  });
  expect(readWebarenaTasks('[{"task_id": 7}]')).toBe('[0].intent should be text');
});

const report = { ended: 'done', actions: 1, answer: '' } as const;

describe('judgeTrial', () => {
  const over = { isOver: true, reward: 1 };
  const open = { isOver: false, reward: 0 };
  it.each([
    ['done', report, over],
    ['done', { ...report, ended: 'failed' }, over],
    ['wrong', report, open],
    ['wrong', report, { isOver: true, reward: -1 }],
    ['asked', { ...report, ended: 'asked' }, open],
    ['declined', { ...report, ended: 'failed', actions: 0 }, open],
    ['failed', { ...report, ended: 'failed' }, open],
    ['failed', { ...report, ended: 'late', actions: 0 }, open],
    ['unchecked', report, null],
  ] as const)('calls it %s', (category, given, verdict) => {
    expect(judgeTrial(given, verdict)).toBe(category);
  });
});

it('reads what a run did and said last', () => {
  const acted = { type: 'acted', turnId: '1', description: '', receipt: { verdict: 'changed' } };
  const events = [
    acted,
    { ...acted, later: true },
    { type: 'said', text: 'Done.', repeats: true },
    { type: 'said', text: 'It costs 3.' },
    { type: 'ended', outcome: 'done' },
  ] as RunEvent[];
  expect(readReport(events, false)).toEqual({ ended: 'done', actions: 1, answer: 'It costs 3.' });
  expect(readReport(events, true).ended).toBe('late');
});

it('writes answers as WebArena-Verified reads them', () => {
  expect(writeAgentResponse({ ...report, answer: '42' })).toMatchObject({
    ...{ task_type: 'RETRIEVE', status: 'SUCCESS', retrieved_data: ['42'], error_details: null },
  });
  expect(writeAgentResponse(report)).toMatchObject({ task_type: 'MUTATE', retrieved_data: null });
  // Without an answer there is nothing to retrieve.
  expect(writeAgentResponse({ ...report, actions: 0 })).toMatchObject({
    ...{ task_type: 'NAVIGATE', status: 'SUCCESS', retrieved_data: null },
  });
  expect(writeAgentResponse({ ended: 'failed', actions: 0, answer: 'No.' })).toMatchObject({
    ...{ status: 'UNKNOWN_ERROR', error_details: 'No.' },
  });
});

function makeTrial(task: string, seed: number, category: Category, over?: Partial<Trial>): Trial {
  return {
    ...{ suite: 'Shop', task, seed, instruction: 'Buy it', category, answer: '', reward: null },
    ...{ isClaimed: category === 'done' || category === 'wrong', actions: 1, seconds: 2 },
    ...{ tokens: { prompt: 10, completion: 1 }, cost: 0.5 },
    ...over,
  };
}

describe('figures of trials', () => {
  const first = [
    makeTrial('a', 0, 'done'),
    makeTrial('a', 1, 'wrong'),
    makeTrial('b', 0, 'declined'),
    makeTrial('b', 1, 'failed', { error: 'no page' }),
  ];

  it('leaves out trials with an error', () => {
    expect(summarizeTrials(first)).toMatchObject({
      ...{ trials: 3, tasks: 2, errors: 1, wrongOfClaimed: 0.5, tokens: 33, cost: 1.5 },
      counts: { done: 1, wrong: 1, declined: 1, failed: 0 },
    });
    expect(summarizeTrials(first).doneShare).toBeCloseTo(1 / 3);
  });

  it('has no share where nothing can be checked', () => {
    expect(summarizeTrials([makeTrial('a', 0, 'unchecked')])).toMatchObject({ doneShare: null });
    expect(summarizeTrials([])).toMatchObject({ doneInterval: null, medianSeconds: null });
  });

  it('bounds the share done by drawing tasks, not trials', () => {
    const trials = Array.from({ length: 16 }, (_, at) =>
      makeTrial(String(at % 8), at < 8 ? 0 : 1, at % 8 < 4 ? 'done' : 'failed'),
    );
    // The middle 95 % of eight fair draws: one to seven. Of sixteen it would be four to twelve.
    expect(summarizeTrials(trials)).toMatchObject({
      ...{ tasks: 8, doneShare: 0.5, doneInterval: { low: 1 / 8, high: 7 / 8 } },
    });
  });

  it('compares the trials that both runs have', () => {
    const second = [
      makeTrial('a', 0, 'done'),
      makeTrial('a', 1, 'done'),
      makeTrial('c', 0, 'done'),
    ];
    const compared = compareTrials(first, second);
    expect(compared).toMatchObject({
      ...{ trials: 2, difference: 0.5 },
      changed: [{ name: 'Shop a #1', a: 'wrong', b: 'done' }],
    });
  });

  it('writes texts of pages so that they can’t end a cell or become markup', () => {
    const trials = [makeTrial('a|b', 0, 'done', { instruction: '<b>x</b>\n| y' })];
    const text = writeLiveReport([{ name: 'one', navigator: 'm', trials }]);
    expect(text).toContain('a\\|b');
    expect(text).toContain('\\<b\\>x\\</b\\> \\| y');
  });

  it('writes two runs beside each other', () => {
    const runs = ['one', 'two'].map((name) => ({ name, navigator: name, trials: first }));
    const text = writeLiveReport(runs);
    expect(text).toContain('## two against one');
    expect(text).toContain('3 trials in both. Share done: 0.000');
  });
});
