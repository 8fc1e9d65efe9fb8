import type { ChatMessage } from '../navigator/chat-message.ts';
import { estimateCost, measureUsage } from '../navigator/endpoint/pricing.ts';
import type { Prices } from '../navigator/endpoint/pricing.ts';
import { approximateTokenizer } from '../formats/otr/approximate-tokenizer.ts';
import type { Usage } from './row.ts';

/** What was spent, and what those questions that are under way will cost. */
export interface Budget {
  /** Sets aside what a question will probably cost; false when that may be more than is left. */
  reserve(messages: readonly ChatMessage[]): number | null;
  /** Gives back what was set aside and counts what was really spent. */
  settle(reserved: number, spent: number): void;
  spent(): number;
}

/** `limit` null: without a limit. `spent` is from before. */
export function openBudget(prices: Prices, limit: number | null, spent: number): Budget {
  let [all, waiting] = [spent, 0];
  return {
    reserve(messages) {
      const cost = estimateCost(prices, messages, approximateTokenizer.count);
      if (limit !== null && all + waiting + cost > limit) return null;
      waiting += cost;
      return cost;
    },
    settle(reserved, cost) {
      waiting -= reserved;
      all += cost;
    },
    spent: () => all,
  };
}

/** What an answer took; what the endpoint did not count is estimated. */
export function readUsage(
  prices: Prices,
  messages: readonly ChatMessage[],
  text: string,
  counted: { promptTokens: number; completionTokens: number } | undefined,
): Usage {
  const usage = measureUsage(prices, messages, text, counted, approximateTokenizer.count);
  return { ...usage, cached: false };
}
