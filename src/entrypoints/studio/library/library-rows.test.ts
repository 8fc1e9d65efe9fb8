import { describe, expect, it } from 'vitest';
import { normalizeText } from '../../../core/demonstration/name.ts';
import {
  findNext,
  findNextToFix,
  findRows,
  passesFilter,
  passesScope,
  sortRows,
} from './library-rows.ts';
import type { DemonstrationRow, LibraryFilter, LibraryOrder } from './library-rows.ts';

function makeRow(id: string, title: string, page = ''): DemonstrationRow {
  return {
    id,
    title,
    page,
    text: normalizeText(`${title} ${page}`),
    startedAt: 0,
    turns: 1,
    durationMs: 1,
    bytes: 1,
    findings: {},
    conflicts: 0,
    ...{ sites: [], picture: null, annotator: '' },
    ...{ outcome: null, status: 'draft', project: '', tags: [] },
    isDeleted: false,
    isRecording: false,
  };
}

const rows = [
  makeRow('a', 'Kettle House: kitchenware'),
  makeRow('b', 'Notes – café list', 'Tea shop'),
];

describe('findRows', () => {
  it.each([
    ['', ['a', 'b']],
    ['  ', ['a', 'b']],
    ['HOUSE kettle', ['a']],
    ['cafe', ['b']],
    ['tea notes', ['b']],
    ['kettle notes', []],
  ])('%j finds %j', (query, ids) =>
    expect(findRows(rows, query).map((row) => row.id)).toEqual(ids),
  );
});

describe('passesScope', () => {
  it('shows what is of the project and has the tag, but nothing from the bin', () => {
    const row = { ...makeRow('a', 'Kettle'), project: 'Tea', tags: ['easy'] };
    const all = { filter: 'all', project: null, tag: null, kind: null } as const;
    expect(passesScope(row, all)).toBe(true);
    expect(passesScope(row, { ...all, project: 'Tea', tag: 'easy' })).toBe(true);
    expect(passesScope(row, { ...all, project: 'Tea', tag: 'hard' })).toBe(false);
    expect(passesScope(row, { ...all, project: 'Travel' })).toBe(false);
    expect(passesScope({ ...row, isDeleted: true }, all)).toBe(false);
    expect(passesScope({ ...row, findings: { page: 2 } }, { ...all, kind: 'page' })).toBe(true);
    expect(passesScope({ ...row, findings: { page: 2 } }, { ...all, kind: 'text' })).toBe(false);
  });
});

describe('passesFilter', () => {
  it('sorts by status, and asks to fix what has findings and is not judged', () => {
    const list = (filter: LibraryFilter) =>
      (['draft', 'ready', 'approved', 'rejected'] as const).flatMap((status) =>
        [0, 2].flatMap((findings) =>
          passesFilter(
            {
              status,
              findings: findings === 0 ? {} : { page: findings },
              conflicts: 0,
              isDeleted: false,
            },
            filter,
          )
            ? [`${status} ${findings}`]
            : [],
        ),
      );
    expect(list('all')).toHaveLength(8);
    expect(list('to-fix')).toEqual(['draft 2', 'ready 2']);
    expect(list('to-review')).toEqual(['ready 0', 'ready 2']);
    expect(list('approved')).toEqual(['approved 0', 'approved 2']);
    const unchecked = { status: 'draft', findings: null, isDeleted: false } as const;
    expect(passesFilter({ ...unchecked, conflicts: 0 }, 'to-fix')).toBe(false);
    expect(passesFilter({ ...unchecked, conflicts: 1 }, 'to-fix')).toBe(true);
  });
});

describe('sortRows', () => {
  it('orders by the newest, by name, and by the most findings', () => {
    const unsorted = [
      { ...makeRow('a', 'Lamp'), startedAt: 1, findings: null },
      { ...makeRow('b', 'Basket'), startedAt: 3, findings: { page: 1 } },
      { ...makeRow('c', 'Kettle'), startedAt: 2, findings: { page: 3, text: 1 } },
    ];
    const list = (order: LibraryOrder) =>
      sortRows(unsorted, order)
        .map(({ id }) => id)
        .join('');
    expect([list('newest'), list('oldest'), list('name')]).toEqual(['bca', 'acb', 'bca']);
    expect(list('findings')).toBe('cba');
  });
});

describe('findNext', () => {
  it('opens the next demonstration with the status that the judged one had', () => {
    const queue = [
      { ...makeRow('a', 'A'), status: 'ready' as const },
      { ...makeRow('b', 'B'), status: 'approved' as const },
      { ...makeRow('c', 'C'), status: 'ready' as const },
    ];
    const ids = ['a', 'b', 'c'];
    expect(findNext(queue, ids, 'a')?.id).toBe('c');
    expect(findNext(queue, ids, 'c')).toBeNull();
    expect(findNext(queue, ['c', 'a'], 'c')?.id).toBe('a');
  });

  it('goes through those with findings, from the beginning again', () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => ({
      ...makeRow(id, id),
      findings: id === 'b' ? {} : { text: 1 },
      isDeleted: id === 'd',
    }));
    const ids = rows.map(({ id }) => id);
    expect(findNextToFix(rows, ids, 'a')?.id).toBe('c');
    expect(findNextToFix(rows, ids, 'c')?.id).toBe('a');
    expect(findNextToFix(rows, ['c'], 'c')).toBeNull();
  });
});
