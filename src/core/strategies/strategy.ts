import type { Question } from '../navigator/question.ts';
import type { StrategyName } from '../navigator/strategy-name.ts';
import type { Room } from './fit-parts.ts';
import type { Scene } from './scene.ts';

/** What the endpoint can take. */
export interface Terms extends Room {
  /** Whether the model takes pictures. */
  images: boolean;
  /** Whether it is to answer by tool calls. */
  tools: boolean;
}

/**
 * A way to bring a model to an action: what it is shown, how often it is asked, and how its answers
 * become one call. `version` is raised when prompts change, so that old results are not taken for new
 * ones.
 */
export interface Strategy {
  name: StrategyName;
  version: number;
  /** Its model speaks WebLINX's language: offline, its answers are judged as they are written. */
  isVerbatim: boolean;
  open(scene: Scene, terms: Terms): Promise<Question>;
}

/** Kept free for the answer, of the tokens that an endpoint takes in all. */
const ANSWER_TOKENS = 512;
/** Rules, the request and a few elements need as much. */
const LEAST_TOKENS = 1024;

/** The tokens a prompt may have at an endpoint that takes `contextTokens`. */
export function budgetOf(contextTokens: number): number {
  return Math.max(LEAST_TOKENS, contextTokens - ANSWER_TOKENS);
}
