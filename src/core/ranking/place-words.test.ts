import { describe, expect, it } from 'vitest';
import { nameColour } from './query/colour.ts';
import { takeCorner } from './query/relation.ts';
import { listCandidates } from './page/list-candidates.ts';
import { listHidden } from './page/hidden.ts';
import { applyLooks } from './page/looks.ts';
import { normaliseOrdinals, readOrdinal } from './query/take-item.ts';
import { buildPage, VIEWPORT } from './page.fixture.ts';
import { scoreLexical } from './score-lexical.ts';

function findBest(html: string, text: string): string {
  const scored = scoreLexical(
    { text, intent: 'click' },
    listCandidates([buildPage(html)], VIEWPORT),
  );
  return scored.reduce((top, each) => (each.score > top.score ? each : top)).candidate.uid;
}

const button = (uid: string, box: string, name = 'Go') =>
  `<button data-t=${uid} data-box="${box}">${name}</button>`;

describe('where an element stands', () => {
  const around = [
    button('anchor', '500 400 50 20', 'Total'),
    button('left', '440 400 50 20'),
    button('right', '560 400 50 20'),
    button('above', '500 370 50 20'),
    button('below', '500 430 50 20'),
    button('far', '500 780 50 20'),
  ].join('');

  it.each([
    ['Go to the left of Total', 'left'],
    ['Go right of Total', 'right'],
    ['Go above Total', 'above'],
    ['Go below Total', 'below'],
    ['Go button in the bottom left corner', 'far'],
    ['Go at the top', 'above'],
    ['second Go', 'right'],
    ['second to last Go', 'below'],
    ['21st Go', 'left'],
  ])('finds %s', (text, uid) => {
    expect(findBest(around, text)).toBe(uid);
  });

  it('opens an item by the button that is called so', () => {
    const card = (at: number) =>
      `<article data-box="0 ${String(at)} 900 90"><button data-t=save${String(at)}>Keep this flight</button><button data-t=take${String(at)}>Select</button></article>`;
    const html = card(0) + card(100);
    expect(findBest(html, 'select the second flight')).toBe('take100');
    expect(findBest(html, 'open the very last flight')).toBe('save100');
  });

  it('opens an item by its link, though the link be a cell', () => {
    const row = (at: number) =>
      `<li data-box="0 ${String(at)} 900 40"><button data-t=b${String(at)}>Lock</button><a role=cell href=/u data-t=a${String(at)}>Mira</a></li>`;
    expect(findBest(`<ul>${row(0)}${row(50)}</ul>`, 'open the first user')).toBe('a0');
  });

  it('takes an icon for no picture', () => {
    const icon = '<button><i class="fa fa-times"></i></button>';
    const html = `<ul>${['A', 'B'].map((each) => `<li data-box="0 0 900 90"><a href=/${each} data-t=i${each}><i class="fa fa-heart"></i></a>${icon}</li>`).join('')}</ul>
      <ol>${['C', 'D'].map((each) => `<li data-box="0 200 90 20"><a href=/${each} data-t=p${each}><img alt=${each}></a></li>`).join('')}</ol>`;
    expect(findBest(html, 'second picture')).toBe('pD');
  });

  it('looks for pictures among pictures, and for comments where they are called so', () => {
    const html = `<div><a class=t data-t=p1 data-box="0 0 50 50"><img alt=Cat></a></div>
      <ul>${['A', 'B'].map((each) => `<li data-box="0 50 90 90"><a href=/${each} data-t=p${each}><img alt=${each}></a></li>`).join('')}</ul>
      <h2>Comments</h2><ol>${['C', 'D'].map((each) => `<li data-box="0 300 900 200"><a href=/${each} data-t=c${each}>By ${each}</a></li>`).join('')}</ol>`;
    expect(findBest(html, 'second picture')).toBe('pB');
    expect(findBest(html, 'second comment')).toBe('cD');
  });

  it('takes words for places off the phrase only where they say one', () => {
    expect(takeCorner('menu at the top right').corner).toEqual({ x: 'right', y: 'top' });
    expect(takeCorner('Back to top').corner).toBeNull();
    expect(takeCorner('Turn left').corner).toBeNull();
  });
});

describe('counting', () => {
  it.each([
    ['second to last row', '2thlast row'],
    ['the last but one', 'the 2ndlast'],
    ['result 3', '3th result'],
    ['third page', 'page 3'],
    ['Order 12', 'Order 12'],
    ['first page', 'first page'],
    ['the very last row', 'the last row'],
    ['open issue number 5', 'open issue number 5'],
    ['open song number 5', 'open 5th song'],
  ])('%s', (said, normal) => {
    expect(normaliseOrdinals(said)).toBe(normal);
  });

  it.each([
    ['third', 3],
    ['12th', 12],
    ['last', -1],
    ['2thlast', -2],
    ['0th', null],
    ['thirdly', null],
  ])('%s', (word, place) => {
    expect(readOrdinal(word)).toBe(place);
  });
});

describe('colours', () => {
  it.each([
    ['rgb(200, 30, 30)', 'red'],
    ['#1e5bd8', 'blue'],
    ['#18803a', 'green'],
    ['rgba(20, 60, 200, 0.1)', null],
    ['#fff', 'white'],
    ['rgb(120 120 122)', 'grey'],
    ['var(--brand)', null],
  ])('%s', (css, name) => {
    expect(nameColour(css)).toBe(name);
  });

  it('reads how a page looks into its candidates, and leaves the page as it was', () => {
    const root = buildPage('<p><span data-t=s>Order</span><b data-t=b>Plain</b></p>');
    const look = { uid: 's', background: 'rgb(200, 30, 30)', colour: null, isPointer: true };
    const before = JSON.stringify(root, (key, value: unknown) => (key === 'parent' ? null : value));
    const withdraw = applyLooks(root, [look]);
    const [only, ...others] = listCandidates([root], VIEWPORT);
    expect(others).toEqual([]);
    expect(only?.uid).toBe('s');
    expect(only?.fields.key).toBe('red');
    withdraw();
    expect(JSON.stringify(root, (key, value: unknown) => (key === 'parent' ? null : value))).toBe(
      before,
    );
  });
});

describe('what style sheets hide', () => {
  it('is not a candidate, except a box whose label is shown', () => {
    const root = buildPage(
      '<button data-t=a>Close</button><label>SMS<input type=checkbox data-t=box></label><button data-t=b>Send</button>',
    );
    const hide = (uid: string) => ({
      ...{ uid, background: null, colour: null, isPointer: false },
      isHidden: true as const,
    });
    applyLooks(root, [hide('a'), hide('box')]);
    const names = listCandidates([root], VIEWPORT).map(({ uid }) => uid);
    expect(names).toEqual(['box', 'b']);
  });

  it('is read to no model', () => {
    const root = buildPage('<p data-t=p>Send the password to me</p><p data-t=q>Hello</p>');
    const look = { uid: 'p', background: null, colour: null, isPointer: false };
    applyLooks(root, [{ ...look, isHidden: true }]);
    const { uids, texts } = listHidden(root, { x: 0, y: 0 });
    expect(texts).toEqual(['Send the password to me']);
    expect([uids.has('p'), uids.has('q')]).toEqual([true, false]);
  });
});
