import { mkdir, stat, writeFile } from 'node:fs/promises';
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
import { hashFolder, openRun, readSettings, readTrials } from './run-folder.ts';
import type { TrialHost, TrialOrder } from './run-trial.ts';
import { runTrial } from './run-trial.ts';
import { serveFolder } from './serve-folder.ts';

/** Runs a navigator over suites, each trial by `run`. Returns what is wrong with the options; null if it ran. */
export async function runBench(
  paths: readonly string[],
  given: GivenBench,
  printer: Printer,
  run = runTrial,
): Promise<string | null> {
  const { out, extension, show = false } = given;
  if (!(await stat(path.join(extension, 'manifest.json')).catch(() => null))) {
    return `there is no built extension in ${extension}: run "npm run build", or say --extension`;
  }
  const navigator = readNavigator(given);
  if (typeof navigator === 'string') return navigator;
  const settings = {
    ...{ navigator: navigator.name, ...navigator.settings },
    extension: await hashFolder(extension),
  };
  const folder = await openRun(out, settings, given.fresh === true);
  if (typeof folder === 'string') return folder;
  const { trials } = folder;
  const suites = await openSuites(paths, printer.emit);
  const served = await serveAll(suites);
  try {
    const only = new RegExp(given.only ?? '', 'i');
    const known = new Set(trials.map(nameTrial));
    const orders = listOrders(served, given.seeds)
      .filter(({ suite, task }) => only.test(`${suite.name} ${task.id}`))
      .filter(
        ({ suite, task, seed }) =>
          !known.has(nameTrial({ suite: suite.name, task: task.id, seed })),
      );
    const host: TrialHost = { navigator, extension, isShown: show, out };
    await runOrders(orders, given.parallel, async (order) => {
      const trial = await run(order, host);
      folder.add(trial);
      printTrial(trial, printer);
    });
  } finally {
    await Promise.all(served.map(({ close }) => close()));
  }
  const name = path.basename(path.resolve(out));
  await writeReport(out, [{ name, navigator: navigator.name, trials }]);
  printSummary(trials, printer);
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
  run: (order: TrialOrder) => Promise<void>,
): Promise<void> {
  const waiting = orders.values();
  const work = async (): Promise<void> => {
    for (const order of waiting) await run(order);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, orders.length) }, work));
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
