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

/** Up to four letters or digits, or one other character, with a blank before them. */
const PIECE = /\s?(?:[\p{L}\p{N}_]{1,4}|[^\p{L}\p{N}_\s])|\s/gu;

/**
 * Stands in for a model's own tokenizer: about four letters to a token and every mark one of its own,
 * which on markup comes near to, and mostly above, what byte-pair vocabularies count. Budgets are then
 * kept roughly; for byte-equal prompts the model's tokenizer is needed.
 */
export const approximateTokenizer: OtrTokenizer = {
  count: (text) => locate(text).length / 2,
  locate,
};

function locate(text: string): number[] {
  const spans: number[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) spans.push(index, index + piece.length);
  return spans;
}

/** Of a tokenizer that works on bytes: the tokens of a text as its vocabulary writes them. */
export interface ByteLevelVocabulary {
  tokenize(text: string): readonly string[];
  /** Spans leave out blanks at the ends of tokens, as Hugging Face's `trim_offsets` does. */
  trimsBlanks: boolean;
}

/** What a blank is in byte-level vocabularies. */
const BLANK = 'Ġ';

/**
 * Cuts as the public prompts are cut with the models that it is for (Llama 3, Qwen, GPT-2 and their
 * like): spans are those of Hugging Face's tokenizers, where a token that holds part of a character
 * spans all of it. Throws for a text that the tokens do not spell (a vocabulary that is not of bytes, or
 * a normalizer that changed the text): its spans would be wrong.
 */
export function createByteLevelTokenizer(vocabulary: ByteLevelVocabulary): OtrTokenizer {
  return {
    count: (text) => vocabulary.tokenize(text).length,
    locate: (text) => locateTokens(text, vocabulary),
  };
}

function locateTokens(text: string, { tokenize, trimsBlanks }: ByteLevelVocabulary): number[] {
  const places = placeBytes(text);
  const spans: number[] = [];
  let byte = 0;
  for (const token of tokenize(text)) {
    const end = byte + token.length;
    let [from, to] = [places.from[byte] ?? 0, places.to[end - 1] ?? text.length];
    if (trimsBlanks) {
      for (let at = 0; token[at] === BLANK && from < to; at++) from += 1;
      for (let at = token.length - 1; token[at] === BLANK && to > from; at--) to -= 1;
    }
    spans.push(from, to);
    byte = end;
  }
  if (byte !== places.from.length) {
    throw new Error('this tokenizer does not work on bytes, so prompts cannot be cut with it');
  }
  return spans;
}

/** Where the character of each UTF-8 byte begins and ends, in UTF-16 units. */
function placeBytes(text: string): { from: number[]; to: number[] } {
  const [from, to]: [number[], number[]] = [[], []];
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let n = 0; n < bytes; n++) {
      from.push(at);
      to.push(at + character.length);
    }
    at += character.length;
  }
  return { from, to };
}
