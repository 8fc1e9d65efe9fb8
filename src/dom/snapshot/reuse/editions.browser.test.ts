import { describe, expect, it } from 'vitest';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { createEditions } from './frame-taker.ts';

type Around = Pick<RawFrame, 'url' | 'title' | 'children'>;

const PAGE: Around = { url: 'https://a.example/', title: 'Shop', children: [] };
const CHILD = { index: 3, token: 'a', place: { x: 0, y: 0, scaleX: 1, scaleY: 1 } };

/** The editions of the same nodes with these around them, take after take. */
function nameAll(...takes: (Partial<Around> | null)[]): string[] {
  const editions = createEditions(7);
  return takes.map((each) => {
    editions.note(each && { ...PAGE, ...each }, true);
    return editions.name();
  });
}

describe('an edition of a document', () => {
  it('lasts while a take finds nothing else', () => {
    const names = nameAll({}, {}, { children: [] });
    expect(new Set(names).size).toBe(1);
  });

  it('is another one where the nodes or their boxes are', () => {
    const editions = createEditions(7);
    editions.note(PAGE, false);
    const before = editions.name();
    editions.note(PAGE, false);
    expect(editions.name()).not.toBe(before);
  });

  it.each<[name: string, change: Partial<Around>]>([
    ['another address', { url: 'https://a.example/#b' }],
    ['another title', { title: '(1) Shop' }],
    ['another document in a frame', { children: [{ ...CHILD, token: 'b' }] }],
    ['a frame that lies elsewhere', { children: [{ ...CHILD, place: { ...CHILD.place, x: 1 } }] }],
  ])('is another one by %s alone, and lasts from then on', (_name, change) => {
    const before = { children: [CHILD] };
    const [first, then, still] = nameAll(
      before,
      { ...before, ...change },
      { ...before, ...change },
    );
    expect(then).not.toBe(first);
    expect(still).toBe(then);
  });

  it('is another one each time the document cannot be read', () => {
    const names = nameAll({}, null, null, {});
    expect(new Set(names).size).toBe(names.length);
  });

  it('is distinguished from those of other documents', () => {
    expect(createEditions(7).name()).not.toBe(createEditions(8).name());
  });
});
