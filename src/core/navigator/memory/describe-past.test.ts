import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../action/receipt.ts';
import type { BrowserTurn, Turn } from '../../demonstration/demonstration.ts';
import type { TurnElement } from '../../demonstration/turn-element.ts';
import { makeBrowserTurn, makeSayTurn } from '../../demonstration/make-turn.fixture.ts';
import { describePast, listRequests } from './describe-past.ts';
import type { RunEnd } from './memory-settings.ts';
import { listSites } from './past.ts';

const FORM = { description: '', tasks: [] };
const UID = '22ea1c64-9c82-446a';

function makeElement(role: string, name: string, tagName = 'INPUT'): TurnElement {
  return {
    ...{ uid: UID, frameId: 0, tagName, attributes: {}, textContent: '', xpath: '', name, role },
    box: { x: 0, y: 0, width: 1, height: 1 },
  };
}

function change(changes: Receipt['changes'], over: Partial<Receipt> = {}): Receipt {
  return { verdict: 'changed', changes, ...over };
}

function act(over: Partial<BrowserTurn>, url = 'https://shop.example/'): BrowserTurn {
  const turn = makeBrowserTurn(over);
  return { ...turn, metadata: { ...turn.metadata, url } };
}

function say(utterance: string, speaker: 'instructor' | 'navigator' = 'instructor'): Turn {
  return makeSayTurn({ action: { intent: 'say', speaker, utterance } });
}

function describeTurns(turns: readonly Turn[], site: string | null, ended: RunEnd | null = null) {
  return describePast({ id: 'demo', form: FORM, turns, ended }, site);
}

const SEARCH: Turn[] = [
  say('search for a walnut lamp'),
  say('With pleasure.', 'navigator'),
  act({
    action: { intent: 'textInput', uid: UID, text: 'walnut lamp' },
    element: makeElement('searchbox', 'Search'),
    receipt: change([{ kind: 'value', uid: UID, from: '', to: 'walnut lamp' }], { asAsked: true }),
  }),
  act({
    id: 'click',
    action: { intent: 'click', uid: UID },
    element: makeElement('button', 'Go', 'BUTTON'),
    receipt: change([
      { kind: 'url', from: 'https://shop.example/', to: 'https://shop.example/s?q=walnut#top' },
      { kind: 'appeared', text: '3 results' },
    ]),
  }),
  act({ action: { intent: 'load', url: 'https://shop.example/s?q=walnut' }, causedBy: 'click' }),
  act({ action: { intent: 'scroll', x: 0, y: 300, uid: null } }),
];

describe('describePast', () => {
  it('tells the request, what was done and what came of it, in words', () => {
    expect(describeTurns(SEARCH, 'shop.example')).toEqual({
      id: 'demo',
      request: 'search for a walnut lamp',
      sites: ['shop.example'],
      outcome: 'worked',
      steps: [
        'type “walnut lamp” in searchbox “Search” → done',
        'click button “Go” → “3 results” appeared',
      ],
    });
  });

  it('tells nothing that was typed but what the request says, wherever it shows', () => {
    const turns = [
      say('sign up with my address'),
      act({
        action: { intent: 'textInput', uid: UID, text: 'ada@example.org' },
        element: makeElement('textbox', 'Mail'),
        receipt: change([{ kind: 'appeared', text: 'Is ada@example.org right?' }]),
      }),
      act({
        action: { intent: 'change', uid: UID, value: '1815-12-10' },
        element: makeElement('textbox', 'Born'),
      }),
      act({
        action: { intent: 'change', uid: UID, value: 'Express' },
        element: makeElement('combobox', 'Delivery for ada@example.org', 'SELECT'),
        receipt: change([
          { kind: 'url', from: '', to: 'https://shop.example/u/ada@example.org?token=abc' },
        ]),
      }),
    ];
    const past = describeTurns(turns, 'shop.example');
    expect(past?.steps).toEqual([
      'type a text in textbox “Mail” → “Is … right?” appeared',
      'choose a text in textbox “Born”',
      'choose “Express” in combobox “Delivery for …” → went to shop.example/u/…',
    ]);
  });

  it('tells on one site only what was said and done there', () => {
    const turns = [
      say('what is on my account?'),
      act({ element: makeElement('link', 'Balance', 'A') }, 'https://bank.example/'),
      say('then order a kettle'),
      act({ element: makeElement('button', 'Order', 'BUTTON') }),
    ];
    const here = describeTurns(turns, 'shop.example');
    expect(here?.request).toBe('then order a kettle');
    expect(here?.steps).toEqual(['click button “Order”']);
    expect(describeTurns(turns, null)?.steps).toEqual([
      'click link “Balance”',
      'on shop.example: the instructor said “then order a kettle”',
      'click button “Order”',
    ]);
    expect(describeTurns(turns, 'other.example')).toBeNull();
    expect(listSites(turns)).toEqual(['bank.example', 'shop.example']);
  });

  it.each<[string, Receipt | null, RunEnd['outcome'] | null, string]>([
    ['a change', change([]), null, 'worked'],
    ['a change that is not what was asked', change([], { asAsked: false }), 'done', 'failed'],
    ['no change', { verdict: 'unchanged', changes: [] }, 'done', 'failed'],
    ['no receipt', null, 'done', 'unknown'],
    ['nobody knows what', { verdict: 'unknown', changes: [] }, null, 'unknown'],
    ['a change, but the round was stopped', change([]), 'stopped', 'failed'],
    ['a change, but the round failed', change([]), 'failed', 'failed'],
  ])('after %s knows how it ended', (_what, receipt, outcome, expected) => {
    const turns = [say('order it'), act({ at: 1000, receipt })];
    const ended = outcome && { outcome, at: 2000 };
    expect(describeTurns(turns, null, ended)?.outcome).toBe(expected);
  });

  it('goes by what was done after a round that failed', () => {
    const turns = [say('order it'), act({ at: 3000, receipt: change([]) })];
    expect(describeTurns(turns, null, { outcome: 'failed', at: 2000 })?.outcome).toBe('worked');
  });

  it('tells of long ones how they began and ended, and never a uid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 200 }), { minLength: 11, maxLength: 40 }),
        (all) => {
          const acts = all.map((name) => act({ element: makeElement('button', name, 'BUTTON') }));
          const past = describeTurns([say('do it all'), ...acts], null);
          expect(past?.steps).toHaveLength(11);
          expect(past?.steps[7]).toBe(`… (${all.length - 10} more)`);
          expect(JSON.stringify(past)).not.toContain(UID);
        },
      ),
    );
  });
});

describe('listRequests', () => {
  it('goes by the form where nothing was said, and finds none where nothing was done', () => {
    const form = { description: '', tasks: ['Order a kettle', 'Pay'] };
    expect(listRequests({ form, turns: [act({})] })).toEqual([
      { site: 'shop.example', text: 'Order a kettle; Pay' },
    ]);
    expect(listRequests({ form: FORM, turns: [act({})] })).toEqual([]);
    expect(listRequests({ form, turns: [say('hello')] })).toEqual([]);
  });
});
