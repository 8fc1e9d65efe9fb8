import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import { printCall } from '../../action/call.ts';
import { readReply } from './read-reply.ts';
import { PAGE, fillUids } from './corpus/case.fixture.ts';
import { JSON_CASES } from './corpus/json.fixture.ts';
import { TOOL_CASES } from './corpus/tool.fixture.ts';
import { listPage } from '../run/run.fixture.ts';

const shown = listPage(PAGE);
const uids = shown.map(({ uid }) => uid);
const uid = fc.constantFrom(...uids);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.stringMatching(/^[\\"'“”‘’„(),= \n\tuidtext<>think/]*$/),
  fc
    .array(
      fc.constantFrom(
        '<think>',
        '</think>',
        '```',
        '</s>',
        'click(uid="',
        '")',
        '{"',
        '}',
        'Options:\n',
      ),
    )
    .map((each) => each.join('')),
);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    intent: fc.constantFrom('click' as const, 'hover' as const, 'submit' as const),
    uid,
  }),
  fc.record({ intent: fc.constant('textInput' as const), uid, text }),
  fc.record({ intent: fc.constant('change' as const), uid, value: text }),
  fc.record({
    intent: fc.constant('press' as const),
    uid: fc.option(uid),
    key: fc.constantFrom('Enter', '"', ')'),
  }),
  fc.record({
    intent: fc.constant('scroll' as const),
    x: fc.integer(),
    y: fc.integer(),
    uid: fc.option(uid),
  }),
  fc.record({ intent: fc.constantFrom('back' as const, 'forward' as const) }),
);

describe('readReply', () => {
  it(
    'reads every printed action exactly, whatever stands in its strings',
    { timeout: 60_000 },
    () => {
      fc.assert(
        fc.property(action, (given) => {
          expect(readReply(printCall(given), shown)).toMatchObject({
            kind: 'perform',
            how: 'exact',
            repair: null,
            action: given,
          });
        }),
        { numRuns: 1000 },
      );
    },
  );

  it('reads a printed action inside prose and a fence, and as JSON', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(uid, fc.string({ unit: 'grapheme' }), (target, value) => {
        const given: Action = { intent: 'textInput', uid: target, text: value };
        const fenced = `Sure! (one moment)\n\`\`\`python\n${printCall(given)}\n\`\`\`\nThen we wait.`;
        expect(readReply(fenced, shown)).toMatchObject({ how: 'repaired', action: given });
        const json = JSON.stringify({
          name: 'text_input',
          arguments: { text: value, uid: target },
        });
        const called = `<tool_call>${json}</tool_call>`;
        expect(readReply(called, shown)).toMatchObject({ how: 'exact', action: given });
      }),
      { numRuns: 300 },
    );
  });

  it('never throws and never takes an element that was not shown', { timeout: 60_000 }, () => {
    const word = fc.constantFrom(
      ...[
        'click(',
        'uid=',
        '"',
        ')',
        'say(',
        ', ',
        ' ',
        '“',
        '\n',
        '{',
        '}',
        '[',
        ']',
        ':',
        '<click ',
        '/>',
      ],
      ...[
        '<think>',
        '</think>',
        'Action: ',
        'CLICK',
        '"name":',
        '"arguments":',
        'Send',
        '3',
        "'",
        '（',
        '\\',
      ],
      ...[
        '02083f45-79e0-4a61',
        '02083f45-79e0-4a6',
        '5aa01111-2222-4335',
        '9z-x',
        'upload',
        'files=',
      ],
    );
    const corpus = fc
      .tuple(fc.constantFrom(...JSON_CASES, ...TOOL_CASES), fc.nat(300), fc.string())
      .map(([[reply], at, garbage]) => {
        const filled = fillUids(reply);
        return filled.slice(0, at) + garbage + filled.slice(at + garbage.length);
      });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word, { maxLength: 60 }).map((words) => words.join('')),
          corpus,
        ),
        fc.boolean(),
        (reply, numbered) => {
          const decision = readReply(reply, shown, { numbered, files: ['a'] });
          if (decision.kind === 'upload') expect(uids).toContain(decision.target.uid);
          if (decision.kind !== 'perform') return;
          expect([null, ...uids]).toContain(targetOf(decision.action));
          expect(decision.target?.uid ?? null).toBe(targetOf(decision.action));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ...[
      'say("',
      'click(',
      '{"a":',
      '[',
      '[[{',
      '<click>',
      '<function=click>',
      'click [',
      '`',
      ' ',
      '\n',
    ],
    ...[
      'text_input(text="a, ',
      'Action: click\n',
      '<think>',
      '</think>',
      'a',
      'click a\n',
      '\\"',
      '.',
      '. x',
    ],
    ...[
      'click(uid="5aa01111-2222-4333" ',
      '{"action":"click","uid":"x"},',
      'click(uid=x ',
      '"',
      '&quot;',
    ],
  ])('comes to an end with a megabyte of %j', { timeout: 60_000 }, (piece) => {
    const garbage = piece.repeat(Math.ceil(1_000_000 / piece.length));
    expect(() => readReply(garbage, shown)).not.toThrow();
    expect(() => readReply(`say("${garbage}")`, shown)).not.toThrow();
  });

  it('finds the call at either end of a very long reply', () => {
    const words = 'so we go on '.repeat(100_000);
    expect(readReply(`${words}\nclick(uid="${uids[0] ?? ''}")`, shown)).toMatchObject({
      action: { uid: uids[0] },
    });
    expect(readReply(`click(uid="${uids[0] ?? ''}")\n${words}`, shown)).toMatchObject({
      action: { uid: uids[0] },
    });
  });

  it('takes no element that the reply says was not shown', () => {
    expect(readReply('click(uid="02083f45-79e0-4a61")', [])).toMatchObject({ kind: 'unreadable' });
  });
});
