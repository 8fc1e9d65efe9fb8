import { findEquivalents } from '../formats/mind2web/equivalents.ts';
import type { MindAct } from '../formats/mind2web/operation.ts';
import { isToggle } from '../formats/steps/fold-turns.ts';
import type { Mind2WebOp } from '../metrics/mind2web/operation.ts';
import { writeOperation } from '../metrics/mind2web/operation.ts';
import type { StepScore } from '../metrics/mind2web/step.ts';
import { scoreStep } from '../metrics/mind2web/step.ts';
import type { EvaluatedAction } from '../metrics/weblinx/evaluated-action.ts';
import { indexPage } from '../ranking/page-index.ts';
import type { ElementNode } from '../snapshot/node.ts';
import { parsePage } from '../snapshot/parse.ts';
import type { PageSnapshot } from '../snapshot/snapshot.ts';

/**
 * A prediction as a step of Mind2Web's: the element is right when it is the target or does the same, the
 * operation is compared by its words. Our uids stand for `backend_node_id`s, and no candidate generator
 * stands between. Null as prediction is the recorded act itself; null as result: the target is not in the
 * kept page, so that the turn is no step.
 */
export function judgeStep(
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

/** As the recorder's own turns are written; null for what Mind2Web has no operation for. */
function writePredicted(
  { intent, args }: EvaluatedAction,
  node: ElementNode | null,
): string | null {
  const written = readOperation(intent, args, node);
  return written && writeOperation(written.op, String(written.value ?? ''));
}

function readOperation(
  intent: EvaluatedAction['intent'],
  args: EvaluatedAction['args'],
  node: ElementNode | null,
): { op: Mind2WebOp; value: string | number | null | undefined } | null {
  switch (intent) {
    case 'click':
    case 'hover':
    case 'submit':
      return { op: 'CLICK', value: '' };
    case 'textinput':
      return { op: 'TYPE', value: args['text'] };
    case 'change':
      if (node?.tag === 'select') return { op: 'SELECT', value: args['value'] };
      return isToggle(node?.attributes['type']?.toLowerCase())
        ? { op: 'CLICK', value: '' }
        : { op: 'TYPE', value: args['value'] };
    default:
      return null;
  }
}
