import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Headway } from '../../../core/evaluation/estimate.ts';
import { estimateRest, writeDuration } from '../../../core/evaluation/estimate.ts';
import {
  judgeAnswer,
  listFuzzyReferences,
  listGivenAnswers,
} from '../../../core/evaluation/answers.ts';
import type { OpenTurn } from '../../../core/evaluation/predict-turn.ts';
import { predictTurn } from '../../../core/evaluation/predict-turn.ts';
import type { AnswerRow, Budget, Row } from '../../../core/evaluation/row.ts';
import { isRankRow, openBudget, orderRows } from '../../../core/evaluation/row.ts';
import { summarizeRows } from '../../../core/evaluation/summarize.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { flattenFigures, writeCsvLine } from '../csv.ts';
import type { Emit, Input } from '../open-input.ts';
import { runAll } from '../pool.ts';
import type { Printer, Streams } from '../printer.ts';
import { runTask } from '../run-task.ts';
import type { Order } from '../task.ts';
import { markInput } from '../write-output.ts';
import type { Asker } from '../../../platform/endpoint/asker.ts';
import { createAsker } from '../../../platform/endpoint/asker.ts';
import { openCache } from './answer-cache.ts';
import { drawMarks } from './draw-marks.ts';
import type { EvaluateFlags } from './flags.ts';
import { writeRunReport } from './report-files.ts';
import type { Notice, RunFolder, RunSettings } from './run-folder.ts';
import { openRun, writeRows, writeWhole } from './run-folder.ts';
import { readSplits } from './splits.ts';

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
      ...{ tokenizer: flags.tokenizer, unproven: flags.unproven },
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
  unproven,
}: EvaluateFlags): Promise<RunSettings> {
  return {
    version: EVALUATION_VERSION,
    of: of.kind,
    ...(model !== null && { model, strategy: `${strategy.name} ${strategy.version}` }),
    ...(images && { images: true as const }),
    ...(unproven && { unproven: true as const }),
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
    overBudget: 'the next question may cost more than --max-cost leaves',
    wait: waitFor,
  });
}

