import { appendFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LiveRun } from '../../../core/evaluation/live/trial-report.ts';
import { writeLiveReport } from '../../../core/evaluation/live/trial-report.ts';
import { summarizeTrials } from '../../../core/evaluation/live/summarize-trials.ts';
import type { Trial } from '../../../core/evaluation/live/trial.ts';
import { nameTrial } from '../../../core/evaluation/live/trial.ts';
import { validateEndpoint } from '../../../core/navigator/model/endpoint-settings.ts';
import type { Printer } from '../printer.ts';
import type { GivenBench } from './flags.ts';
import type { Navigator } from './navigators.ts';
import { makeAgentNavigator, makeCopilotNavigator } from './navigators.ts';
import type { OpenSuite } from './open-suites.ts';
import { openSuites } from './open-suites.ts';
import type { TrialHost, TrialOrder } from './run-trial.ts';
import { runTrial } from './run-trial.ts';
import { serveFolder } from './serve-folder.ts';

const TRIALS_FILE = 'trials.jsonl';
const RUN_FILE = 'run.json';

/** Runs a navigator over suites. Returns what is wrong with the options; null if it ran. */
export async function runBench(
  paths: readonly string[],
  given: GivenBench,
  printer: Printer,
): Promise<string | null> {
  const { out, extension, show = false } = given;
  if (!(await stat(path.join(extension, 'manifest.json')).catch(() => null))) {
    return `there is no built extension in ${extension}: run "npm run build", or say --extension`;
  }
  const navigator = readNavigator(given);
  if (typeof navigator === 'string') return navigator;
  const run = await openRun(out, navigator.name, given.fresh === true);
  if (typeof run === 'string') return run;
  const suites = await openSuites(paths, printer.emit);
  const served = await serveAll(suites);
  try {
    const only = new RegExp(given.only ?? '', 'i');
    const known = new Set(run.trials.map(nameTrial));
    const orders = listOrders(served, given.seeds)
      .filter(({ suite, task }) => only.test(`${suite.name} ${task.id}`))
      .filter(
        ({ suite, task, seed }) =>
          !known.has(nameTrial({ suite: suite.name, task: task.id, seed })),
      );
    const host: TrialHost = { navigator, extension, isShown: show, out };
    await runOrders(orders, given.parallel, host, (trial) => {
      run.add(trial);
      printTrial(trial, printer);
    });
  } finally {
    await Promise.all(served.map(({ close }) => close()));
  }
  await writeReport(out, [
    { name: path.basename(path.resolve(out)), navigator: navigator.name, trials: run.trials },
  ]);
  printSummary(run.trials, printer);
  return null;
}

/** Writes a report of two runs. Returns what is wrong with the folders. */
export async function compareBenches(
  folders: readonly string[],
  out: string,
  printer: Printer,
): Promise<string | null> {
  if (folders.length !== 2) return '--compare takes the folders of two runs';
  const runs: LiveRun[] = [];
  for (const folder of folders) {
    const settings = await readSettings(folder);
    if (!settings) return `${folder} holds no run of wayscribe bench`;
    const name = path.basename(path.resolve(folder));
    runs.push({ name, navigator: settings.navigator, trials: await readTrials(folder) });
  }
  await mkdir(out, { recursive: true });
  const file = await writeReport(out, runs);
  printer.print(`Report: ${file}`, { type: 'report', file });
  return null;
}

function readNavigator(given: GivenBench): Navigator | string {
  const { agent, model, out } = given;
  if (agent !== undefined && model !== undefined) return 'say --model or --agent, not both';
  if (agent !== undefined) return makeAgentNavigator(agent, path.join(path.resolve(out), 'agent'));
  if (model === undefined) return makeCopilotNavigator(null);
  const prices = { prompt: Number(given.priceIn), completion: Number(given.priceOut) };
  const checked = validateEndpoint({
    ...{ model, baseUrl: given.baseUrl, apiKey: given.apiKey, strategy: given.strategy },
    prices: Number.isNaN(prices.prompt + prices.completion) ? null : prices,
  });
  if (!checked.ok) return checked.problems.map(({ message }) => message).join(' ');
  return makeCopilotNavigator(checked.settings);
}

