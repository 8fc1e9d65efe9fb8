import type { MminaResult } from './task.ts';

export interface MminaScores {
  /** Hops made of all hops, over all tasks together. */
  hopSuccess: number | null;
  /** Share of tasks that passed. */
  taskSuccess: number | null;
  tasks: number;
}

/** MMInA's two figures, 0 … 1 (paper §4.2; published `all_pass / all_all` and PASS / N); null for no tasks. */
export function aggregateResults(results: readonly MminaResult[]): MminaScores {
  const hops = results.reduce((sum, result) => sum + result.hops, 0);
  const all = results.reduce((sum, result) => sum + result.hopCount, 0);
  const passed = results.filter((result) => result.passed).length;
  return {
    hopSuccess: all === 0 ? null : hops / all,
    taskSuccess: results.length === 0 ? null : passed / results.length,
    tasks: results.length,
  };
}
