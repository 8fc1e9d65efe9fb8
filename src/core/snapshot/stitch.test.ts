import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composePage } from './compose.ts';
import { RAW_TAGS, VOID_TAGS, escapeText, writeAttribute } from './markup.ts';
import type { ElementNode } from './element-tree.ts';
import { parsePage } from './parse.ts';
import { TEXT_EDIT, UID_ATTRIBUTE, formatUid } from './snapshot.ts';
import type { RawFrame } from './snapshot.ts';
import { stitchFrame } from './stitch.ts';

interface Model {
  tag: string;
  attributes: Record<string, string>;
  children: (Model | string | { comment: string })[];
  shadow: Model['children'] | null;
}

const SALT = 77;

/** What a browser and the walk would make of the model; elements get their numbers in order. */
function makeRaw(children: Model['children'], more: Partial<RawFrame> = {}): RawFrame {
  const names = ['HTML'];
  const spans: number[] = [];
  const write = (list: Model['children'], raw: boolean): string =>
    list.map((child) => writeNode(child, raw)).join('');
  const writeNode = (node: Model['children'][number], raw: boolean): string => {
    if (typeof node === 'string') return raw ? node : escapeText(node);
    if ('comment' in node) {
      spans.push(node.comment.length);
      return `<!--${node.comment}-->`;
    }
    names.push(node.tag.toUpperCase() + (node.shadow ? '/' : ''));
    const attributes = Object.entries(node.attributes).map(([n, v]) => writeAttribute(n, v));
    const open = `<${node.tag}${attributes.join('')}>`;
    if (VOID_TAGS.has(node.tag)) return open;
    const isRaw = RAW_TAGS.has(node.tag);
    const texts = node.children.filter((child) => typeof child === 'string');
    if (isRaw) spans.push(texts.join('').length);
    const shadow = node.shadow
      ? `<template shadowrootmode="closed">${write(node.shadow, false)}</template>`
      : '';
    return `${open}${shadow}${write(isRaw ? texts : node.children, isRaw)}</${node.tag}>`;
  };
  const html = write(children, false);
  return {
    html,
    salt: SALT,
    uids: Uint32Array.from(names, (_, index) => index * 3),
    names: names.join(' '),
    boxes: new Float32Array(4 * names.length).fill(Number.NaN),
    edits: [],
    spans: Uint32Array.from(spans),
    omit: [],
    token: 't',
    children: [],
    url: 'https://x.test/',
    title: '',
    viewport: { width: 100, height: 100 },
    scroll: { x: 0, y: 0 },
    devicePixelRatio: 1,
    takenAt: 0,
    ...more,
  };
}

const uid = (index: number): string => formatUid(SALT, index * 3);

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom('<b>', '-->', '&amp;', '</script><p>', '<!-- <script>', '\n', '"', '</xmp '),
);
const attributes = fc.dictionary(
  fc.constantFrom('title', 'class', 'data-x', '@click', '[y]', 'aria-label', 'data-webtasks-id'),
  text,
  { maxKeys: 3 },
);
const tag = fc.constantFrom(
  ...['div', 'p', 'a', 'br', 'input', 'script', 'style', 'xmp', 'iframe', 'tr', 'form', 'x-y', 'b'],
  ...['textarea', 'noscript', 'option', 'h1', 'body'],
);
const { nodes } = fc.letrec<{ nodes: Model['children']; node: Model['children'][number] }>(
  (tie) => ({
    nodes: fc.array(tie('node'), { maxLength: 5 }),
    node: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      text,
      text.map((comment) => ({ comment })),
      fc.record({
        tag,
        attributes,
        children: tie('nodes'),
        shadow: fc.option(tie('nodes'), { freq: 6 }),
      }),
    ),
  }),
);

/** The model as a parsed page should show it; neighbouring texts are one. */
function describeModel(
  children: Model['children'],
  count: { next: number },
  raw = false,
): unknown[] {
  const shown: unknown[] = [];
  for (const child of children) {
    if (typeof child === 'string') {
      const last = shown.at(-1);
      const whole = child.toWellFormed().replaceAll('\0', '');
      if (typeof last === 'string') shown[shown.length - 1] = last + whole;
      else if (whole !== '') shown.push(whole);
    } else if (!('comment' in child) && !raw) shown.push(describeElement(child, count));
  }
  return shown;
}

function describeElement(model: Model, count: { next: number }): unknown {
  const own = uid(count.next++);
  const isVoid = VOID_TAGS.has(model.tag);
  const isRaw = RAW_TAGS.has(model.tag);
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(model.attributes)) {
    if (name !== UID_ATTRIBUTE) clean[name] = value.toWellFormed().replaceAll('\0', '');
  }
  const shadow = isVoid || isRaw || !model.shadow ? null : describeModel(model.shadow, count);
  const children = isVoid ? [] : describeModel(model.children, count, isRaw);
  // What raw text may not contain is changed, so only its being there is compared.
  return {
    tag: model.tag,
    uid: own,
    attributes: clean,
    shadow,
    children: isRaw ? children.length : children,
  };
}

