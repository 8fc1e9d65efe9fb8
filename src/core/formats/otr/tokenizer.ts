/**
 * Counts and cuts by the tokens of the model that a prompt is for, without special tokens. Budgets are
 * met exactly only with the model's own tokenizer.
 */
export interface OtrTokenizer {
  count(text: string): number;
  /** Start and end of every token, UTF-16 units, flat: token i is from `spans[2i]` to `spans[2i+1]`. */
  locate(text: string): readonly number[];
}

/** One token per code point: what golden texts were cut with. */
export const codePointTokenizer: OtrTokenizer = {
  count: (text) => locateCodePoints(text).length / 2,
  locate: locateCodePoints,
};

function locateCodePoints(text: string): number[] {
  const spans: number[] = [];
  let at = 0;
  for (const character of text) {
    spans.push(at, at + character.length);
    at += character.length;
  }
  return spans;
}
