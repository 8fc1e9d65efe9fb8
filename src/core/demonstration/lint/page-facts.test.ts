import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectPageFacts } from './page-facts.ts';

const uid = (name: string): string => ` data-webtasks-id="${name}"`;

function tagsOf(html: string): [string, string][] {
  return [...collectPageFacts(html).tags];
}

describe('collectPageFacts', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'elements',
      `<head${uid('h')}></head><body${uid('b')}>text</body>`,
      [
        ['h', 'head'],
        ['b', 'body'],
      ],
    ],
    ['a value with a tag in it', `<a title="<b x='>"${uid('a')}>`, [['a', 'a']]],
    ['an attribute whose name is a quote', `<a "=""${uid('a')}>`, [['a', 'a']]],
    ['names in any case', `<foreignObject${uid('f')}>`, [['f', 'foreignobject']]],
    ['text that only looks like a tag', `<p${uid('p')}>a < b &lt;i${uid('no')}></p>`, [['p', 'p']]],
    [
      'script',
      `<script${uid('s')}>"<i${uid('no')}>"</script><b${uid('b')}>`,
      [
        ['s', 'script'],
        ['b', 'b'],
      ],
    ],
    ['comments', `<!-- <i${uid('no')}> --><b${uid('b')}>`, [['b', 'b']]],
    [
      'a frame, whose document stands behind it',
      `<iframe${uid('f')}><i${uid('no')}></iframe><div data-wayscribe-frame="html"${uid('b')}>`,
      [
        ['f', 'iframe'],
        ['b', 'div'],
      ],
    ],
    ['elements without a uid', '<br><template shadowrootmode="open">', []],
    ['html that is cut', `<b${uid('b')}><a title="`, [['b', 'b']]],
  ])('reads %s', (_, html, tags) => {
    expect(tagsOf(html)).toEqual(tags);
  });

  it('tells which uids are there more than once', () => {
    const html = `<a${uid('x')}></a><b${uid('x')}></b><i${uid('y')}></i><u${uid('x')}></u>`;
    expect([...collectPageFacts(html).repeated]).toEqual(['x']);
    expect(tagsOf(html)).toEqual([
      ['x', 'a'],
      ['y', 'i'],
    ]);
  });

  it.each([
    ['a password', 'type="password" value="hunter2"', true],
    ['a masked password', 'type="password" value="••••"', false],
    ['an empty password', 'type="password"', false],
    ['a card number', 'autocomplete="billing cc-number" value="4111"', true],
    ['a search', 'type="search" value="kettle"', false],
  ])('%s', (_, attributes, shown) => {
    for (const identified of [uid('i'), '']) {
      const { exposed } = collectPageFacts(`<input ${attributes}${identified}>`);
      expect(exposed).toBe(shown ? 1 : 0);
    }
  });

  it('never throws and ends, whatever it is given', () => {
    const piece = fc.constantFrom('<', '>', '"', "'", '=', ' ', '/', '!--', '-->', 'a', 'script');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect(collectPageFacts(pieces.join('')).exposed).toBe(0);
      }),
    );
  });

  it.each([
    ['attributes without quotes', '<a href=x>'],
    ['attributes without values', '<p hidden>'],
    ['raw text that never ends', '<script>'],
    ['comments that never end', '<!--'],
    ['values that never end', '<p title="'],
    ['attributes that never end', ' a="b"'],
  ])('gets to the end of a megabyte of %s', (_, piece) => {
    // Each going through all the rest again would take hours.
    const many = `<b${uid('first')}><a${piece.repeat(1_000_000 / piece.length)}<p${uid('last')}>`;
    expect(tagsOf(many).at(0)).toEqual(['first', 'b']);
  });
});
