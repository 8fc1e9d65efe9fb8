import { readPage } from '../demonstration/content.ts';
import type { BrowserTurn } from '../demonstration/demonstration.ts';
import type { ReplayTurn } from '../formats/dmr/replay.ts';
import { findEquivalents } from '../formats/mind2web/equivalents.ts';
import type { MindAct } from '../formats/mind2web/task.ts';
import { writeOtrTarget } from '../formats/otr/prompt.ts';
import { getDefinition, isIntent } from '../action/action.ts';
import type { StepScore } from '../metrics/mind2web/step.ts';
import { writeOperation, scoreStep } from '../metrics/mind2web/step.ts';
import type { EvaluatedAction, EvaluatedPage } from '../metrics/weblinx/evaluated-action.ts';
import { readEvaluatedPage, isScored, readReference } from '../metrics/weblinx/evaluated-action.ts';
import { readPrediction } from '../metrics/weblinx/prediction.ts';
import { scoreTurn } from '../metrics/weblinx/turn-score.ts';
import { indexPage } from '../ranking/page/page-index.ts';
import type { ElementNode } from '../snapshot/element-tree.ts';
import { parsePage } from '../snapshot/parse.ts';
import type { PageSnapshot } from '../snapshot/snapshot.ts';
import type { OpenedDemonstration } from './open-demonstration.ts';
import type { ActionRow, Area, Shot, TurnPlace } from './row.ts';

/** A turn that is scored, with the reference for its answer. */
export interface JudgedTurn {
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
export function describeTargetShot(
  { content, view }: OpenedDemonstration,
  index: number,
): Shot | null {
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
 * A prediction as a step of Mind2Web's: the element is right when it is the target or does the same, the
 * operation is compared by its words. Our uids stand for `backend_node_id`s, and no candidate generator
 * stands between. Null as prediction is the recorded act itself; null as result: the target is not in the
 * kept page, so that the turn is no step.
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
