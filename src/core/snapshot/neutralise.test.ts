import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { sanitizeComment, sanitizeRawText } from './markup.ts';

const pieces = fc.array(
  fc.constantFrom(
    ...['<!--', '-->', '--!>', '-', '!', '>', '<', '/', 'script', 'style', 'xmp', 'noscript', 'x'],
    ...['</SCRIPT>', '<b>', '"', "'", ' ', '&', '\n'],
  ),
  { maxLength: 12 },
);

/** Names of the children that a parser makes of the html. */
const read = (html: string, scriptingEnabled = true): string[] =>
  parseFragment(html, { scriptingEnabled }).childNodes.map((node) => node.nodeName);

describe('neutraliseComment', () => {
  it('leaves one comment, whatever is in it', () => {
    fc.assert(
      fc.property(pieces, (list) => {
        expect(read(`${sanitizeComment(`<!--${list.join('')}-->`)}<u></u>`)).toEqual([
          '#comment',
          'u',
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not touch ordinary ones, and drops instructions', () => {
    expect(sanitizeComment('<!-- a - b <p> -->')).toBe('<!-- a - b <p> -->');
    expect(sanitizeComment('<?php ?>')).toBe('');
  });
});

describe('neutraliseRawText', () => {
  it.each(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'])(
    'ends %s where it ends, whatever is in it',
    (name) => {
      fc.assert(
        fc.property(pieces, (list) => {
          const html = `<${name}>${sanitizeRawText(list.join(''), name)}</${name}><u></u>`;
          expect(read(html)).toEqual([name, 'u']);
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('goes on behind noscript also for parsers that run no scripts', () => {
    expect(
      read(`<noscript>${sanitizeRawText('<!-- <b>', 'noscript')}</noscript><u></u>`, false),
    ).toEqual(['noscript', 'u']);
    expect(
      read(`<noscript>${sanitizeRawText('<b title="x>', 'noscript')}</noscript><u></u>`, false),
    ).toEqual(['noscript', 'u']);
  });

  it('does not touch ordinary text', () => {
    for (const text of ['if (a < b) "</b>"', '<!-- x', 'a::before{content:"<"}']) {
      expect(sanitizeRawText(text, 'script')).toBe(text);
    }
    const pixel = '<img src="https://x.test/?a=1&amp;b=2" alt=\'\'><!-- n -->';
    expect(sanitizeRawText(pixel, 'noscript')).toBe(pixel);
  });
});
