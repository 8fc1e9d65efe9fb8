import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChangeLog } from './screenshot-proof.ts';
import type { MaskReport } from '../snapshot/snapshot.ts';
import {
  PAINT_LAG_MS,
  proveMostOfScreenshot,
  proveVideoFrame,
  proveScreenshot,
} from './screenshot-proof.ts';

const log = (instants: number[], over: Partial<ChangeLog> = {}): ChangeLog => ({
  since: 0,
  instants,
  held: [],
  complete: true,
  live: false,
  ...over,
});
const shot = { requestedAt: 1000, doneAt: 1040 };

describe('proveShot', () => {
  it.each([
    ['nothing changed', [log([])], 2000, 'unchanged'],
    ['changed well before the request', [log([899])], 2000, 'unchanged'],
    ['changed just before the request, perhaps not yet painted', [log([901])], 2000, 'stale'],
    ['changed while the shot was taken', [log([1020])], 2000, 'stale'],
    ['changed between shot and action', [log([1500])], 2000, 'stale'],
    ['changed by the action itself, after an early shot', [log([2001])], 2000, 'unchanged'],
    ['changed in the very instant of the action', [log([2000])], 2000, 'stale'],
    ['action first, changed within the resolution of the clocks', [log([990])], 990, 'stale'],
    ['action first, page still when the late shot was done', [log([1041])], 990, 'unchanged'],
    ['action first, page reacted before the late shot', [log([1010])], 990, 'stale'],
    ['another frame changed', [log([]), log([1500])], 2000, 'stale'],
    ['a frame that could not be asked', [log([]), null], 2000, 'stale'],
    ['a log that forgot the beginning', [log([], { complete: false })], 2000, 'stale'],
    ['a log that begins too late', [log([], { since: 1200 })], 2000, 'stale'],
    ['moving pictures', [log([], { live: true })], 2000, 'stale'],
    [
      'held down when it was taken',
      [log([], { held: [{ from: 1010, until: 1300 }] })],
      2000,
      'stale',
    ],
    ['held down since before', [log([], { held: [{ from: 500, until: 1001 }] })], 2000, 'stale'],
    ['released just before', [log([], { held: [{ from: 500, until: 901 }] })], 2000, 'stale'],
    ['released well before', [log([], { held: [{ from: 500, until: 899 }] })], 2000, 'unchanged'],
    ['held down later', [log([], { held: [{ from: 1041, until: 1300 }] })], 2000, 'unchanged'],
  ])('%s', (_name, logs, at, kind) => {
    expect(proveScreenshot(shot, at, logs).kind).toBe(kind);
  });

  it('never proves a shot with a change between pixels and action', () => {
    const time = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(time, time, time, fc.array(time), (at, requestedAt, took, instants) => {
        const doneAt = requestedAt + took;
        const proof = proveScreenshot({ requestedAt, doneAt }, at, [
          log(instants, { since: -100 }),
        ]);
        const from = Math.min(requestedAt - PAINT_LAG_MS, at - 2);
        const hit = instants.some((i) => i >= from && i <= Math.max(doneAt, at));
        expect(proof.kind).toBe(hit ? 'stale' : 'unchanged');
      }),
    );
  });

  it('gives the age of a screenshot that may be late, negative when taken after the action', () => {
    expect(proveScreenshot(shot, 990, [null])).toMatchObject({ kind: 'stale', ageMs: -50 });
  });
});

