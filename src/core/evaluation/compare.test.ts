import { describe, expect, it } from 'vitest';
import { createRandom } from '../formats/training/random.ts';
import { boundMeasure, compareRuns, pairRows } from './compare.ts';
import { makeActionRow, makeRankRow } from './evaluation.fixture.ts';
import { pickMeasures } from './summarize.ts';

/** Runs whose turns have these scores, `perTask` turns to a demonstration. */
function makeRun(scores: readonly number[], perTask: number) {
  return scores.map((iou, turn) =>
    makeActionRow({ demonstration: `d${Math.floor(turn / perTask)}`, turn, iou, overall: iou }),
  );
}

function compare(a: readonly number[], b: readonly number[], perTask = 1000) {
  const { unit, differences } = compareRuns(pairRows(makeRun(a, perTask), makeRun(b, perTask)));
  return { unit, ...differences.find(({ name }) => name === 'overall') };
}

describe('comparing two runs', () => {
  it('is sure of a difference that every turn shows', () => {
    const { a, b, difference, interval } = compare(Array(20).fill(0.25), Array(20).fill(0.75));
    expect([a, b, difference]).toEqual([0.25, 0.75, 0.5]);
    expect(interval).toEqual({ low: 0.5, high: 0.5 });
  });

  it('finds none between equal runs, however much turns differ among each other', () => {
    const scores = Array.from({ length: 50 }, (_, at) => (at % 7) / 7);
    expect(compare(scores, scores).interval).toEqual({ low: 0, high: 0 });
  });

  it('gives the interval that the normal approximation gives for many turns', () => {
    const random = createRandom('turns');
    const count = 800;
    const gains = Array.from({ length: count }, () => (random() < 0.3 ? 1 : 0));
    const { difference, interval } = compare(Array(count).fill(0), gains);
    const mean = gains.reduce<number>((sum, gain) => sum + gain, 0) / count;
    const half = 1.96 * Math.sqrt((mean * (1 - mean)) / count);
    expect(difference).toBeCloseTo(mean, 12);
    expect(Math.abs(Number(interval?.low) - (mean - half))).toBeLessThan(half * 0.15);
    expect(Math.abs(Number(interval?.high) - (mean + half))).toBeLessThan(half * 0.15);
  });

  it('is less sure when the turns of a demonstration go together', () => {
    const gains = Array.from({ length: 400 }, (_, at) => (Math.floor(at / 20) % 2 === 0 ? 1 : 0));
    const zeros = Array<number>(400).fill(0);
    const byTurn = compare(zeros, gains);
    const byTask = compare(zeros, gains, 20);
    expect([byTurn.unit, byTask.unit]).toEqual(['turn', 'demonstration']);
    const width = ({ interval }: typeof byTurn) => Number(interval?.high) - Number(interval?.low);
    expect(width(byTask)).toBeGreaterThan(3 * width(byTurn));
  });

  it('pairs turns, whatever their order, and leaves out what one run alone judged', () => {
    const a = [makeActionRow({ turn: 1 }), makeActionRow({ turn: 2 })];
    const b = [makeActionRow({ turn: 3 }), makeActionRow({ turn: 1, overall: 0 })];
    expect(pairRows(a, b).map((pair) => [pair.a.turn, pair.b.overall])).toEqual([[1, 0]]);
  });

  it('gives the same twice, and has no figures where nothing applies', () => {
    const twice = [1, 2].map(() => compare([0, 1, 0.5], [1, 0, 1]));
    expect(twice[0]).toEqual(twice[1]);
    const { differences } = compareRuns(pairRows([makeActionRow()], [makeActionRow()]));
    expect(differences.find(({ name }) => name === 'stepSuccess')).toMatchObject({
      a: null,
      difference: null,
      interval: null,
    });
  });

  it('compares rankers by recall and reciprocal rank', () => {
    const a = [1, 4].map((targetRank, turn) => makeRankRow({ turn, targetRank }));
    const b = [1, 1].map((targetRank, turn) => makeRankRow({ turn, targetRank }));
    const { differences } = compareRuns(pairRows(a, b));
    expect(differences.find(({ name }) => name === 'mrr')).toMatchObject({ a: 0.625, b: 1 });
    expect(differences.find(({ name }) => name === 'recall1')).toMatchObject({ a: 0.5, b: 1 });
    expect(differences.find(({ name }) => name === 'recall5')).toMatchObject({ a: 1, b: 1 });
  });
});

describe('the interval of one run', () => {
  it('lies around the mean, and widens with fewer turns', () => {
    const [overall] = pickMeasures([makeActionRow()]);
    if (!overall) throw new Error('no measure');
    const scores = (count: number) => Array.from({ length: count }, (_, at) => at % 2);
    const many = boundMeasure(makeRun(scores(400), 1000), overall);
    const few = boundMeasure(makeRun(scores(20), 1000), overall);
    expect([many.mean, many.count]).toEqual([0.5, 400]);
    expect(Number(many.interval?.low)).toBeCloseTo(0.45, 1);
    expect(Number(many.interval?.low)).toBeLessThan(0.5);
    expect(Number(few.interval?.low)).toBeLessThan(Number(many.interval?.low));
  });
});
