import { expect, it } from 'vitest';
import type { ReplayView } from '../weblinx/replay.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { createRankTurn } from './rank-turn.ts';

const viewport = { width: 1000, height: 900 };

function makePage(names: Record<string, string>): PageSnapshot {
  const uids = Object.keys(names);
  const boxes = uids.map((uid, at) => [uid, { x: 0, y: at * 20, width: 90, height: 18 }] as const);
  const buttons = uids.map((uid) => `<button data-webtasks-id="${uid}">${names[uid]}</button>`);
  return {
    ...{ devicePixelRatio: 1, takenAt: 0 },
    frames: [
      {
        ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, exact: true },
        ...{ url: 'https://a.example/', title: '', viewport, scroll: { x: 0, y: 0 } },
        html: `<html><body>${buttons.join('')}</body></html>`,
        boxes: Object.fromEntries(boxes),
      },
    ],
  };
}

function makeView(pages: readonly (PageSnapshot | null)[]): ReplayView {
  return {
    name: 'demo',
    turns: [{ type: 'chat', speaker: 'instructor', utterance: 'Edit', timestamp: 0 }],
    turnIds: [],
    readPage: () => Promise.resolve(null),
    readSnapshot: (index) => Promise.resolve(pages[index] ?? null),
    readScreenshot: () => Promise.resolve(null),
  };
}

it('puts what the action before has brought up ahead of what is called the same', async () => {
  const old = { edit: 'Edit', more: 'More' };
  const page = makePage({ ...old, fresh: 'Edit' });
  const rank = createRankTurn({}, () => 0);
  const records = [{ uid: 'edit' }, { uid: 'fresh' }];
  const [alone, twin] = await rank(makeView([null, null, page]), 2, records);
  expect(alone).toBe(twin);
  const [before, after] = await rank(makeView([makePage(old), null, page]), 2, records);
  expect(after).toBeGreaterThan(before ?? 0);
});
