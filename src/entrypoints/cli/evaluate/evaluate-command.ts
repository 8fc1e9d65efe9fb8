import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Budget } from '../../../core/evaluation/budget.ts';
import { openBudget } from '../../../core/evaluation/budget.ts';
import { orderRows } from '../../../core/evaluation/row.ts';
import { summarizeRows } from '../../../core/evaluation/summarize.ts';
import { predictTurn } from '../../../core/evaluation/predict-turn.ts';
import type { OpenTurn } from '../../../core/evaluation/strategy.ts';
import type { EndpointSettings } from '../../../core/navigator/endpoint/endpoint-settings.ts';
import { flattenFigures } from '../csv.ts';
import { openCache } from './answer-cache.ts';
import { createAsker } from './asker.ts';
import { drawMarks } from './draw-marks.ts';
import type { Asker } from './asker.ts';
import type { EvaluateFlags } from './flags.ts';
import { createGathering } from './gather.ts';
import { judgeRun } from './judge-run.ts';
import { startProgress } from './progress.ts';
import { writeRunReport } from './report-files.ts';
import type { RunFolder, RunSettings } from './run-folder.ts';
import { openRun, writeRows } from './run-folder.ts';
import { readSplits } from './splits.ts';
import { writeTables } from './tables.ts';
import { waitFor } from './wait.ts';
import { runAll } from '../pool.ts';
import type { Printer, Streams } from '../printer.ts';
import { runTask } from '../run-task.ts';
import type { Input, Order } from '../task.ts';
import { markInput } from '../write-output.ts';

/** Raised when results come to differ for the same demonstrations and answers. */
const EVALUATION_VERSION = 2;
/** Demonstrations open at once while their questions wait for answers. */
const OPEN_AT_ONCE = 4;
const INTERRUPTED = 130;
const OTHER_RUN = 2;

/**
 * Judges the turns of all inputs and writes the figures: into the run's folder when there is one, and to
 * the printer. The exit code, when it is not the printer's to say.
 */
export async function evaluateAll(
  inputs: readonly Input[],
  flags: EvaluateFlags,
  jobs: number,
  printer: Printer,
  streams: Streams,
): Promise<number | null> {
  const { of, out } = flags;
  const settings = await describeRun(flags);
  const opened = out === null ? null : await openRun(out, settings, flags.fresh);
  if (opened && !opened.ok) {
    streams.err(`error: ${opened.reason}\n`);
    return OTHER_RUN;
  }
  const run = opened?.run ?? null;
  const gathering = createGathering(run, printer);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const budget = openBudget(flags.prices, flags.maxCost, gathering.spentBefore());
  const asker = flags.endpoint && openAsker(flags, flags.endpoint, budget, stop.signal);
  const judge = flags.judge && openAsker(flags, flags.judge, budget, stop.signal);
  const whyEnded = (): string | null =>
    stop.signal.aborted ? 'it was stopped' : (asker?.stopReason() ?? judge?.stopReason() ?? null);
  let unjudged = 0;
  const order: Order = {
    command: 'evaluate',
    options: {
      ...{ of, out, start: randomUUID() },
      settings: JSON.stringify(settings),
      tokenizer: flags.tokenizer,
      splits: flags.splits === null ? null : await readSplits(flags.splits),
      tasks: flags.tasks?.tasks ?? null,
    },
  };
  const started = performance.now();
  const headway = () => ({
    ...gathering.headway(),
    inputs: inputs.length,
    elapsed: performance.now() - started,
  });
  const spent = (): number | null => (asker || judge ? budget.spent() : null);
  const progress = startProgress(streams.err, streams.isTerminal === true, headway, spent);
  try {
    const mark = (input: Input) => markInput(input, JSON.stringify(settings));
    const left = await gathering.skipDone(inputs, mark);
    if (asker) {
      const { ask } = asker;
      const predict = (turn: OpenTurn) =>
        predictTurn(flags.strategy, turn, ask, flags.images ? drawMarks : null);
      const queue = left.values();
      const workThrough = async (): Promise<void> => {
        for (const input of queue) {
          if (stop.signal.aborted || asker.stopReason() !== null) return;
          await runTask({ order, input }, gathering.emit, { signal: stop.signal, predict });
        }
      };
      await Promise.all(Array.from({ length: OPEN_AT_ONCE }, workThrough));
    } else await runAll(left, order, jobs, gathering.emit, stop.signal);
    if (judge && flags.judge && whyEnded() === null) {
      unjudged = await judgeRun(orderRows(gathering.rows()), gathering, {
        ...{ asker: judge, model: flags.judge.model, isGold: of.kind === 'gold' },
        isKept: (key) => run?.rows.has(key) ?? false,
      });
    }
  } finally {
    progress.stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    run?.close();
  }
  const stopReason = whyEnded();
  const rows = orderRows(gathering.rows());
  const summary = {
    ...{ type: 'summary', of: of.kind },
    complete: stopReason === null && gathering.unanswered() + unjudged === 0,
    unanswered: gathering.unanswered(),
    ...(judge && { unjudged }),
    ...((asker || judge) && { cost: budget.spent() }),
    ...(await summarizeRows(rows, of.kind === 'gold')),
  };
  if (run !== null) await finishRun(run, settings, rows, summary);
  if (stopReason !== null) {
    const turns = rows.filter((row) => row.type === 'turn').length;
    const kept =
      run === null
        ? 'nothing is kept without --out'
        : `${turns} turns are kept in ${run.folder}; the same command goes on from there`;
    streams.err(`Ended early: ${stopReason}; ${kept}.\n`);
  }
  printer.print(describeSummary(summary), summary);
  return stop.signal.aborted ? INTERRUPTED : stopReason === null ? null : 1;
}

async function finishRun(
  { folder }: RunFolder,
  settings: RunSettings,
  rows: Parameters<typeof writeRows>[1],
  summary: Record<string, unknown>,
): Promise<void> {
  await writeRows(folder, rows);
  await writeTables(folder, rows, summary);
  await writeRunReport(folder, settings, rows);
}

async function describeRun({
  of,
  model,
  strategy,
  splits,
  tasks,
  tokenizer,
  images,
}: EvaluateFlags): Promise<RunSettings> {
  return {
    version: EVALUATION_VERSION,
    of: of.kind,
    ...(model !== null && { model, strategy: `${strategy.name} ${strategy.version}` }),
    ...(images && { images: true as const }),
    ...(of.kind === 'predictions' && { predictions: await hashFile(of.file) }),
    ...(tokenizer !== null && { tokenizer: tokenizer.hash }),
    ...(splits !== null && { splits: await hashFile(splits) }),
    ...(tasks !== null && { tasks: tasks.hash }),
  };
}

async function hashFile(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

/** Answers of all endpoints lie in one cache, by who was asked what; one budget is for all. */
function openAsker(
  flags: EvaluateFlags,
  endpoint: EndpointSettings,
  budget: Budget,
  signal: AbortSignal,
): Asker {
  const { out, prices, parallel, retries, patienceMs } = flags;
  const folder = flags.cache ?? (out === null ? null : path.join(out, 'answers'));
  const cache = openCache(folder, endpoint);
  return createAsker({
    ...{ settings: endpoint, cache, budget, prices, parallel, retries, patienceMs, signal },
    wait: waitFor,
  });
}

function describeSummary(summary: Record<string, unknown>): string {
  return flattenFigures(summary)
    .filter(([name]) => name !== 'type' && !/^by(?:Intent|Site|Split)\./.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}
