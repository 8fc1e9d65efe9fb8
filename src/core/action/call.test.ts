import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Call } from './action.ts';
import { DIALOG_KINDS } from './action.ts';
import { parseCall, printCall } from './call.ts';

const uid = fc
  .tuple(
    fc.integer({ min: 0, max: 0xffffffff }),
    fc.integer({ min: 0, max: 0xffff }),
    fc.integer({ min: 0, max: 0xffff }),
  )
  .map(([a, b, c]) =>
    [a.toString(16).padStart(8, '0'), b.toString(16).padStart(4, '0'), c.toString(16)].join('-'),
  );
const anyUid = fc.option(uid);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      '\u0000',
      '\uD83D',
      '\uDE00',
      'א',
      '\u202E',
      '\u2028',
      '💡',
      '</s>',
      '```',
    ),
  }),
  fc.stringMatching(/^[\\"'“”‘’„(),= \n\tuidtext<>think/]*$/),
);
const px = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const tabId = fc.integer({ min: -1, max: 2 ** 31 });
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    intent: fc.constant('say' as const),
    speaker: fc.constantFrom('instructor' as const, 'navigator' as const),
    utterance: text,
  }),
  fc.record({ intent: fc.constantFrom('click' as const, 'hover' as const), uid }),
  fc.record({ intent: fc.constant('submit' as const), uid }),
  fc.record({ intent: fc.constant('textInput' as const), uid, text }),
  fc.record({ intent: fc.constant('change' as const), uid, value: text }),
  fc.record({
    intent: fc.constant('load' as const),
    url: fc.webUrl({ withQueryParameters: true }),
  }),
  fc.record({ intent: fc.constant('scroll' as const), x: px, y: px, uid: anyUid }),
  fc.record({ intent: fc.constantFrom('copy' as const, 'paste' as const), text, uid: anyUid }),
  fc.record({ intent: fc.constantFrom('tabcreate' as const, 'tabremove' as const), tabId }),
  fc.record({ intent: fc.constant('tabswitch' as const), tabId, fromTabId: tabId }),
  fc.record({
    intent: fc.constant('press' as const),
    uid: anyUid,
    key: fc.constantFrom('Enter', 'Escape', '"', '\\', ')', ' '),
  }),
  fc.record({ intent: fc.constantFrom('back' as const, 'forward' as const) }),
  fc.record({ intent: fc.constantFrom('doubleClick' as const, 'rightClick' as const), uid }),
  fc.record({ intent: fc.constant('drag' as const), uid, toUid: anyUid, x: px, y: px }),
  fc.record({
    intent: fc.constant('dialog' as const),
    kind: fc.constantFrom(...DIALOG_KINDS),
    message: text,
    answer: fc.option(text),
  }),
  fc.record({ intent: fc.constant('ask' as const), utterance: text.filter((each) => each !== '') }),
  fc.record({ intent: fc.constant('done' as const), utterance: fc.option(text) }),
  fc.record({ intent: fc.constant('infeasible' as const), reason: text }),
  fc.record({
    intent: fc.constant('wait' as const),
    seconds: fc.option(fc.double({ min: 0, max: 99, noNaN: true })),
  }),
  fc.record({ intent: fc.constant('upload' as const), uid, files: fc.array(text) }),
  fc.record({ intent: fc.constant('plan' as const), hops: fc.array(text) }),
  fc.record({ intent: fc.constant('hopDone' as const), hop: text, evidence: text }),
);

describe('printCall and parseCall', () => {
  it('read back every printed call', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(call, (given) => {
        expect(parseCall(printCall(given))).toEqual({ ok: true, call: given });
      }),
      { numRuns: 2000 },
    );
  });

  it('never throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          text,
          text.map((t) => `say(${t}`),
        ),
        (garbage) => {
          expect(() => parseCall(garbage)).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  it('prints WebLINX names and argument order', () => {
    expect(printCall({ intent: 'textInput', uid: 'a-1', text: 'say "hi"\n' })).toBe(
      'text_input(text="say \\"hi\\"\\n", uid="a-1")',
    );
    expect(printCall({ intent: 'scroll', x: 0, y: -300, uid: null })).toBe('scroll(x=0, y=-300)');
    expect(printCall({ intent: 'tabswitch', tabId: 2, fromTabId: 1 })).toBe(
      'tabswitch(origin=1, target=2)',
    );
    expect(printCall({ intent: 'upload', uid: 'a-1', files: ['a, b', 'c'] })).toBe(
      'upload(uid="a-1", files=["a, b", "c"])',
    );
  });
});

/** The calls that the copilot cannot perform, and are therefore not in the corpus of replies. */
describe('parseCall', () => {
  it.each<[string, Call]>([
    ['double_click(uid="a-1")', { intent: 'doubleClick', uid: 'a-1' }],
    ['right_click("a-1")', { intent: 'rightClick', uid: 'a-1' }],
    ['drag(uid="a-1", to_uid="b-2")', { intent: 'drag', uid: 'a-1', toUid: 'b-2', x: 0, y: 0 }],
    [
      'drag(uid="a-1", to_uid="b-2", x=10, y=-4.5)',
      { intent: 'drag', uid: 'a-1', toUid: 'b-2', x: 10, y: -4.5 },
    ],
    [
      'drag(uid="a-1", to_uid=None, x=10, y=0)',
      { intent: 'drag', uid: 'a-1', toUid: null, x: 10, y: 0 },
    ],
    [
      'dialog(kind="prompt", message="Name?", answer="")',
      { intent: 'dialog', kind: 'prompt', message: 'Name?', answer: '' },
    ],
    ['tabcreate(target=3)', { intent: 'tabcreate', tabId: 3 }],
    ['tabswitch(origin=1, target=2)', { intent: 'tabswitch', fromTabId: 1, tabId: 2 }],
    ['copy(text="a", uid="b-1")', { intent: 'copy', text: 'a', uid: 'b-1' }],
    ['paste(text="a")', { intent: 'paste', text: 'a', uid: null }],
  ])('reads %s', (text, expected) => {
    expect(parseCall(text)).toEqual({ ok: true, call: expected });
  });

  it.each([
    ['', 'no call'],
    ['I clicked the button for you.', 'no call'],
    ['click()', 'uid is missing'],
    ['click(uid="the Save button")', 'not a uid'],
    ['click(uid="a-1") click(uid="a-2")', 'more than one'],
    ['foo(uid="a-1")', 'no call'],
    ['text_input(text="walnut la', 'does not end'],
    ['drag(uid="a-1", y=300)', 'must be a number'],
    ['drag(uid="a-1", to_uid="the bin", x=1, y=300)', 'not a uid'],
    ['dialog(kind="beforeunload", message="x")', 'kind must be'],
    ['tabswitch(target=2)', 'must be a tab number'],
    ['tabremove(target="last")', 'must be a tab number'],
  ])('refuses %j with a reason', (text, reason) => {
    const parsed = parseCall(text);
    expect(parsed.ok ? '' : parsed.reason).toContain(reason);
  });
});
