import { encodeBase64 } from '../../core/bytes.ts';
import type { RankTurn } from '../../core/formats/training/rank-turn.ts';
import { createRankTurn } from '../../core/formats/training/rank-turn.ts';
import { answerDirectly } from '../../core/evaluation/direct-answers.ts';
import type { OpenedDemonstration } from '../../core/evaluation/open-demonstration.ts';
import { openDemonstration as openEvaluated } from '../../core/evaluation/open-demonstration.ts';
import type { TurnAnswer, TurnWork } from '../../core/evaluation/evaluate-turns.ts';
import { judgeTurns, rankTurns } from '../../core/evaluation/evaluate-turns.ts';
import type { DrawMarks } from '../../core/evaluation/predict-turn.ts';
import { predictTurn } from '../../core/evaluation/predict-turn.ts';
import type { TurnRow, ReportRun } from '../../core/evaluation/report/report.ts';
import { composeReport } from '../../core/evaluation/report/report.ts';
import type { Row, TurnPlace } from '../../core/evaluation/row.ts';
import { openBudget, isActionRow } from '../../core/evaluation/row.ts';
import { nameDemonstration } from '../../core/demonstration/name.ts';
import { approximateTokenizer } from '../../core/formats/otr/tokenizer.ts';
import type {
  EndpointSettings,
  StrategyName,
} from '../../core/navigator/model/endpoint-settings.ts';
import { STRATEGIES } from '../../core/strategies/strategies.ts';
import { loadSmallEncoder } from '../../platform/encoder/load-small.ts';
import type { Asker } from '../../platform/endpoint/asker.ts';
import { createAsker, openMemoryCache } from '../../platform/endpoint/asker.ts';
import { wait } from '../../platform/endpoint/ask-endpoint.ts';
import { drawMarks } from '../../platform/image/draw.ts';
import { openDemonstration } from './demonstrations.ts';
import { openStoreReader, storeReader } from './store-reader.ts';
import { writeReportPage } from '../../core/evaluation/report/page.ts';

/** What is evaluated: a ranker by words alone or with the small encoder, the built-in navigator, or the endpoint. */
export type EvaluationSubject = 'lexical' | 'small' | 'direct' | 'endpoint';

export interface EvaluationRequest {
  ids: readonly string[];
  subject: EvaluationSubject;
  /** How the endpoint is asked; with pictures where its settings say that it takes them. */
  strategy: StrategyName;
}

export interface EvaluationPorts {
  endpoint: EndpointSettings | null;
  /** `spent`: in the currency of the endpoint's prices; null without prices or endpoint. */
  onProgress(progress: { done: number; total: number; turns: number; spent: number | null }): void;
  /** Resolves at once unless the run is paused. */
  waitWhilePaused(): Promise<void>;
  signal: AbortSignal;
}

export interface EvaluationOutcome {
  /** The judged turns and a row for each demonstration, as in a journal of the command line. */
  rows: Row[];
  /** A sentence for each turn and demonstration without a result. */
  left: string[];
  spent: number | null;
}

const FREE = { prompt: 0, completion: 0 };

/**
 * Judges the turns of demonstrations as edited, by the metrics of WebLINX and Mind2Web (`wayscribe evaluate` does the
 * same). An abort ends it with what was judged until then.
 */
export async function evaluateLibrary(
  { ids, subject, strategy }: EvaluationRequest,
  ports: EvaluationPorts,
): Promise<EvaluationOutcome> {
  const { endpoint, signal, onProgress, waitWhilePaused } = ports;
  const budget = openBudget(endpoint?.prices ?? FREE, endpoint?.ceiling ?? null, 0);
  const asker = subject === 'endpoint' && endpoint ? openAsker(endpoint, budget, signal) : null;
  const outcome: EvaluationOutcome = { rows: [], left: [], spent: null };
  const hasCost = asker !== null && endpoint?.prices != null;
  const rank = await openRanker(subject !== 'lexical');
  const isOver = (): boolean => signal.aborted || asker?.stopReason() != null;
  for (const [at, id] of ids.entries()) {
    if (isOver()) break;
    const report = (fraction: number): void =>
      onProgress({
        ...{ done: at + fraction, total: ids.length },
        turns: outcome.rows.filter(({ type }) => type === 'turn').length,
        spent: hasCost ? budget.spent() : null,
      });
    report(0);
    const stored = await openDemonstration(id);
    if (!stored.ok) {
      outcome.left.push(stored.message);
      continue;
    }
    const reader = openStoreReader();
    try {
      const opened = await openEvaluated({ ...stored.content, read: reader.read });
      const work = makeWork(opened, outcome, { report, waitWhilePaused, isOver });
      if (subject === 'lexical' || subject === 'small') await rankTurns(work, rank);
      else {
        const find = await prepareAnswers(opened, { rank, ports, strategy, asker });
        await judgeTurns(work, find);
      }
      outcome.rows.push(describeDemonstration(opened, outcome));
    } finally {
      reader.close();
    }
  }
  const stopped = asker?.stopReason();
  if (stopped != null) outcome.left.push(`Stopped: ${stopped}.`);
  return { ...outcome, spent: hasCost ? budget.spent() : null };
}

