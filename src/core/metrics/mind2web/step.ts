import { meanOf } from '../mean.ts';
import { splitAtSpace } from '../../formats/python/python.ts';

type Mind2WebOp = 'CLICK' | 'TYPE' | 'SELECT';

/** Writes an operation as Op F1 compares it: `CLICK`, `TYPE red kettle`. A click has no value. */
export function writeOperation(op: Mind2WebOp, value: string): string {
  return op === 'CLICK' ? op : `${op} ${value}`;
}

interface Mind2WebReference {
  /** `backend_node_id`s of pos_candidates; may be empty in the official data. */
  positives: readonly string[];
  /** See `writeOperation`. */
  operation: string;
  /** By a candidate generator, from 0 as in Mind2Web's files; null without one. */
  ranks: ReadonlyMap<string, number> | null;
}

interface Mind2WebPrediction {
  /** `backend_node_id`; null for "none of the above". */
  element: string | null;
  operation: string;
}

export interface StepScore {
  element: number;
  operationF1: number;
  /** 1 when the element is right and the operation is exact. */
  success: number;
}

/** How many candidates the published protocol gives to the model. */
const MIND2WEB_TOP_K = 50;

/**
 * Scores one action (Mind2Web's `evaluate_dataset`, paper §4): 0 in all three without a prediction, or without a positive
 * among the top candidates. Steps are independent, since each is given the gold history.
 */
export function scoreStep(
  predicted: Mind2WebPrediction | null,
  { positives, ranks, operation }: Mind2WebReference,
  topK: number = MIND2WEB_TOP_K,
): StepScore {
  const reachable = positives.filter(
    (id) => ranks === null || (ranks.get(id) ?? Number.POSITIVE_INFINITY) < topK,
  );
  if (predicted === null || reachable.length === 0) {
    return { element: 0, operationF1: 0, success: 0 };
  }
  const element = predicted.element !== null && reachable.includes(predicted.element) ? 1 : 0;
  const operationF1 = measureOperationF1(predicted.operation, operation);
  return { element, operationF1, success: element === 1 && operationF1 === 1 ? 1 : 0 };
}

/**
 * Returns F1 of the sets of words of two operations, 0 … 1 (Mind2Web paper §4, SeeAct's copy of `calculate_f1`): word order
 * and repetition are ignored, case isn't. Two empty operations give 1.
 */
export function measureOperationF1(predicted: string, reference: string): number {
  const a = new Set(splitAtSpace(predicted));
  const b = new Set(splitAtSpace(reference));
  return a.size === 0 && b.size === 0 ? 1 : measureF1(a, b);
}

/** Returns F1 of two sets, 0 … 1. */
export function measureF1(predicted: ReadonlySet<string>, reference: ReadonlySet<string>): number {
  const shared = [...predicted].filter((member) => reference.has(member)).length;
  if (shared === 0) return 0;
  const [precision, recall] = [shared / predicted.size, shared / reference.size];
  return (2 * precision * recall) / (precision + recall);
}

interface Mind2WebTask {
  website: string;
  steps: readonly StepScore[];
}

interface Mind2WebMeans {
  elementAccuracy: number;
  operationF1: number;
  stepSuccess: number;
}

export interface Mind2WebScores {
  /** Over all steps. */
  micro: Mind2WebMeans;
  /** Mean over tasks of each task's mean, as in the paper's tables. */
  macro: Mind2WebMeans;
  /** Share of tasks without a wrong step. */
  taskSuccess: number;
  /** Shares of tasks by number of wrong steps. */
  errors: Record<'0' | '1' | '2' | '3' | '>3', number>;
  stepSuccessByWebsite: Record<string, number>;
}

/** Returns Mind2Web's figures (published `evaluate_dataset`) over the tasks with steps; null without any. */
export function aggregateTasks(tasks: readonly Mind2WebTask[]): Mind2WebScores | null {
  const counted = tasks.filter(({ steps }) => steps.length > 0);
  if (counted.length === 0) return null;
  const average = (some: readonly Mind2WebTask[]) =>
    averageSteps(some.flatMap(({ steps }) => steps));
  const wrong = counted.map(({ steps }) => steps.filter(({ success }) => success !== 1).length);
  const share = (errors: number): number =>
    wrong.filter((count) => Math.min(count, 4) === errors).length / wrong.length;
  const websites = [...new Set(counted.map(({ website }) => website))];
  return {
    micro: average(counted),
    macro: averageMeans(counted.map((task) => average([task]))),
    taskSuccess: share(0),
    errors: { '0': share(0), '1': share(1), '2': share(2), '3': share(3), '>3': share(4) },
    stepSuccessByWebsite: Object.fromEntries(
      websites.map((website) => {
        const group = counted.filter((task) => task.website === website);
        return [website, average(group).stepSuccess];
      }),
    ),
  };
}

function averageSteps(steps: readonly StepScore[]): Mind2WebMeans {
  return averageMeans(
    steps.map(({ element, operationF1, success }) => {
      return { elementAccuracy: element, operationF1, stepSuccess: success };
    }),
  );
}

function averageMeans(means: readonly Mind2WebMeans[]): Mind2WebMeans {
  const average = (name: keyof Mind2WebMeans): number =>
    meanOf(means.map((mean) => mean[name])) ?? 0;
  return {
    elementAccuracy: average('elementAccuracy'),
    operationF1: average('operationF1'),
    stepSuccess: average('stepSuccess'),
  };
}
