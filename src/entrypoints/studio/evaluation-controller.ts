import type { EvaluationRequest, EvaluationSubject } from '../../app/library/evaluate.ts';
import { evaluateLibrary } from '../../app/library/evaluate.ts';
import { makeReport } from '../../app/library/evaluation-report.ts';
import type { ReportRun, TurnRow } from '../../core/evaluation/report/report.ts';
import { summarizeRows } from '../../core/evaluation/summarize.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { MessageName } from '../../messages/message.ts';
import { message } from '../../messages/message.ts';
import { readEndpoint } from '../../platform/settings/settings.ts';
import type { EvaluationModel, EvaluationRun, LibraryIds, StudioEvents } from './studio-model.ts';

type EvaluationEvents = Pick<
  StudioEvents,
  | 'onOpenEvaluation'
  | 'onCloseEvaluation'
  | 'onEvaluate'
  | 'onPauseEvaluation'
  | 'onCancelEvaluation'
  | 'onShowRuns'
  | 'onExportReport'
>;

const SUBJECTS: Record<Exclude<EvaluationSubject, 'endpoint'>, MessageName> = {
  lexical: 'studioEvaluateLexical',
  small: 'studioEvaluateSmall',
  direct: 'studioEvaluateDirect',
};

/** Runs evaluations over the library and compares them. Runs are kept while Studio is open. */
export function createEvaluationController(
  show: (model: EvaluationModel | null) => void,
  signal: AbortSignal,
): EvaluationEvents {
  let model: EvaluationModel | null = null;
  let runs: readonly EvaluationRun[] = [];
  let endpoint: EndpointSettings | null = null;
  let running: { cancel: AbortController; resume: (() => void) | null } | null = null;

  function change(part: Partial<EvaluationModel>): void {
    if (!model) return;
    model = { ...model, ...part };
    show(model);
  }

  async function open(scope: LibraryIds): Promise<void> {
    const state = await readEndpoint();
    endpoint = state.state === 'ready' ? state.settings : null;
    const name = endpoint?.model ?? null;
    model = { scope, endpoint: name, running: null, problem: null, runs, shown: [] };
    show(model);
  }

  function close(): void {
    running?.cancel.abort();
    model = null;
    show(null);
  }

  function pause(isPaused: boolean): void {
    if (!running || !model?.running) return;
    if (!isPaused) running.resume?.();
    running.resume = isPaused ? () => undefined : null;
    change({ running: { ...model.running, isPaused } });
  }

  async function waitWhilePaused(): Promise<void> {
    // Lets the page draw between two turns.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const current = running;
    if (!current?.resume) return;
    await new Promise<void>((resolve) => {
      current.resume = resolve;
      current.cancel.signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  async function run(request: EvaluationRequest): Promise<void> {
    if (running) return;
    running = { cancel: new AbortController(), resume: null };
    const stop = AbortSignal.any([signal, running.cancel.signal]);
    const label = nameSubject(request, model?.endpoint ?? null);
    const start = { label, done: 0, total: request.ids.length, turns: 0, spent: null };
    change({ running: { ...start, isPaused: false }, problem: null });
    try {
      const outcome = await evaluateLibrary(request, {
        ...{ endpoint, waitWhilePaused, signal: stop },
        onProgress: (progress) => {
          if (model?.running) change({ running: { ...model.running, ...progress } });
        },
      });
      const made: EvaluationRun = {
        ...{ id: crypto.randomUUID(), label, startedAt: Date.now(), isWhole: !stop.aborted },
        rows: outcome.rows.filter((row): row is TurnRow => row.type === 'turn'),
        summary: await summarizeRows(outcome.rows, false),
        ...{ left: outcome.left, spent: outcome.spent },
      };
      runs = [...runs, made];
      change({ running: null, runs, shown: [made.id] });
    } catch (error) {
      change({ running: null, problem: message('studioEvaluateFailed', String(error)) });
    } finally {
      running = null;
    }
  }

  async function exportReport(ids: readonly string[]): Promise<void> {
    const [first, second] = ids.flatMap((id) => runs.find((each) => each.id === id) ?? []);
    if (!first) return;
    const report = await makeReport(describeRun(first), second ? describeRun(second) : null);
    const url = URL.createObjectURL(report);
    const link = document.createElement('a');
    link.href = url;
    link.download = `wayscribe-evaluation-${new Date().toISOString().slice(0, 10)}.html`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
  }

  return {
    onOpenEvaluation: (scope) => void open(scope),
    onCloseEvaluation: close,
    onEvaluate: (request) => void run(request),
    onPauseEvaluation: pause,
    onCancelEvaluation: () => running?.cancel.abort(),
    onShowRuns: (shown) => change({ shown }),
    onExportReport: (ids) => void exportReport(ids),
  };
}

/** A download that first asks where to save may start to read late. */
const REVOKE_MS = 10 * 60_000;

function nameSubject({ subject, strategy }: EvaluationRequest, endpoint: string | null): string {
  if (subject !== 'endpoint') return message(SUBJECTS[subject]);
  return message('studioEvaluateEndpoint', endpoint ?? '', strategy);
}

function describeRun({ label, startedAt, rows, summary }: EvaluationRun): ReportRun {
  const day = new Date(startedAt).toISOString().slice(0, 10);
  return {
    name: label,
    facts: [
      ['Judged', label],
      ['Begun on', day],
    ],
    rows,
    summary,
  };
}
