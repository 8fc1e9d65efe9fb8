import { describe, expect, it } from 'vitest';
import type { Intent } from '../action/action.ts';
import { describeCandidate } from './page/describe-candidate.ts';
import type { Clarity } from './judge-clarity.ts';
import { judgeClarity } from './judge-clarity.ts';
import { listCandidates } from './page/list-candidates.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { scoreLexical } from './score-lexical.ts';
import { CHECKOUT, NOTES, ORDERS, SHOP } from './score.fixture.ts';

function judge(html: string, text: string, intent: Intent | null): Clarity {
  const candidates = listCandidates([buildPage(html)], VIEWPORT);
  return judgeClarity(scoreLexical({ text, intent }, candidates).sort((a, b) => b.score - a.score));
}

function describeAll(clarity: Clarity): string[] {
  if (clarity.kind !== 'close') throw new Error(`it is ${clarity.kind}`);
  const among = clarity.options.map(({ candidate }) => candidate);
  return among.map((candidate) => describeCandidate(candidate, among));
}

describe('judgeClarity', () => {
  it.each<[string, string, string, Intent | null]>([
    ['a synonym', SHOP, 'log in', 'click'],
    ['a name with its place', SHOP, 'Add to cart for Oak chair', 'click'],
    ['two links to one place', SHOP, 'Walnut lamp link', 'click'],
    ['the only text box that is meant', SHOP, 'search box', 'textInput'],
    ['an ordinal', SHOP, 'second Add to cart', 'click'],
    ['a row', ORDERS, 'Cancel in the row of Order 1042', 'click'],
    ['a group', CHECKOUT, 'Express under Delivery', 'change'],
    ['an extra word', CHECKOUT, 'big Place order', 'click'],
    ['a label of a person’s answer', SHOP, 'Add to cart (Oak chair)', 'click'],
    ['a name that has an ordinal', CHECKOUT, 'first name', 'textInput'],
  ])('is clear for %s', (_, html, text, intent) => {
    expect(judge(html, text, intent).kind).toBe('clear');
  });

  it.each<[string, string, string, Intent | null]>([
    ['words that are nowhere', SHOP, 'quarterly revenue report', 'click'],
    [
      'one common word of many',
      CHECKOUT,
      'open the details of my flight to Boston tomorrow',
      'click',
    ],
    ['an action that nothing here takes', '<a href=/s>Search</a>', 'Search', 'textInput'],
    ['an empty page', '', 'Add', 'click'],
  ])('is none for %s', (_, html, text, intent) => {
    expect(judge(html, text, intent).kind).toBe('none');
  });

  it('asks about twins and tells them apart by where they stand', () => {
    expect(describeAll(judge(SHOP, 'Add to cart', 'click'))).toEqual([
      'Add to cart (Walnut lamp)',
      'Add to cart (Oak chair)',
    ]);
    expect(describeAll(judge(ORDERS, 'cancel', 'click'))).toEqual([
      'Cancel (Order 1041)',
      'Cancel (Order 1042)',
      'Cancel (Order 1043)',
    ]);
    expect(describeAll(judge(NOTES, 'Done', 'change'))).toEqual([
      'Done (Water plants)',
      'Done (Call Ada)',
    ]);
  });

  it('asks about a weak match even when it stands alone', () => {
    const clarity = judge('<a href=/a>Account</a><a href=/b>Help</a>', 'freeze account', 'click');
    expect(describeAll(clarity)).toEqual(['Account']);
  });

  it('asks when only the kind of control is said and there are several', () => {
    expect(judge(CHECKOUT, 'text box', 'textInput').kind).toBe('close');
    expect(judge('<input><button>Go</button>', 'text box', 'textInput').kind).toBe('clear');
  });

  it('takes a button and its clickable wrapper for one', () => {
    const html = '<div role=button tabindex=0><button>Save</button></div>';
    expect(judge(html, 'Save', 'click').kind).toBe('clear');
  });
});

describe('describeCandidate', () => {
  const list = (html: string) => listCandidates([buildPage(html)], VIEWPORT);

  it('tells a button from a box of one name', () => {
    const among = list('<input aria-label=Search><button>Search</button>');
    expect(among.map((at) => describeCandidate(at, among))).toEqual([
      'Search (text box)',
      'Search (button)',
    ]);
  });

  it('counts where nothing else differs', () => {
    const among = list('<button>Edit</button><button>Edit</button>');
    expect(among.map((at) => describeCandidate(at, among))).toEqual([
      'Edit (1st of 2)',
      'Edit (2nd of 2)',
    ]);
  });

  it('names the nameless by kind', () => {
    const [only] = list('<input type=range>');
    expect(only && describeCandidate(only, [])).toBe('unnamed slider');
  });
});
