import type { StepScore } from './step.ts';

export interface Mind2WebTask {
  website: string;
  steps: readonly StepScore[];
}

export interface Mind2WebMeans {
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
  const perTask = counted.map(({ steps }) => meanSteps(steps));
  const wrong = counted.map(({ steps }) => steps.filter(({ success }) => success !== 1).length);
  const share = (holds: (count: number) => boolean) => wrong.filter(holds).length / wrong.length;
  const errors = {
    '0': share((count) => count === 0),
    '1': share((count) => count === 1),
    '2': share((count) => count === 2),
    '3': share((count) => count === 3),
    '>3': share((count) => count > 3),
  };
  const websites = [...new Set(counted.map(({ website }) => website))];
  return {
    micro: meanSteps(counted.flatMap(({ steps }) => steps)),
    macro: {
      elementAccuracy: mean(perTask.map((task) => task.elementAccuracy)),
      operationF1: mean(perTask.map((task) => task.operationF1)),
      stepSuccess: mean(perTask.map((task) => task.stepSuccess)),
    },
    taskSuccess: errors['0'],
    errors,
    stepSuccessByWebsite: Object.fromEntries(
      websites.map((website) => {
        const group = counted.filter((task) => task.website === website);
        return [website, meanSteps(group.flatMap(({ steps }) => steps)).stepSuccess];
      }),
    ),
  };
}

function meanSteps(steps: readonly StepScore[]): Mind2WebMeans {
  return {
    elementAccuracy: mean(steps.map((step) => step.element)),
    operationF1: mean(steps.map((step) => step.operationF1)),
    stepSuccess: mean(steps.map((step) => step.success)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
