import { describe, expect, it } from 'vitest';
import type { DemonstrationContent } from '../../core/demonstration/content.ts';
import type { BrowserTurn, Screenshot } from '../../core/demonstration/demonstration.ts';
import { makeBrowserTurn } from '../../core/demonstration/make-turn.fixture.ts';
import type { ExportReads } from '../../core/formats/export-formats.ts';
import { makeDemonstration } from '../../platform/store/import.fixture.ts';
import type { ExportProgress } from './open-export.ts';
import { watchReads } from './open-export.ts';

const hashOf = (letter: string): string => letter.repeat(64);
const SIZES = new Map([
  [hashOf('a'), 100],
  [hashOf('b'), 10],
  [hashOf('c'), 1000],
  [hashOf('d'), 2000],
  [hashOf('e'), 300],
]);

function makeTurn(): BrowserTurn {
  const shot = (image: string): Screenshot => ({
    status: 'kept',
    ...{ image, width: 1, height: 1 },
    proof: { kind: 'unchanged', requestedAt: 0, doneAt: 1 },
  });
  const frame = {
    ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, url: '', title: '' },
    ...{ html: hashOf('a'), boxes: hashOf('b'), exact: true },
    ...{ viewport: { width: 1, height: 1 }, scroll: { x: 0, y: 0 } },
  };
  return makeBrowserTurn({
    snapshot: { frames: [frame], devicePixelRatio: 1, takenAt: 0, exact: true },
    screenshot: shot(hashOf('c')),
    effect: { screenshot: shot(hashOf('d')), settledAt: 1 },
    extras: {
      mhtml: { status: 'kept', file: hashOf('e'), proof: { kind: 'told', by: 'weblinx' } },
      accessible: { status: 'missing', reason: '' },
    },
  });
}

const segment = {
  ...{ demonstrationId: 'demo', startedAt: 1, width: 1, height: 1, codec: 'x', description: null },
};
const chunk = {
  demonstrationId: 'demo',
  segment: 1,
  at: 1,
  packets: [],
  bytes: new Uint8Array(50),
};

function watch(reads: ExportReads, signal?: AbortSignal) {
  const seen: ExportProgress[] = [];
  const content: DemonstrationContent = {
    demonstration: makeDemonstration(),
    turns: [makeTurn()],
    read: (hash) => Promise.resolve(new Uint8Array(SIZES.get(hash) ?? 0)),
    video: {
      segments: [segment],
      async *readChunks() {
        yield await Promise.resolve(chunk);
      },
    },
  };
  const watched = watchReads(content, {
    ...{ reads, sizes: SIZES, videoBytes: 50, onProgress: (progress) => seen.push(progress) },
    ...(signal && { signal }),
  });
  return { watched, seen };
}

describe('the progress of an export', () => {
  it('counts pages, screenshots before and after, extras and video', async () => {
    const { watched, seen } = watch({ pages: 1, pictures: true, video: true });
    expect(seen).toEqual([{ done: 0, total: 3460 }]);
    for (const hash of SIZES.keys()) await watched.read(hash);
    expect(seen.at(-1)).toEqual({ done: 3410, total: 3460 });
    for await (const { bytes } of watched.video?.readChunks(segment) ?? [])
      expect(bytes).toHaveLength(50);
    expect(seen.at(-1)).toEqual({ done: 3460, total: 3460 });
  });

  it('covers the content that the format uses, and counts repeated reads', async () => {
    const { watched, seen } = watch({ pages: 2, pictures: false, video: false });
    expect(seen).toEqual([{ done: 0, total: 110 }]);
    for (const hash of ['a', 'b']) await watched.read(hashOf(hash));
    expect(seen.at(-1)).toEqual({ done: 55, total: 110 });
    for (const hash of ['a', 'b', 'a']) await watched.read(hashOf(hash));
    expect(seen.at(-1)).toEqual({ done: 110, total: 110 });
  });

  it('stops the next read once it is cancelled', async () => {
    const cancel = new AbortController();
    const { watched } = watch({ pages: 1, pictures: true, video: true }, cancel.signal);
    cancel.abort(new Error('cancelled'));
    await expect(watched.read(hashOf('a'))).rejects.toThrow('cancelled');
  });
});
