import { describe, expect, it } from 'vitest';
import { comparePages } from './compare-pages.ts';
import type { Box, PageSnapshot } from './snapshot.ts';

const VIEW: Box = { x: 0, y: 0, width: 800, height: 600 };
const LINE: Box = { x: 0, y: 10, width: 100, height: 20 };

interface Parts {
  boxes?: Record<string, Box | null>;
  url?: string;
  title?: string;
  root?: string;
  scroll?: number;
}

/** `#name` stands for the uid attribute; every uid has a box in view unless `boxes` says null. */
function makePage(body: string, parts: Parts = {}): PageSnapshot {
  const { boxes = {}, url = 'https://a.example/', title = 'A', root = 'root', scroll = 0 } = parts;
  const html = `<head></head><body #body>${body}</body>`.replace(
    / #([\w-]+)/g,
    ' data-webtasks-id="$1"',
  );
  const uids = [...html.matchAll(/data-webtasks-id="([\w-]+)"/g)].map(([, uid]) => uid ?? '');
  const kept = uids.flatMap((uid) => {
    const box = uid in boxes ? boxes[uid] : uid === 'body' ? VIEW : LINE;
    return box ? [[uid, box] as const] : [];
  });
  const frame = {
    frameId: 0,
    root: { uid: root, attributes: {} },
    parentFrameId: null,
    ownerUid: null,
    place: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
    url,
    title,
    html,
    boxes: Object.fromEntries(kept),
    viewport: { width: 800, height: 600 },
    scroll: { x: 0, y: scroll },
    exact: true,
  };
  return { frames: [frame], devicePixelRatio: 1, takenAt: 0 };
}

const changesOf = (before: PageSnapshot, after: PageSnapshot, target: string | null = null) =>
  comparePages(before, after, target).changes;

describe('comparePages', () => {
  it('says that nothing changed', () => {
    const page = makePage('<p #a>Hello</p>');
    expect(comparePages(page, page)).toEqual({ verdict: 'unchanged', changes: [] });
  });

  it('tells values, ticks, choices and states, those of the target first', () => {
    const before = makePage(
      '<input #x value="1"><textarea #t>old</textarea><input #c type="checkbox">' +
        '<select #s><option #o selected="">One</option><option #p>Two</option></select>' +
        '<button #m aria-expanded="false">Menu</button><div #e contenteditable="true">Dear</div>',
    );
    const after = makePage(
      '<input #x value="12"><textarea #t>new</textarea><input #c type="checkbox" checked="">' +
        '<select #s><option #o>One</option><option #p selected="">Two</option></select>' +
        '<button #m aria-expanded="true">Menu</button><div #e contenteditable="true">Dear all</div>',
    );
    expect(changesOf(before, after, 'm')).toEqual([
      { kind: 'state', uid: 'm', name: 'expanded', to: 'true' },
      { kind: 'value', uid: 'x', from: '1', to: '12' },
      { kind: 'value', uid: 't', from: 'old', to: 'new' },
      { kind: 'checked', uid: 'c', to: true },
      { kind: 'selected', uid: 's', to: 'Two' },
      { kind: 'value', uid: 'e', from: 'Dear', to: 'Dear all' },
    ]);
  });

  it('tells what appeared: a hidden menu that is shown, messages and dialogs first', () => {
    const menu = '<div #bar><ul #menu><li #i>Rename <b #b>it</b></li></ul></div>';
    const before = makePage(menu, { boxes: { menu: null, i: null, b: null } });
    const after = makePage(`${menu}<div role="alert" #say>Saved</div>`);
    expect(changesOf(before, after)).toEqual([
      { kind: 'appeared', text: 'Saved' },
      { kind: 'appeared', text: 'Rename it' },
    ]);
    expect(changesOf(after, before)).toEqual([
      { kind: 'vanished', text: 'Saved' },
      { kind: 'vanished', text: 'Rename it' },
    ]);
  });

  it('does not take for new what scrolled, or was moved, into the viewport', () => {
    const rows = '<p #a>First</p><p #z>Last</p>';
    const long = { ...VIEW, height: 5000 };
    const above = makePage(rows, { boxes: { body: long, z: null } });
    const below = makePage(rows, { boxes: { body: { ...long, y: -4000 }, a: null }, scroll: 4000 });
    expect(changesOf(above, below)).toEqual([{ kind: 'scrolled', x: 0, y: 4000 }]);
    const shifted = makePage(rows, { boxes: { body: long } });
    expect(comparePages(above, shifted).verdict).toBe('unchanged');
  });

  it('ignores content that was only rendered again, and clocks', () => {
    const before = makePage('<p #a>Same</p><p #t>Now 10:01</p>');
    const after = makePage('<p #b>Same</p><p #t>Now 10:02</p>');
    expect(comparePages(before, after).verdict).toBe('unchanged');
  });

  it('tells of another page only where it is, unless it has the same address', () => {
    const before = makePage('<p #a>Old</p>', { root: 'one' });
    const after = makePage('<p #b>New</p>', {
      root: 'two',
      url: 'https://a.example/b',
      title: 'B',
    });
    expect(changesOf(before, after)).toEqual([
      { kind: 'url', from: 'https://a.example/', to: 'https://a.example/b' },
      { kind: 'title', to: 'B' },
    ]);
    expect(changesOf(before, makePage('<p #b>New</p>', { root: 'two' }))).toEqual([
      { kind: 'appeared', text: 'New' },
      { kind: 'vanished', text: 'Old' },
    ]);
  });

  it('tells a change of the looks of the target when there is nothing else', () => {
    const before = makePage('<div #w class="card"><button #h class="heart">Like</button></div>');
    const liked = makePage(
      '<div #w class="card"><button #h class="heart on focus">Like</button></div>',
    );
    expect(changesOf(before, liked, 'h')).toEqual([
      { kind: 'state', uid: 'h', name: 'class', to: 'on' },
    ]);
    expect(changesOf(before, liked)).toEqual([]);
  });

  it('cuts long texts to whole code points', () => {
    const [change] = changesOf(makePage(''), makePage(`<p #a>${'😀'.repeat(300)}</p>`));
    expect(change).toMatchObject({ kind: 'appeared' });
    const text = change && 'text' in change ? Array.from(change.text) : [];
    expect(text).toHaveLength(200);
    expect(text.at(-2)).toBe('😀');
  });
});

describe('a drag', () => {
  const list = (...items: string[]): PageSnapshot =>
    makePage(
      `<ul #list>${items.map((item) => `<li #${item}><i #${item}-grip>=</i></li>`).join('')}</ul>`,
    );
  const moves = (before: PageSnapshot, after: PageSnapshot, isDragged = true) =>
    comparePages(before, after, 'a-grip', isDragged).changes.filter(({ kind }) => kind === 'moved');

  it('moves its target, or what that is in, between other elements', () => {
    const moved = { kind: 'moved', uid: 'a-grip' };
    const before = list('a', 'b', 'c');
    expect(moves(before, list('b', 'a', 'c'))).toEqual([{ ...moved, after: 'b', before: 'c' }]);
    expect(moves(before, list('b', 'c', 'a'))).toEqual([{ ...moved, after: 'c', before: null }]);
  });

  it('does not move what others are put beside, and a click moves nothing', () => {
    expect(moves(list('a', 'b'), list('new', 'a', 'b'))).toEqual([]);
    expect(moves(list('a', 'b'), list('b', 'a'), false)).toEqual([]);
  });
});
