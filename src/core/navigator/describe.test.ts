import { describe, expect, it } from 'vitest';
import type { ReceiptChange } from '../action/receipt.ts';
import { describeAction, describeReceipt, joinWords } from './describe.ts';
import { listPage } from './run/run.fixture.ts';

const [field, password] = listPage(
  '<input data-t="q" aria-label="Search"><input data-t="p" aria-label="Password">',
);
const receipt = (...changes: ReceiptChange[]) => ({ verdict: 'changed' as const, changes });

describe('describing actions and receipts', () => {
  it('names the action and its target', () => {
    if (!field || !password) throw new Error('the page has two fields');
    expect(describeAction({ intent: 'textInput', uid: 'q', text: 'lamp' }, field)).toBe(
      'Type “lamp” in Search',
    );
    expect(describeAction({ intent: 'textInput', uid: 'q', text: '' }, field)).toBe('Empty Search');
    expect(describeAction({ intent: 'scroll', x: 0, y: -9, uid: null }, null)).toBe('Scroll up');
    expect(describeAction({ intent: 'textInput', uid: 'p', text: 'hunter2' }, password)).toBe(
      'Type a secret in Password',
    );
  });

  it.each<[string, ReceiptChange[]]>([
    [
      'the page became “Results”',
      [
        { kind: 'url', from: 'a', to: 'b' },
        { kind: 'title', to: 'Results' },
      ],
    ],
    ['the address became http://a/b', [{ kind: 'url', from: 'http://a/', to: 'http://a/b' }]],
    [
      'the address became http://a/untitled',
      [
        { kind: 'url', from: 'http://a/', to: 'http://a/untitled' },
        { kind: 'title', to: '' },
      ],
    ],
    ['Search now holds “x”', [{ kind: 'value', uid: 'q', from: '', to: 'x' }]],
    ['a box is now ticked', [{ kind: 'checked', uid: 'other', to: true }]],
    ['Search opened', [{ kind: 'state', uid: 'q', name: 'expanded', to: 'true' }]],
    [
      '“A” appeared and “B” went away',
      [
        { kind: 'vanished', text: 'B' },
        { kind: 'appeared', text: 'A' },
      ],
    ],
    ['the page changed', []],
  ])('says %j', (words, changes) => {
    expect(describeReceipt(receipt(...changes), field ?? null)).toBe(words);
  });

  it.each<[string, ReceiptChange[]]>([
    [
      'Search is now selected',
      [
        { kind: 'state', uid: 'q', name: 'selected', to: 'true' },
        { kind: 'state', uid: 'other', name: 'selected', to: 'false' },
      ],
    ],
    [
      'Search opened',
      [
        { kind: 'state', uid: 'q', name: 'expanded', to: 'true' },
        { kind: 'state', uid: 'unknown', name: 'open', to: 'true' },
      ],
    ],
    [
      '“M” appeared',
      [
        { kind: 'value', uid: 'unknown', from: '', to: 'M' },
        { kind: 'appeared', text: 'M' },
        { kind: 'focus', uid: 'other' },
      ],
    ],
    ['Password was filled in', [{ kind: 'value', uid: 'p', from: '', to: '•••' }]],
    ['Search looks different now', [{ kind: 'state', uid: 'q', name: 'class', to: 'on not off' }]],
    ['the page changed', [{ kind: 'vanished', text: '×' }]],
    ['the focus moved', [{ kind: 'focus', uid: 'unknown' }]],
  ])('names others, and leaves out what says nothing more: %j', (words, changes) => {
    const among = [field, password].filter((each) => each !== undefined);
    expect(describeReceipt(receipt(...changes), field ?? null, among)).toBe(words);
  });

  it('tells a switch from a tick box', () => {
    const [light] = listPage('<div role=switch tabindex=0 aria-label=Light data-t=l></div>');
    const change = { kind: 'checked', uid: 'l', to: true } as const;
    expect(describeReceipt(receipt(change), light ?? null)).toBe('Light is now on');
  });

  it('joins words', () => {
    expect(['', 'a', 'a and b', 'a, b and c']).toEqual(
      [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((parts) => joinWords(parts)),
    );
  });
});
