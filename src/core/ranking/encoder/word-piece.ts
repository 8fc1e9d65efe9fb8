/**
 * BERT's uncased WordPiece (Devlin et al. 2019; the reference BasicTokenizer and WordpieceTokenizer).
 * Special tokens are only ever added by `encode`: "[SEP]" in a page's text stays four literal pieces.
 */
export interface WordPiece {
  /** Ids with [CLS] before and [SEP] after, at most `maxTokens` in all. */
  encode(text: string, maxTokens: number): number[];
  /** Id that pads rows of a batch. */
  readonly padId: number;
}

const MAX_WORD = 100;
/** What the reference calls punctuation: Unicode P, and every ASCII sign. */
const PUNCTUATION = /[!-/:-@[-`{-~\p{P}]/u;
const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\uFFFD]/gu;
const IDEOGRAPH =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;

/** `vocabulary` holds one piece per line, its id being its line; throws when a special piece is missing. */
export function createWordPiece(vocabulary: readonly string[]): WordPiece {
  const ids = new Map(vocabulary.map((piece, id) => [piece, id]));
  const special = (piece: string): number => {
    const id = ids.get(piece);
    if (id === undefined) throw new Error(`The vocabulary has no ${piece}`);
    return id;
  };
  const padId = special('[PAD]');
  const unknown = special('[UNK]');
  const first = special('[CLS]');
  const last = special('[SEP]');
  return {
    padId,
    encode(text, maxTokens) {
      const found = [first];
      for (const word of splitWords(text)) {
        if (found.length >= maxTokens - 1) break;
        found.push(...splitPieces(word, ids, unknown));
      }
      return [...found.slice(0, maxTokens - 1), last];
    },
  };
}

function splitWords(text: string): string[] {
  const clean = text
    .replace(/[\t\n\r]/g, ' ')
    .replace(CONTROL, '')
    .replace(IDEOGRAPH, ' $& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  return clean.split(/[\s\p{Zs}]+/u).flatMap(splitPunctuation);
}

function splitPunctuation(word: string): string[] {
  const parts: string[] = [];
  let run = '';
  for (const sign of word) {
    if (PUNCTUATION.test(sign)) {
      if (run) parts.push(run);
      parts.push(sign);
      run = '';
    } else {
      run += sign;
    }
  }
  if (run) parts.push(run);
  return parts;
}

/** Longest match first; a word that cannot be covered is one unknown piece. */
function splitPieces(word: string, ids: ReadonlyMap<string, number>, unknown: number): number[] {
  const signs = Array.from(word);
  if (signs.length > MAX_WORD) return [unknown];
  const pieces: number[] = [];
  let start = 0;
  while (start < signs.length) {
    let end = signs.length;
    let id: number | undefined;
    for (; end > start; end--) {
      id = ids.get((start > 0 ? '##' : '') + signs.slice(start, end).join(''));
      if (id !== undefined) break;
    }
    if (id === undefined) return [unknown];
    pieces.push(id);
    start = end;
  }
  return pieces;
}
