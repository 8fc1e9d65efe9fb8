import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TrialSummary } from '../../../core/evaluation/live/summarize-trials.ts';
import type { Trial } from '../../../core/evaluation/live/trial.ts';
import { createPrinter } from '../printer.ts';
import { runBench } from './bench-command.ts';
import type { GivenBench } from './flags.ts';
import { readTrials } from './run-folder.ts';
import type { TrialOrder } from './run-trial.ts';

const SUITE = path.resolve(import.meta.dirname, '../../../../practice/suite');
const TASKS = ['sign-up', 'gift', 'shelf', 'delivery', 'missing'];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-bench-'));
  await mkdir(path.join(folder, 'dist'));
  await writeFile(path.join(folder, 'dist/manifest.json'), '{"version": "1"}');
});
afterEach(() => rm(folder, { recursive: true }));

type Runner = (order: TrialOrder) => Promise<Trial>;

function makeTrial({ suite, task, seed }: TrialOrder, over: Partial<Trial> = {}): Trial {
  return {
    ...{ suite: suite.name, task: task.id, seed, instruction: 'Buy it', category: 'done' },
    ...{ isClaimed: true, answer: '', reward: 1, actions: 1, seconds: 1 },
    ...{ tokens: { prompt: 100, completion: 10 }, cost: 0.25, ...over },
  };
}

/** Runs the command with a stand-in for the browser. */
async function bench(
  given: Partial<GivenBench> = {},
  run: Runner = (order) => Promise.resolve(makeTrial(order)),
  paths: readonly string[] = [SUITE],
) {
  let text = '';
  const write = (part: string): void => void (text += part);
  const printer = createPrinter({ out: write, err: write }, false);
  const ran: string[] = [];
  const options: GivenBench = {
    ...{ out: path.join(folder, 'run'), seeds: 1, extension: path.join(folder, 'dist') },
    ...{ parallel: 1, strategy: 'weblinx', ...given },
  };
  const fault = await runBench(paths, options, printer, (order) => {
    ran.push(`${order.task.id} ${order.seed}`);
    return run(order);
  });
  return { fault, text, ran, code: printer.exitCode() };
}

async function readSummary(): Promise<TrialSummary> {
  return JSON.parse(await readFile(path.join(folder, 'run/summary.json'), 'utf8')) as TrialSummary;
}

it('runs every task with the first seed before the second one', async () => {
  const { ran } = await bench({ seeds: 2 });
  expect(ran).toEqual([...TASKS.map((id) => `${id} 0`), ...TASKS.map((id) => `${id} 1`)]);
  expect(await readSummary()).toMatchObject({
    ...{ trials: 10, tasks: 5, doneShare: 1, doneInterval: { low: 1, high: 1 } },
    ...{ cost: 2.5, tokens: 1100 },
  });
  expect(await readFile(path.join(folder, 'run/report.md'), 'utf8')).toContain('| 2.5000 |');
});

it('runs as many trials at a time as --parallel says', async () => {
  const running: (() => void)[] = [];
  let most = 0;
  const { ran } = await bench({ parallel: 2 }, async (order) => {
    await new Promise<void>((resolve) => {
      running.push(resolve);
      most = Math.max(most, running.length);
      // The fifth trial has no other beside it.
      if (running.length === 2 || order.task.id === 'missing') {
        for (const end of running.splice(0)) end();
      }
    });
    return makeTrial(order);
  });
  expect([ran.length, most]).toEqual([5, 2]);
  expect(await readTrials(path.join(folder, 'run'))).toHaveLength(5);
});

describe('a run that was stopped', () => {
  const out = (): string => path.join(folder, 'run');

  it('continues with the trials that it lacks', async () => {
    let left = 3;
    const killed = bench({ seeds: 2 }, (order) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : Promise.resolve(makeTrial(order));
    });
    await expect(killed).rejects.toThrow('killed');
    await appendFile(path.join(out(), 'trials.jsonl'), '{"suite": "Prac');
    const { ran } = await bench({ seeds: 2 });
    expect(ran).toEqual(['delivery 0', 'missing 0', ...TASKS.map((id) => `${id} 1`)]);
    expect(await readTrials(out())).toHaveLength(10);
    expect((await bench({ seeds: 2 })).ran).toEqual([]);
  });

  it('repeats trials that had an error', async () => {
    const error = 'The page didn’t load.';
    await bench({}, (order) =>
      Promise.resolve(makeTrial(order, order.task.id === 'gift' ? { error } : {})),
    );
    expect(await readSummary()).toMatchObject({ trials: 4, errors: 1 });
    expect((await bench()).ran).toEqual(['gift 0']);
    expect(await readSummary()).toMatchObject({ trials: 5, errors: 0 });
  });

  it('starts over with --fresh', async () => {
    await bench();
    expect((await bench({ fresh: true, model: 'm', baseUrl: 'http://a/v1' })).ran).toHaveLength(5);
    expect(await readTrials(out())).toHaveLength(5);
  });
});

describe('a run with other settings', () => {
  const model = {
    ...{ model: 'm', baseUrl: 'http://a.example/v1', apiKey: 'key-1' },
    ...{ priceIn: '1', priceOut: '2' },
  };

  it.each<[string, Partial<GivenBench>]>([
    ['navigator', { model: 'n' }],
    ['baseUrl', { baseUrl: 'http://b.example/v1' }],
    ['prices', { priceIn: '3' }],
    ['strategy', { strategy: 'mindact' }],
  ])('is refused: another %s', async (name, over) => {
    await bench(model);
    const { fault, ran } = await bench({ ...model, ...over });
    expect(fault).toContain('holds a run with another');
    expect(fault).toContain(name);
    expect(ran).toEqual([]);
  });

  it('is refused: another build of the extension', async () => {
    await bench();
    await writeFile(path.join(folder, 'dist/panel.js'), '1');
    expect((await bench()).fault).toContain('another extension');
  });

  it('continues with another key, which is not stored', async () => {
    await bench(model);
    expect(await bench({ ...model, apiKey: 'key-2' })).toMatchObject({ fault: null, ran: [] });
    expect(await readFile(path.join(folder, 'run/run.json'), 'utf8')).not.toContain('key-');
  });
});

it('reports a broken suite in one line, runs the others and ends with 1', async () => {
  const broken = path.join(folder, 'broken');
  await mkdir(broken);
  await writeFile(path.join(broken, 'suite.json'), '{"name": "Broken", "done": {}, "tasks": 3}');
  const { text, ran, code } = await bench({}, undefined, [broken, SUITE, path.join(folder, 'no')]);
  expect(text.split('\n').slice(0, 2)).toEqual([
    `${broken}: suite.json: tasks should be a list; left out`,
    `${path.join(folder, 'no')}: there is nothing here; left out`,
  ]);
  expect([ran.length, code]).toEqual([5, 1]);
});

it('refuses what it can’t run', async () => {
  const extension = path.join(folder, 'none');
  expect((await bench({ extension })).fault).toContain('there is no built extension');
  expect((await bench({ model: 'm', agent: 'a' })).fault).toBe('say --model or --agent, not both');
  expect((await bench({ model: 'm', baseUrl: 'ftp://a' })).fault).toContain('http://');
});
