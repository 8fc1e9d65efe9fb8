import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVectors } from '../../formats/golden/golden.fixture.ts';
import { writeBox } from '../../formats/weblinx/boxes.ts';
import { scoreChrf, measureUrlf, measureOverlap } from './turn-score.ts';
import type { EvaluatedAction, EvaluatedValue } from './evaluated-action.ts';
import { parseOutput } from './prediction.ts';

const GOLDEN = join(import.meta.dirname, '../../formats/golden');
const vectors = readVectors((path) => readFileSync(join(GOLDEN, path), 'utf8'));

function sayText(utterance: EvaluatedValue): EvaluatedAction {
  return { intent: 'say', args: { utterance }, element: null };
}

function makeBox([x = 0, y = 0, width = 0, height = 0]: number[]) {
  return writeBox({ x, y, width, height }, 1);
}

describe('what the public library computed', () => {
  it.each(vectors.parse.filter(([, intent]) => !intent.startsWith('!')))(
    'reads %j as %s',
    (output, intent, args) => {
      expect(parseOutput(output)).toEqual({ intent, args });
    },
  );

  it.each(vectors.parse.filter(([, intent]) => intent.startsWith('!')))(
    'reads %j, where the library raises %s',
    (output) => {
      expect(parseOutput(output).args['text']).toBe('²');
    },
  );

  it.each(vectors.chrf)('chrF of %j against %j is %d', (predicted, reference, expected) => {
    expect(scoreChrf(sayText(predicted), sayText(reference))).toBeCloseTo(expected, 12);
  });

  it.each(vectors.urlf)('URLF of %j against %j is %d', (predicted, reference, expected) => {
    expect(measureUrlf(predicted, reference)).toBeCloseTo(expected, 12);
  });

  it.each(vectors.iou)('IoU of %j and %j is %d', (a, b, expected) => {
    expect(measureOverlap(makeBox(a), makeBox(b))).toBeCloseTo(expected, 12);
  });
});
