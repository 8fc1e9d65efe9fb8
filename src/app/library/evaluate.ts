import { encodeBase64 } from '../../core/bytes.ts';
import type { RankTurn } from '../../core/formats/training/rank-turn.ts';
import {
  createRankTurn,
  findRequest,
  listRankedRecords,
} from '../../core/formats/training/rank-turn.ts';
import { answerDirectly } from '../../core/evaluation/direct-answers.ts';
import type { OpenedDemonstration } from '../../core/evaluation/open-demonstration.ts';
import { openDemonstration as openEvaluated } from '../../core/evaluation/open-demonstration.ts';
import {
  describeTargetShot,
  judgeTurn,
  listJudgedTurns,
} from '../../core/evaluation/judge-turn.ts';
import type { Asked, DrawMarks } from '../../core/evaluation/predict-turn.ts';
import { predictTurn } from '../../core/evaluation/predict-turn.ts';
import type { TurnRow } from '../../core/evaluation/report/report.ts';
import type { Row, TurnPlace } from '../../core/evaluation/row.ts';
import { openBudget } from '../../core/evaluation/row.ts';
import { nameDemonstration } from '../../core/demonstration/name.ts';
import { approximateTokenizer } from '../../core/formats/otr/tokenizer.ts';
import { readIntentName } from '../../core/metrics/weblinx/evaluated-action.ts';
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
import { openStoreReader } from './store-reader.ts';

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
  const { endpoint, signal, onProgress } = ports;
  const budget = openBudget(endpoint?.prices ?? FREE, endpoint?.ceiling ?? null, 0);
  const asker = subject === 'endpoint' && endpoint ? openAsker(endpoint, budget, signal) : null;
  const outcome: EvaluationOutcome = { rows: [], left: [], spent: null };
  const hasCost = asker !== null && endpoint?.prices != null;
  const rank = await openRanker(subject !== 'lexical');
  for (const [at, id] of ids.entries()) {
    if (signal.aborted || asker?.stopReason() != null) break;
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
      const work: Work = { opened, rank, ports, outcome, report };
      if (subject === 'lexical' || subject === 'small') await rankTurns(work);
      else await judgeTurns(work, await prepareAnswers(work, { subject, strategy, asker }));
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

interface Work {
  opened: OpenedDemonstration;
  rank: RankTurn;
  ports: EvaluationPorts;
  outcome: EvaluationOutcome;
  /** The share of this demonstration that is done, 0 … 1. */
  report: (fraction: number) => void;
}

async function rankTurns({ opened, rank, ports, outcome, report }: Work): Promise<void> {
  const { turns } = opened.view;
  for (const [index, turn] of turns.entries()) {
    await ports.waitWhilePaused();
    if (ports.signal.aborted) return;
    report(index / turns.length);
    if (turn.type === 'chat') continue;
    const records = await listRankedRecords(opened.view, index, rank);
    if (records.length === 0) continue;
    const place = placeTurn(opened, index, readIntentName(turn.action.intent));
    const targetRank = records.find(({ label }) => label === 1)?.rank ?? null;
    const request = findRequest(turns, index);
    const shot = describeTargetShot(opened, index);
    outcome.rows.push({
      type: 'turn',
      ...place,
      request,
      candidates: records.length,
      targetRank,
      shot,
    });
  }
}

type FindAnswer = (index: number) => Promise<Asked | { ok: true; text: string; usage: null }>;

async function prepareAnswers(
  { opened, rank, ports }: Work,
  {
    subject,
    strategy,
    asker,
  }: Pick<EvaluationRequest, 'subject' | 'strategy'> & { asker: Asker | null },
): Promise<FindAnswer> {
  if (subject === 'direct' || !asker) {
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

async function judgeTurns(
  { opened, ports, outcome, report }: Work,
  find: FindAnswer,
): Promise<void> {
  const name = nameDemonstration(opened.content.demonstration, opened.content.turns);
  for await (const turn of listJudgedTurns(opened)) {
    await ports.waitWhilePaused();
    if (ports.signal.aborted) return;
    report(turn.index / Math.max(1, opened.view.turns.length));
    const answer = await find(turn.index);
    if (!answer.ok) {
      if (answer.kind === 'stopped') return;
      outcome.left.push(`${name}, turn ${turn.index + 1}: ${answer.reason}.`);
      continue;
    }
    const verdict = await judgeTurn(opened, turn, { kind: 'output', output: answer.text });
    const place = placeTurn(opened, turn.index, turn.intent);
    outcome.rows.push({ type: 'turn', ...place, ...verdict, usage: answer.usage });
  }
}

function placeTurn(
  { content, view, sites }: OpenedDemonstration,
  turn: number,
  intent: string,
): TurnPlace & { key: string } {
  const { demonstration, turns } = content;
  return {
    key: `${demonstration.id} ${turn}`,
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
