import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composePage } from '../../core/snapshot/compose.ts';
import { findByUid } from '../../core/snapshot/element-tree.ts';
import { RAW_TAGS } from '../../core/snapshot/markup.ts';
import { parsePage } from '../../core/snapshot/parse.ts';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { stitchFrame } from '../../core/snapshot/stitch.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import { NASTY_PAGES } from './nasty-pages.fixture.ts';
import { createSecrets } from './secrets/secrets.ts';
import { createShadowRoots } from './shadow-roots.ts';
import { takeFrame } from './take.ts';
import type { TakeOptions } from './take.ts';
import { createUids } from './uids.ts';

/** Stands for `chrome.dom.openOrClosedShadowRoot`. */
const closedRoots = new WeakMap<Element, ShadowRoot>();

function attachClosed(host: Element, html = ''): ShadowRoot {
  const root = host.attachShadow({ mode: 'closed' });
  closedRoots.set(host, root);
  root.innerHTML = html;
  return root;
}

function makeTools(): TakeOptions {
  const uids = createUids(0xabcdef);
  return {
    uids,
    shadowRoots: createShadowRoots(uids, (el) => closedRoots.get(el) ?? el.shadowRoot),
    token: 'own',
    boxes: 'viewport',
    isSecret: createSecrets().isSecret,
  };
}

let tools: TakeOptions;
let stage: HTMLElement;

function take(more: Partial<TakeOptions> = {}): RawFrame {
  const taken = takeFrame(document, { ...tools, ...more });
  if (!taken.ok) throw new Error(taken.reason);
  return taken.raw;
}

function uidOf(element: Element): string {
  return formatUid(tools.uids.salt, tools.uids.of(element));
}

function parseAgain(raw: RawFrame): Document {
  const { html, exact } = stitchFrame(raw);
  expect(exact).toBe(true);
  return new DOMParser().parseFromString(html, 'text/html');
}

/** Start tags with a uid, in order, shadow and template contents included: no parser in between. */
function listTags(html: string): [name: string, uid: string][] {
  const tags = html.matchAll(/<([^\s/!>][^\s>]*)((?: =?[^\s=>]*="[^"]*")*)>/g);
  return Array.from(tags, ([, name = '', attributes = '']): [string, string] => [
    name.toLowerCase(),
    / data-webtasks-id="([^"]*)"/.exec(attributes)?.[1] ?? '',
  ]);
}

function isInRawText(element: Element): boolean {
  for (let node: Node | null = element; node; node = node.parentNode) {
    if (RAW_TAGS.has(node.nodeName.toLowerCase()) && node.nodeName !== 'PLAINTEXT') return true;
  }
  return false;
}

beforeEach(() => {
  tools = makeTools();
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stage.remove();
  document.querySelector('main')?.remove();
});

