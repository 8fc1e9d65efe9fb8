import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from './action.ts';
import { DIALOG_KINDS } from './action.ts';
import { parseCall, parseCalls, printCall } from './call.ts';

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
  fc.stringMatching(/^[\\"'“”‘’„(),= \n\tuidtext<>think/]*$/),
);
const px = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const tabId = fc.integer({ min: -1, max: 2 ** 31 });
const action: fc.Arbitrary<Action> = fc.oneof(
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
);

describe('printCall and parseCall', () => {
  it('read back every printed action', () => {
    fc.assert(
      fc.property(action, (given) => {
        expect(parseCall(printCall(given))).toEqual({ ok: true, action: given });
      }),
      { numRuns: 1000 },
    );
  });

  it('read a printed action inside prose and a fence', () => {
    fc.assert(
      fc.property(uid, fc.string(), (target, value) => {
        const given: Action = { intent: 'textInput', uid: target, text: value };
        const reply = `Sure! (one moment)\n\`\`\`python\n${printCall(given)}\n\`\`\`\nThen we wait.`;
        expect(parseCall(reply)).toEqual({ ok: true, action: given });
      }),
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
  });
});

describe('parseCall', () => {
  const click = { intent: 'click', uid: 'a-1' };
  it.each([
    ['click(uid="a-1")', click],
    ['  Click( uid = "a-1" )  ', click],
    ['click(uid=a-1)', click],
    ["click(uid='a-1')", click],
    ['click(uid=“a-1”)', click],
    ['click(“a-1”)', click],
    ['click("a-1")', click],
    ['click(a-1)', click],
    ['click(id="a-1")', click],
    ['click(uid="a-1"', click],
    ['click(uid=\\"a-1\\")', click],
    ['I would click (the button): click(uid="a-1") and then say(utterance="b")', click],
    ['<think>maybe click(uid="z-9")?</think>click(uid="a-1")', click],
    ['so click(uid="z-9")? no</think>\nclick(uid="a-1")', click],
    ['```\nclick(uid="a-1")\n```', click],
    ['submit(a-1)', { intent: 'submit', uid: 'a-1' }],
    ['hover(uid="a-1")', { intent: 'hover', uid: 'a-1' }],
    ['textInput(text="x", uid=u-1)', { intent: 'textInput', text: 'x', uid: 'u-1' }],
    ['Text_Input(uid="u", text="2024")', { intent: 'textInput', text: '2024', uid: 'u' }],
    ['type(value="x", uid="u")', { intent: 'textInput', text: 'x', uid: 'u' }],
    ['text_input("x, y", "u-1")', { intent: 'textInput', text: 'x, y', uid: 'u-1' }],
    [
      'text_input(text="a, b (c) = d", uid="u")',
      { intent: 'textInput', text: 'a, b (c) = d', uid: 'u' },
    ],
    ['text_input(text="C:\\dir", uid="u")', { intent: 'textInput', text: 'C:\\dir', uid: 'u' }],
    ['text_input(text="„a“", uid="u")', { intent: 'textInput', text: '„a“', uid: 'u' }],
    ['change(value="3.50", uid="u")', { intent: 'change', value: '3.50', uid: 'u' }],
    ['load(url="https://a.example/x?y=1")', { intent: 'load', url: 'https://a.example/x?y=1' }],
    ['load(https://a.example/x?y=1)', { intent: 'load', url: 'https://a.example/x?y=1' }],
    [
      'say(speaker="navigator", utterance="He said "hi", ok")',
      { intent: 'say', speaker: 'navigator', utterance: 'He said "hi", ok' },
    ],
    ['say("all done")', { intent: 'say', speaker: 'navigator', utterance: 'all done' }],
    ['say("navigator", "a")', { intent: 'say', speaker: 'navigator', utterance: 'a' }],
    ['say(utterance="")', { intent: 'say', speaker: 'navigator', utterance: '' }],
    ['scroll(x="0", y="12.5")', { intent: 'scroll', x: 0, y: 12.5, uid: null }],
    ['scroll(x=0 y=300)', { intent: 'scroll', x: 0, y: 300, uid: null }],
    ['scroll(0, -300)', { intent: 'scroll', x: 0, y: -300, uid: null }],
    ['press(key="Enter", uid=None)', { intent: 'press', key: 'Enter', uid: null }],
    ['go_back()', { intent: 'back' }],
    ['double_click(uid="a-1")', { intent: 'doubleClick', uid: 'a-1' }],
    ['right_click("a-1")', { intent: 'rightClick', uid: 'a-1' }],
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
    [
      'dialog(kind="alert", message="Saved")',
      { intent: 'dialog', kind: 'alert', message: 'Saved', answer: null },
    ],
  ])('reads %s', (reply, expected) => {
    expect(parseCall(reply)).toEqual({ ok: true, action: expected });
  });

  it.each([
    [''],
    ['I clicked the button for you.'],
    ['click uid="a"'],
    ['click()'],
    ['click(uid=None)'],
    ['click(here)'],
    ['click(uid="the Save button")'],
    ['foo(uid="a-1")'],
    ['text_input(text="walnut la'],
    ['text_input(uid="a-1")'],
    ['scroll(y=300)'],
    ['drag(uid="a-1", y=300)'],
    ['drag(uid="a-1", to_uid="the bin", x=1, y=300)'],
    ['dialog(kind="beforeunload", message="x")'],
    ['say(speaker="system", utterance="x")'],
    ['I can go back (if you like)'],
  ])('refuses %j with a reason', (reply) => {
    const parsed = parseCall(reply);
    expect(parsed.ok).toBe(false);
    expect(!parsed.ok && parsed.reason).not.toBe('');
  });

  it('finds every call in a reply', () => {
    expect(parseCalls('say(utterance="Sure") click(uid="a-1")').actions).toEqual([
      { intent: 'say', speaker: 'navigator', utterance: 'Sure' },
      click,
    ]);
  });
});
