import { describe, expect, it } from 'vitest';
import type { BrowserTurn } from '../../core/demonstration/demonstration.ts';
import { makeBrowserTurn } from '../../core/demonstration/make-turn.fixture.ts';
import { describeTurn } from '../../core/navigator/describe-turn.ts';
import { createTurnEntry } from './turn-entry.ts';

const element = {
  uid: 'u',
  frameId: 0,
  tagName: 'BUTTON',
  attributes: {},
  box: { x: 0, y: 0, width: 1, height: 1 },
  textContent: 'Add\n to cart',
  xpath: '/html[1]',
  name: 'Add to cart',
  role: 'button',
};
const cases: [BrowserTurn['action'], Partial<typeof element> | null, string][] = [
  [{ intent: 'click', uid: 'u' }, {}, 'Click Add to cart'],
  [{ intent: 'click', uid: 'u' }, { name: '' }, 'Click Add to cart'],
  [{ intent: 'click', uid: 'u' }, { name: '', textContent: ' ' }, 'Click the button'],
  [{ intent: 'click', uid: 'u' }, { name: '', tagName: 'BODY' }, 'Click the page'],
  [
    { intent: 'click', uid: 'u' },
    { name: '', textContent: 'x'.repeat(200), tagName: 'DIV', role: 'generic' },
    'Click a part of the page',
  ],
  [
    { intent: 'click', uid: 'u' },
    { name: '', textContent: '', tagName: 'CANVAS', role: 'generic' },
    'Click the drawing',
  ],
  [
    { intent: 'textInput', uid: 'u', text: 'a' },
    { name: '', textContent: '', tagName: 'INPUT', role: 'textbox' },
    'Type “a” in the text field',
  ],
  [
    { intent: 'submit', uid: 'u' },
    { name: '', textContent: 'Card number Code Voucher Pay', tagName: 'FORM', role: 'form' },
    'Submit the form',
  ],
  [
    { intent: 'submit', uid: 'u' },
    { name: '', textContent: ' Search ', tagName: 'FORM', role: 'form' },
    'Submit Search',
  ],
  [
    { intent: 'textInput', uid: 'u', text: 'red  kettle' },
    { name: 'Search' },
    'Type “red kettle” in Search',
  ],
  [{ intent: 'textInput', uid: 'u', text: '' }, { name: 'Search' }, 'Empty Search'],
  [{ intent: 'change', uid: 'u', value: 'true' }, { name: 'I agree' }, 'Tick I agree'],
  [{ intent: 'change', uid: 'u', value: 'Blue' }, { name: 'Colour' }, 'Choose “Blue” in Colour'],
  [{ intent: 'scroll', x: 0, y: -20, uid: null }, null, 'Scroll up'],
  [{ intent: 'scroll', x: 20, y: 3, uid: null }, null, 'Scroll right'],
  [{ intent: 'press', key: 'Escape', uid: null }, null, 'Press Escape'],
  [{ intent: 'doubleClick', uid: 'u' }, {}, 'Double-click Add to cart'],
  [{ intent: 'rightClick', uid: 'u' }, {}, 'Right-click Add to cart'],
  [{ intent: 'drag', uid: 'u', toUid: null, x: -90, y: 4 }, {}, 'Drag Add to cart left'],
  [
    { intent: 'drag', uid: 'u', toUid: 'v', x: 0, y: 4 },
    {},
    'Drag Add to cart onto something else',
  ],
  [{ intent: 'drag', uid: 'u', toUid: 'u', x: 0, y: 0 }, {}, 'Drop files on Add to cart'],
  [
    { intent: 'dialog', kind: 'alert', message: 'Saved', answer: null },
    null,
    'Close the message “Saved”',
  ],
  [{ intent: 'dialog', kind: 'confirm', message: 'Sure?', answer: 'true' }, null, 'Accept “Sure?”'],
  [
    { intent: 'dialog', kind: 'confirm', message: 'Sure?', answer: 'false' },
    null,
    'Decline “Sure?”',
  ],
  [
    { intent: 'dialog', kind: 'prompt', message: 'Name?', answer: 'Ada' },
    null,
    'Answer “Ada” to “Name?”',
  ],
  [{ intent: 'dialog', kind: 'prompt', message: 'Name?', answer: null }, null, 'Cancel “Name?”'],
  [{ intent: 'load', url: 'https://a.example/' }, null, 'Open a.example/'],
];

describe('describeTurn', () => {
  it.each(cases)('%j on %j: %s', (action, over, words) =>
    expect(describeTurn({ action, element: over && { ...element, ...over } })).toBe(words),
  );

  it('cuts long texts by whole characters', () => {
    const words = describeTurn({
      action: { intent: 'copy', text: '😀'.repeat(90), uid: null },
      element,
    });
    expect(words).toBe(`Copy “${'😀'.repeat(79)}…”`);
  });
});

describe('the picture of a turn', () => {
  const proof = { kind: 'unchanged', requestedAt: 900, doneAt: 950 } as const;
  const picture = (image: string) =>
    ({ status: 'kept', image, width: 1, height: 1, proof }) as const;
  const effect = { screenshot: picture('after'), settledAt: 950 };
  const none = { status: 'missing', reason: 'no page was open before' } as const;
  const load = { intent: 'load', url: 'https://a.example/' } as const;

  it.each([
    ['a click is the page before it', { screenshot: picture('before'), effect }, 'before'],
    [
      'a load is the page that came',
      { action: load, screenshot: picture('before'), effect },
      'after',
    ],
    ['the first load too', { action: load, screenshot: none, effect }, 'after'],
    [
      'a load before that came to rest is the page it left',
      { action: load, screenshot: picture('before') },
      'before',
    ],
  ])('of %s', (_what, turn, image) => {
    expect(createTurnEntry(makeBrowserTurn(turn), [])).toMatchObject({ screenshot: { image } });
  });
});
