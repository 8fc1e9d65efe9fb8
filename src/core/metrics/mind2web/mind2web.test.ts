import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StepScore } from './step.ts';
import { aggregateTasks, measureOperationF1, scoreStep, writeOperation } from './step.ts';

describe('operation F1', () => {
  it.each([
    ['CLICK', 'CLICK', 1],
    ['CLICK', 'TYPE', 0],
    ['TYPE red kettle', 'TYPE red kettle', 1],
    ['TYPE kettle red red', 'TYPE red kettle', 1],
    ['TYPE kettle', 'TYPE red kettle', 0.8],
    ['TYPE Red', 'TYPE red', 0.5],
    ['', '', 1],
    ['', 'CLICK', 0],
  ])('of %j against %j is %d', (predicted, reference, expected) => {
    expect(measureOperationF1(predicted, reference)).toBeCloseTo(expected, 12);
  });

  it('lies between 0 and 1, is symmetrical, and is 1 of a text with itself', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const score = measureOperationF1(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(measureOperationF1(b, a)).toBeCloseTo(score, 12);
        expect(measureOperationF1(a, a)).toBe(1);
      }),
    );
  });
});

describe('an operation', () => {
  it('is written without a value for a click', () => {
    expect(writeOperation('CLICK', 'x')).toBe('CLICK');
    expect(writeOperation('SELECT', 'Pickup')).toBe('SELECT Pickup');
  });
});

describe('a step', () => {
  const ranks = new Map([
    ['7', 3],
    ['8', 50],
  ]);
  const reference = { positives: ['7', '8'], operation: 'TYPE red', ranks };

  it('is right when element and operation are', () => {
    expect(scoreStep({ element: '7', operation: 'TYPE red' }, reference)).toEqual({
      element: 1,
      operationF1: 1,
      success: 1,
    });
  });

  it('needs the operation exactly', () => {
    const score = scoreStep({ element: '7', operation: 'TYPE blue' }, reference);
    expect(score).toEqual({ element: 1, operationF1: 0.5, success: 0 });
  });

  it('does not count a positive beyond the top candidates', () => {
    expect(scoreStep({ element: '8', operation: 'TYPE red' }, reference).element).toBe(0);
    expect(scoreStep({ element: '8', operation: 'TYPE red' }, reference, 51).element).toBe(1);
  });

  it('is 0 in everything without a prediction or a reachable positive', () => {
    const nothing = { element: 0, operationF1: 0, success: 0 };
    expect(scoreStep(null, reference)).toEqual(nothing);
    const lost = { ...reference, positives: ['8'] };
    expect(scoreStep({ element: '8', operation: 'TYPE red' }, lost)).toEqual(nothing);
  });

  it('counts every positive when nothing was ranked', () => {
    const unranked = { ...reference, ranks: null };
    expect(scoreStep({ element: '8', operation: 'TYPE red' }, unranked).success).toBe(1);
  });
});

describe('figures over tasks', () => {
  const right: StepScore = { element: 1, operationF1: 1, success: 1 };
  const half: StepScore = { element: 1, operationF1: 0.5, success: 0 };
  const wrong: StepScore = { element: 0, operationF1: 0, success: 0 };

  it('are micro over steps and macro over tasks', () => {
    const scores = aggregateTasks([
      { website: 'a', steps: [right] },
      { website: 'a', steps: [right, half, wrong] },
      { website: 'b', steps: [wrong, wrong, wrong, wrong] },
      { website: 'c', steps: [] },
    ]);
    expect(scores?.micro).toEqual({
      elementAccuracy: 3 / 8,
      operationF1: 2.5 / 8,
      stepSuccess: 2 / 8,
    });
    expect(scores?.macro.elementAccuracy).toBeCloseTo((1 + 2 / 3 + 0) / 3, 12);
    expect(scores?.macro.operationF1).toBeCloseTo((1 + 0.5 + 0) / 3, 12);
    expect(scores?.macro.stepSuccess).toBeCloseTo((1 + 1 / 3 + 0) / 3, 12);
    expect(scores?.taskSuccess).toBeCloseTo(1 / 3, 12);
    expect(scores?.errors).toEqual({ '0': 1 / 3, '1': 0, '2': 1 / 3, '3': 0, '>3': 1 / 3 });
    expect(scores?.stepSuccessByWebsite).toEqual({ a: 0.5, b: 0 });
  });

  it('are null without a step', () => {
    expect(aggregateTasks([{ website: 'a', steps: [] }])).toBeNull();
  });
});
