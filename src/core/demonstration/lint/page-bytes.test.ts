import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts } from './page-facts.ts';
import { readPageBytes } from './page-bytes.ts';

const encode = (html: string): Uint8Array => new TextEncoder().encode(html);
const uid = (name: string): string => ` data-webtasks-id="${name}"`;

/** Both readings of a page, as far as lint asks. */
function readTwice(html: string) {
  const { tags, repeated, exposed } = collectPageFacts(html);
  const read = readPageBytes(encode(html));
  return {
    text: [[...tags.keys()], [...tags.values()], repeated.size, exposed],
    bytes: read && [
      [...read.uids()],
      [...read.uids()].map((each) => read.tagOf(each)),
      read.repeated,
      read.exposed,
    ],
  };
}

describe('readPageBytes', () => {
  it('says what reading the text says, of whatever html', () => {
    const piece = fc.constantFrom(
      ...['<', '>', '"', "'", '=', ' ', '/', '!--', '-->', '->', 'a', 'É', '€', '\u{1F600}', '\n'],
      ...['<script', '</script>', '<iframe', '</iframe>', '<INPUT', '<input', '<!---->', '<!-->'],
      ...[
        ' type="password"',
        ' value="hunter2"',
        ' value="••••"',
        ' data-webtasks-i',
        '<sVg',
        '<p',
      ],
      ...[uid('a'), uid('bb'), uid('abcdefgh'), uid('abcdefg'), uid('22ea1c64-9c82-446a'), uid('')],
    );
    const html = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(html, (text) => {
        const { text: expected, bytes } = readTwice(text);
        expect(bytes).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('tells thousands of uids apart, and those that are there twice', () => {
    const many = Array.from({ length: 9000 }, (_, at) => `<p${uid(`uid-${at % 8000}`)}></p>`);
    const { text, bytes } = readTwice(many.join(''));
    expect(bytes).toEqual(text);
    expect(bytes?.[2]).toBe(1000);
    expect(readPageBytes(encode(many.join('')))?.tagOf('uid-8000')).toBeUndefined();
  });

  it('reads a part of a larger buffer, and leaves uids that are not ASCII to the text', () => {
    const before = `<b${uid('no')}>`;
    const inside = encode(`${before}<head${uid('h')}></head>`).subarray(before.length);
    expect(readPageBytes(inside)?.tagOf('h')).toBe('head');
    expect(readPageBytes(inside)?.tagOf('no')).toBeUndefined();
    expect(readPageBytes(encode(`<b${uid('é')}>`))).toBeNull();
  });

  it.each([
    ['attributes without quotes', '<a href=x>'],
    ['attributes without values', '<p hidden>'],
    ['raw text that never ends', '<script>'],
    ['comments that never end', '<!--'],
    ['values that never end', '<p title="'],
  ])('gets to the end of a megabyte of %s', (_, piece) => {
    // Each going through all the rest again would take hours.
    const many = `${piece.repeat(1_000_000 / piece.length)}<p${uid('last')}>`;
    const { text, bytes } = readTwice(many);
    expect(bytes).toEqual(text);
  });
});
