import type { RankTurn } from '../formats/training/rank-turn.ts';
import { listRankedRecords, findRequest } from '../formats/training/rank-turn.ts';
import type { EvaluatedAction, EvaluatedPage } from '../metrics/weblinx/evaluated-action.ts';
import {
  readIntentName,
  readEvaluatedPage,
  isScored,
  readReference,
} from '../metrics/weblinx/evaluated-action.ts';
import type { OpenedDemonstration } from './open-demonstration.ts';
import type { ActionRow, RankRow, TurnPlace, Area, Shot } from './row.ts';
import type { Asked } from './predict-turn.ts';
import { readPage } from '../demonstration/content.ts';
import type { BrowserTurn } from '../demonstration/demonstration.ts';
import type { ReplayTurn } from '../formats/dmr/replay.ts';
import { findEquivalents } from '../formats/mind2web/equivalents.ts';
import type { MindAct } from '../formats/mind2web/task.ts';
import { writeOtrTarget } from '../formats/otr/prompt.ts';
import { getDefinition, isIntent } from '../action/action.ts';
import type { StepScore } from '../metrics/mind2web/step.ts';
import { writeOperation, scoreStep } from '../metrics/mind2web/step.ts';
import { readPrediction } from '../metrics/weblinx/prediction.ts';
import { scoreTurn } from '../metrics/weblinx/turn-score.ts';
import { indexPage } from '../ranking/page/page-index.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { parsePage } from '../snapshot/parse.ts';
import type { PageSnapshot } from '../snapshot/snapshot.ts';

/** The turns of one demonstration, and what becomes of them. */
export interface TurnWork {
  opened: OpenedDemonstration;
  /** Names a turn's row. */
  keyOf: (index: number) => string;
  place: (index: number, intent: string) => TurnPlace;
  /** Whether a row is known from before: it is not made again. */
  isDone?: (key: string) => boolean;
  /** Asked before each turn; false ends the work. */
  proceed: (index: number) => Promise<boolean>;
  report: (data: ActionRow | RankRow | TurnNotice) => Promise<void>;
}

/** What is reported besides rows; `kept` names a row from before. */
export type TurnNotice =
  | { type: 'opened'; turns: number }
  | { type: 'kept'; key: string }
  | { type: 'unanswered'; input: string; turn: number; reason: string; failed: boolean };

/** Ranks the candidates of each turn. Returns how many turns there are to judge. */
export async function rankTurns(work: TurnWork, rank: RankTurn): Promise<number> {
  const { opened, keyOf, place, isDone, proceed, report } = work;
  const { turns } = opened.view;
  await report({ type: 'opened', turns: turns.length });
  let count = 0;
  for (const [index, turn] of turns.entries()) {
    if (!(await proceed(index))) break;
    const key = keyOf(index);
    if (isDone?.(key)) await report({ type: 'kept', key });
    else {
      const records = await listRankedRecords(opened.view, index, rank);
      if (turn.type === 'chat' || records.length === 0) continue;
      await report({
        ...{ type: 'turn', key, ...place(index, readIntentName(turn.action.intent)) },
        request: findRequest(turns, index),
        candidates: records.length,
        targetRank: records.find(({ label }) => label === 1)?.rank ?? null,
        shot: describeTargetShot(opened, index),
      });
    }
    count += 1;
  }
  return count;
}

/** An answer to a turn: the recorded action itself, or a text; `usage` null where nothing was asked. */
export type TurnAnswer = 'gold' | Asked | { ok: true; text: string; usage: null };

/**
 * Judges the answer to each turn; up to `atOnce` turns wait for their answers with their page in memory. Returns how many
 * turns there are to judge.
 */
export async function judgeTurns(
  work: TurnWork,
  find: (index: number) => Promise<TurnAnswer>,
  atOnce = 1,
): Promise<number> {
  const { opened, keyOf, isDone, proceed, report } = work;
  await report({ type: 'opened', turns: opened.selected.length });
  const pending: Promise<void>[] = [];
  const faults: unknown[] = [];
  let count = 0;
  for await (const turn of listJudgedTurns(opened)) {
    if (!(await proceed(turn.index))) break;
    count += 1;
    const key = keyOf(turn.index);
    if (isDone?.(key)) {
      await report({ type: 'kept', key });
      continue;
    }
    const answering = answerTurn(work, turn, find);
    pending.push(answering.catch((error: unknown) => void faults.push(error)));
    await pending.at(-atOnce);
    if (faults.length > 0) break;
  }
  await Promise.all(pending);
  if (faults.length > 0) throw faults[0];
  return count;
}

async function answerTurn(
  { opened, keyOf, place, report }: TurnWork,
  turn: JudgedTurn,
  find: (index: number) => Promise<TurnAnswer>,
): Promise<void> {
  const at = place(turn.index, turn.intent);
  const answer = await find(turn.index);
  if (answer !== 'gold' && !answer.ok) {
    const { kind, reason } = answer;
    const failed = kind === 'failed';
    return report({ type: 'unanswered', input: at.input, turn: at.turn, reason, failed });
  }
  const verdict = await judgeTurn(
    opened,
    turn,
    answer === 'gold' ? { kind: 'gold' } : { kind: 'output', output: answer.text },
  );
  const usage = answer === 'gold' ? null : answer.usage;
  await report({ type: 'turn', key: keyOf(turn.index), ...at, ...verdict, usage });
}

