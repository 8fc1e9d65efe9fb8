import { describe, expect, it } from 'vitest';
import { composePage } from './compose.ts';
import { findByUid, xpathOf } from './element-tree.ts';
import { inlineFrames, readElement } from './weblinx-page.ts';
import { parsePage } from './parse.ts';
import { UID_ATTRIBUTE, formatUid } from './snapshot.ts';
import type { RawFrame } from './snapshot.ts';

/** A frame whose html has no raw text; element n has number n. */
function makeRaw(salt: number, html: string, more: Partial<RawFrame> = {}): RawFrame {
  const names = Array.from(html.matchAll(/<([a-z][^\s>]*)/g), ([, name = '']) =>
    name.toUpperCase(),
  );
  const count = names.length + 1;
  return {
    html,
    salt,
    root: [
      ['lang', 'en'],
      [UID_ATTRIBUTE, 'spoof'],
    ],
    uids: Uint32Array.from({ length: count }, (_, n) => n),
    names: ['HTML', ...names].join(' '),
    boxes: Float32Array.from({ length: 4 * count }, (_, n) => n),
    edits: [],
    spans: new Uint32Array(names.filter((name) => name === 'IFRAME').length),
    omit: [],
    token: `token-${salt}`,
    children: [],
    url: `https://x.test/${salt}`,
    title: `t${salt}`,
    viewport: { width: 800, height: 600 },
    scroll: { x: 0, y: 0 },
    devicePixelRatio: 2,
    takenAt: 1000 + salt,
    ...more,
  };
}

const PAGE = '<head></head><body><p>a<iframe title="f"></iframe>b</p></body>';
const place = { x: 10, y: 20, scaleX: 2, scaleY: 0.5 };

function makeTaken(): { frameId: number; raw: RawFrame }[] {
  const child = (token: number) => [{ index: 4, token: `token-${token}`, place }];
  return [
    { frameId: 30, raw: makeRaw(3, '<head></head><body><b>deep</b></body>') },
    { frameId: 20, raw: makeRaw(2, PAGE, { children: child(3) }) },
    { frameId: 40, raw: makeRaw(4, '<head></head><body><u>lost</u></body>') },
    {
      frameId: 0,
      raw: makeRaw(1, PAGE, { children: [{ index: 4, token: 'lie', place }, ...child(2)] }),
    },
  ];
}

describe('composePage', () => {
  const page = composePage(makeTaken());

  it('puts parents before children and frames that hang nowhere last', () => {
    expect(
      page.frames.map((frame) => [frame.frameId, frame.parentFrameId, frame.ownerUid]),
    ).toEqual([
      [0, null, null],
      [20, 0, formatUid(1, 4)],
      [30, 20, formatUid(2, 4)],
      [40, null, null],
    ]);
    expect(page.devicePixelRatio).toBe(2);
    expect(page.takenAt).toBe(1001);
  });

  it('chains places, and gives boxes in the top viewport', () => {
    expect(page.frames.map((frame) => frame.place)).toEqual([
      { x: 0, y: 0, scaleX: 1, scaleY: 1 },
      place,
      { x: 30, y: 30, scaleX: 4, scaleY: 0.25 },
      null,
    ]);
    expect(page.frames[2]?.boxes[formatUid(3, 3)]).toEqual({
      x: 78,
      y: 33.25,
      width: 56,
      height: 3.75,
    });
    expect(page.frames[3]?.boxes[formatUid(4, 3)]).toEqual({ x: 12, y: 13, width: 14, height: 15 });
  });

  it('says nothing of the top html element, which is in no file, but of those of frames', () => {
    expect(page.frames[0]?.boxes[formatUid(1, 0)]).toBeUndefined();
    expect(page.frames[1]?.boxes[formatUid(2, 0)]).toBeDefined();
    expect(page.frames[1]?.root).toEqual({ uid: formatUid(2, 0), attributes: { lang: 'en' } });
  });

  it('survives frames that list each other, themselves, and nothing at all', () => {
    const loop = (salt: number, child: number): RawFrame =>
      makeRaw(salt, PAGE, { children: [{ index: 4, token: `token-${child}`, place }] });
    const looped = composePage([
      { frameId: 1, raw: loop(1, 2) },
      { frameId: 2, raw: loop(2, 1) },
      { frameId: 3, raw: loop(3, 3) },
    ]);
    expect(looped.frames.map((frame) => frame.frameId).sort()).toEqual([1, 2, 3]);
    expect(composePage([]).frames).toEqual([]);
  });
});

