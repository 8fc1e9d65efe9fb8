import { describe, expect, it } from 'vitest';
import { findByUid, walkElements, xpathOf } from './element-tree.ts';
import { parseHtml } from './parse.ts';

const names = (html: string): string =>
  Array.from(walkElements(parseHtml(html)), (node) => node.tag).join(' ');

describe('parseHtml', () => {
  it('keeps uids that are there and makes the same ones again for the others', () => {
    const html = '<head></head><body data-webtasks-id="u-1"><p>x</p></body>';
    const box = { x: 1, y: 2, width: 3, height: 4 };
    const once = parseHtml(html, { boxes: { 'u-1': box } });
    expect(findByUid(once, 'u-1')?.tag).toBe('body');
    expect(findByUid(once, 'u-1')?.box).toEqual(box);
    expect(findByUid(once, 'u-1')?.attributes).toEqual({});
    const uids = Array.from(walkElements(once), (node) => node.uid);
    expect(new Set(uids).size).toBe(4);
    expect(uids).not.toContain(null);
    expect(Array.from(walkElements(parseHtml(html)), (node) => node.uid)).toEqual(uids);
  });

  it('reads what a browser wrote as it stands, even what no parser would build', () => {
    expect(names('<head></head><body><div><tr><td></td></tr></div><a><a></a></a></body>')).toBe(
      'html head body div tr td a a',
    );
  });

  it('reads other html as a browser would', () => {
    expect(names('<!doctype html><html lang=en><title>t</title><p>a<p>b<br/><table><tr><td>')).toBe(
      'html head title body p p br table tbody tr td',
    );
    expect(parseHtml('<html lang=en>').attributes).toEqual({ lang: 'en' });
    expect(parseHtml('<head></head><body><p>a</body>').children).toHaveLength(2);
    expect(names('')).toBe('html head body');
  });

  it.each([
    [
      'as written',
      '<head></head><body><div><template shadowrootmode="closed"><b>x</b></template><i></i></div></body>',
    ],
    ['by the parser', '<div><template shadowrootmode=closed><b>x</b></template><i></i></div>'],
  ])('reads shadow roots %s', (_, html) => {
    const root = parseHtml(html);
    const host = [...walkElements(root)].find((node) => node.tag === 'div');
    const inner = [...walkElements(root)].find((node) => node.tag === 'b');
    expect(host?.shadow?.closed).toBe(true);
    expect(host?.children).toHaveLength(1);
    expect(inner?.parent).toBe(host);
    expect(inner && xpathOf(inner)).toBe('/b[1]');
    expect(host && xpathOf(host)).toBe('/html[1]/body[1]/div[1]');
  });

  it('drops comments, decodes texts, joins neighbours', () => {
    const body = parseHtml(
      '<head></head><body>a &lt;<!-- <b> -->&amp;&nbsp;b<svg><title>&quot;</title></svg></body>',
    ).children[1];
    expect(typeof body === 'object' && body.children[0]).toBe('a <&\u00a0b');
  });

  it('takes very deep pages', () => {
    const deep = (open: string): string => `<head></head><body>${open.repeat(5000)}`;
    expect([
      ...walkElements(parseHtml(`${deep('<i>')}${'</i>'.repeat(5000)}</body>`)),
    ]).toHaveLength(5003);
    expect([...walkElements(parseHtml(deep('<div>')))].length).toBeGreaterThan(5000);
  });
});
