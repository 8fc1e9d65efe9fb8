import { NO_UTTERANCE } from '../dmr/query.ts';
import type { OtrTokenizer } from './tokenizer.ts';

export interface CutPlace {
  text: string;
  /** `text` is the shortened text; null if not even an ellipsis fits; empty if the place gets no tokens at all. */
  replace(text: string | null, round: number): void;
}

/**
 * Cuts texts by levelling their lengths, in up to `rounds` rounds until `measure` reports no tokens in excess. Only tokens in
 * excess count, never the fixed text around the places. Returns whether it fits.
 */
export function cutPlaces(
  rounds: number,
  measure: () => number,
  list: () => readonly CutPlace[],
  tokenizer: OtrTokenizer,
): boolean {
  for (let round = 1; round <= rounds; round++) {
    const excess = measure();
    if (excess <= 0) return true;
    const places = list();
    const lengths = places.map(({ text }) => tokenizer.count(text));
    const shares = levelLengths(lengths, lengths.reduce((sum, length) => sum + length, 0) - excess);
    for (const [index, { text, replace }] of places.entries()) {
      const share = shares[index] ?? 0;
      if (share === lengths[index]) continue;
      replace(share === 0 ? '' : cutCenter(text, share, tokenizer), round);
    }
  }
  return measure() <= 0;
}

/** Returns the texts after one round of levelling. */
export function cutTexts(
  texts: readonly string[],
  excess: number,
  tokenizer: OtrTokenizer,
): string[] {
  const cut = [...texts];
  const places = texts.map((text, index) => {
    return { text, replace: (by: string | null) => void (cut[index] = by ?? '') };
  });
  cutPlaces(
    1,
    () => excess,
    () => places,
    tokenizer,
  );
  return cut;
}

/**
 * Joins the utterances of a prompt, each `[MM:SS] text`, cut to `budget` tokens by one round of levelling. Without any, the
 * constant sentence has a space between its letters, as in the published data.
 */
export function fitUtterances(
  utterances: readonly string[],
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  if (utterances.length === 0) return Array.from(NO_UTTERANCE).join(' ');
  const excess = tokenizer.count(utterances.join(' ')) - budget;
  return cutTexts(utterances, excess, tokenizer).join(' ');
}

const ELLIPSIS = '...';

/**
 * Cuts a text in its middle to `limit` tokens, `...` included; null when the dots don't fit. Removes whole tokens by their
 * place in the text: the rest may have another number of tokens when it is tokenized again.
 */
export function cutCenter(text: string, limit: number, tokenizer: OtrTokenizer): string | null {
  const count = tokenizer.count(text);
  if (count <= limit) return text;
  const dots = tokenizer.count(ELLIPSIS);
  if (limit <= dots) return limit < dots ? null : ELLIPSIS;
  const spans = tokenizer.locate(text);
  const removed = count - (limit - dots);
  const first = Math.floor(count / 2) - Math.floor(removed / 2);
  const from = spans[2 * first] ?? 0;
  const to = spans[2 * (first + removed) - 1] ?? text.length;
  return text.slice(0, from) + ELLIPSIS + text.slice(to);
}

/**
 * Cuts the longest parts to one level so that all add up to `limit` exactly (WebLINX paper, appendix A.3). The level is
 * rounded down, and the remainder goes, one each, to the longest parts, of equally long ones to the last.
 */
export function levelLengths(lengths: readonly number[], limit: number): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= limit) return [...lengths];
  if (limit <= 0) return lengths.map(() => 0);
  const order = Array.from(lengths.keys()).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
  const levelled = [...lengths];
  let left = limit;
  for (const [place, index] of order.entries()) {
    const others = order.length - place;
    const level = Math.floor(left / others);
    const length = lengths[index] ?? 0;
    if (length > level) {
      const remainder = left - level * others;
      for (const [nth, part] of order.slice(place).entries()) {
        levelled[part] = level + (nth >= others - remainder ? 1 : 0);
      }
      break;
    }
    left -= length;
  }
  return levelled;
}