function openAsker(
  settings: EndpointSettings,
  budget: ReturnType<typeof openBudget>,
  signal: AbortSignal,
): Asker {
  return createAsker({
    ...{ settings, budget, signal, prices: settings.prices ?? FREE, cache: openMemoryCache() },
    ...{ parallel: 1, retries: 2, patienceMs: 120_000, wait },
    overBudget: 'the next question may cost more than the ceiling of the endpoint allows',
  });
}

async function openRanker(withSmall: boolean): Promise<RankTurn> {
  const small = withSmall ? await loadSmallEncoder() : null;
  return createRankTurn(small ? { small } : {}, () => performance.now());
}

interface Progress extends Pick<EvaluationPorts, 'waitWhilePaused'> {
  /** The share of this demonstration that is done, 0 … 1. */
  report: (fraction: number) => void;
  /** Whether nothing more is evaluated. */
  isOver: () => boolean;
}

function makeWork(
  opened: OpenedDemonstration,
  { rows, left }: EvaluationOutcome,
  { report, waitWhilePaused, isOver }: Progress,
): TurnWork {
  const { demonstration, turns } = opened.content;
  const name = nameDemonstration(demonstration, turns);
  return {
    opened,
    keyOf: (index) => `${demonstration.id} ${index}`,
    place: (turn, intent) => placeTurn(opened, turn, intent),
    async proceed(index) {
      await waitWhilePaused();
      if (isOver()) return false;
      report(index / Math.max(1, opened.view.turns.length));
      return true;
    },
    report(data) {
      if (data.type === 'turn') rows.push(data);
      else if (data.type === 'unanswered' && data.failed) {
        left.push(`${name}, turn ${data.turn + 1}: ${data.reason}.`);
      }
      return Promise.resolve();
    },
  };
}

interface Asking {
  rank: RankTurn;
  ports: EvaluationPorts;
  strategy: StrategyName;
  /** Null for the built-in navigator. */
  asker: Asker | null;
}

async function prepareAnswers(
  opened: OpenedDemonstration,
  { rank, ports, strategy, asker }: Asking,
): Promise<(index: number) => Promise<TurnAnswer>> {
  if (!asker) {
    const answers = await answerDirectly(opened, { encoder: null, now: () => performance.now() });
    return (index) => Promise.resolve({ ok: true, text: answers.get(index) ?? '', usage: null });
  }
  const { view, selected } = opened;
  const tokenizer = approximateTokenizer;
  return (index) => {
    const open = { view, selected, rank, tokenizer, index, contextTokens: CONTEXT_TOKENS };
    const draw = ports.endpoint?.images ? drawPicture : null;
    return predictTurn(STRATEGIES[strategy], open, asker.ask, draw);
  };
}

const drawPicture: DrawMarks = async (png, marks, viewportWidth) => {
  const jpeg = await drawMarks(new Uint8Array(png), marks, viewportWidth);
  return { mediaType: 'image/jpeg', base64: encodeBase64(jpeg) };
};

/** As the command line asks, so that figures can be compared. */
const CONTEXT_TOKENS = 8192;

function placeTurn(
  { content, view, sites }: OpenedDemonstration,
  turn: number,
  intent: string,
): TurnPlace {
  const { demonstration, turns } = content;
  return {
    input: nameDemonstration(demonstration, turns),
    demonstration: demonstration.id,
    shortcode: view.name,
    ...{ turn, intent, turnId: view.turnIds[turn] ?? '', site: sites[turn] ?? '', split: 'all' },
  };
}

function describeDemonstration(
  { content, skipped, website }: OpenedDemonstration,
  { rows }: EvaluationOutcome,
): Row {
  const { id } = content.demonstration;
  const judged = rows.filter(
    (row): row is TurnRow => row.type === 'turn' && row.demonstration === id,
  );
  return {
    ...{ type: 'demonstration', key: `${id} all`, demonstration: id, turns: judged.length },
    input: nameDemonstration(content.demonstration, content.turns),
    ...{ skipped, website, hops: null, answer: null },
  };
}

/** Pictures go into the page up to this much together, in bytes. */
const MOST_EMBEDDED = 24 * 1024 * 1024;

/** Makes the report of one run, or of two side by side: one HTML file with its pictures, as `wayscribe evaluate` writes it. */
export async function makeReport(first: ReportRun, second: ReportRun | null): Promise<Blob> {
  const rows = [first, second].flatMap((run) => run?.rows ?? []);
  const hashes = new Set(rows.flatMap((row) => (isActionRow(row) ? (row.shot?.hash ?? []) : [])));
  const pictures = new Map<string, string>();
  let left = MOST_EMBEDDED;
  for (const hash of hashes) {
    const bytes = await storeReader.read(hash);
    if (!bytes || bytes.length > left) continue;
    left -= bytes.length;
    pictures.set(hash, `data:image/png;base64,${encodeBase64(bytes)}`);
  }
  const page = writeReportPage(composeReport(first, second, pictures, 0));
  return new Blob([page], { type: 'text/html' });
}
