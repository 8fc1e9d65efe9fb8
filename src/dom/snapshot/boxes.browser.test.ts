import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawFrame } from '../../core/snapshot/snapshot.ts';
import { createShadowRoots } from './shadow-roots.ts';
import { takeFrame } from './take.ts';
import type { TakeOptions } from './take.ts';
import { createUids } from './uids.ts';

let stage: HTMLElement;
let tools: TakeOptions;

beforeEach(() => {
  const uids = createUids(7);
  tools = {
    uids,
    shadowRoots: createShadowRoots(uids),
    token: 'own',
    boxes: 'viewport',
    isSecret: () => false,
  };
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stage.remove();
  window.scrollTo(0, 0);
});

function take(more: Partial<TakeOptions> = {}): RawFrame {
  const taken = takeFrame(document, { ...tools, ...more });
  if (!taken.ok) throw new Error(taken.reason);
  return taken.raw;
}

function boxOf(raw: RawFrame, element: Element): number[] | null {
  const index = raw.uids.indexOf(tools.uids.of(element));
  const box = [...raw.boxes.subarray(4 * index, 4 * index + 4)];
  return box.some(Number.isNaN) ? null : box;
}

function find(selector: string): Element {
  const found = stage.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** Every element's box by the definition: intersects the viewport, has an area, is rendered. */
function listByDefinition(): Map<Element, number[]> {
  const boxes = new Map<Element, number[]>();
  for (const element of document.querySelectorAll('*')) {
    const { x, y, width, height, right, bottom } = element.getBoundingClientRect();
    const isInView = right > 0 && bottom > 0 && x < innerWidth && y < innerHeight;
    if (isInView && width > 0 && height > 0 && element.checkVisibility()) {
      boxes.set(element, [x, y, width, height].map(Math.fround));
    }
  }
  return boxes;
}

function expectExactBoxes(): void {
  const raw = take();
  const expected = listByDefinition();
  for (const element of document.querySelectorAll('*')) {
    expect(boxOf(raw, element), element.outerHTML.slice(0, 80)).toEqual(
      expected.get(element) ?? null,
    );
  }
}

function makeMap(area: string): string {
  const style = 'width:120px;height:80px;border:2px solid;padding:4px';
  return `<img usemap="#m" style="${style}" src="data:image/gif;base64,"><map name="m"><area ${area}></map>`;
}

const FAR = 'position:relative;top:9000px;height:50px';

describe('boxes of the viewport', () => {
  const pages: [name: string, html: string][] = [
    ['things in and out of view', '<p>a</p><div style="height:5000px"></div><p><b>out</b></p>'],
    [
      'fixed in a far parent',
      `<div style="${FAR}"><p><b style="position:fixed;top:9px;left:9px">in <i>x</i></b></p></div>`,
    ],
    [
      'absolute in a far parent',
      `<div style="position:absolute;top:9000px"><p><u><b style="position:fixed;top:9px">in</b></u></p></div>`,
    ],
    [
      'placed by a high ancestor',
      `<div style="height:9000px"></div><div><p><u><b style="position:absolute;top:5px;left:0">in <i>x</i></b></u></p></div>`,
    ],
    [
      'placed by a high ancestor, far again inside',
      `<div style="height:9000px"></div><div><p><u><b style="position:absolute;top:5px;left:0"><i style="position:absolute;top:7000px"><s style="position:fixed;top:0">in</s>out</i></b></u></p></div>`,
    ],
    [
      'running over to the right',
      `<div style="position:absolute;left:-4000px;width:100px;white-space:nowrap;display:flex">${'<p style="flex:none;width:900px">slide</p>'.repeat(6)}</div>`,
    ],
    [
      'placed by the page, in a far parent',
      '<div style="height:9000px"></div><p><b style="position:absolute;top:5px">in</b></p><table><tbody><tr><td><i style="position:absolute;top:9px">in</i></td></tr></tbody></table>',
    ],
    [
      'running over downwards',
      `<div style="position:absolute;top:-5000px;height:10px">${'<p style="height:900px;margin:0">row</p>'.repeat(8)}</div>`,
    ],
    [
      'no boxes of their own',
      '<div style="display:contents"><b style="display:contents"><i>in</i></b></div>',
    ],
    [
      'not rendered',
      '<div hidden><p>x<b style="position:fixed;top:0">y</b></p></div><details><summary>s</summary><p>closed</p></details>',
    ],
    ['without height', '<div style="height:0"><p>over</p></div>'],
    [
      'transformed',
      '<div style="transform:translateY(8000px)"><p>x</p></div><div style="transform:scale(.5)"><p>y</p></div>',
    ],
    [
      'pictures',
      '<svg width="50" height="50"><g><rect width="9" height="9"/><path d="M0 0h400v5000"/></g></svg>',
    ],
    [
      'right to left',
      '<div dir="rtl" style="position:absolute;left:6000px;width:100px;display:flex"><p style="flex:none;width:8000px">long</p></div>',
    ],
  ];
  for (const [name, html] of pages) {
    it(`measures what is there: ${name}`, () => {
      stage.innerHTML = html;
      expectExactBoxes();
      window.scrollTo(0, 3000);
      expectExactBoxes();
    });
  }

  it('measures inside shadow roots, slotted and fixed things of far hosts included', () => {
    stage.innerHTML = `<div style="${FAR}" id="host"><b>slotted</b></div>`;
    const root = find('#host').attachShadow({ mode: 'open' });
    root.innerHTML = '<p><i style="position:fixed;top:3px">in</i></p><slot></slot>';
    const inner = root.querySelector('i');
    const raw = take();
    expect(inner && boxOf(raw, inner)?.[1]).toBe(3);
    expect(boxOf(raw, find('b'))).toBeNull();
  });

  it('always measures the target, even out of view', () => {
    stage.innerHTML = `<div style="${FAR}"><p><b>x</b></p></div>`;
    const target = find('b');
    expect(boxOf(take(), target)).toBeNull();
    expect(boxOf(take({ always: [target] }), target)?.[1]).toBeGreaterThan(8000);
  });

  const boxless: [name: string, html: string, width: number, height: number][] = [
    ['without a box, by what is in it', '<a style="display:contents"><b>x</b></a>', 40, 20],
    ['around something afloat', '<a href="#"><b style="float:left">x</b></a>', 40, 20],
    ['of several things', '<a style="display:contents"><b>x</b><b>y</b></a>', 40, 40],
    ['drawn by shape', makeMap('shape="rect" coords="10,5,30,45"'), 20, 40],
    ['drawn by circle', makeMap('shape="circle" coords="50 40 10"'), 20, 20],
    ['drawn by corners', makeMap('shape="poly" coords="10,5, 60,5, 30,45"'), 50, 40],
    ['all of a picture', makeMap('shape="default"'), 120, 80],
  ];
  for (const [name, html, width, height] of boxless) {
    it(`measures a target ${name}`, () => {
      stage.innerHTML = `<style>b { display: block; width: 40px; height: 20px }</style>${html}`;
      const target = find('a, area');
      const box = boxOf(take({ always: [target] }), target);
      expect(box?.[2]).toBeCloseTo(width, 1);
      expect(box?.[3]).toBeCloseTo(height, 1);
    });
  }

  it('measures an area where it is in its picture, border and padding counted', () => {
    stage.innerHTML = makeMap('shape="rect" coords="10,5,30,45"');
    const { x, y } = find('img').getBoundingClientRect();
    const target = find('area');
    expect(boxOf(take({ always: [target] }), target)?.slice(0, 2)).toEqual([x + 16, y + 11]);
  });

  it('goes by where things are now, not by where they were', () => {
    stage.innerHTML = `<div style="${FAR}"><p><b>x</b></p></div>`;
    expect(boxOf(take(), find('b'))).toBeNull();
    find('div').setAttribute('style', '');
    expect(boxOf(take(), find('b'))).not.toBeNull();
  });
});

describe('all boxes', () => {
  it('measures what is rendered, wherever it is, and nothing else', () => {
    stage.innerHTML = `<div style="${FAR}"><p><b>far</b></p></div><p hidden><i>hidden</i></p><u></u>`;
    const raw = take({ boxes: 'all' });
    expect(boxOf(raw, find('b'))?.[1]).toBeGreaterThan(8000);
    expect(boxOf(raw, find('i'))).toBeNull();
    expect(boxOf(raw, find('u'))).toBeNull();
  });
});