function describeNode(node: ElementNode | string): unknown {
  if (typeof node === 'string') return node;
  const children = node.children.map(describeNode);
  const isRaw = RAW_TAGS.has(node.tag);
  return {
    tag: node.tag,
    uid: node.uid,
    attributes: node.attributes,
    shadow: node.shadow?.children.map(describeNode) ?? null,
    children: isRaw ? children.length : children,
  };
}

/** Void and raw-text elements hold no shadow roots. */
function prepare(children: Model['children']): Model['children'] {
  return children.map((child) => {
    if (typeof child === 'string' || 'comment' in child) return child;
    const cannotHost = VOID_TAGS.has(child.tag) || RAW_TAGS.has(child.tag);
    const shadow = cannotHost || !child.shadow ? null : prepare(child.shadow);
    return { ...child, shadow, children: prepare(child.children) };
  });
}

const element = (name: string, ...children: Model['children']): Model => ({
  tag: name,
  attributes: {},
  children,
  shadow: null,
});

describe('stitchFrame', () => {
  it('keeps any tree as it is, with the right uid on every element', () => {
    fc.assert(
      fc.property(nodes, (made) => {
        const head = element('head');
        const children = [head, ...prepare(made)];
        const raw = makeRaw(children);
        const { exact } = stitchFrame(raw);
        expect(exact).toBe(true);
        const root = parsePage(composePage([{ frameId: 0, raw }]));
        expect(root.children.map(describeNode)).toEqual(describeModel(children, { next: 1 }));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws, whatever a page makes of the message', () => {
    fc.assert(
      fc.property(
        nodes,
        fc.array(fc.nat(0xffffffff), { maxLength: 5 }),
        fc.array(tag),
        fc.nat(200),
        (made, spans, names, cutAt) => {
          const raw = makeRaw(prepare(made));
          const broken = {
            ...raw,
            html: raw.html.slice(0, cutAt),
            spans: Uint32Array.from(spans),
            names: `HTML ${names.join(' ').toUpperCase()}`,
          };
          expect(typeof stitchFrame(broken).html).toBe('string');
          expect(parsePage(composePage([{ frameId: 0, raw: broken }])).tag).toBe('html');
        },
      ),
    );
  });

  it('gets back in step behind a tag that was not walked, and says so', () => {
    const raw = makeRaw([element('p', element('b')), element('i'), element('u'), element('s')]);
    const { html, exact } = stitchFrame({ ...raw, html: raw.html.replace('<i>', '<q></q><i>') });
    expect(exact).toBe(false);
    expect(html).toBe(
      `<p data-webtasks-id="${uid(1)}"><b data-webtasks-id="${uid(2)}"></b></p><q></q>` +
        `<i data-webtasks-id="${uid(3)}"></i><u data-webtasks-id="${uid(4)}"></u><s data-webtasks-id="${uid(5)}"></s>`,
    );
  });

  it('gets back in step behind an element that was not written', () => {
    const raw = makeRaw([element('p'), element('i'), element('u'), element('s')]);
    const { html, exact } = stitchFrame({ ...raw, html: raw.html.replace('<i></i>', '') });
    expect(exact).toBe(false);
    expect(html).toContain(`<u data-webtasks-id="${uid(3)}">`);
    expect(html).toContain(`<s data-webtasks-id="${uid(4)}">`);
  });

  it('applies edits: changed, added, removed, and texts', () => {
    const input: Model = { ...element('input'), attributes: { value: 'a', checked: '', id: 'i' } };
    const raw = makeRaw([input, element('textarea', 'old'), element('option')], {
      edits: [
        [1, 'value', '"<&>'],
        [1, 'checked', null],
        [2, TEXT_EDIT, '\n<b>'],
        [3, 'selected', ''],
      ],
    });
    expect(stitchFrame(raw).html).toBe(
      `<input value="&quot;&lt;&amp;&gt;" id="i" data-webtasks-id="${uid(1)}">` +
        `<textarea data-webtasks-id="${uid(2)}">\n\n&lt;b&gt;</textarea>` +
        `<option selected="" data-webtasks-id="${uid(3)}"></option>`,
    );
  });

  it('cuts what is left out, with its boxes', () => {
    const raw = makeRaw([element('p', element('b', element('br'), 'x'), 'y'), element('i')], {
      omit: [2],
    });
    raw.boxes.set([1, 2, 3, 4], 4 * 3);
    raw.boxes.set([5, 6, 7, 8], 4 * 4);
    const { html, boxesByUid } = stitchFrame(raw);
    expect(html).toBe(`<p data-webtasks-id="${uid(1)}">y</p><i data-webtasks-id="${uid(4)}"></i>`);
    expect(boxesByUid).toEqual({ [uid(4)]: { x: 5, y: 6, width: 7, height: 8 } });
  });
});