/** A turn that is scored, with the reference for its answer. */
interface JudgedTurn {
  index: number;
  intent: string;
  turn: ReplayTurn;
  reference: EvaluatedAction;
  page: EvaluatedPage | null;
}

/**
 * The turns of a demonstration that WebLINX's evaluation scores, in order (format notes §5.3); one page
 * at a time is read.
 */
export async function* listJudgedTurns({
  view,
  selected,
}: OpenedDemonstration): AsyncGenerator<JudgedTurn> {
  for (const index of selected) {
    const turn = view.turns[index];
    if (!turn) continue;
    const kept = await view.readPage(index);
    const page = kept && readEvaluatedPage(kept);
    const reference = readReference(turn, page);
    if (!isScored(reference, turn, view.turns[index + 1])) continue;
    yield { index, intent: reference.intent, turn, reference, page };
  }
}

/** `gold` is the recorded action itself. An empty output counts as wrong. */
export type Answer = { kind: 'gold' } | { kind: 'output'; output: string };

type Verdict = Omit<ActionRow, keyof TurnPlace | 'type' | 'key' | 'usage'>;

/** Holds an answer against the recorded action, by the metrics of WebLINX and of Mind2Web. */
export async function judgeTurn(
  { content, view, steps }: OpenedDemonstration,
  { index, turn, reference, page }: JudgedTurn,
  answer: Answer,
): Promise<Verdict> {
  const gold = writeOtrTarget(turn);
  const isGold = answer.kind === 'gold';
  const predicted = isGold ? reference : readPrediction(answer.output, page);
  const isSame = predicted.element?.uid === reference.element?.uid;
  const other = isSame ? null : predicted.element?.box;
  const id = view.turnIds[index];
  const source = content.turns.find((each) => each.id === id);
  const act = id === undefined ? undefined : steps.get(id);
  const snapshot = act?.turn.snapshot ?? null;
  const kept = act && snapshot ? await readPage(content.read, snapshot) : null;
  return {
    reference: gold,
    output: isGold ? gold : answer.output,
    predicted: predicted.intent,
    ...scoreTurn(predicted, reference),
    step: act && kept ? judgeStep(act, kept, isGold ? null : predicted) : null,
    shot: source?.kind === 'browser' ? describeShot(source, reference.element?.box, other) : null,
  };
}

/** Returns the screenshot of a turn with the place of its target; null without one. */
function describeTargetShot({ content, view }: OpenedDemonstration, index: number): Shot | null {
  const source = content.turns.find(({ id }) => id === view.turnIds[index]);
  if (source?.kind !== 'browser') return null;
  const box = source.element?.box;
  return describeShot(source, box && { ...box, left: box.x, top: box.y }, null);
}

/** Boxes are CSS px. */
function describeShot(
  { screenshot, metadata }: BrowserTurn,
  target: Area | null | undefined,
  chosen: Area | null | undefined,
): Shot | null {
  if (screenshot.status !== 'kept') return null;
  const { viewportWidth: across, viewportHeight: down } = metadata;
  const measure = (box: Area | null | undefined): Area | null => {
    if (!box || across <= 0 || down <= 0) return null;
    const { left, top, width, height } = box;
    return { left: left / across, top: top / down, width: width / across, height: height / down };
  };
  return { hash: screenshot.image, target: measure(target), chosen: measure(chosen) };
}

/**
 * Judges a prediction as a step of Mind2Web. The element is right when it is the target or does the same; operations are
 * compared by their words. Our uids stand for `backend_node_id`s, and every element of the page is a candidate. If the prediction is null,
 * the recorded action is judged. Returns null if the stored page doesn't have the target: the turn isn't counted.
 */
function judgeStep(
  { uid, operation }: MindAct,
  snapshot: PageSnapshot,
  predicted: EvaluatedAction | null,
): StepScore | null {
  const page = indexPage([parsePage(snapshot)]);
  const target = page.elements.find((node) => node.uid === uid);
  if (!target) return null;
  const same = findEquivalents(target, page).all.flatMap((node) => node.uid ?? []);
  const reference = {
    positives: [uid, ...same],
    operation: writeOperation(operation.op, operation.value),
    ranks: null,
  };
  if (predicted === null) {
    return scoreStep({ element: uid, operation: reference.operation }, reference);
  }
  const chosen = predicted.element?.uid ?? null;
  const node = page.elements.find((each) => each.uid !== null && each.uid === chosen) ?? null;
  const written = writePredicted(predicted, node);
  return scoreStep(written === null ? null : { element: chosen, operation: written }, reference);
}

/** Writes a prediction like a recorded turn; null where Mind2Web has no such operation. */
function writePredicted(
  { intent, args }: EvaluatedAction,
  node: ElementNode | null,
): string | null {
  const ownIntent = intent === 'textinput' ? 'textInput' : intent;
  if (!isIntent(ownIntent)) return null;
  const on = { tag: node?.tag ?? '', type: node?.attributes['type']?.toLowerCase() ?? '' };
  const write = getDefinition(ownIntent).formats?.mind2web;
  const texts = Object.entries(args).map(([name, value]) => [name, String(value ?? '')] as const);
  const written = write?.({ text: '', value: '', ...Object.fromEntries(texts) } as never, on);
  return written ? writeOperation(written.op, written.value) : null;
}
