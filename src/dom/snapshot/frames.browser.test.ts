import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { composePage } from '../../core/snapshot/compose.ts';
import { findByUid } from '../../core/snapshot/element-tree.ts';
import { parsePage } from '../../core/snapshot/parse.ts';
import { formatUid } from '../../core/snapshot/snapshot.ts';
import { startFrameTokens } from './frame-tokens.ts';
import type { FrameTokens } from './frame-tokens.ts';
import { createShadowRoots } from './shadow-roots.ts';
import { takeFrame } from './take.ts';
import { createUids } from './uids.ts';

let stop: AbortController;
let tokens: FrameTokens;
let stage: HTMLElement;
const heard: unknown[] = [];
const hear = (event: MessageEvent): void => {
  heard.push(event.data);
};

beforeEach(() => {
  heard.length = 0;
  stop = new AbortController();
  // As the first script of a document does, before the page listens.
  tokens = startFrameTokens(window, stop.signal);
  window.addEventListener('message', hear, true);
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stop.abort();
  window.removeEventListener('message', hear, true);
  stage.remove();
});

function addFrame(attributes: Record<string, string>, into: Node = stage): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  into.appendChild(frame);
  return frame;
}

/** A child that does what our content script in it would do. */
function report(token: string): string {
  return `<script>parent.postMessage({ __wayscribe: ${JSON.stringify(token)} }, '*')</script>`;
}

const A = 'a'.repeat(32);
const B = 'b'.repeat(32);

describe('frame tokens', () => {
  it.each([
    ['srcdoc', (html: string) => ({ srcdoc: html })],
    ['sandboxed, of no origin', (html: string) => ({ srcdoc: html, sandbox: 'allow-scripts' })],
    ['data:', (html: string) => ({ src: `data:text/html,${encodeURIComponent(html)}` })],
  ])('come out of a frame and go no further: %s', async (_, attributes) => {
    const frame = addFrame(attributes(report(A)));
    await expect.poll(() => tokens.tokensOf(frame)).toEqual([A]);
    expect(heard.filter((data) => JSON.stringify(data).includes(A))).toEqual([]);
  });

  it('come out of frames in closed shadow roots, and follow the frame to its next document', async () => {
    const root = stage.attachShadow({ mode: 'closed' });
    const frame = addFrame({ srcdoc: report(A) }, root);
    await expect.poll(() => tokens.tokensOf(frame)).toContain(A);
    frame.srcdoc = report(B);
    await expect.poll(() => tokens.tokensOf(frame).at(-1)).toBe(B);
  });

  it('are not taken from others, nor when they look wrong', async () => {
    const frame = addFrame({
      srcdoc:
        '<script>parent.postMessage({ __wayscribe: "x" }, "*"); parent.postMessage("end", "*")</script>',
    });
    window.postMessage({ __wayscribe: A }, '*');
    await expect.poll(() => heard).toContain('end');
    await expect.poll(() => heard).toContainEqual({ __wayscribe: A });
    expect(tokens.tokensOf(frame)).toEqual([]);
    expect(heard).toContainEqual({ __wayscribe: 'x' });
  });

  it('stop when told to', async () => {
    stop.abort();
    const frame = addFrame({ srcdoc: report(A) });
    await expect.poll(() => heard).toContainEqual({ __wayscribe: A });
    expect(tokens.tokensOf(frame)).toEqual([]);
  });
});

