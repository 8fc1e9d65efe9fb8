import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReplayTurn } from '../../formats/dmr/replay.ts';
import { writeBox } from '../../formats/weblinx/boxes.ts';
import {
  aggregateTurns,
  measureChrf,
  scoreExactMatch,
  scoreText,
  scoreTurn,
  zeroMismatch,
  measureUrlf,
  measureOverlap,
} from './turn-score.ts';
import type { EvaluatedAction } from './evaluated-action.ts';
import {
  EVALUATED_INTENTS,
  makeEvaluatedPage,
  findUidAt,
  listHits,
  resolveElement,
  isScored,
  readReference,
} from './evaluated-action.ts';
import { parseOutput } from './prediction.ts';

const side = fc.integer({ min: -500, max: 500 });
const size = fc.integer({ min: 0, max: 500 });
const box = fc
  .record({ x: side, y: side, width: size, height: size })
  .map((rectangle) => writeBox(rectangle, 1));
const words = fc.array(fc.constantFrom('a', 'b', 'kettle', ' ', 'é', '😀'), { maxLength: 12 });
const text = words.map((parts) => parts.join(''));
const url = fc.webUrl({ withQueryParameters: true });

const scalar = fc.oneof(text, fc.integer(), fc.constant(null));
const element = fc.option(fc.record({ uid: fc.constantFrom('u', 'v', null), box: fc.option(box) }));
const action: fc.Arbitrary<EvaluatedAction> = fc.record({
  intent: fc.constantFrom(...EVALUATED_INTENTS),
  args: fc.dictionary(fc.constantFrom('text', 'value', 'url', 'utterance', 'x', 'y'), scalar),
  element,
});

describe.each([
  ['IoU', box, measureOverlap],
  ['URLF', url, measureUrlf],
] as const)('%s', (_, input, measure) => {
  const compare = measure as (a: unknown, b: unknown) => number;

  it('lies between 0 and 1 and is symmetrical', () => {
    fc.assert(
      fc.property(input as fc.Arbitrary<unknown>, input as fc.Arbitrary<unknown>, (a, b) => {
        const score = compare(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(compare(b, a)).toBeCloseTo(score, 12);
      }),
    );
  });
});

describe('IoU', () => {
  it('is 1 of a box with itself, unless it has no area', () => {
    fc.assert(
      fc.property(box, (a) => {
        expect(measureOverlap(a, a)).toBe(a.width * a.height === 0 ? 0 : 1);
      }),
    );
  });
});

describe('chrF', () => {
  it('lies between 0 and 1, is 1 of a text with itself, and does not see white space', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const score = measureChrf(a, b);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
        expect(measureChrf(a, a)).toBeCloseTo(a.trim() === '' ? 0 : 1, 12);
        expect(measureChrf(` ${a}\n`, b)).toBe(score);
      }),
    );
  });

  it('weighs missing text more than superfluous text', () => {
    expect(measureChrf('ab', 'abcd')).toBeLessThan(measureChrf('abcd', 'ab'));
  });
});

describe('a turn', () => {
  it('scores 0 to 1 in every metric, and an intent that differs only in the intent', () => {
    fc.assert(
      fc.property(action, action, (predicted, reference) => {
        const score = scoreTurn(predicted, reference);
        const values: (number | null)[] = Object.values({ ...score, text: scoreText(score) });
        for (const value of values) {
          expect(value ?? 0).toBeGreaterThanOrEqual(0);
          expect(value ?? 0).toBeLessThanOrEqual(1);
        }
        if (predicted.intent === reference.intent) expect(zeroMismatch(score)).toBe(score);
        else expect(score).toMatchObject({ intentMatch: 0, iou: null, chrf: null, urlf: null });
      }),
    );
  });

  it('rounds every metric to two decimals, and then multiplies', () => {
    const typed = (x: string, left: number): EvaluatedAction => ({
      intent: 'textinput',
      args: { text: x },
      element: { uid: 'u', box: writeBox({ x: left, y: 0, width: 3, height: 1 }, 1) },
    });
    const score = scoreTurn(typed('red kettle', 1), typed('blue kettle', 0));
    expect(score).toMatchObject({ iou: 0.5, chrf: 0.47, urlf: null });
    expect(score.overall).toBe(0.5 * 0.47);
  });
});

describe('exact match', () => {
  const click: EvaluatedAction = { intent: 'click', args: {}, element: { uid: 'u', box: null } };

  it('requires the same element', () => {
    expect(scoreExactMatch(click, click)).toBe(1);
    expect(scoreExactMatch({ ...click, element: { uid: 'v', box: null } }, click)).toBe(0);
    const unnamed = { ...click, element: { uid: null, box: null } };
    expect(scoreExactMatch(unnamed, unnamed)).toBe(0);
  });

  it('requires the same arguments', () => {
    const load = (to: string): EvaluatedAction => ({
      intent: 'load',
      args: { url: to },
      element: null,
    });
    expect(scoreExactMatch(load('a'), load('a'))).toBe(1);
    expect(scoreExactMatch(load('b'), load('a'))).toBe(0);
  });

  it('is never met by a scroll', () => {
    const scroll: EvaluatedAction = { intent: 'scroll', args: { x: 0, y: 1 }, element: null };
    expect(scoreExactMatch(scroll, scroll)).toBe(0);
  });
});

