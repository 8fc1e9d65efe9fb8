import { describe, expect, it } from 'vitest';
import { findRows } from './studio-model.ts';
import type { DemonstrationRow } from './studio-model.ts';

function makeRow(id: string, title: string, page = ''): DemonstrationRow {
  return {
    id,
    title,
    page,
    startedAt: 0,
    turns: 1,
    durationMs: 1,
    bytes: 1,
    findings: 0,
    ...{ outcome: null, project: '', tags: [] },
    isRecording: false,
    exporting: { state: 'none' },
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
