import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mergeBoxes } from '../../../core/snapshot/merge-boxes.ts';
import type { Box, RawFrame } from '../../../core/snapshot/snapshot.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createShadowRoots } from '../shadow-roots.ts';
import { watchSilentChanges } from '../silent-state.ts';
import { createUids } from '../uids.ts';
import { ChangeClock } from './change-clock.ts';
import { trackChangedParts } from './changed-parts.ts';
import { createFrameTaker } from './frame-taker.ts';
import { createWalkMemory } from './walk-memory.ts';

let stop: AbortController;
let stage: HTMLElement;
let clock: ChangeClock;
let look: () => void;
let take: () => RawFrame;
let numberOf: (element: Element) => number;
let parts: ReturnType<typeof trackChangedParts>;

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  stage.style.cssText =
    'position:fixed;left:0;top:0;width:400px;height:300px;background:white;overflow:hidden;font:16px/20px sans-serif';
  document.body.append(stage);
  const uids = createUids(3);
  numberOf = uids.of;
  const shadowRoots = createShadowRoots(uids, ({ shadowRoot }) => shadowRoot);
  clock = new ChangeClock(document, stop.signal, shadowRoots);
  const silent = watchSilentChanges(document, stop.signal, {
    ...{ shadowRoots, clock },
    isOurs: () => false,
  });
  look = () => {
    clock.flush();
    silent.changes(0);
  };
  const { isSecret } = createSecrets();
  const memory = createWalkMemory(uids);
  const tools = { uids, shadowRoots, token: 'own', isSecret, clock, memory };
  const takeFrame = createFrameTaker(document, tools, stop.signal);
  take = () => {
    const taken = takeFrame({ boxes: 'viewport' });
    if (!taken.ok) throw new Error(taken.reason);
    return taken.raw;
  };
  parts = trackChangedParts(document, stop.signal, {
    ...{ clock, numberOf },
    shadowRootOf: shadowRoots.find,
    animatedImages: silent.animatedImages,
  });
});
afterEach(() => {
  stop.abort();
  stage.remove();
  document.body.removeAttribute('style');
});

function show(html: string): void {
  stage.innerHTML = html;
  look();
}

function find(selector: string): HTMLElement {
  const found = stage.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function note(): void {
  parts.note(take(), performance.timeOrigin + performance.now());
}

/** Where the page can differ from the last one noted; null when that is not known. */
function differences(target: string | null = null): Box[] | null {
  look();
  const [last] = parts.differences(take(), target === null ? null : numberOf(find(target)));
  return last ? mergeBoxes([...last.moved, ...last.changed.map(({ box }) => box)]) : null;
}

/** A part that scrolls says so in the next frame. */
const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);

/** The stage's pixels, four bytes each, 400 a row. The window of the tests may be scaled. */
async function readPixels(): Promise<Uint8ClampedArray> {
  const base64 = await page.elementLocator(stage).screenshot({ save: false });
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context?.drawImage(image, 0, 0, 400, 300);
  return context?.getImageData(0, 0, 400, 300).data ?? new Uint8ClampedArray();
}

/** Pixels that differ, and lie in none of the boxes. */
function countOutside(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  boxes: readonly Box[],
): { changed: number; outside: number } {
  let changed = 0;
  let outside = 0;
  for (let at = 0; at < before.length; at += 4) {
    const isSame = [0, 1, 2].every((side) => before[at + side] === after[at + side]);
    if (isSame) continue;
    changed += 1;
    const x = (at / 4) % 400;
    const y = Math.floor(at / 4 / 400);
    const isIn = boxes.some(
      (box) => x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height,
    );
    if (!isIn) outside += 1;
  }
  return { changed, outside };
}

const ROWS = '<p id="a">One</p><p id="b">Two <b>bold</b></p><p id="c">Three</p>';

