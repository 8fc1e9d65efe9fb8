import { describe, expect, it } from 'vitest';
import type { PageAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import { MASK } from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { createUserAction, toCandidate } from '../run/user-action.ts';
import type { RunEvent } from '../run/run-event.ts';
import { readMemorySettings } from './memory-settings.ts';
import { toMemoryEntry, isRememberedRun, rememberRun, selectPast } from './remembered-run.ts';
import type { RunTrace } from './run-trace.ts';
import { RUN_TRACE } from './run-trace.ts';

const USUAL = readMemorySettings(undefined);
const SHOP = 'https://shop.example/';
const BANK = 'https://bank.example/';

function make(tag: string, role: string, name: string, over: Partial<Candidate> = {}): Candidate {
  const target = { uid: name, frameId: 0, tag, role, name, text: '', placeholder: '', key: '' };
  return { ...toCandidate(target), ...over };
}

const BUTTON = make('button', 'button', 'Order');
const FIELD = make('input', 'textbox', 'Name');
const SECRET = make('input', 'textbox', 'Key', { secret: true });

function change(changes: Receipt['changes'] = []): Receipt {
  return { verdict: 'changed', changes };
}

type Acting = Extract<RunEvent, { type: 'acting' }>;

/** An action with its receipt, if it has one. */
function act(action: Acting['action'], target: Candidate, receipt?: Receipt): RunEvent[] {
  const reply = { turnId: 't', description: '' };
  return [
    { type: 'acting', action, target, ...reply },
    ...(receipt ? [{ type: 'acted' as const, receipt, ...reply }] : []),
  ];
}

const press = (receipt: Receipt | undefined = change()): RunEvent[] =>
  act({ intent: 'click', uid: 'Order' }, BUTTON, receipt);

const type = (text: string, target = FIELD, receipt = change()): RunEvent[] =>
  act({ intent: 'textInput', uid: target.uid, text }, target, receipt);

const arrive = (url: string): RunEvent => ({
  type: 'observed',
  ...{ url, title: '', candidates: 1 },
});

function begin(before: RunTrace | null, message: string, corrects?: PageAction): RunTrace {
  const place = { tabId: 1, url: SHOP, carried: null };
  const began = { type: 'began', id: message, at: corrects ? 20 : 5, message, ...place } as const;
  const trace = RUN_TRACE.add(before, { ...began, ...(corrects && { corrects }) });
  if (!trace) throw new Error('no trace');
  return trace;
}

function follow(begun: RunTrace, events: readonly RunEvent[], from: number): RunTrace {
  return events.reduce(
    (trace, event, at) => RUN_TRACE.add(trace, { ...event, id: 'e', at: from + at }) ?? trace,
    begun,
  );
}

/** A run from its message to its end. */
function play(
  message: string,
  events: readonly RunEvent[],
  outcome: 'done' | 'asked' | 'stopped' | 'failed' = 'done',
  before: RunTrace | null = null,
): RunTrace {
  return follow(begin(before, message), [...events, { type: 'ended', outcome }], 6);
}

describe('what is remembered of a round', () => {
  it('holds a correction in place of what it corrects, under the same request', () => {
    const wrong = play('order a lamp', [...press(), ...press()]);
    const corrects = { intent: 'click', uid: 'Order' } as const;
    const begun = begin(wrong, 'Use “Send” instead', corrects);
    const sent = act({ intent: 'click', uid: 'Send' }, make('button', 'button', 'Send'), change());
    const trace = follow(begun, [...sent, { type: 'ended', outcome: 'done' }], 21);
    const round = rememberRun(trace, USUAL);
    expect(round?.id).toBe(wrong.id);
    expect(round?.here).toMatchObject({
      request: 'order a lamp',
      steps: ['click button “Order” → done', 'click button “Send” → done'],
    });
    // Of what was before the page was opened nothing is known: a correction alone is no request.
    const alone = begin(null, 'Use “Send” instead', corrects);
    expect(rememberRun({ ...trace, ...alone, acts: trace.acts }, USUAL)).toBeNull();
  });

  it('is described like a demonstration, and found by its request', () => {
    const appeared = change([{ kind: 'appeared', text: 'Thank you, Ada Byron' }]);
    const trace = play('order a lamp for Ada', [...type('Ada Byron'), ...press(appeared)]);
    const round = rememberRun(trace, USUAL);
    if (!round) throw new Error('nothing remembered');
    const reply = {
      ...{ id: trace.id, request: 'order a lamp for Ada', sites: ['shop.example'] },
      ...{ outcome: 'worked', isConversation: true },
      // What was typed is in no word of it, since the instructor did not say it.
      steps: [
        'type a text in textbox “Name” → done',
        'click button “Order” → “Thank you, …” appeared',
      ],
    };
    expect(selectPast(round, 'shop.example')).toEqual(reply);
    expect(selectPast(round, null)).toEqual(reply);
    expect(selectPast(round, 'bank.example')).toBeNull();
    expect(toMemoryEntry(round)).toEqual({
      ...{ id: trace.id, startedAt: 5, sites: ['shop.example'] },
      requests: [{ site: 'shop.example', text: 'order a lamp for Ada' }],
    });
    expect(JSON.stringify(round)).not.toContain('Byron');
    const stored: unknown = JSON.parse(JSON.stringify(round));
    expect(isRememberedRun(stored)).toBe(true);
    expect(isRememberedRun({ ...round, here: { ...round.here, steps: [1] } })).toBe(false);
    expect(rememberRun(play('order for Ada Byron', type('Ada Byron')), USUAL)?.here.steps).toEqual([
      'type “Ada Byron” in textbox “Name” → done',
    ]);
  });

  it('tells on its own site nothing of another that it went to', () => {
    const there = act({ intent: 'click', uid: 'Pay' }, make('a', 'link', 'Pay'), change());
    const round = rememberRun(play('order it', [...press(), arrive(BANK), ...there]), USUAL);
    expect(round?.here).toMatchObject({
      sites: ['shop.example'],
      steps: ['click button “Order” → done'],
    });
    expect(round?.anywhere.steps[1]).toBe('on bank.example: click link “Pay” → done');
    expect(round?.sites).toEqual(['shop.example', 'bank.example']);
  });

  it('knows by receipts, and by its end, whether it worked', () => {
    const outcomes = [
      play('order it', press({ verdict: 'unchanged', changes: [] })),
      play('order it', press(), 'failed'),
      play('order it', act({ intent: 'click', uid: 'Order' }, BUTTON)),
    ].map((trace) => rememberRun(trace, USUAL)?.here.outcome);
    expect(outcomes).toEqual(['failed', 'failed', 'unknown']);
  });

  it('hides what was typed in a round before, too', () => {
    const before = play('fill in my name', type('Ada Byron'));
    const trace = play(
      'order it',
      press(change([{ kind: 'appeared', text: 'Hi, Ada Byron' }])),
      'done',
      before,
    );
    expect(rememberRun(trace, USUAL)?.here.steps).toEqual([
      'click button “Order” → “Hi, …” appeared',
    ]);
  });

  it('goes on with the request where a round before it asked', () => {
    const asked = play('order the lamp', [], 'asked');
    expect(rememberRun(asked, USUAL)).toBeNull();
    const round = rememberRun(play('the red one', press(), 'done', asked), USUAL);
    expect(round?.here.request).toBe('order the lamp');
    expect(round?.here.steps[0]).toBe('the instructor said “the red one”');
    const after = play('what is new?', press(), 'done', play('order it', press()));
    expect(rememberRun(after, USUAL)?.here.request).toBe('what is new?');
  });
});

describe('nothing is remembered', () => {
  const gone = change([{ kind: 'url', from: SHOP, to: BANK }]);
  const masked = change([{ kind: 'value', uid: 'Name', from: '', to: MASK }]);
  const userAction = createUserAction({ id: 'd', at: 1, action: { intent: 'back' }, target: null });

  it.each<[string, RunTrace]>([
    ['nothing was done', play('what is new?', [])],
    [
      'the view was moved only',
      play('go down', act({ intent: 'scroll', x: 0, y: 9, uid: null }, BUTTON, change())),
    ],
    ['the message may hold a secret', play('type the password hunter22', press())],
    [
      'the request before the answer may',
      play('Ada', press(), 'done', play('use the password hunter22', [], 'asked')),
    ],
    ['the message is not kept', play(`${MASK} (a message with a secret is not kept)`, press())],
    ['a secret was typed', play('use hunter22', type('hunter22', SECRET))],
    [
      'only the receipt shows that it was one',
      play('use hunter22', type('hunter22', FIELD, masked)),
    ],
    [
      'the secret of a round before is in it',
      play('say hunter22', press(), 'done', play('go', type('hunter22', SECRET))),
    ],
    [
      'the person did part of it',
      play('order it', [
        ...press(),
        ...(userAction ? [{ type: 'userAction' as const, userAction }] : []),
      ]),
    ],
    [
      'it was refused',
      play('order it', [
        ...act({ intent: 'click', uid: 'Order' }, BUTTON),
        { type: 'refused', turnId: 't', message: '' },
      ]),
    ],
  ])('where %s', (_what, trace) => {
    expect(rememberRun(trace, USUAL)).toBeNull();
  });

  it('where the user wants none of it', () => {
    const trace = play('order it', press(gone));
    expect(rememberRun(trace, USUAL)).not.toBeNull();
    expect(rememberRun(trace, { ...USUAL, on: false })).toBeNull();
    expect(rememberRun(trace, { ...USUAL, without: ['shop.example'] })).toBeNull();
    expect(rememberRun(trace, { ...USUAL, without: ['bank.example'] })).toBeNull();
    expect(rememberRun(trace, { ...USUAL, forgottenUntil: 5 })).toBeNull();
    // Said on a site that is left out, though done on another.
    const asked = play('order it', [arrive(BANK)], 'asked');
    const answered = play('the red one', press(), 'done', asked);
    expect(rememberRun(answered, USUAL)).not.toBeNull();
    expect(rememberRun(answered, { ...USUAL, without: ['bank.example'] })).toBeNull();
  });
});
