/** Counts and locates tokens, without special ones. Budgets are met exactly only with the model's own tokenizer. */
export interface OtrTokenizer {
  count(text: string): number;
  /** Returns start and end of every token in UTF-16 units: token i is from `spans[2i]` to `spans[2i+1]`. */
  locate(text: string): readonly number[];
}

function createPatternTokenizer(token: RegExp): OtrTokenizer {
  const locate = (text: string): number[] =>
    Array.from(text.matchAll(token)).flatMap(({ 0: piece, index }) => [
      index,
      index + piece.length,
    ]);
  return { count: (text) => locate(text).length / 2, locate };
}

/** One token per code point; golden texts were cut with it. */
export const codePointTokenizer = createPatternTokenizer(/./gsu);

/**
 * Stands in for a model's own tokenizer: up to four letters or digits per token and one per other character, each with a
 * blank before it. On markup it counts about what byte-pair vocabularies do, and mostly more.
 */
export const approximateTokenizer = createPatternTokenizer(
  /\s?(?:[\p{L}\p{N}_]{1,4}|[^\p{L}\p{N}_\s])|\s/gu,
);

interface ByteLevelVocabulary {
  tokenize(text: string): readonly string[];
  /** Whether spans exclude blanks at the ends of tokens, like Hugging Face's `trim_offsets`. */
  trimsBlanks: boolean;
}

/** A blank in byte-level vocabularies. */
const BLANK = 'Ġ';

/**
 * Creates a tokenizer for models such as Llama 3, Qwen and GPT-2, with the spans of Hugging Face's tokenizers: a token with
 * part of a character spans all of it. Throws for a text that the tokens don't spell (a vocabulary that isn't of bytes, or a
 * normalizer that changed the text), since its spans would be wrong.
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

/** Returns start and end of the character of each UTF-8 byte, in UTF-16 units. */
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
