import type { ChatImage, ChatMessage } from '../navigator/model/question.ts';
import type { RankTurn } from '../formats/training/rank-turn.ts';
import type { OtrTokenizer } from '../formats/otr/tokenizer.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import type { Mark } from '../strategies/strategy.ts';
import type { Usage } from './row.ts';

/** What came of one question. `stopped`: not asked any more; `failed`: asked in vain. */
export type Asked =
  | { ok: true; text: string; usage: Usage }
  | { ok: false; kind: 'stopped' | 'failed'; reason: string };

/** Asks the endpoint one thing. */
export type Ask = (messages: readonly ChatMessage[]) => Promise<Asked>;

/**
 * Draws marks into a screenshot (PNG) of a viewport that is so many CSS px wide, which are the unit of the
 * marks too. Throws or rejects where the screenshot cannot be read.
 */
export type DrawMarks = (
  png: Uint8Array,
  marks: readonly Mark[],
  viewportWidth: number,
) => ChatImage | Promise<ChatImage>;

/** A turn to be predicted, with what any strategy may show of it. Later turns must not be looked at. */
export interface OpenTurn {
  view: ReplayView;
  /** In the view's turns. */
  index: number;
  /** The view's turns that get a prompt, in order. */
  selected: readonly number[];
  rank: RankTurn;
  tokenizer: OtrTokenizer;
  /** Tokens that the model holds at once. */
  contextTokens: number;
}
