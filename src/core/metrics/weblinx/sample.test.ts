import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSample } from '../../formats/golden/golden.fixture.ts';
import { writeOtrTarget } from '../../formats/otr/prompt.ts';
import { sortPromptTurns } from '../../formats/otr/select-turns.ts';
import { aggregateTurns, scoreRecall, scoreReciprocalRank, scoreTurn } from './turn-score.ts';
import { readEvaluatedPage, isScored, readReference } from './evaluated-action.ts';
import { readPrediction } from './prediction.ts';

const GOLDEN = join(import.meta.dirname, '../../formats/golden');
const sample = readSample((path) => readFileSync(join(GOLDEN, path), 'utf8'));

/** Every scored turn with what was done fed back as the prediction, but for some turns. */
function evaluate(others: Readonly<Record<number, string>> = {}) {
  const rows = sortPromptTurns(sample.turns).selected.flatMap((index) => {
    const turn = sample.turns[index];
    if (!turn) return [];
    const files = sample.pageOf(turn);
    const page = files && readEvaluatedPage(files);
    const reference = readReference(turn, page);
    if (!isScored(reference, turn, sample.turns[index + 1])) return [];
    const output = others[index] ?? writeOtrTarget(turn);
    return [{ index, score: scoreTurn(readPrediction(output, page), reference) }];
  });
  return { rows, ...aggregateTurns(rows.map(({ score }) => score)) };
}

describe('the sample recording, with what was done fed back', () => {
  const { rows, conditional, unconditional } = evaluate();

  it('scores 10 of its 11 prompt turns: a click before a copy does not count', () => {
    expect(rows.map(({ index }) => index)).toEqual([4, 5, 6, 7, 8, 9, 17, 19, 20, 22]);
  });

  it('comes to .88 overall, as with the public library', () => {
    expect(unconditional.overall.score).toBeCloseTo(0.88, 2);
    expect(conditional.overall).toEqual(unconditional.overall);
    expect(unconditional.intentMatch.score).toBe(1);
  });

  it('gives scroll nothing, and a say with line breaks less than everything', () => {
    const overall = new Map(rows.map(({ index, score }) => [index, score.overall]));
    expect(overall.get(8)).toBe(0);
    expect(overall.get(9)).toBeGreaterThan(0.7);
    expect(overall.get(9)).toBeLessThan(1);
    for (const index of [4, 5, 6, 7, 17, 19, 20, 22]) expect(overall.get(index)).toBe(1);
  });

  it('comes to .70, .625 and .667 with three wrong predictions, as with the public library', () => {
    const wrong = {
      8: 'scroll(x=0, y=-300)',
      9: 'what now?',
      20: 'load(url="https://a.example/")',
    };
    const scores = evaluate(wrong).unconditional;
    expect(scores.overall.score).toBeCloseTo(0.7, 12);
    expect(scores.element).toEqual({ score: 0.625, count: 8 });
    expect(scores.text.score).toBeCloseTo(0.667, 3);
    expect(evaluate(wrong).conditional.element).toEqual({ score: 5 / 6, count: 6 });
  });

  it('finds an element by coordinates, the smallest box around them', () => {
    const { rows: byPlace } = evaluate({ 4: 'click(x=400, y=228)', 17: 'click(x=1, y=1)' });
    const overall = new Map(byPlace.map(({ index, score }) => [index, score.overall]));
    expect(overall.get(4)).toBe(1);
    expect(overall.get(17)).toBeLessThan(0.5);
  });
});

describe('the sample ranking', () => {
  it('has every target first', () => {
    expect(scoreRecall(sample.records, 1)).toBe(1);
    expect(scoreReciprocalRank(sample.records)).toBe(1);
  });

  it('counts targets by their rank, and none beyond 50 as reciprocal', () => {
    const records = [1, 4, 51, 200].map((rank) => ({ label: 1 as const, rank }));
    expect(scoreRecall([...records, { label: 0, rank: 2 }], 4)).toBe(0.5);
    expect(scoreRecall(records, 200)).toBe(1);
    expect(scoreReciprocalRank(records)).toBe((1 + 1 / 4) / 4);
    expect(scoreRecall([], 10)).toBeNull();
    expect(scoreReciprocalRank([])).toBeNull();
  });
});