interface Served extends OpenSuite {
  origin: string;
  close: () => Promise<void>;
}

function serveAll(suites: readonly OpenSuite[]): Promise<Served[]> {
  return Promise.all(
    suites.map(async (open) => {
      const { pages } = open.suite;
      const server =
        pages === null
          ? { origin: '', close: () => Promise.resolve() }
          : await serveFolder(path.join(open.folder, pages));
      return { ...open, ...server };
    }),
  );
}

/** All tasks with the first seed first, so that a run that is cut short has seen every task. */
function listOrders(served: readonly Served[], seeds: number): TrialOrder[] {
  return Array.from({ length: seeds }, (_, seed) =>
    served.flatMap(({ suite, origin }) =>
      suite.tasks.map((task) => ({ suite, task, seed, origin })),
    ),
  ).flat();
}

async function runOrders(
  orders: readonly TrialOrder[],
  parallel: number,
  host: TrialHost,
  onTrial: (trial: Trial) => void,
): Promise<void> {
  const waiting = orders.values();
  const work = async (): Promise<void> => {
    for (const order of waiting) onTrial(await runTrial(order, host));
  };
  await Promise.all(Array.from({ length: Math.min(parallel, orders.length) }, work));
}

interface BenchSettings {
  navigator: string;
}

/** A run that was stopped continues: trials that are written are not repeated, except those with an error. */
async function openRun(out: string, navigator: string, fresh: boolean) {
  await mkdir(out, { recursive: true });
  const file = path.join(out, TRIALS_FILE);
  if (fresh)
    await Promise.all([file, path.join(out, RUN_FILE)].map((each) => rm(each, { force: true })));
  const before = await readSettings(out);
  if (before && before.navigator !== navigator) {
    return `${out} holds a run of something else; choose another folder, or start over with --fresh`;
  }
  await writeFile(path.join(out, RUN_FILE), `${JSON.stringify({ navigator }, null, 2)}\n`);
  const trials = (await readTrials(out)).filter(({ error }) => error === undefined);
  await writeFile(file, trials.map(writeLine).join(''));
  return {
    trials,
    add(trial: Trial): void {
      trials.push(trial);
      appendFileSync(file, writeLine(trial));
    },
  };
}

function writeLine(trial: Trial): string {
  return `${JSON.stringify(trial)}\n`;
}

async function readSettings(folder: string): Promise<BenchSettings | null> {
  const text = await readFile(path.join(folder, RUN_FILE), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as BenchSettings);
}

/** A kill may have cut the last line short. */
async function readTrials(folder: string): Promise<Trial[]> {
  const text = await readFile(path.join(folder, TRIALS_FILE), 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Trial);
}

async function writeReport(out: string, runs: readonly LiveRun[]): Promise<string> {
  const file = path.join(out, 'report.md');
  await writeFile(file, writeLiveReport(runs));
  const [run, other] = runs;
  if (run && !other) {
    const summary = JSON.stringify(summarizeTrials(run.trials), null, 2);
    await writeFile(path.join(out, 'summary.json'), `${summary}\n`);
  }
  return file;
}

function printTrial(trial: Trial, { print }: Printer): void {
  const outcome = trial.error === undefined ? trial.category : `error: ${trial.error}`;
  print(`${nameTrial(trial)}: ${outcome} (${trial.seconds.toFixed(1)} s)`, {
    type: 'trial',
    ...trial,
  });
}

function printSummary(trials: readonly Trial[], { print }: Printer): void {
  const summary = summarizeTrials(trials);
  const { counts, doneShare, doneInterval } = summary;
  const share = doneShare === null ? '–' : doneShare.toFixed(3);
  const within = doneInterval
    ? ` (95 %: ${doneInterval.low.toFixed(3)} to ${doneInterval.high.toFixed(3)})`
    : '';
  const counted = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  print(`${summary.trials} trials: ${counted.join(', ')}. Share done ${share}${within}.`, {
    type: 'summary',
    ...summary,
  });
}