describe('an output', () => {
  it('can be parsed, whatever the text', () => {
    const part = fc.constantFrom('click', '(', ')', '"', ',', '=', 'x', 'y=', '1', '.', '-', ' ');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { intent, args } = parseOutput(parts.join(''));
        expect(EVALUATED_INTENTS).toContain(intent);
        expect('x' in args).toBe('y' in args);
      }),
    );
  });
});

describe('an element by coordinates', () => {
  const boxes = {
    page: writeBox({ x: 0, y: 0, width: 100, height: 100 }, 1),
    first: writeBox({ x: 10.5, y: 10, width: 10, height: 10 }, 1),
    second: writeBox({ x: 10.5, y: 10, width: 10, height: 10 }, 1),
    flat: writeBox({ x: 10, y: 10, width: 0, height: 10 }, 1),
  };

  it.each([
    [15, 15, 'first'],
    [10, 10, 'first'],
    [21, 20, 'first'],
    [22, 20, 'page'],
    [101, 1, null],
  ])('at %d, %d is %s', (x, y, expected) => {
    expect(findUidAt(x, y, listHits(boxes))).toBe(expected);
  });

  it('has to be in the page too, and only for intents that act on one', () => {
    const page = makeEvaluatedPage(boxes, new Set(['first', 'unboxed']));
    const resolve = (output: string) => resolveElement(parseOutput(output), page)?.uid ?? null;
    expect(resolve('click(x=15, y=15)')).toBe('first');
    expect(resolve('click(x=50, y=50)')).toBeNull();
    expect(resolve('click(uid="unboxed")')).toBeNull();
    expect(resolve('click(data-webtasks-id="first")')).toBe('first');
    expect(resolve('click(uid="page", x=15, y=15)')).toBeNull();
    expect(resolve('say(utterance="x", uid="first")')).toBeNull();
    expect(resolveElement(parseOutput('click(uid="first")'), null)).toBeNull();
  });
});

describe('references', () => {
  const turnOf = (intent: string, uid: string | null, rest = {}): ReplayTurn => ({
    type: 'browser',
    timestamp: 0,
    state: { screenshot: null, page: null },
    action: {
      intent,
      arguments: {
        ...rest,
        element: {
          tagName: 'A',
          attributes: uid === null ? {} : { 'data-webtasks-id': uid },
          textContent: '',
        },
      },
    },
  });
  const page = makeEvaluatedPage(
    { u: writeBox({ x: 0, y: 0, width: 1, height: 1 }, 1) },
    new Set(['u']),
  );
  const isKept = (turn: ReplayTurn, next?: ReplayTurn) =>
    isScored(readReference(turn, page), turn, next);

  it('need an element that is in the page and the boxes', () => {
    expect(isKept(turnOf('click', 'u'))).toBe(true);
    expect(isKept(turnOf('click', 'v'))).toBe(false);
    expect(isKept(turnOf('textInput', null))).toBe(false);
    expect(isKept(turnOf('hover', null))).toBe(true);
  });

  it('leave out a click that led to a copy, or to a submit of the same element', () => {
    expect(isKept(turnOf('click', 'u'), turnOf('copy', 'w'))).toBe(false);
    expect(isKept(turnOf('click', 'u'), turnOf('submit', 'u'))).toBe(false);
    expect(isKept(turnOf('click', 'u'), turnOf('submit', 'v'))).toBe(true);
    expect(isKept(turnOf('submit', 'u'), turnOf('copy', 'u'))).toBe(true);
  });

  it('carry their arguments under the names of the evaluation code', () => {
    const argsOf = (turn: ReplayTurn) => readReference(turn, page).args;
    expect(argsOf(turnOf('scroll', null, { scrollX: 1, scrollY: -2 }))).toEqual({ x: 1, y: -2 });
    expect(argsOf(turnOf('paste', 'u', { pasted: 'x' }))).toEqual({ text: 'x' });
    const properties = { tabId: 2, tabIdOrigin: 1, url: 'https://a.example/' };
    expect(argsOf(turnOf('tabswitch', null, { properties }))).toEqual({
      tab_id_from: 1,
      tab_id_to: 2,
    });
    expect(argsOf(turnOf('load', null, { properties }))).toEqual({ url: 'https://a.example/' });
  });
});

describe('averages', () => {
  it('count only what applies, and unconditional ones every mismatch in every group', () => {
    const miss = scoreTurn(
      { intent: 'say', args: {}, element: null },
      { intent: 'load', args: {}, element: null },
    );
    const say: EvaluatedAction = { intent: 'say', args: { utterance: 'a' }, element: null };
    const { conditional, unconditional } = aggregateTurns([miss, scoreTurn(say, say)]);
    expect(conditional.overall).toEqual({ score: 1, count: 1 });
    expect(conditional.element).toEqual({ score: null, count: 0 });
    expect(unconditional.overall).toEqual({ score: 0.5, count: 2 });
    expect(unconditional.element).toEqual({ score: 0, count: 1 });
    expect(unconditional.text).toEqual({ score: 0.5, count: 2 });
  });
});
