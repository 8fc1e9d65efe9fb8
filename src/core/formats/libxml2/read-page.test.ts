import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listElements, listPaths, writeHtml } from './node.ts';

import { readPageTree } from './read-page.ts';

type Golden = [html: string, written: string | null, paths: string[] | null];

/** Made with lxml 4.9.2 on libxml2 2.9.14: its own serialisation and node paths of each page. */
const goldens = JSON.parse(
  readFileSync(join(import.meta.dirname, '../golden/libxml2-trees.json'), 'utf8'),
) as Golden[];

/** Where we knowingly differ: part of the page, and what libxml2 makes of it. */
const deviations: Record<string, string> = {
  '&#x80;&#0;': 'names of HTML 5 are resolved: &notit; as &not;',
  '<?php x ?>': 'processing instructions are comments',
  'a\0b': 'NUL is dropped; lxml makes a space of it',
  '&check;': 'names of HTML 5 are resolved',
};

function isDeviation(html: string): boolean {
  return Object.keys(deviations).some((part) => html.includes(part));
}

function read(html: string) {
  const root = readPageTree(html);
  return root && { written: writeHtml(root), paths: [...listPaths(root).values()].sort() };
}

describe('the tree of a page', () => {
  const followed = goldens.filter(([html]) => !isDeviation(html));

  it.each(followed)('of %j is that of libxml2', (html, written, paths) => {
    expect(read(html)).toEqual(paths && { written, paths: [...paths].sort() });
  });

  it.each(Object.entries(deviations))('differs for %j: %s', (part) => {
    const [html, written] = goldens.find((golden) => golden[0].includes(part)) ?? [];
    expect(html && read(html)?.written).not.toBe(written);
  });

  it('drops nodes deeper than libxml2 supports', () => {
    const nest = (depth: number) =>
      `<head></head><body>${'<div>'.repeat(depth)}<b>x</b>${'</div>'.repeat(depth)}<i>y</i>`;
    const tags = (html: string) => {
      const root = readPageTree(html);
      return root === null ? [] : listElements(root).map(({ tag }) => tag);
    };
    expect(tags(nest(254)).slice(-2)).toEqual(['b', 'i']);
    expect(tags(nest(255)).filter((tag) => tag === 'div')).toHaveLength(255);
    expect(tags(nest(255))).not.toContain('b');
    expect(tags(nest(5000))).toHaveLength(3 + 255);
  });

  it('can be read from any text', () => {
    const piece = fc.constantFrom(
      ...['<div>', '</div>', '<p class="a">', '</p>', '<li>', 'x', ' ', '<b a=1>', '</b>', '<br>'],
      ...['<table>', '<td>', '</table>', '<script>', '</script>', '<', '&', '&amp;', '<!--', '-->'],
      ...['"', "'", '=', '>', '/', '<!doctype html>', '<body>', '</html>', '\n', '<a @b="c d">'],
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const root = readPageTree(`<head></head><body>${pieces.join('')}`);
        expect(root?.tag).toBe('html');
        const all = root === null ? [] : listElements(root);
        expect(all.every((node) => node.children.every((child) => child.parent === node))).toBe(
          true,
        );
      }),
    );
  });
});
