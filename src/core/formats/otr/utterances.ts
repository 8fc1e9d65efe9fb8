import { listUtterances, NO_UTTERANCE } from '../dmr/query.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import { cutParts } from './cut-parts.ts';
import type { OtrTokenizer } from './tokenizer.ts';

/**
 * The utterances of a prompt (weblinx-format.md §4.2, §4.5), one round of levelling to `budget` tokens.
 * Without any, the constant sentence comes out with a space between its letters: so it is in the
 * published data.
 */
export function writeUtterances(
  turns: readonly ReplayTurn[],
  index: number,
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  return fitUtterances(listUtterances(turns, index), budget, tokenizer);
}

/** The same for utterances as they are to be told, `[MM:SS] text`. */
export function fitUtterances(
  told: readonly string[],
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  if (told.length === 0) return Array.from(NO_UTTERANCE).join(' ');
  const utterances = [...told];
  const excess = tokenizer.count(utterances.join(' ')) - budget;
  if (excess > 0) {
    for (const cut of cutParts(utterances, excess, tokenizer)) {
      utterances[cut.index] = cut.text ?? '';
    }
  }
  return utterances.join(' ');
}
