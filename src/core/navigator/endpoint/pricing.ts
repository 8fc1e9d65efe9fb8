import type { ChatMessage } from '../chat-message.ts';

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
/** A picture of the usual size; models differ widely (85 to 1600). */
const PER_IMAGE = 800;

/** What an answer took; what the endpoint did not count is estimated. */
export function measureUsage(
  prices: Prices | null,
  messages: readonly ChatMessage[],
  text: string,
  counted: { promptTokens: number; completionTokens: number } | undefined,
  count: CountTokens,
): QuestionUsage {
  const promptTokens = counted?.promptTokens ?? countPrompt(messages, count);
  const completionTokens = counted?.completionTokens ?? count(text);
  const cost = priceTokens(prices, promptTokens, completionTokens);
  return { promptTokens, completionTokens, estimated: counted === undefined, cost };
}

/** What a question will probably cost. */
export function estimateCost(
  prices: Prices | null,
  messages: readonly ChatMessage[],
  count: CountTokens,
): number {
  return priceTokens(prices, countPrompt(messages, count), USUAL_ANSWER);
}

function countPrompt(messages: readonly ChatMessage[], count: CountTokens): number {
  return messages.reduce(
    (sum, { content, images = [] }) =>
      sum + count(content) + PER_MESSAGE + images.length * PER_IMAGE,
    0,
  );
}

function priceTokens(prices: Prices | null, prompt: number, completion: number): number {
  if (prices === null) return 0;
  return (prices.prompt * prompt + prices.completion * completion) / MILLION;
}
