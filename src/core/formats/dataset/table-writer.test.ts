import type { FileMetaData } from 'hyparquet';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../../bytes.ts';
import type { Column, Row } from './features.ts';
import { DEFAULT_LIMITS, TableWriter } from './table-writer.ts';

const COLUMNS: Column[] = [
  { name: 'name', feature: 'string', description: '' },
  { name: 'when', feature: 'timestamp', description: '' },
  { name: 'tags', feature: ['string'], description: '' },
  {
    name: 'steps',
    feature: [{ at: 'int32', box: { x: 'float64' }, done: 'bool' }],
    description: '',
  },
  { name: 'picture', feature: 'image', description: '' },
];

const IMAGE = new Uint8Array([137, 80, 78, 71, 0, 255]);
const FULL: Row = {
  name: 'büro “8”',
  when: new Date('2026-01-02T03:04:05.678Z'),
  tags: ['a', 'b'],
  steps: [
    { at: 1, box: { x: 0.5 }, done: true },
    { at: 2, box: null, done: null },
  ],
  picture: { bytes: IMAGE, path: 'x.png' },
};
const EMPTY: Row = { name: null, when: null, tags: [], steps: [], picture: null };

function write(rows: readonly Row[], limits: { groupRows: number; groupBytes: number }) {
  const writer = new TableWriter(COLUMNS, limits, 'test');
  const parts = rows.map((row) => writer.add(row, 100));
  return { parts, file: joinBytes([...parts, writer.finish()]).buffer };
}

function dropNull(row: object): unknown {
  const isBytes = (value: unknown): boolean => value instanceof Uint8Array;
  return JSON.parse(
    JSON.stringify(row, (_name, value: unknown) =>
      isBytes(value) ? Array.from(value as Uint8Array) : (value ?? undefined),
    ),
  );
}

const groupsOf = ({ row_groups }: FileMetaData): number[] =>
  row_groups.map(({ num_rows }) => Number(num_rows));

describe('TableWriter', () => {
  it('writes lists, structs, pictures and nothing as they are read back', async () => {
    const { file } = write([FULL, EMPTY, FULL], { groupRows: 2, groupBytes: 1000 });
    const rows = await parquetReadObjects({ file, utf8: false });
    // The reader gives a struct that is null as undefined.
    const [full, empty] = [FULL, EMPTY].map((row) => dropNull(row));
    expect(rows.map(dropNull)).toEqual([full, empty, full]);
  });

  it('keeps the features for datasets beside the schema', () => {
    const { file } = write([FULL], { groupRows: 2, groupBytes: 1000 });
    const { key_value_metadata: [entry] = [], schema } = parquetMetadata(file);
    expect(entry?.key).toBe('huggingface');
    expect(JSON.parse(entry?.value ?? '')).toEqual({
      info: {
        features: {
          name: { dtype: 'string', _type: 'Value' },
          when: { dtype: 'timestamp[ms, tz=UTC]', _type: 'Value' },
          tags: [{ dtype: 'string', _type: 'Value' }],
          steps: [
            {
              at: { dtype: 'int32', _type: 'Value' },
              box: { x: { dtype: 'float64', _type: 'Value' } },
              done: { dtype: 'bool', _type: 'Value' },
            },
          ],
          picture: { _type: 'Image' },
        },
      },
    });
    const picture = schema.findIndex(({ name }) => name === 'picture');
    expect(schema.slice(picture).map(({ name, type }) => [name, type])).toEqual([
      ['picture', undefined],
      ['bytes', 'BYTE_ARRAY'],
      ['path', 'BYTE_ARRAY'],
    ]);
  });

  it.each([
    ['rows', { groupRows: 2, groupBytes: 1e6 }, [2, 2, 1]],
    ['bytes', { groupRows: 100, groupBytes: 350 }, [3, 2]],
    ['rows that are larger than a group', { groupRows: 100, groupBytes: 50 }, [1, 1, 1, 1, 1]],
  ])('ends row groups by %s', (_what, limits, groups) => {
    const { file } = write([FULL, EMPTY, FULL, FULL, EMPTY], limits);
    expect(groupsOf(parquetMetadata(file))).toEqual(groups);
  });

  it('hands a row group on as soon as it is full', () => {
    const { parts } = write([FULL, FULL, FULL], { groupRows: 1, groupBytes: 1000 });
    expect(parts.map(({ length }) => length > 0)).toEqual([true, true, true]);
    expect(parts[0]).toHaveLength(4);
    expect(parts[2]?.length).toBeGreaterThan(100);
  });

  // A larger row group is more than the Hub's viewer reads, a larger file more than the Hub advises.
  it('keeps the limits that published datasets have', () => {
    expect(DEFAULT_LIMITS.groupRows).toBeLessThanOrEqual(100);
    expect(DEFAULT_LIMITS.groupBytes).toBeLessThanOrEqual(16 * 2 ** 20);
    expect(DEFAULT_LIMITS.fileBytes).toBeLessThan(300e6);
  });
});
