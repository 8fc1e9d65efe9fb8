import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSample, readVectors } from '../golden/golden.fixture.ts';
import { writeFloat1, writeJsonNumber1 } from '../python/number-text.ts';
import { writeCall } from './call-text.ts';
import { writeAttributes } from './document.ts';
import { isRankedTurn, listDmrPairs, rankPairs } from './record.ts';
import { shortenCenter, shortenRight } from './shorten.ts';
import { writeTimestamp } from './timestamp.ts';

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
    expect(writeCall(String(intent), args)).toBe(expected);
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