describe('takeFrame and stitchFrame', () => {
  for (const [name, build] of NASTY_PAGES) {
    it(`keeps every start tag in step: ${name}`, () => {
      const expected = build(stage, attachClosed);
      const raw = take();
      const { html, exact, uidAt } = stitchFrame(raw);
      expect(exact).toBe(true);
      for (const element of expected) {
        const index = raw.uids.indexOf(tools.uids.of(element));
        expect(index, element.nodeName).toBeGreaterThan(0);
        expect(uidAt(index)).toBe(uidOf(element));
      }
      const tags = new Map(listTags(html).map(([tag, uid]) => [uid, tag]));
      for (const element of expected) {
        const tag = element.nodeName === 'PLAINTEXT' ? 'pre' : element.nodeName.toLowerCase();
        expect(tags.get(uidOf(element)), element.nodeName).toBe(tag);
      }
      const root = parsePage(composePage([{ frameId: 0, raw }]));
      for (const element of expected) {
        // What a parser takes for raw text holds no elements: those are in the html only.
        if (isInRawText(element)) continue;
        const tag = element.nodeName === 'PLAINTEXT' ? 'pre' : element.nodeName.toLowerCase();
        expect(findByUid(root, uidOf(element))?.tag, element.nodeName).toBe(tag);
      }
    });
  }

  it('gives each element of an ordinary page its own uid when a browser parses the page again', () => {
    stage.innerHTML = `
      <h1 title="a > b <c> &quot;d&quot;">T &amp; t</h1><p>one<br>two <a href="?a=1&amp;b=2">link</a></p>
      <table><tr><td>1<td>2</table><svg viewBox="0 0 1 1"><linearGradient id="g"/><title>t</title></svg>
      <select><optgroup label="x"><option>a<option>b</optgroup></select><template><i>in</i></template>
      <textarea>x < y</textarea><pre>\n\nx</pre><!-- c -->`;
    const again = parseAgain(take());
    const elements = [...document.querySelectorAll('body, head, main, main *')];
    expect(elements.length).toBeGreaterThan(20);
    for (const element of elements) {
      const found = again.querySelectorAll(`[data-webtasks-id="${uidOf(element)}"]`);
      expect(found.length, element.nodeName).toBe(1);
      expect(found[0]?.nodeName).toBe(element.nodeName);
      const text = (node: Node | undefined): string => (node?.firstChild?.nodeValue ?? '').trim();
      expect(text(found[0])).toBe(text(element));
    }
  });

  it('writes open and closed shadow roots, closed in open, on built-in and custom hosts', () => {
    stage.innerHTML = '<div id="open"><u>light</u></div><x-card><s>slotted</s></x-card>';
    const open = stage.querySelector('#open');
    const card = stage.querySelector('x-card');
    if (!open || !card) throw new Error('not built');
    const root = open.attachShadow({ mode: 'open' });
    root.innerHTML = '<b>in open</b><span id="deep"></span><slot></slot>';
    const deep = attachClosed(root.querySelector('#deep') ?? stage, '<i>deepest</i>');
    const closed = attachClosed(card, '<button>press</button><slot></slot>');
    const raw = take();
    const page = parsePage(composePage([{ frameId: 0, raw }]));
    const host = findByUid(page, uidOf(open));
    expect(host?.shadow?.closed).toBe(false);
    expect(host?.shadow?.children.map((c) => (typeof c === 'string' ? c : c.tag))).toEqual([
      'b',
      'span',
      'slot',
    ]);
    expect(findByUid(page, uidOf(card))?.shadow?.closed).toBe(true);
    for (const element of [
      ...root.querySelectorAll('*'),
      ...deep.querySelectorAll('*'),
      ...closed.querySelectorAll('*'),
    ]) {
      expect(findByUid(page, uidOf(element))?.tag).toBe(element.localName);
    }
    const button = closed.querySelector('button');
    expect(button && findByUid(page, uidOf(button))?.box?.width).toBeGreaterThan(0);
  });

  it('keeps an element out of step with a serializable root that is not known', () => {
    const host = document.createElement('div');
    stage.append(host, document.createElement('em'));
    take();
    host.attachShadow({ mode: 'closed', serializable: true }).innerHTML = '<i></i>';
    const { exact, html } = stitchFrame(take());
    expect(exact).toBe(true);
    expect(html).not.toContain('<i');
  });

  it('is not noticed by the page', async () => {
    stage.innerHTML = '<form><input name="a" value="x"></form><div><p>t</p></div>';
    const records: MutationRecord[] = [];
    const observer = new MutationObserver((list) => records.push(...list));
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    const before = document.documentElement.outerHTML;
    take();
    take({ boxes: 'all' });
    await Promise.resolve();
    records.push(...observer.takeRecords());
    observer.disconnect();
    expect(records).toEqual([]);
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('keeps numbers while elements live and move', () => {
    stage.innerHTML = '<p id="a"></p><p id="b"></p>';
    const [a, b] = stage.children;
    if (!a || !b) throw new Error('not built');
    take();
    const uids = [uidOf(a), uidOf(b)];
    stage.append(a);
    take();
    expect([uidOf(a), uidOf(b)]).toEqual(uids);
  });

  it('takes out uids the page pretends to have, in any letter case', () => {
    stage.innerHTML = '<p data-webtasks-id="spoof"></p><b></b>';
    stage.querySelector('b')?.setAttributeNS(null, 'DATA-webtasks-ID', 'spoof');
    const { html } = stitchFrame(take());
    expect(html).not.toContain('spoof');
    expect(html.match(/data-webtasks-id/gi)?.length).toBe(listTags(html).length);
  });

  it('leaves out our own overlay', () => {
    stage.innerHTML = '<i id="o"><b>mine</b><br></i><u>theirs</u>';
    const overlay = stage.querySelector('#o');
    const { html, exact, boxesByUid } = stitchFrame(take({ omit: overlay ? [overlay] : [] }));
    expect(exact).toBe(true);
    expect(html).not.toContain('mine');
    expect(html).toMatch(/<main[^>]*><u[^>]*>theirs<\/u><\/main>/);
    expect(overlay && boxesByUid[uidOf(overlay)]).toBeUndefined();
  });

  it('survives forms that cover their own properties, and a document that is covered too', () => {
    stage.innerHTML = `<img name="title"><img name="URL"><img name="documentElement"><img name="createTreeWalker"><img name="getAnimations">
      <form id="f">${[
        'nodeName',
        'nodeType',
        'attributes',
        'children',
        'getHTML',
        'firstChild',
        'nextSibling',
        'parentNode',
        'localName',
        'namespaceURI',
        'shadowRoot',
        'getBoundingClientRect',
        'checkVisibility',
        'firstElementChild',
        'parentElement',
        'nextElementSibling',
        'innerHTML',
        'getAttribute',
        'hasAttribute',
      ]
        .map((name) => `<input name="${name}">`)
        .join('')}</form>`;
    const raw = take();
    const { html, exact, boxesByUid } = stitchFrame(raw);
    expect(exact).toBe(true);
    expect(typeof raw.title).toBe('string');
    expect(raw.url).toBe(location.href);
    const form = document.querySelector('#f');
    if (!form) throw new Error('not built');
    expect(html).toContain(`<form id="f" data-webtasks-id="${uidOf(form)}">`);
    expect(boxesByUid[uidOf(form)]?.width).toBeGreaterThan(0);
  });

  it('takes 3,000 levels and lone surrogates', () => {
    // Spans, because Chromium itself cannot lay out so many blocks in each other.
    let deepest: Element = stage;
    for (let level = 0; level < 3000; level++)
      deepest = deepest.appendChild(document.createElement('span'));
    deepest.append('a\ud800b\0c');
    const raw = take();
    const { html, exact } = stitchFrame(raw);
    expect(exact).toBe(true);
    expect(html).toContain('a\ufffdbc');
    const root = parsePage(composePage([{ frameId: 0, raw }]));
    expect(findByUid(root, uidOf(deepest))?.children).toEqual(['a\ufffdbc']);
  });

  it('takes the same page without getHTML', () => {
    stage.innerHTML =
      '<p title="&quot;<">x &amp; y</p><svg><linearGradient/></svg><script type="x">a<b</script><div id="h"></div>';
    attachClosed(stage.querySelector('#h') ?? stage, '<i>in</i>');
    const fast = stitchFrame(take());
    const native = Object.getOwnPropertyDescriptor(Element.prototype, 'getHTML');
    if (!native) throw new Error('no getHTML here');
    Reflect.deleteProperty(Element.prototype, 'getHTML');
    try {
      const slow = stitchFrame(take());
      expect(slow.exact).toBe(true);
      const withoutComments = fast.html.replace(/<!--[\s\S]*?-->/g, '');
      expect(slow.html.slice(slow.html.indexOf('<main'))).toBe(
        withoutComments.slice(withoutComments.indexOf('<main')),
      );
    } finally {
      Object.defineProperty(Element.prototype, 'getHTML', native);
    }
  });
});
