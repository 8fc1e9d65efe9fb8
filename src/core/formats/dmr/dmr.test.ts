import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSample, readVectors } from '../golden/golden.fixture.ts';
import { writeBox } from '../weblinx/boxes.ts';
import { writeFloat1, writeJsonNumber1 } from '../python/python.ts';
import { writeCall, writeTimestamp, shortenCenter, shortenRight, writeQuery } from './query.ts';
import {
  writeAttributes,
  listDmrCandidates,
  isRankedTurn,
  listDmrPairs,
  rankPairs,
} from './record.ts';
import type { ReplayTurn } from './replay.ts';

const readGolden = (path: string) =>
  readFileSync(join(import.meta.dirname, '../golden', path), 'utf8');
const vectors = readVectors(readGolden);
const sample = readSample(readGolden);

describe('what the public library printed', () => {
  it.each(vectors.timestamp)('%d s is %s', (seconds, expected) => {
    expect(writeTimestamp(seconds)).toBe(expected);
  });

  it.each(vectors.right_shorten)('%s to %d from the right', (text, limit, expected) => {
    expect(shortenRight(text, limit)).toBe(expected);
  });

  it.each(vectors.center_shorten)('%s to %d from the centre', (text, limit, expected) => {
    expect(shortenCenter(text, limit)).toBe(expected);
  });

  it.each(vectors.round1)('%d with one decimal is %s', (value, expected) => {
    // JavaScript reads `402.0` as 402: only the expected text says that Python saw a float.
    const isFloat = /[.e]/.test(expected);
    expect(isFloat ? writeFloat1(value) : writeJsonNumber1(value)).toBe(expected);
  });

  it.each(vectors.attr_repr)('attribute %s with %j is %s', (name, value, expected) => {
    expect(writeAttributes([[name, value]])).toBe(expected);
  });

  it.each(vectors.attr_order)('attributes %j in order', (attributes, expected) => {
    expect(writeAttributes(Object.entries(attributes))).toBe(expected);
  });

  it.each(vectors.call_format)('call %j is %s', ({ intent, ...args }, expected) => {
    expect(typeof intent === 'string' && writeCall(intent, args)).toBe(expected);
  });
});

describe('the sample recording', () => {
  const pairs = sample.turns.flatMap((turn, index) => {
    const page = isRankedTurn(turn) ? sample.pageOf(turn) : null;
    return page === null ? [] : [listDmrPairs('sample-demo', sample.turns, index, page)];
  });

  it('gives the records of the public library, byte for byte, with its stand-in scores', () => {
    const scores = new Map(
      sample.records.map(({ turn_index, uid, score }) => [`${turn_index} ${uid}`, score]),
    );
    const written = pairs
      .flatMap((ofTurn) => {
        const own = ofTurn.map(({ turn_index, uid }) => scores.get(`${turn_index} ${uid}`) ?? 0);
        return rankPairs(ofTurn, own);
      })
      .map((record) => JSON.stringify(record));
    expect(written).toEqual(sample.records.map((record) => JSON.stringify(record)));
  });
});

describe('candidates', () => {
  const viewport = { height: 100, width: 100 };
  const find = (x: number, y: number, width: number, height: number, limits = viewport) => {
    const boxes = { a: writeBox({ x, y, width, height }, 1) };
    const html = '<head></head><body><p data-webtasks-id="a">x</p></body>';
    return listDmrCandidates({ html, boxes }, limits).length;
  };

  it.each([
    [0, 0, 10, 1, 1],
    [0, 0, 9.9, 9.9, 0],
    [0, 0, 0, 50, 0],
    [100, 100, 20, 20, 1],
    [100.1, 0, 20, 20, 0],
    [0, 100.1, 20, 20, 0],
    [-500, -500, 20, 20, 1],
  ])('with a box at %d, %d of %d by %d: %d', (x, y, width, height, count) => {
    expect(find(x, y, width, height)).toBe(count);
  });

  it('are not limited by an unknown viewport', () => {
    const limits = { height: null, width: null };
    const boxes = { a: writeBox({ x: 900, y: 900, width: 20, height: 20 }, 1) };
    const html = '<head></head><body><p data-webtasks-id="a">x</p></body>';
    expect(listDmrCandidates({ html, boxes }, limits)).toHaveLength(1);
  });

  it('are all elements that share a uid, with one rank', () => {
    const page = {
      html: '<head></head><body><p data-webtasks-id="a">x</p><b data-webtasks-id="a">y</b></body>',
      boxes: { a: writeBox({ x: 0, y: 0, width: 20, height: 20 }, 1) },
    };
    const turn: ReplayTurn = {
      type: 'browser',
      timestamp: 0,
      state: { screenshot: null, page: null },
      action: { intent: 'load', arguments: {} },
    };
    const pairs = listDmrPairs('d', [turn], 0, page);
    expect(pairs.map(({ elem_dict }) => elem_dict.xpath)).toEqual(['/html/body/p', '/html/body/b']);
    expect(rankPairs(pairs, [2, 1]).map(({ rank }) => rank)).toEqual([2, 2]);
  });

  it('are empty for an empty page and for a turn that is not ranked', () => {
    expect(listDmrCandidates({ html: ' ', boxes: {} }, viewport)).toEqual([]);
    const said = sample.turns[0];
    expect(said && listDmrPairs('d', [said], 0, { html: '<p>x</p>', boxes: {} })).toEqual([]);
  });
});

describe('the query', () => {
  it('has the first and the last five utterances before the last five turns', () => {
    const turns = Array.from({ length: 14 }, (_, n): ReplayTurn => ({
      type: 'chat',
      timestamp: n,
      speaker: 'instructor',
      utterance: `u${n}`,
    }));
    const query = writeQuery(turns, 13);
    expect(query).toContain(
      'Utterances: [00:00] u0 [00:03] u3 [00:04] u4 [00:05] u5 [00:06] u6 [00:07] u7 ---- Previous',
    );
    expect(query.split(' ; ')).toHaveLength(5);
    expect(query.startsWith('Viewport(height=None, width=None)')).toBe(true);
  });
});
