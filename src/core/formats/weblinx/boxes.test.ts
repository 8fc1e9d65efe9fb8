import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import type { Box, FrameSnapshot, PageSnapshot } from '../../snapshot/snapshot.ts';
import { writeBox, writeBoxes } from './boxes.ts';

function makeFrame(over: Partial<FrameSnapshot>): FrameSnapshot {
  return {
    frameId: 0,
    parentFrameId: null,
    ownerUid: null,
    place: null,
    url: '',
    title: '',
    html: '',
    boxes: {},
    viewport: { width: 1000, height: 500 },
    scroll: { x: 0, y: 0 },
    exact: true,
    ...over,
  };
}

function makePage(...frames: FrameSnapshot[]): PageSnapshot {
  return { frames, devicePixelRatio: 1, takenAt: 0 };
}

function makeTarget(uid: string, box: Box, frameId = 0): TurnElement {
  const names = { tagName: 'A', textContent: '', xpath: '', name: '', role: '' };
  return { uid, frameId, box, attributes: {}, ...names };
}

function uidsOf(page: PageSnapshot): Set<string> {
  return new Set(page.frames.flatMap((frame) => Object.keys(frame.boxes)));
}

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

describe('writeBox', () => {
  it('has all members, in screenshot px', () => {
    expect(writeBox(box(10, 20.5, 30, 40), 2)).toEqual({
      ...{ x: 20, y: 41, width: 60, height: 80 },
      ...{ left: 20, top: 41, right: 80, bottom: 121 },
    });
  });

  it('is made of finite numbers that agree, whatever the box', () => {
    const px = fc.double();
    fc.assert(
      fc.property(px, px, px, px, fc.double({ min: 0.25, max: 5, noNaN: true }), (...given) => {
        const [x, y, width, height, zoom] = given;
        const written = writeBox(box(x, y, width, height), zoom);
        expect(written.left).toBe(written.x);
        expect(written.bottom).toBe(written.y + written.height);
        const own = [written.x, written.y, written.width, written.height];
        expect(own.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});

describe('writeBoxes', () => {
  it.each([
    ['inside', box(10, 10, 20, 20), true],
    ['reaching in from the left', box(-15, 10, 20, 20), true],
    ['left of the viewport', box(-20, 10, 20, 20), false],
    ['right of it', box(1000, 10, 20, 20), false],
    ['above it', box(10, -20, 20, 20), false],
    ['below it', box(10, 500, 20, 20), false],
    ['larger than it', box(-10, -10, 3000, 3000), true],
    ['without area', box(10, 10, 0, 20), false],
    ['not finite', box(Number.NaN, 10, 20, 20), false],
  ])('an element %s', (_, given, listed) => {
    const page = makePage(makeFrame({ boxes: { a: given } }));
    expect(Object.keys(writeBoxes(page, null, uidsOf(page)))).toEqual(listed ? ['a'] : []);
  });

  it('drops boxes of elements that are not in the page file', () => {
    const page = makePage(makeFrame({ boxes: { html: box(0, 0, 9, 9), a: box(0, 0, 9, 9) } }));
    expect(Object.keys(writeBoxes(page, null, new Set(['a'])))).toEqual(['a']);
  });

  it('has the target also when it is out of view or has no box in the page', () => {
    const far = box(10, 4000, 20, 20);
    const page = makePage(makeFrame({ boxes: { far } }));
    expect(writeBoxes(page, makeTarget('far', box(1, 1, 1, 1)), new Set(['far']))).toEqual({
      far: writeBox(far, 1),
    });
    const own = box(1, 2, 3, 4);
    expect(writeBoxes(page, makeTarget('other', own), new Set(['other']))).toEqual({
      other: writeBox(own, 1),
    });
  });

  const place = { x: 100, y: 400, scaleX: 1, scaleY: 1 };
  const inner = makeFrame({
    frameId: 3,
    parentFrameId: 0,
    ownerUid: 'owner',
    place,
    viewport: { width: 200, height: 300 },
    boxes: {
      seen: box(110, 410, 50, 50),
      belowTheWindow: box(110, 600, 50, 50),
      scrolledOutOfTheFrame: box(110, 340, 50, 50),
    },
  });

  it('includes elements visible through a frame', () => {
    const page = makePage(makeFrame({}), inner);
    expect(Object.keys(writeBoxes(page, null, uidsOf(page)))).toEqual(['seen']);
  });

  it('clips a frame by the frames around it', () => {
    const innermost = makeFrame({
      frameId: 4,
      parentFrameId: 3,
      ownerUid: 'x',
      place: { x: 250, y: 410, scaleX: 1, scaleY: 1 },
      boxes: { seen2: box(290, 420, 50, 50), besides: box(310, 420, 50, 50) },
    });
    const page = makePage(makeFrame({}), inner, innermost);
    expect(Object.keys(writeBoxes(page, null, uidsOf(page)))).toEqual(['seen', 'seen2']);
  });

  it('drops a frame whose place is unknown, but keeps the target in it', () => {
    const lost = { ...inner, place: null, parentFrameId: null };
    const page = makePage(makeFrame({}), lost);
    const target = makeTarget('seen', box(7, 7, 7, 7), 3);
    expect(writeBoxes(page, target, uidsOf(page))).toEqual({ seen: writeBox(target.box, 1) });
  });
});
