import { NO_UTTERANCE, listUtterances } from '../dmr/live.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import type { OtrTokenizer } from './tokenizer.ts';

/** What became of a part; parts that fit are not reported. */
export interface CutPart {
  index: number;
  /** Null when there was not even room for the dots; empty when its share was nothing. */
  text: string | null;
}

/**
 * One round of levelling: cuts those parts that are above the level, so that a rendered text with
 * `excess` tokens too many loses them. Fixed text around the parts is never counted, only what must go.
 */
export function cutParts(
  parts: readonly string[],
  excess: number,
  tokenizer: OtrTokenizer,
): CutPart[] {
  const lengths = parts.map((part) => tokenizer.count(part));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const shares = levelLengths(lengths, total - excess);
  const cut: CutPart[] = [];
  for (const [index, part] of parts.entries()) {
    const share = shares[index] ?? 0;
    if (share === (lengths[index] ?? 0)) continue;
    cut.push({ index, text: share === 0 ? '' : cutCenter(part, share, tokenizer) });
  }
  return cut;
}

/**
 * The utterances of a prompt, one round of levelling to `budget` tokens.
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

const ELLIPSIS = '...';

/**
 * A text cut in its middle to `limit` tokens, `...` included; null when not even
 * the dots fit. Tokens are removed whole, by their place in the text: what is left may have another
 * number of tokens when it is tokenized again.
 */
export function cutCenter(text: string, limit: number, tokenizer: OtrTokenizer): string | null {
  const count = tokenizer.count(text);
  if (count <= limit) return text;
  const dots = tokenizer.count(ELLIPSIS);
  if (limit < dots) return null;
  if (limit === dots) return ELLIPSIS;
  const spans = tokenizer.locate(text);
  const removed = count - (limit - dots);
  const first = Math.floor(count / 2) - Math.floor(removed / 2);
  const from = spans[2 * first] ?? 0;
  const to = spans[2 * (first + removed) - 1] ?? text.length;
  return text.slice(0, from) + ELLIPSIS + text.slice(to);
}

/**
 * Levelling: cuts the longest parts to one level so that
 * all add up to `limit` exactly. The level is rounded down and what is missing is given back, one each,
 * to the longest parts, of equally long ones the last. Parts that fit stay as they are.
 */
export function levelLengths(lengths: readonly number[], limit: number): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= limit) return [...lengths];
  if (limit <= 0) return lengths.map(() => 0);
  const order = Array.from(lengths.keys()).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  const levelled = [...lengths];
  let left = limit;
  for (const [place, index] of order.entries()) {
    const share = Math.floor(left / (order.length - place));
    const length = lengths[index] ?? 0;
    if (length > share) {
      shareOut(levelled, order.slice(place), left);
      break;
    }
    left -= length;
  }
  return levelled;
}

/** The same for all, and one more for as many of the last as the division leaves over. */
function shareOut(levelled: number[], parts: readonly number[], total: number): void {
  const level = Math.floor(total / parts.length);
  const over = total - level * parts.length;
  for (const [place, index] of parts.entries()) {
    levelled[index] = level + (place >= parts.length - over ? 1 : 0);
  }
}
