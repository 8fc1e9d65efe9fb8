import { describe, expect, it } from 'vitest';
import { haveMasksMoved, mergeMasks, locateMasks } from './masks.ts';
import type { MaskReport } from './snapshot.ts';

const place = { x: 100, y: 50, scaleX: 2, scaleY: 2 };
const box = { x: 100, y: 50, width: 400, height: 200 };

function report(token: string, over: Partial<MaskReport> = {}): MaskReport {
  const viewport = { width: 800, height: 600 };
  return { token, boxes: [], children: [], viewport, pinch: null, ...over };
}

const field = { x: 10, y: 20, width: 30, height: 40 };

describe('locateMasks', () => {
  it('puts the masks of all frames into the top viewport, cut to what a frame shows', () => {
    const inner = report('b', {
      boxes: [field, { x: 150, y: -10, width: 100, height: 20 }],
      viewport: { width: 200, height: 100 },
      children: [{ token: 'c', place: { x: 5, y: 5, scaleX: 1, scaleY: 1 }, box: field }],
    });
    const masks = locateMasks([
      { frameId: 9, report: report('c', { boxes: [{ x: 1, y: 1, width: 1, height: 1 }] }) },
      { frameId: 4, report: inner },
      {
        frameId: 0,
        report: report('a', { boxes: [field], children: [{ token: 'b', place, box }] }),
      },
    ]);
    expect(masks).toEqual({
      width: 800,
      height: 600,
      boxes: [
        field,
        { x: 120, y: 90, width: 60, height: 80 },
        { x: 400, y: 50, width: 100, height: 20 },
        { x: 112, y: 62, width: 2, height: 2 },
      ],
    });
  });

  it('covers all of a frame that did not answer', () => {
    const top = report('a', { children: [{ token: 'b', place, box }] });
    const masks = locateMasks([
      { frameId: 0, report: top },
      { frameId: 4, report: null },
    ]);
    expect(masks?.boxes).toEqual([box]);
  });

  it('covers all of a frame that stands askew, if there is anything to cover in it', () => {
    const inner = { token: 'c', place, box: field };
    const child = { token: 'b', place, box, askew: true };
    const read = (boxes: MaskReport['boxes'], deep: MaskReport['boxes']) =>
      locateMasks([
        { frameId: 0, report: report('a', { children: [child] }) },
        { frameId: 4, report: report('b', { boxes, children: [inner] }) },
        { frameId: 5, report: report('c', { boxes: deep }) },
      ])?.boxes;
    expect(read([], [])).toEqual([]);
    expect(read([field], [])).toEqual([box]);
    expect(read([], [field])).toEqual([box]);
  });

  it('does not know where nothing can be known', () => {
    expect(locateMasks([])).toBeNull();
    expect(locateMasks([{ frameId: 0, report: null }])).toBeNull();
    const top = { frameId: 0, report: report('a') };
    expect(locateMasks([top, { frameId: 4, report: report('lost') }])?.boxes).toEqual([]);
    const lost = { frameId: 4, report: report('lost', { boxes: [field] }) };
    expect(locateMasks([top, lost])).toBeNull();
  });

  it('follows a page pinched larger, and frames that name one another', () => {
    const children = [{ token: 'a', place, box }];
    const pinch = { x: 5, y: 10, scale: 2 };
    const top = report('a', { boxes: [field], pinch, children });
    expect(locateMasks([{ frameId: 0, report: top }])?.boxes).toEqual([
      { x: 10, y: 20, width: 60, height: 80 },
    ]);
  });
});

describe('haveMoved', () => {
  it('is true of what is elsewhere, not of what has come or gone', () => {
    const at = (...boxes: MaskReport['boxes']) => ({ boxes, width: 800, height: 600 });
    expect(haveMasksMoved(at(field), at({ ...field, x: 40 }))).toBe(true);
    expect(haveMasksMoved(at(field, box), at(field, { ...box, y: 40 }))).toBe(true);
    expect(haveMasksMoved(at(field), at({ ...field, x: 10.5 }))).toBe(false);
    expect(haveMasksMoved(at(), at(field))).toBe(false);
    expect(haveMasksMoved(at(field, box), at(field))).toBe(false);
  });
});

describe('joinMasks', () => {
  it('takes both, each box once, and knows nothing when one does not', () => {
    const one = { boxes: [field], width: 800, height: 600 };
    expect(mergeMasks(one, { boxes: [box, field], width: 700, height: 500 })).toEqual({
      boxes: [field, box],
      width: 700,
      height: 500,
    });
    expect(mergeMasks(one, null)).toBeNull();
    expect(mergeMasks(null, one)).toBeNull();
  });
});
