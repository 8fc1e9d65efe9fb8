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
import type { Row } from '../../../core/evaluation/row.ts';
import { openBudget, orderRows } from '../../../core/evaluation/row.ts';
import { summarizeRows } from '../../../core/evaluation/summarize.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { flattenFigures, writeFigures } from './report-files.ts';
import type { Emit, Input } from '../open-input.ts';
import { runAll } from '../pool.ts';
import type { Printer, Streams } from '../printer.ts';
import type { Order } from '../run-task.ts';
import { runTask } from '../run-task.ts';
import { markInput } from '../outputs.ts';
import type { Asker } from '../../../platform/endpoint/asker.ts';
import { createAsker } from '../../../platform/endpoint/asker.ts';
import type { Notice, RunFolder, RunSettings } from './run-folder.ts';
import { openCache, openRun } from './run-folder.ts';
import { drawMarks } from '../png.ts';
import type { EvaluateFlags } from './flags.ts';
import { readSplits } from './given-files.ts';
import { hashText } from '../tasks/evaluate.ts';

/** Raised when results come to differ for the same demonstrations and answers. */
const EVALUATION_VERSION = 2;
/** Demonstrations open at once while their questions wait for answers. */
const OPEN_AT_ONCE = 4;
const INTERRUPTED = 130;

/**
 * Judges the turns of all inputs and writes the figures: into the run's folder when there is one, and to the printer.
 * Returns the exit code where the printer doesn't know it, or why the run can't begin.
 */
