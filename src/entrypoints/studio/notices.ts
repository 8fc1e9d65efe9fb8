import { create } from 'zustand';
import type { Outcome } from '../../protocol/background.ts';

interface Done {
  /** What was done, in one sentence. */
  text: string;
  undo: () => Promise<void>;
}

export const useNotices = create(() => ({
  /** Why the last order failed. */
  problem: null as string | null,
  /** What was done last, while that can be undone. */
  done: null as Done | null,
}));

export function reportProblem(problem: string): void {
  useNotices.setState({ problem });
}

/** Waits for an order and shows why it was refused; null then. */
export async function carryOut<T>(
  ordered: Promise<Outcome<T>>,
): Promise<({ ok: true } & T) | null> {
  const outcome = await ordered;
  if (outcome.ok) return outcome;
  reportProblem(outcome.message);
  return null;
}

export async function undoDone(): Promise<void> {
  const { done } = useNotices.getState();
  useNotices.setState({ done: null });
  await done?.undo();
}