describe('the places of frames, told unseen', () => {
  const ends: AbortController[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end.abort();
  });

  /** What our script in a child does. */
  function start(frame: HTMLIFrameElement): FrameTokens {
    const end = new AbortController();
    ends.push(end);
    if (!frame.contentWindow) throw new Error('The frame has no window.');
    return startFrameTokens(frame.contentWindow, end.signal);
  }

  function reportPlace(child: FrameTokens, attempt = 1): boolean {
    const here = child.locate();
    if (!here) throw new Error('The frame is in no list.');
    return tokens.adopt({ ...here, token: child.token, attempt });
  }

  it('are known of each frame, without a message', async () => {
    const frames = [addFrame({}), addFrame({ name: 'length' }), addFrame({ name: 'parent' })];
    const children = frames.map(start);
    for (const child of children) expect(reportPlace(child)).toBe(true);
    expect(frames.map((frame) => tokens.tokensOf(frame))).toEqual(
      children.map(({ token }) => [token]),
    );
    // Messages come in order: had there been others, they were here.
    window.postMessage('end', '*');
    await expect.poll(() => heard).toEqual(['end']);
  });

  it('are sent straight to a parent of the same origin, from shadow trees too', async () => {
    const root = stage.attachShadow({ mode: 'closed' });
    const frame = addFrame({}, root);
    const child = start(frame);
    expect(child.reportToSameOriginParent()).toBe(true);
    expect(tokens.tokensOf(frame)).toEqual([child.token]);
    // The top window's parent is the test runner's, which has no script of ours.
    expect(tokens.reportToSameOriginParent()).toBe(window.parent === window ? null : false);
    stop.abort();
    expect(child.reportToSameOriginParent()).toBe(false);
    window.postMessage('end', '*');
    await expect.poll(() => heard).toEqual(['end']);
  });

  it('do not hold when windows came or went since, and are taken back by a later word', () => {
    const frames = [addFrame({}), addFrame({})];
    const [first, second] = frames.map(start);
    const here = second?.locate();
    if (!first || !second || !here) throw new Error('The frames are not there.');
    const wrong = { ...here, index: here.index - 1, token: second.token, attempt: 1 };
    expect(tokens.adopt(wrong)).toBe(true);
    expect(frames.map((frame) => tokens.tokensOf(frame))).toEqual([[second.token], []]);
    expect(reportPlace(second, 2)).toBe(true);
    expect(tokens.adopt(wrong)).toBe(false);
    expect(frames.map((frame) => tokens.tokensOf(frame))).toEqual([[], [second.token]]);
    const stale = { ...here, token: second.token, attempt: 3 };
    addFrame({});
    expect(tokens.adopt(stale)).toBe(false);
  });

  it('are in no list in shadow trees, nor at the top: there a message tells', async () => {
    const root = stage.attachShadow({ mode: 'closed' });
    const child = start(addFrame({}, root));
    expect(child.locate()).toBeNull();
    expect(tokens.adopt({ index: 99, count: window.length, token: A, attempt: 1 })).toBe(false);
    child.postToParent();
    await expect.poll(() => heard).toEqual([{ __wayscribe: child.token }]);
  });
});

describe('a page with frames', () => {
  it('is composed with every box in the top viewport', async () => {
    stage.style.cssText =
      'position:absolute;left:13px;top:17px;transform:scale(1.5);transform-origin:0 0';
    const frame = addFrame({
      srcdoc: `<!doctype html><html lang="en"><body style="margin:0"><button style="position:absolute;left:20px;top:30px;width:40px;height:10px;border:0;padding:0">b</button>${report(A)}`,
      style: 'border:5px solid;padding:7px;width:300px;height:100px',
    });
    await expect.poll(() => tokens.tokensOf(frame)).toEqual([A]);
    const inner = frame.contentDocument;
    const button = inner?.querySelector('button');
    if (!inner || !button) throw new Error('not loaded');
    const take = (salt: number, of: Document, token: string) => {
      const uids = createUids(salt);
      const taken = takeFrame(of, {
        uids,
        shadowRoots: createShadowRoots(uids),
        token,
        tokensOf: tokens.tokensOf,
        boxes: 'viewport',
        isSecret: () => false,
      });
      if (!taken.ok) throw new Error(taken.reason);
      return { raw: taken.raw, uids };
    };
    const top = take(1, document, tokens.token);
    const child = take(2, inner, A);
    const page = composePage([
      { frameId: 9, raw: child.raw },
      { frameId: 0, raw: top.raw },
    ]);
    const uid = formatUid(2, child.uids.of(button));
    const frameUid = formatUid(1, top.uids.of(frame));
    expect(page.frames.map((one) => [one.frameId, one.parentFrameId, one.ownerUid])).toEqual([
      [0, null, null],
      [9, 0, frameUid],
    ]);
    expect(page.frames[1]?.boxes[uid]).toEqual({
      x: 13 + 1.5 * (12 + 20),
      y: 17 + 1.5 * (12 + 30),
      width: 60,
      height: 15,
    });
    const root = parsePage(page);
    const node = findByUid(root, uid);
    expect(node?.box?.x).toBe(61);
    expect(node?.frameId).toBe(9);
    expect(findByUid(root, frameUid)?.content?.attributes).toEqual({ lang: 'en' });
    expect(findByUid(root, frameUid)?.content?.uid).toBe(
      formatUid(2, child.uids.of(inner.documentElement)),
    );
  });
});
