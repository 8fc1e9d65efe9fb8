import type { ChatMessage } from '../chat-message.ts';
import type { ToolSchema } from '../tool-schema.ts';

/** In any one currency, per million tokens. */
export interface Prices {
  prompt: number;
  completion: number;
}

/** What one question took. */
export interface QuestionUsage {
  promptTokens: number;
  completionTokens: number;
  /** Counted by us, because the endpoint did not. */
  estimated: boolean;
  /** In the currency of the prices; 0 without any. */
  cost: number;
}

/** Counts the tokens of a text, exactly or nearly. */
export type CountTokens = (text: string) => number;

const MILLION = 1_000_000;
/** An answer is one call. */
const USUAL_ANSWER = 100;
/** Names and marks around each message. */
const PER_MESSAGE = 4;
/** What a picture of a screen takes with the models that say so; others take less (from 85). */
const PER_IMAGE = 1500;

/** What an answer took; what the endpoint did not count is estimated. */
export function measureUsage(
  prices: Prices | null,
  messages: readonly ChatMessage[],
  text: string,
  counted: { promptTokens: number; completionTokens: number } | undefined,
  count: CountTokens,
  tools: readonly ToolSchema[] = [],
): QuestionUsage {
  const promptTokens = counted?.promptTokens ?? countPrompt(messages, tools, count);
  const completionTokens = counted?.completionTokens ?? count(text);
  const cost = priceTokens(prices, promptTokens, completionTokens);
  return { promptTokens, completionTokens, estimated: counted === undefined, cost };
}

/** What a question will probably cost. */
export function estimateCost(
  prices: Prices | null,
  messages: readonly ChatMessage[],
  count: CountTokens,
  tools: readonly ToolSchema[] = [],
): number {
  return priceTokens(prices, countPrompt(messages, tools, count), USUAL_ANSWER);
}

/** Tokens of a question, pictures by a fixed estimate; composing a prompt and its cost go by the same. */
export function countPrompt(
  messages: readonly ChatMessage[],
  tools: readonly ToolSchema[],
  count: CountTokens,
): number {
  const written = tools.length > 0 ? count(JSON.stringify(tools)) : 0;
  return messages.reduce(
    (sum, { content, images = [] }) =>
      sum + count(content) + PER_MESSAGE + images.length * PER_IMAGE,
    written,
  );
}

function priceTokens(prices: Prices | null, prompt: number, completion: number): number {
  if (prices === null) return 0;
  return (prices.prompt * prompt + prices.completion * completion) / MILLION;
}
