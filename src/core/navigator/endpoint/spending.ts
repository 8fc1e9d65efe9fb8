import type { Spending } from '../../demonstration/demonstration.ts';
import type { QuestionUsage } from './pricing.ts';

export const NOTHING_SPENT: Spending = {
  questions: 0,
  promptTokens: 0,
  completionTokens: 0,
  estimated: false,
  cost: null,
};

/** `isPriced`: the question's cost is known, and not just 0 for want of a price. */
export function addUsage(spending: Spending, usage: QuestionUsage, isPriced: boolean): Spending {
  return {
    questions: spending.questions + 1,
    promptTokens: spending.promptTokens + usage.promptTokens,
    completionTokens: spending.completionTokens + usage.completionTokens,
    estimated: spending.estimated || usage.estimated,
    cost: isPriced ? (spending.cost ?? 0) + usage.cost : spending.cost,
  };
}

/** Whether the next question may take the conversation over what is allowed; null allows all. */
export function exceeds(spending: Spending, next: number, allowed: number | null): boolean {
  return allowed !== null && (spending.cost ?? 0) + next > allowed;
}

/** What is allowed once the user said to go on: the next question, and then as much as at first. */
export function raiseAllowed(spending: Spending, next: number, ceiling: number): number {
  return (spending.cost ?? 0) + next + ceiling;
}