const CHANGES: [name: string, html: string, change: () => void][] = [
  ['a text', ROWS, () => (find('b').textContent = 'bolder')],
  ['a text that makes its line longer', ROWS, () => (find('b').textContent = 'x '.repeat(60))],
  ['a line that comes', ROWS, () => find('#b').insertAdjacentHTML('afterend', '<p>New</p>')],
  ['a line that goes', ROWS, () => find('#b').remove()],
  ['a style of its own', ROWS, () => (find('#b').style.background = 'gold')],
  [
    'a class that restyles what follows',
    `<style>.on + p, .on ~ p b { color: red }</style><p id="a">One</p><p>Two</p><p>T <b>x</b></p>`,
    () => (find('#a').className = 'on'),
  ],
  [
    'a class that restyles what is around it',
    '<style>div:has(.on) { background: gold }</style><div><p id="a">One</p><p>Two</p></div>',
    () => (find('#a').className = 'on'),
  ],
  [
    'a box that is checked, with what the style sheet does then',
    '<style>:checked + label { color: red } form:has(:checked) { outline: 3px solid }</style><form><input type="checkbox" id="a"><label>One</label> <i>more</i></form>',
    () => ((find('#a') as HTMLInputElement).checked = true),
  ],
  [
    'a value that a script sets, in a form that is valid by it',
    '<style>form:valid { background: gold }</style><form><input id="a" required> <u>Send</u></form>',
    () => ((find('#a') as HTMLInputElement).value = 'x'),
  ],
  [
    'what stands out of its element',
    '<div id="a" style="height:20px"><p style="position:absolute;left:200px;top:200px">Far</p></div>',
    () => (find('#a').style.color = 'red'),
  ],
  [
    'what stands out further inside',
    '<div id="a" style="height:20px"><p><b>x<i style="position:absolute;left:200px;top:200px">Far</i></b></p></div>',
    () => (find('#a').style.color = 'red'),
  ],
  [
    'a part that scrolls',
    '<div id="a" style="height:50px;overflow:auto"><p>One</p><p>Two</p><p>Three</p></div>',
    () => (find('#a').scrollTop = 30),
  ],
  [
    'a picture that takes its place',
    '<div style="display:flex"><svg id="a" width="30" height="30"><rect width="30" height="30"/></svg><p>x</p></div>',
    () => find('#a').setAttribute('width', '90'),
  ],
  [
    'a part on a background that grows with it',
    '<div style="background:linear-gradient(red, blue)"><p id="a">One</p></div><p>x</p>',
    () => find('#a').append(document.createElement('br'), 'Two'),
  ],
  [
    'a part beside text in the middle',
    '<table style="border:1px solid"><tr><td>Side</td><td><p id="a">One</p></td></tr></table>',
    () => find('#a').append(document.createElement('br'), 'Two', document.createElement('br'), 'x'),
  ],
];

describe('where a page can differ from its picture', () => {
  it.each(CHANGES)('holds all that changes with %s', async (_, html, change) => {
    show(html);
    const before = await readPixels();
    note();
    change();
    await nextFrame();
    const boxes = differences();
    const { changed, outside } = countOutside(before, await readPixels(), boxes ?? []);
    expect(changed).toBeGreaterThan(0);
    expect(outside).toBe(0);
    expect(boxes).not.toBeNull();
  });

  it('is nowhere when nothing changed, and small where little did', () => {
    show(ROWS);
    note();
    expect(differences()).toEqual([]);
    find('b').textContent = 'bald';
    const [box, ...more] = differences() ?? [];
    expect(more).toEqual([]);
    expect((box?.width ?? 0) * (box?.height ?? 0)).toBeLessThan(100 * 60);
  });

  it.each([
    [
      'a style sheet comes',
      () => stage.insertAdjacentHTML('beforeend', '<style>p{color:red}</style>'),
    ],
    ['a rule comes', () => document.styleSheets[0]?.insertRule('p { color: red }')],
    [
      'there are too many changes to tell',
      () => {
        for (let n = 0; n < 80; n += 1) stage.insertAdjacentHTML('beforeend', '<hr>');
      },
    ],
    ['the page has another background', () => (document.body.style.background = 'gold')],
    ['a dialog darkens all', () => (find('dialog') as HTMLDialogElement).showModal()],
  ])('is not known when %s', (_, change) => {
    show(`<style></style>${ROWS}<dialog>x</dialog>`);
    note();
    change();
    expect(differences()).toBeNull();
  });

  it('is of no use for a target that is elsewhere now', () => {
    show(ROWS);
    note();
    find('#b').style.paddingTop = '2px';
    expect(differences('#c')).not.toBeNull();
    find('#b').style.paddingTop = '80px';
    expect(differences('#c')).toBeNull();
    expect(differences('#a')).not.toBeNull();
  });

  it('holds what cuts off a movement, and is not known of one that nothing cuts off', () => {
    show('<div id="a" style="width:50px;height:50px;overflow:hidden"><p>x</p></div>');
    const moving = find('p').animate([{ translate: '0' }, { translate: '90px' }], {
      duration: 1000,
      iterations: Infinity,
    });
    note();
    expect(differences()).toEqual([{ x: 0, y: 0, width: 58, height: 58 }]);
    find('#a').style.overflow = 'visible';
    expect(differences()).toEqual([{ x: 0, y: 0, width: 408, height: 308 }]);
    stage.style.overflow = 'visible';
    expect(differences()).toBeNull();
    moving.cancel();
  });
});
