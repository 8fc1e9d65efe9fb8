import type { ModelUsage } from '../../demonstration/demonstration.ts';
import type { ChatMessage } from './question.ts';
import type { ToolSchema } from './tool-schema.ts';

/** In any one currency, per million tokens. */
export interface Prices {
  prompt: number;
  completion: number;
}

export interface QuestionUsage {
  promptTokens: number;
  completionTokens: number;
  /** Counted by us, because the endpoint didn't. */
  estimated: boolean;
  /** In the currency of the prices; 0 without any. */
  cost: number;
}

/** Counts the tokens of a text, exactly or nearly. */
export type CountTokens = (text: string) => number;

const MILLION = 1_000_000;
/** An answer is one call. */
const DEFAULT_ANSWER_TOKENS = 100;
/** Names and marks around each message. */
const TOKENS_PER_MESSAGE = 4;
/** What a picture of a screen takes with the models that say so; others take less (from 85). */
const TOKENS_PER_IMAGE = 1500;

/** Estimates what the endpoint didn't count. */
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

export function estimateCost(
  prices: Prices | null,
  messages: readonly ChatMessage[],
  count: CountTokens,
  tools: readonly ToolSchema[] = [],
): number {
  return priceTokens(prices, countPrompt(messages, tools, count), DEFAULT_ANSWER_TOKENS);
}

/** Pictures count by a fixed estimate. Prompts are composed by the same numbers. */
export function countPrompt(
  messages: readonly ChatMessage[],
  tools: readonly ToolSchema[],
  count: CountTokens,
): number {
  const written = tools.length > 0 ? count(JSON.stringify(tools)) : 0;
  return messages.reduce(
    (sum, { content, images = [] }) =>
      sum + count(content) + TOKENS_PER_MESSAGE + images.length * TOKENS_PER_IMAGE,
    written,
  );
}

function priceTokens(prices: Prices | null, prompt: number, completion: number): number {
  if (prices === null) return 0;
  return (prices.prompt * prompt + prices.completion * completion) / MILLION;
}

export const NO_SPENDING: ModelUsage = {
  questions: 0,
  promptTokens: 0,
  completionTokens: 0,
  estimated: false,
  cost: null,
};

/** `isPriced`: the question's cost is known, and not just 0 for want of a price. */
export function addUsage(
  spending: ModelUsage,
  usage: QuestionUsage,
  isPriced: boolean,
): ModelUsage {
  return {
    questions: spending.questions + 1,
    promptTokens: spending.promptTokens + usage.promptTokens,
    completionTokens: spending.completionTokens + usage.completionTokens,
    estimated: spending.estimated || usage.estimated,
    cost: isPriced ? (spending.cost ?? 0) + usage.cost : spending.cost,
  };
}

/** Whether the next question may exceed the ceiling; null allows all. */
export function exceedsCeiling(
  spending: ModelUsage,
  next: number,
  allowed: number | null,
): boolean {
  return allowed !== null && (spending.cost ?? 0) + next > allowed;
}

/** Allows the next question, and then as much as at first. */
export function raiseCeiling(spending: ModelUsage, next: number, ceiling: number): number {
  return (spending.cost ?? 0) + next + ceiling;
}