describe('proveMostOfScreenshot', () => {
  const place = (token: string, children: MaskReport['children'] = []): MaskReport => ({
    token,
    boxes: [],
    children,
    viewport: { width: 1000, height: 500 },
    pinch: null,
  });
  const region = { x: 10, y: 20, width: 100, height: 50 };
  const grown = { x: 6, y: 16, width: 108, height: 58 };
  const differing = (instants: number[], since: number, over: Partial<ChangeLog> = {}): ChangeLog =>
    log(instants, { differences: [{ since, moved: [region], changed: [] }], ...over });
  const judge = (changes: ChangeLog | null) =>
    proveMostOfScreenshot(shot, 2000, [{ frameId: 0, log: changes, place: place('top') }]);

  it('names where the page may differ', () => {
    const { requestedAt, doneAt } = shot;
    const regions = [grown];
    expect(judge(differing([1500], 990))).toEqual({
      kind: 'differs',
      requestedAt,
      doneAt,
      regions,
    });
  });

  it('leaves out what changed before the screenshot, and is in it', () => {
    const changed = (at: number) =>
      judge(
        log([1500], { differences: [{ since: 500, moved: [], changed: [{ box: region, at }] }] }),
      );
    expect(changed(899)).toMatchObject({ regions: [] });
    expect(changed(901)).toMatchObject({ regions: [grown] });
  });

  it.each([
    ['a layout of later than the shot', differing([1500], 1010)],
    [
      'a press while the shot was taken, and no layout',
      log([], { held: [{ from: 1000, until: 1020 }] }),
    ],
    ['a log that forgot the beginning', differing([1500], 990, { complete: false })],
    ['a frame that did not answer', null],
    ['no layout', log([1500])],
    [
      'more than a third of the page',
      log([1500], {
        differences: [
          { since: 990, moved: [{ x: 0, y: 0, width: 1000, height: 200 }], changed: [] },
        ],
      }),
    ],
  ])('is nothing with %s', (_, changes) => {
    expect(judge(changes)).toBeNull();
  });

  it('takes all of another frame that changed, at its place, and none of one that did not', () => {
    const frame = (changes: ChangeLog) => {
      const box = { x: 200, y: 100, width: 300, height: 200 };
      const children = [{ token: 'child', place: { x: 200, y: 100, scaleX: 1, scaleY: 1 }, box }];
      return proveMostOfScreenshot(shot, 2000, [
        { frameId: 0, log: differing([1500], 990), place: place('top', children) },
        {
          frameId: 7,
          log: changes,
          place: { ...place('child'), viewport: { width: 300, height: 200 } },
        },
      ]);
    };
    const all = { x: 196, y: 96, width: 308, height: 208 };
    expect(frame(log([1500]))).toMatchObject({ regions: [grown, all] });
    expect(frame(log([], { live: true }))).toMatchObject({ regions: [grown, all] });
    expect(frame(log([]))).toMatchObject({ regions: [grown] });
  });
});

describe('proveFrame', () => {
  it.each([
    ['nothing changed', [log([])], 2000, 'ring'],
    ['changed well before it was captured', [log([899])], 1500, 'ring'],
    ['changed just before it was captured, perhaps not yet painted', [log([901])], 1500, 'stale'],
    ['changed since', [log([1200])], 1500, 'stale'],
    ['another frame changed since', [log([]), log([1200])], 1500, 'stale'],
    ['a frame that could not be asked', [log([]), null], 1500, 'stale'],
    ['a log that forgot the beginning', [log([], { complete: false })], 1500, 'stale'],
    ['not there before the action', [log([])], 1039, 'stale'],
    ['moving pictures, just before', [log([], { live: true })], 1140, 'ring'],
    ['moving pictures, too long before', [log([], { live: true })], 1141, 'stale'],
    ['moving pictures, and the page changed too', [log([1050], { live: true })], 1100, 'stale'],
  ])('%s', (_name, logs, at, kind) => {
    expect(proveVideoFrame(shot, at, logs).kind).toBe(kind);
  });

  it('never proves a frame that was not there at the action, or with a change in between', () => {
    const time = fc.integer({ min: 0, max: 10_000 });
    const flags = fc.boolean();
    fc.assert(
      fc.property(time, time, time, fc.array(time), flags, (at, from, took, instants, live) => {
        const frame = { requestedAt: from, doneAt: from + took };
        const proof = proveVideoFrame(frame, at, [log(instants, { since: -200, live })]);
        if (proof.kind !== 'ring') return;
        expect(frame.doneAt).toBeLessThanOrEqual(at);
        expect(instants.filter((i) => i >= from - PAINT_LAG_MS && i <= at)).toEqual([]);
        expect(proof).toMatchObject({ at: from, ageMs: at - from, live });
      }),
    );
  });
});
