import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../bytes.ts';
import { decodeBoxes, encodeBoxes, readPage } from './content.ts';
import type { StoredFrame } from './demonstration.ts';

const px = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

describe('boxes', () => {
  it('read back as they were written', () => {
    const box = fc.record({ x: px, y: px, width: px, height: px }, { noNullPrototype: true });
    const boxes = fc.dictionary(fc.uuid(), box, { noNullPrototype: true });
    fc.assert(
      fc.property(boxes, (given) => {
        expect(decodeBoxes(encodeBoxes(given))).toEqual(given);
      }),
    );
  });

  it('keep a member that is no number as one', () => {
    const given = { a: { x: Number.NaN, y: 1, width: 2, height: 3 } };
    expect(decodeBoxes(encodeBoxes(given))).toEqual(given);
  });

  it('have four members, whatever else the text has, and any name', () => {
    const text = '{"a":{"height":4,"x":1,"y":2,"width":3,"z":5},"__proto__":{"x":1}}';
    const read = decodeBoxes(encodeText(text)) ?? {};
    expect(Object.keys(read)).toEqual(['a', '__proto__']);
    expect(read['a']).toStrictEqual({ x: 1, y: 2, width: 3, height: 4 });
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(read['__proto__']).toEqual({ x: 1, y: NaN, width: NaN, height: NaN });
  });

  it.each(['', '{', '[]', 'null', '3', '{"a":3}'])('are not made of %j', (text) => {
    expect(decodeBoxes(encodeText(text))).toBeNull();
  });
});

describe('readPage', () => {
  const store: Record<string, Uint8Array<ArrayBuffer>> = {
    html: encodeText('<head></head>é'),
    boxes: encodeBoxes({ a: { x: 1, y: 2, width: 3, height: 4 } }),
    broken: encodeText('{'),
  };
  const read = (hash: string) => Promise.resolve(store[hash] ?? null);

  function makeFrame(frameId: number, parentFrameId: number | null, html = 'html'): StoredFrame {
    return {
      ...{ frameId, parentFrameId, html, boxes: 'boxes', ownerUid: null, place: null },
      ...{ url: '', title: '', viewport: { width: 1, height: 1 }, scroll: { x: 0, y: 0 } },
      exact: true,
    };
  }

  function makeStored(...frames: StoredFrame[]) {
    return { frames, devicePixelRatio: 2, takenAt: 5, exact: true };
  }

  it('reads content in', async () => {
    const page = await readPage(read, makeStored(makeFrame(0, null)));
    expect(page).toMatchObject({
      devicePixelRatio: 2,
      frames: [{ html: '<head></head>é', boxes: { a: { width: 3 } } }],
    });
  });

  it('has no boxes where they cannot be read', async () => {
    const frame = { ...makeFrame(0, null), boxes: 'broken' };
    expect((await readPage(read, makeStored(frame)))?.frames[0]?.boxes).toEqual({});
  });

  it('is nothing without its top frame', async () => {
    expect(await readPage(read, makeStored(makeFrame(0, null, 'lost')))).toBeNull();
    expect(await readPage(read, makeStored())).toBeNull();
  });

  it('leaves out a lost frame and what is in it', async () => {
    const frames = [
      makeFrame(0, null),
      makeFrame(1, 0, 'lost'),
      makeFrame(2, 1),
      makeFrame(3, 0),
      makeFrame(4, 3),
    ];
    const page = await readPage(read, makeStored(...frames));
    expect(page?.frames.map((frame) => frame.frameId)).toEqual([0, 3, 4]);
  });
});
