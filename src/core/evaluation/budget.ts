import type { ChatMessage } from '../navigator/chat-message.ts';
import { approximateTokenizer } from '../formats/otr/approximate-tokenizer.ts';
import type { Usage } from './row.ts';

/** In any one currency, per million tokens. */
export interface Prices {
  prompt: number;
  completion: number;
}

const MILLION = 1_000_000;
/** An answer is one call. */
const USUAL_ANSWER = 100;
/** Names and marks around each message. */
const PER_MESSAGE = 4;

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
      const cost = priceTokens(prices, countPrompt(messages), USUAL_ANSWER);
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
  const promptTokens = counted?.promptTokens ?? countPrompt(messages);
  const completionTokens = counted?.completionTokens ?? approximateTokenizer.count(text);
  const cost = priceTokens(prices, promptTokens, completionTokens);
  return { promptTokens, completionTokens, estimated: counted === undefined, cost, cached: false };
}

function countPrompt(messages: readonly ChatMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + approximateTokenizer.count(content) + PER_MESSAGE,
    0,
  );
}

function priceTokens(prices: Prices, promptTokens: number, completionTokens: number): number {
  return (prices.prompt * promptTokens + prices.completion * completionTokens) / MILLION;
}
