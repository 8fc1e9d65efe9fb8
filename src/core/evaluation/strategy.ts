import type { ChatMessage } from '../navigator/chat-message.ts';
import type { RankTurn } from '../formats/training/rank-turn.ts';
import type { OtrTokenizer } from '../formats/otr/tokenizer.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import type { Usage } from './row.ts';

/** What came of one question. `stopped`: not asked any more; `failed`: asked in vain. */
export type Asked =
  | { ok: true; text: string; usage: Usage }
  | { ok: false; kind: 'stopped' | 'failed'; reason: string };

/** Asks the endpoint one thing. */
export type Ask = (messages: readonly ChatMessage[]) => Promise<Asked>;

/** A turn to be predicted, with what any strategy may show of it. Later turns must not be looked at. */
export interface OpenTurn {
  view: ReplayView;
  /** In the view's turns. */
  index: number;
  /** The view's turns that get a prompt, in order. */
  selected: readonly number[];
  rank: RankTurn;
  tokenizer: OtrTokenizer;
}

/**
 * A way to make a model predict a turn: what it is shown, how often it is asked, and how its answers
 * become one call in WebLINX's language, which all metrics read. `version` is raised when prompts change,
 * so that old results are not taken for new ones.
 */
export interface Strategy {
  name: string;
  version: number;
  predict(turn: OpenTurn, ask: Ask): Promise<Asked>;
}