describe('parsePage', () => {
  const root = parsePage(composePage(makeTaken()));

  it('links frames, so that every element has its way up to the top', () => {
    const deep = findByUid(root, formatUid(3, 3));
    expect(deep?.children).toEqual(['deep']);
    expect(deep?.frameId).toBe(30);
    const way: string[] = [];
    for (let node = deep; node; node = node.parent) way.push(node.tag);
    expect(way.join(' ')).toBe('b body html iframe p body html iframe p body html');
    expect(findByUid(root, formatUid(4, 3))).toBeNull();
  });

  it('has boxes where it is known where the frame lies', () => {
    expect(findByUid(root, formatUid(3, 3))?.box?.x).toBe(78);
    expect(root.box).toBeNull();
  });

  it('counts steps of xpaths in the own document', () => {
    const xpath = (salt: number, n: number): string | null => {
      const node = findByUid(root, formatUid(salt, n));
      return node && xpathOf(node);
    };
    expect(xpath(1, 4)).toBe('/html[1]/body[1]/p[1]/iframe[1]');
    expect(xpath(3, 3)).toBe('/html[1]/body[1]/b[1]');
    expect(xpathOf(root)).toBe('/html[1]');
  });
});

describe('inlineFrames', () => {
  const html = inlineFrames(composePage(makeTaken()));

  it('puts each document behind its frame element, in divs', () => {
    const uid = (salt: number, n: number): string => ` data-webtasks-id="${formatUid(salt, n)}"`;
    const wrap = (salt: number, inner: string): string =>
      `<div lang="en" data-wayscribe-frame="html"${uid(salt, 0)}><div data-wayscribe-frame="head"${uid(salt, 1)}></div>` +
      `<div data-wayscribe-frame="body"${uid(salt, 2)}>${inner}</div></div>`;
    const page = (salt: number, inner: string): string =>
      `<p${uid(salt, 3)}>a<iframe title="f"${uid(salt, 4)}></iframe>${inner}b</p>`;
    const deep = wrap(3, `<b${uid(3, 3)}>deep</b>`);
    const lost = wrap(4, `<u${uid(4, 3)}>lost</u>`);
    expect(html).toBe(
      `<head${uid(1, 1)}></head><body${uid(1, 2)}>${page(1, wrap(2, page(2, deep)))}${lost}</body>`,
    );
  });

  it('begins with the head, whatever stood before it', () => {
    const start = (top: string): string => {
      const { frames, ...rest } = composePage([{ frameId: 0, raw: makeRaw(1, '<body></body>') }]);
      return inlineFrames({ ...rest, frames: frames.map((frame) => ({ ...frame, html: top })) });
    };
    expect(start('<!-- a --> <head></head><body></body>')).toBe(
      '<head></head><body></body><!-- a -->',
    );
    expect(start('<svg></svg>')).toBe('<head></head><svg></svg>');
    expect(start('')).toBe('<head></head>');
  });
});

describe('readElement', () => {
  const page = composePage(makeTaken());

  it('reads an element back out of the kept html, in any frame', () => {
    expect(readElement(page, formatUid(2, 3))).toEqual({
      tagName: 'P',
      attributes: { [UID_ATTRIBUTE]: formatUid(2, 3) },
      textContent: 'ab',
      innerHTML: `a<iframe title="f" ${UID_ATTRIBUTE}="${formatUid(2, 4)}"></iframe>b`,
      outerHTML: `<p ${UID_ATTRIBUTE}="${formatUid(2, 3)}">a<iframe title="f" ${UID_ATTRIBUTE}="${formatUid(2, 4)}"></iframe>b</p>`,
    });
    expect(readElement(page, formatUid(9, 9))).toBeNull();
    expect(readElement(page, formatUid(2, 0))?.tagName).toBe('HTML');
  });

  it('knows void elements, foreign ones, and what does not count as text', () => {
    const html =
      '<head></head><body><br><svg><g></g></svg><p><template shadowrootmode="open"><b>in</b></template>out &amp; <template><i>no</i></template><u>on</u></p></body>';
    const raw = makeRaw(1, html);
    // The shadow root's template is no element of the walk.
    raw.names = raw.names.replace('P TEMPLATE', 'P/');
    raw.uids = raw.uids.slice(1);
    const one = composePage([{ frameId: 0, raw }]);
    const read = (tag: string) => {
      const uid = new RegExp(`<${tag} ${UID_ATTRIBUTE}="([^"]*)"`).exec(
        one.frames[0]?.html ?? '',
      )?.[1];
      return readElement(one, uid ?? '');
    };
    expect(read('br')?.outerHTML).toMatch(/^<br [^>]*>$/);
    expect(read('g')?.tagName).toBe('g');
    expect(read('p')?.textContent).toBe('out & on');
  });
});
