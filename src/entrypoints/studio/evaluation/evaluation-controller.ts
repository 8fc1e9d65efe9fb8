import { create } from 'zustand';
import type { EvaluationRequest, EvaluationSubject } from '../../../app/library/evaluate.ts';
import { evaluateLibrary, makeReport } from '../../../app/library/evaluate.ts';
import { saveExport } from '../../../app/library/export.ts';
import { createJob } from '../../../app/page-work.ts';
import type { ReportRun, TurnRow } from '../../../core/evaluation/report/report.ts';
import type { Summary } from '../../../core/evaluation/summarize.ts';
import { summarizeRows } from '../../../core/evaluation/summarize.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import type { MessageName } from '../../../messages/message.ts';
import { message } from '../../../messages/message.ts';
import { readEndpoint } from '../../../platform/settings/settings.ts';
import type { RowGroup } from '../library/library-rows.ts';

/** A finished or stopped evaluation. */
export interface EvaluationRun {
  id: string;
  label: string;
  /** Epoch ms. */
  startedAt: number;
  /** False if it was cancelled. */
  isWhole: boolean;
  rows: readonly TurnRow[];
  summary: Summary;
  /** A sentence for each turn and demonstration without a result. */
  left: readonly string[];
  /** In the currency of the endpoint's prices; null without. */
  spent: number | null;
}

/** `done` of `total` demonstrations, in fractions of the current one. */
export interface RunningEvaluation {
  label: string;
  done: number;
  total: number;
  turns: number;
  spent: number | null;
  isPaused: boolean;
}

export interface EvaluationModel {
  groups: readonly RowGroup[];
  endpoint: EndpointSettings | null;
  running: RunningEvaluation | null;
  problem: string | null;
  /** One run, or two side by side. */
  shown: readonly string[];
}

/** Takes the library's place; null while it is closed. */
export const useEvaluation = create<EvaluationModel | null>(() => null);
/** Of this session of Studio, oldest first. */
export const useRuns = create(() => ({ runs: [] as readonly EvaluationRun[] }));

export const SUBJECTS: Record<Exclude<EvaluationSubject, 'endpoint'>, MessageName> = {
  small: 'studioEvaluateSmall',
  lexical: 'studioEvaluateLexical',
  direct: 'studioEvaluateDirect',
};

const job = createJob();
/** Also while a cancelled run ends after the evaluation was closed. */
let isRunning = false;

/** Changes the evaluation while it is open. */
function change(part: Partial<EvaluationModel>): void {
  if (useEvaluation.getState()) useEvaluation.setState(part);
}

function changeRunning(part: Partial<RunningEvaluation>): void {
  const running = useEvaluation.getState()?.running;
  if (running) change({ running: { ...running, ...part } });
}

export async function openEvaluation(groups: readonly RowGroup[]): Promise<void> {
  const state = await readEndpoint();
  const endpoint = state.state === 'ready' ? state.settings : null;
  useEvaluation.setState({ groups, endpoint, running: null, problem: null, shown: [] });
}

export function closeEvaluation(): void {
  job.cancel();
  useEvaluation.setState(null);
}

export const cancelEvaluation = job.cancel;

export function pauseEvaluation(isPaused: boolean): void {
  changeRunning({ isPaused });
}

export function showRuns(shown: readonly string[]): void {
  change({ shown });
}

export async function evaluate(request: EvaluationRequest): Promise<void> {
  const model = useEvaluation.getState();
  if (!model || isRunning) return;
  isRunning = true;
  const { endpoint } = model;
  const signal = job.start();
  const label =
    request.subject === 'endpoint'
      ? message('studioEvaluateEndpoint', endpoint?.model ?? '', request.strategy)
      : message(SUBJECTS[request.subject]);
  const start = { label, done: 0, total: request.ids.length, turns: 0, spent: null };
  change({ running: { ...start, isPaused: false }, problem: null });
  try {
    const { rows, left, spent } = await evaluateLibrary(request, {
      ...{ endpoint, signal, onProgress: changeRunning },
      waitWhilePaused: () => waitWhilePaused(signal),
    });
    const run: EvaluationRun = {
      ...{ id: crypto.randomUUID(), label, left, spent },
      ...{ startedAt: Date.now(), isWhole: !signal.aborted },
      rows: rows.filter((row): row is TurnRow => row.type === 'turn'),
      summary: await summarizeRows(rows, false),
    };
    useRuns.setState(({ runs }) => ({ runs: [...runs, run] }));
    change({ running: null, shown: [run.id] });
  } catch (error) {
    change({ running: null, problem: message('studioEvaluateFailed', String(error)) });
  } finally {
    isRunning = false;
  }
}

async function waitWhilePaused(signal: AbortSignal): Promise<void> {
  // Lets the page draw between two turns.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const isPaused = (): boolean => useEvaluation.getState()?.running?.isPaused === true;
  if (!isPaused()) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = useEvaluation.subscribe(() => {
      if (isPaused()) return;
      unsubscribe();
      resolve();
    });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export async function exportReport(ids: readonly string[]): Promise<void> {
  const { runs } = useRuns.getState();
  const [first, second] = ids.flatMap((id) => runs.find((each) => each.id === id) ?? []);
  if (!first) return;
  const file = await makeReport(describeRun(first), second ? describeRun(second) : null);
  saveExport({ file, fileName: `wayscribe-evaluation-${formatDate(Date.now())}.html` });
}

function describeRun({ label, startedAt, rows, summary }: EvaluationRun): ReportRun {
  const facts = [
    ['Judged', label],
    ['Begun on', formatDate(startedAt)],
  ] as const;
  return { name: label, facts, rows, summary };
}

function formatDate(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
