import { describe, expect, it } from 'vitest';
import { buildPage } from '../../ranking/page.fixture.ts';
import { listLeaves } from '../../ranking/page/list-candidates.ts';
import { listPage } from '../run/run.fixture.ts';
import type { Observation } from '../run/observation.ts';
import { findDrag } from './drag-step.ts';
import { makeStep, recordLeaf } from './skill.fixture.ts';

function makeList(...names: string[]): string {
  const items = names.map((name) => `<li data-t="${name}">${name}</li>`);
  return `<ul>${items.join('')}</ul>`;
}

function see(html: string): Observation {
  const root = buildPage(`<body>${html}</body>`);
  const candidates = listPage(html);
  const about = { tabId: 1, url: 'http://localhost/', title: '', root, candidates };
  return { ...about, listLeaves: () => listLeaves([root], null, candidates) };
}

describe('sorting a list', () => {
  const BEFORE = makeList('milk', 'rent', 'bob', 'ann');
  const target = recordLeaf(BEFORE, 'milk');
  const drop = recordLeaf(BEFORE, 'bob');
  const sort = (side: 'after' | 'before', y: number) =>
    makeStep({ action: { intent: 'drag', uid: 'was', toUid: 'was', x: 0, y }, target, drop, side });

  it.each([
    // Dragged down, it came to stand after: so dragged up, it comes to stand before.
    ['after', 60, makeList('milk', 'rent', 'bob', 'ann'), 'bob'],
    ['after', 60, makeList('bob', 'rent', 'milk', 'ann'), 'rent'],
    ['after', 60, makeList('rent', 'bob', 'milk', 'ann'), null],
    ['before', -60, makeList('bob', 'rent', 'milk'), 'bob'],
    ['before', -60, makeList('milk', 'ann', 'rent', 'bob'), 'rent'],
    ['before', -60, makeList('ann', 'milk', 'bob'), null],
    // A page on which the middle of an item is not far enough.
    ['before', 60, makeList('milk', 'rent', 'bob', 'ann'), 'bob'],
    ['before', 60, makeList('rent', 'bob', 'ann', 'milk'), 'rent'],
  ] as const)('to stand %s an item, dragged by %i before: %s', (side, y, now, expected) => {
    const found = findDrag(sort(side, y), see(now), false);
    if (expected === null) expect(found).toEqual({ kind: 'done' });
    else expect(found).toMatchObject({ action: { uid: 'milk', toUid: expected } });
  });

  it('takes no other item, even if it alone has the same looks and place', () => {
    const card = (name: string): string =>
      `<section><h2>Open</h2><p draggable="true" class="card" id="card" data-t="${name}">${name}</p></section>`;
    const step = { ...sort('after', 60), target: recordLeaf(card('milk'), 'milk') };
    expect(findDrag(step, see(card('milk') + makeList('bob')), false)?.kind).toBe('found');
    const other = findDrag(step, see(card('bread') + makeList('bob')), false);
    expect(other).toMatchObject({ kind: 'none', missing: { name: 'milk' } });
  });

  it('is done only when it stands there', () => {
    const found = findDrag(sort('after', 60), see(BEFORE), false);
    if (found?.kind !== 'found' || !found.result) throw new Error('nothing to check');
    expect(found.result.lack).toBe('“milk” is not after “bob” now.');
    const { isSo } = found.result;
    expect(isSo(see(makeList('rent', 'bob', 'milk', 'ann')))).toBe(true);
    expect(isSo(see(makeList('rent', 'bob', 'ann', 'milk')))).toBe(false);
    expect(isSo(see(makeList('rent', 'milk', 'bob', 'ann')))).toBe(false);
  });

  it('finds a handle without a name by the item that it stands in', () => {
    const makeRows = (...names: string[]): string =>
      `<ul>${names.map((name) => `<li><i class="grip" data-t="${name}-grip">⠿</i> <span data-t="${name}">${name}</span></li>`).join('')}</ul>`;
    const rows = makeRows('milk', 'rent', 'bob');
    const step = makeStep({
      action: { intent: 'drag', uid: 'was', toUid: 'was', x: 0, y: 60 },
      target: recordLeaf(rows, 'milk-grip'),
      drop: recordLeaf(rows, 'bob'),
    });
    const found = findDrag(step, see(makeRows('ann', 'rent', 'milk', 'bob')), false);
    expect(found).toMatchObject({ kind: 'found', action: { uid: 'milk-grip' } });
    const gone = findDrag(step, see(makeRows('ann', 'rent', 'bob')), false);
    expect(gone).toMatchObject({ kind: 'none', missing: { name: '⠿' } });
  });
});