function describeSummary(summary: Record<string, unknown>): string {
  return flattenFigures(summary)
    .filter(([name]) => name !== 'type' && !/^by(?:Intent|Site|Split)\./.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

/** Rejects when the signal aborts. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal });
}

const PLACE = ['input', 'demonstration', 'shortcode', 'turn', 'turnId', 'intent', 'site', 'split'];
const RANKS = [...PLACE, 'candidates', 'targetRank'];
const ACTIONS = [
  ...[...PLACE, 'predicted', 'intentMatch', 'exactMatch', 'iou', 'chrf', 'urlf', 'overall'],
  ...['step.element', 'step.operationF1', 'step.success', 'reference', 'output'],
  ...['usage.promptTokens', 'usage.completionTokens', 'usage.cost', 'usage.cached'],
];

/** turns.csv, summary.json and summary.csv. */
async function writeTables(
  folder: string,
  rows: readonly Row[],
  summary: Record<string, unknown>,
): Promise<void> {
  const turns = rows.filter((row) => row.type === 'turn');
  const columns = turns.some(isRankRow) ? RANKS : ACTIONS;
  const lines = turns.map((row) => {
    const cells = new Map<string, unknown>([...Object.entries(row), ...flattenFigures(row)]);
    return writeCsvLine(columns.map((column) => cells.get(column)));
  });
  await writeWhole(path.join(folder, 'turns.csv'), writeCsvLine(columns) + lines.join(''));
  await writeWhole(path.join(folder, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
  const figures = flattenFigures(summary).map((row) => writeCsvLine(row));
  const head = writeCsvLine(['figure', 'value']);
  await writeWhole(path.join(folder, 'summary.csv'), head + figures.join(''));
}

/** A line that stays in its place on a terminal, and a line now and then elsewhere. */
export interface Progress {
  stop(): void;
}

const ON_TERMINAL_MS = 500;
const ELSEWHERE_MS = 10_000;

/** Says how far a run is until it is stopped; `spent` null where nothing is paid for. */
function startProgress(
  write: (text: string) => void,
  isTerminal: boolean,
  read: () => Headway,
  spent: () => number | null,
): Progress {
  const say = (): void => {
    const line = writeProgress(read(), spent());
    write(isTerminal ? `\r\u001B[K${line}` : `${line}\n`);
  };
  const timer = setInterval(say, isTerminal ? ON_TERMINAL_MS : ELSEWHERE_MS);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      if (isTerminal) write('\r\u001B[K');
    },
  };
}

export function writeProgress(headway: Headway, spent: number | null): string {
  const { judged, kept, opened, inputs } = headway;
  const rest = estimateRest(headway);
  return [
    `${judged + kept} turns (${kept} from before)`,
    `${Math.min(opened, inputs)} of ${inputs} inputs`,
    ...(spent === null ? [] : [`cost ${spent.toFixed(4)}`]),
    rest === null ? 'time left not known yet' : `about ${writeDuration(rest)} left`,
  ].join(' · ');
}

export interface JudgeRun {
  asker: Asker;
  /** The judge's model: another model judges again. */
  model: string;
  isGold: boolean;
  /** Whether the run's journal has a row from before. */
  isKept: (key: string) => boolean;
}

/**
 * Asks the judge about every task's last answer, for a task by hand about each of its references, all at
 * once: the asker holds back as many as it has to. How many could not be judged.
 */
async function judgeRun(
  rows: readonly Row[],
  gathering: Gathering,
  { asker, model, isGold, isKept }: JudgeRun,
): Promise<number> {
  const report = (data: Record<string, unknown>): void =>
    gathering.emit({ kind: 'result', text: null, data });
  const questions = listGivenAnswers(rows, isGold).flatMap(({ of, material, statement }) =>
    listFuzzyReferences(material).map((reference) => ({ of, statement, reference })),
  );
  const outcomes = await Promise.all(
    questions.map(async ({ of, statement, reference }): Promise<boolean> => {
      const key = hashText(JSON.stringify([of.key, model, statement, reference]));
      if (isKept(key)) {
        report({ type: 'kept', key });
        return true;
      }
      const judged = await judgeAnswer(statement, reference, asker.ask);
      const { input, demonstration } = of;
      if ('ok' in judged) {
        const text = `${input}: its last answer could not be judged: ${judged.reason}; not counted, asked again next time`;
        const data = { type: 'fault', input, reason: judged.reason, done: 'not counted' };
        if (judged.kind === 'failed') gathering.emit({ kind: 'fault', text, data });
        return false;
      }
      const row: AnswerRow = {
        ...{ type: 'answer', key, input, demonstration, statement, reference },
        ...judged,
      };
      report({ ...row });
      return true;
    }),
  );
  return outcomes.filter((isDone) => !isDone).length;
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Takes what the tasks say: into the journal, to the printer, and into what the figures are of. */
interface Gathering {
  emit: Emit;
  /** The inputs that still have to be worked on; the rows of the others are taken over. */
  skipDone(inputs: readonly Input[], mark: (input: Input) => Promise<string>): Promise<Input[]>;
  /** The rows of this run, each once. */
  rows(): Row[];
  headway(): Omit<Headway, 'inputs' | 'elapsed'>;
  /** Turns that could not be answered. */
  unanswered(): number;
  /** What questions have cost, in this run and before. */
  spentBefore(): number;
}

/** `run` null: everything stays in memory. */
function createGathering(run: RunFolder | null, printer: Printer): Gathering {
  const rows = new Map<string, Row>();
  const count = { opened: 0, turns: 0, judged: 0, kept: 0, unanswered: 0 };
  const reuse = (key: string): void => {
    const row = run?.rows.get(key);
    if (row === undefined || rows.has(key)) return;
    rows.set(key, row);
    if (row.type === 'turn') count.kept += 1;
  };
  const hear = (data: Row | Notice): void => {
    switch (data.type) {
      case 'opened':
        count.opened += 1;
        count.turns += data.turns;
        return;
      case 'kept':
        reuse(data.key);
        return;
      case 'unanswered': {
        count.unanswered += 1;
        if (!data.failed) return;
        const text = `${data.input}: turn ${data.turn}: ${data.reason}; not counted, asked again next time`;
        printer.emit({ kind: 'fault', text, data: { ...data, type: 'fault' } });
        return;
      }
      case 'input':
        run?.append(data);
        return;
      default:
        if (rows.has(data.key)) return;
        rows.set(data.key, data);
        run?.append(data);
        if (data.type === 'turn') count.judged += 1;
        if (data.type !== 'demonstration')
          printer.emit({ kind: 'result', text: null, data: { ...data } });
    }
  };
  return {
    emit(line) {
      if (line.kind === 'result') hear(line.data as unknown as Row | Notice);
      else printer.emit(line);
    },
    async skipDone(inputs, mark) {
      const left: Input[] = [];
      for (const input of inputs) {
        const done = run?.inputs.get(input.path);
        const isSame = done && (await mark(input).catch(() => null)) === done.mark;
        if (!isSame) {
          left.push(input);
          continue;
        }
        count.opened += 1;
        for (const key of done.keys) reuse(key);
        count.turns += done.keys.length;
      }
      return left;
    },
    rows: () => [...rows.values()],
    headway: () => ({ ...count }),
    unanswered: () => count.unanswered,
    spentBefore: () =>
      [...(run?.rows.values() ?? [])].reduce(
        (sum, row) => sum + ('usage' in row ? (row.usage?.cost ?? 0) : 0),
        0,
      ),
  };
}