export async function evaluateAll(
  inputs: readonly Input[],
  flags: EvaluateFlags,
  jobs: number,
  printer: Printer,
  streams: Streams,
): Promise<number | string | null> {
  const settings = await describeRun(flags);
  const opened = flags.out === null ? null : await openRun(flags.out, settings, flags.fresh);
  if (opened && !opened.ok) return opened.reason;
  const run = opened?.run ?? null;
  const gathering = new Gathering(run, printer, inputs.length);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const endpoints = openEndpoints(flags, gathering.spentBefore(), stop.signal);
  const progress = startProgress(streams, () =>
    writeProgress(gathering.headway(), endpoints.spent()),
  );
  let unjudged = 0;
  try {
    const mark = JSON.stringify(settings);
    const left = await gathering.skipDone(inputs, (input) => markInput(input, mark));
    const order = await makeOrder(flags, mark);
    await answerAll(left, order, {
      flags,
      jobs,
      gathering,
      asker: endpoints.asker,
      signal: stop.signal,
    });
    if (endpoints.judge && endpoints.stopReason() === null) {
      unjudged = await judgeRun(gathering, endpoints.judge, flags);
    }
  } finally {
    progress.stop();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    run?.close();
  }
  const stopReason = endpoints.stopReason();
  const rows = gathering.rows();
  const { unanswered } = gathering.count;
  const spent = endpoints.spent();
  const summary = {
    ...{ type: 'summary', of: flags.of.kind },
    complete: stopReason === null && unanswered + unjudged === 0,
    unanswered,
    ...(endpoints.judge && { unjudged }),
    ...(spent !== null && { cost: spent }),
    ...(await summarizeRows(rows, flags.of.kind === 'gold')),
  };
  if (run !== null) await writeFigures(run.folder, settings, rows, summary);
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

async function makeOrder(
  { of, out, tokenizer, unproven, splits, tasks }: EvaluateFlags,
  settings: string,
): Promise<Order> {
  return {
    command: 'evaluate',
    options: {
      ...{ of, out, start: randomUUID(), settings, tokenizer, unproven },
      splits: splits === null ? null : await readSplits(splits),
      tasks: tasks?.tasks ?? null,
    },
  };
}

interface Answering {
  flags: EvaluateFlags;
  jobs: number;
  gathering: Gathering;
  asker: Asker | null;
  signal: AbortSignal;
}

/** Works through the inputs: in this thread where an endpoint is asked, since it waits more than it works. */
async function answerAll(
  inputs: readonly Input[],
  order: Order,
  { flags, jobs, gathering, asker, signal }: Answering,
): Promise<void> {
  if (!asker) return runAll(inputs, order, jobs, gathering.emit, signal);
  const draw = flags.images ? drawMarks : null;
  const predict = (turn: OpenTurn) => predictTurn(flags.strategy, turn, asker.ask, draw);
  const queue = inputs.values();
  const workThrough = async (): Promise<void> => {
    for (const input of queue) {
      if (signal.aborted || asker.stopReason() !== null) return;
      await runTask({ order, input }, gathering.emit, { signal, predict });
    }
  };
  await Promise.all(Array.from({ length: OPEN_AT_ONCE }, workThrough));
}

async function describeRun({
  of,
  endpoint,
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
    ...(endpoint && {
      model: endpoint.model,
      strategy: `${strategy.name} ${strategy.version}`,
    }),
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

interface Endpoints {
  asker: Asker | null;
  judge: Asker | null;
  /** Null where nothing is paid for. */
  spent(): number | null;
  /** Why nothing more is asked; null while questions are. */
  stopReason(): string | null;
}

/** Answers of all endpoints lie in one cache, by who was asked what; one budget is for all. */
function openEndpoints(flags: EvaluateFlags, spentBefore: number, signal: AbortSignal): Endpoints {
  const { out, prices, parallel, retries, patienceMs } = flags;
  const folder = flags.cache ?? (out === null ? null : path.join(out, 'answers'));
  const budget = openBudget(prices, flags.maxCost, spentBefore);
  const open = (settings: EndpointSettings | null): Asker | null =>
    settings &&
    createAsker({
      ...{ settings, cache: openCache(folder, settings), budget, prices },
      ...{ parallel, retries, patienceMs, signal },
      overBudget: 'the next question may cost more than --max-cost leaves',
      wait: (ms) => sleep(ms, undefined, { signal }),
    });
  const [asker, judge] = [open(flags.endpoint), open(flags.judge)];
  return {
    ...{ asker, judge },
    spent: () => (asker || judge ? budget.spent() : null),
    stopReason: () =>
      signal.aborted ? 'it was stopped' : (asker?.stopReason() ?? judge?.stopReason() ?? null),
  };
}

function describeSummary(summary: Record<string, unknown>): string {
  return flattenFigures(summary)
    .filter(([name]) => name !== 'type' && !/^by(?:Intent|Site|Split)\./.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

const ON_TERMINAL_MS = 500;
const ELSEWHERE_MS = 10_000;

/** Writes a line that stays in its place on a terminal, and a line now and then elsewhere. */
function startProgress({ err, isTerminal }: Streams, write: () => string): { stop: () => void } {
  const timer = setInterval(
    () => err(isTerminal ? `\r\u001B[K${write()}` : `${write()}\n`),
    isTerminal ? ON_TERMINAL_MS : ELSEWHERE_MS,
  );
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      if (isTerminal) err('\r\u001B[K');
    },
  };
}

/** `spent` null where nothing is paid for. */
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

/**
 * Asks the judge about every task's last answer, for a task by hand about each of its references, all at once: the asker
 * holds back as many as it has to. Another model judges again. Returns how many could not be judged.
 */
async function judgeRun(
  gathering: Gathering,
  { ask }: Asker,
  { of: { kind }, judge }: EvaluateFlags,
): Promise<number> {
  const questions = listGivenAnswers(gathering.rows(), kind === 'gold').flatMap(
    ({ of, material, statement }) =>
      listFuzzyReferences(material).map((reference) => ({ of, statement, reference })),
  );
  const outcomes = await Promise.all(
    questions.map(async ({ of, statement, reference }): Promise<boolean> => {
      const key = hashText(JSON.stringify([of.key, judge?.model, statement, reference]));
      if (gathering.reuse(key)) return true;
      const judged = await judgeAnswer(statement, reference, ask);
      const { input, demonstration } = of;
      if ('ok' in judged) {
        const text = `${input}: its last answer could not be judged: ${judged.reason}; not counted, asked again next time`;
        const data = { type: 'fault', input, reason: judged.reason, done: 'not counted' };
        if (judged.kind === 'failed') gathering.emit({ kind: 'fault', text, data });
        return false;
      }
      gathering.add({
        ...{ type: 'answer', key, input, demonstration, statement, reference },
        ...judged,
      });
      return true;
    }),
  );
  return outcomes.filter((isDone) => !isDone).length;
}

/** Takes what the tasks report: into the journal, to the printer, and into what the figures are of. */
class Gathering {
  /** `unanswered`: turns without an answer. */
  readonly count = { opened: 0, turns: 0, judged: 0, kept: 0, unanswered: 0 };
  readonly #rows = new Map<string, Row>();
  readonly #started = performance.now();

  /** `run` null: everything stays in memory. */
  constructor(
    private readonly run: RunFolder | null,
    private readonly printer: Printer,
    private readonly inputs: number,
  ) {}

  readonly emit: Emit = (line) => {
    if (line.kind === 'result') this.#hear(line.data as unknown as Row | Notice);
    else this.printer.emit(line);
  };

  #hear(data: Row | Notice): void {
    switch (data.type) {
      case 'opened':
        this.count.opened += 1;
        this.count.turns += data.turns;
        break;
      case 'kept':
        this.reuse(data.key);
        break;
      case 'unanswered': {
        this.count.unanswered += 1;
        if (!data.failed) break;
        const text = `${data.input}: turn ${data.turn}: ${data.reason}; not counted, asked again next time`;
        this.printer.emit({ kind: 'fault', text, data: { ...data, type: 'fault' } });
        break;
      }
      case 'input':
        this.run?.append(data);
        break;
      default:
        this.add(data);
    }
  }

  add(row: Row): void {
    if (this.#rows.has(row.key)) return;
    this.#rows.set(row.key, row);
    this.run?.append(row);
    if (row.type === 'turn') this.count.judged += 1;
    if (row.type !== 'demonstration')
      this.printer.emit({ kind: 'result', text: null, data: { ...row } });
  }

  /** Takes over the row that the journal has from before; false where it has none. */
  reuse(key: string): boolean {
    const row = this.run?.rows.get(key);
    if (row === undefined) return false;
    if (!this.#rows.has(key) && row.type === 'turn') this.count.kept += 1;
    this.#rows.set(key, row);
    return true;
  }

  /** Returns the inputs that still have to be worked on; takes over the rows of the others. */
  async skipDone(
    inputs: readonly Input[],
    mark: (input: Input) => Promise<string>,
  ): Promise<Input[]> {
    const left: Input[] = [];
    for (const input of inputs) {
      const done = this.run?.inputs.get(input.path);
      if (!done || (await mark(input).catch(() => null)) !== done.mark) {
        left.push(input);
        continue;
      }
      for (const key of done.keys) this.reuse(key);
      this.#hear({ type: 'opened', turns: done.keys.length });
    }
    return left;
  }

  /** The rows of this run, each once, in the order of every output. */
  rows(): Row[] {
    return orderRows([...this.#rows.values()]);
  }

  headway(): Headway {
    return { ...this.count, inputs: this.inputs, elapsed: performance.now() - this.#started };
  }

  spentBefore(): number {
    const rows = [...(this.run?.rows.values() ?? [])];
    return rows.reduce((sum, row) => sum + ('usage' in row ? (row.usage?.cost ?? 0) : 0), 0);
  }
}
