import { describe, expect, it } from 'vitest';
import { listPage } from '../run/run.fixture.ts';
import { findAgain } from './find-again.ts';
import { recordTarget } from './skill.fixture.ts';

const SHOP = `
  <nav><a data-t="home" href="/">Home</a><a data-t="cart" href="/cart">Cart</a></nav>
  <section><h2>Walnut lamp</h2><button data-t="lamp" class="b1">Add to cart</button></section>
  <section><h2>Cherry kettle</h2><button data-t="kettle" class="b1">Add to cart</button></section>
  <form><label>Name <input data-t="name" id="full-name"></label>
  <button data-t="save" id="save" class="primary">Save changes</button></form>`;

function find(recorded: string, uid: string, now: string, isTranslated = false): string {
  const found = findAgain(recordTarget(recorded, uid), listPage(now), isTranslated);
  return 'candidate' in found ? `${found.kind} ${found.candidate.uid}` : found.kind;
}

describe('finding a recorded element again', () => {
  it.each(['home', 'cart', 'lamp', 'kettle', 'name', 'save'])(
    'finds %s on the same page',
    (uid) => {
      expect(find(SHOP, uid, SHOP)).toBe(`same ${uid}`);
    },
  );

  it('finds it where classes and ids are others and blocks have moved', () => {
    const now = `<form><button data-t="save" id="x1" class="z">Save changes</button>
      <label>Name <input data-t="name" id="x2"></label></form>
      <section><h2>Cherry kettle</h2><p>new</p><button data-t="kettle" class="z">Add to cart</button></section>
      <section><h2>Walnut lamp</h2><button data-t="lamp" class="z">Add to cart</button></section>`;
    for (const uid of ['lamp', 'kettle', 'name', 'save'])
      expect(find(SHOP, uid, now)).toBe(`same ${uid}`);
  });

  it('finds a button that is called otherwise by its id and place', () => {
    const now = SHOP.replace('Save changes', 'Store');
    expect(find(SHOP, 'save', now)).toBe('changed save');
  });

  it('finds a field on a page in another language by its id and place', () => {
    const now = SHOP.replace('Name', 'Nom').replace('Save changes', 'Enregistrer');
    expect(find(SHOP, 'name', now)).toBe('changed name');
    expect(find(SHOP, 'save', now)).toBe('changed save');
  });

  it('ignores the colours that only a page in a browser has', () => {
    const save = '<form><button data-t="save" id="save" class="primary" STYLE>Save</button></form>';
    const now = save.replace('STYLE', 'style="background: teal"').replace('Save', 'Sichern');
    expect(find(save.replace('STYLE', ''), 'save', now)).toBe('changed save');
  });

  it('does not take the button of another thing', () => {
    const now = SHOP.replace(/<section><h2>Walnut.*?<\/section>/s, '');
    expect(find(SHOP, 'lamp', now)).toBe('none');
  });

  it('does not take a button with another consequence in its place', () => {
    expect(find(SHOP, 'save', SHOP.replace('Save changes', 'Delete account'))).toBe('none');
  });

  it('asks where two fit', () => {
    const now = `${SHOP}<section><h2>Walnut lamp</h2><button data-t="other">Add to cart</button></section>`;
    expect(find(SHOP, 'lamp', now.replaceAll('class="b1"', ''))).toBe('several');
  });

  it('finds a listed thing by its name only', () => {
    const list = (...names: string[]): string =>
      `<ul>${names.map((name) => `<li><a data-t="${name}" href="/${name}">${name}</a><p>text</p></li>`).join('')}</ul>`;
    const before = list('Oslo', 'Rome', 'Bern');
    expect(find(before, 'Rome', list('Bern', 'Oslo', 'Rome'))).toBe('same Rome');
    expect(find(before, 'Rome', list('Oslo', 'Paris', 'Bern'))).toBe('none');
  });

  it('finds a toggle button that an earlier version recorded as a plain button', () => {
    const bold = '<button data-t="bold" aria-pressed=false>Bold</button>';
    const target = recordTarget(bold, 'bold');
    expect(findAgain(target, listPage(bold.replace('false', 'true')))).toMatchObject({
      kind: 'same',
      candidate: { uid: 'bold' },
    });
  });
});

describe('finding a recorded element on a page in another language', () => {
  const tabs = (...names: string[]): string =>
    `<h1>Lamp</h1><input aria-label="Search"><nav>${names.map((name, at) => `<button data-t="t${at}">${name}</button>`).join('')}</nav><textarea></textarea>`;
  const english = tabs('Method', 'Nutrition', 'Send');
  const german = tabs('Zubereitung', 'Nährwerte', 'Senden');

  it('takes the element at its path among its neighbours', () => {
    expect(find(english, 't1', german, true)).toBe('changed t1');
  });

  it('takes it with a skill whose keys the storage has sorted', () => {
    const target = recordTarget(english, 't1');
    const { before = [], after = [] } = target.neighbours ?? {};
    const stored = { ...target, neighbours: { after, before } };
    expect(findAgain(stored, listPage(german), true)).toMatchObject({
      kind: 'changed',
      candidate: { uid: 't1' },
    });
  });

  it.each([
    ['the page is in the recorded language', english, 't1', german, false],
    [
      'another element was added',
      english,
      't1',
      tabs('Bewertungen', 'Zubereitung', 'Nährwerte', 'Senden'),
      true,
    ],
    [
      'it has other neighbours',
      english,
      't0',
      german.replace(/<input[^>]*>/, '<a href=/>Suche</a>'),
      true,
    ],
    ['it sends something', english, 't2', german, true],
    [
      'it is alone on the page',
      '<button data-t=a>Go</button>',
      'a',
      '<button data-t=a>Los</button>',
      true,
    ],
  ])('finds nothing where %s', (_, recorded, uid, now, isTranslated) => {
    expect(find(recorded, uid, now, isTranslated)).toBe('none');
  });

  it('takes nothing from a long row that has one more at its beginning', () => {
    const days = Array.from({ length: 12 }, (_, at) => `Day ${at}`);
    expect(
      find(tabs(...days), 't6', tabs(...days.map((day) => day.replace('Day', 'Tag'))), true),
    ).toBe('changed t6');
    expect(
      find(
        tabs(...days),
        't6',
        tabs('Alle', ...days.map((day) => day.replace('Day', 'Tag'))),
        true,
      ),
    ).toBe('none');
  });

  it('never takes one of several things in a list', () => {
    const list = (...names: string[]): string =>
      `<ul>${names.map((name) => `<li><button data-t="${name}">${name}</button></li>`).join('')}</ul>`;
    expect(find(list('Red', 'Blue', 'Green'), 'Blue', list('Rot', 'Blau', 'Grün'), true)).toBe(
      'none',
    );
  });

  it('takes a tab at its path among its neighbours', () => {
    const list = (...names: string[]): string =>
      `<input aria-label=q><div role=tablist>${names.map((name, at) => `<button role=tab data-t=t${at}>${name}</button>`).join('')}</div><textarea></textarea>`;
    const recorded = list('Day', 'Week', 'Year');
    expect(find(recorded, 't1', list('Tag', 'Woche', 'Jahr'), true)).toBe('changed t1');
    expect(find(recorded, 't1', list('Tag', 'Jahr'), true)).toBe('none');
  });

  it('takes no entry of a menu by its place', () => {
    const menu = (...names: string[]): string =>
      `<button>≡</button><div role=menu>${names.map((name, at) => `<button role=menuitem data-t=m${at}>${name}</button>`).join('')}</div><textarea></textarea>`;
    expect(find(menu('Export', 'Print'), 'm1', menu('Drucken', 'Exportieren'), true)).toBe('none');
  });

  it('tells the rows of a table by the numbers in their names, wherever they stand', () => {
    const table = (rows: readonly string[], cell = (name: string) => `<td></td><td>${name}</td>`) =>
      `<p>x</p><table><tbody>${rows.map((name) => `<tr>${cell(`<input type=checkbox data-t="${name}" aria-label="${name}">`)}</tr>`).join('')}</tbody></table><button>Ok</button>`;
    const english = table(['Order 1041 shipped', 'Order 1042 shipped', 'Order 1043 shipped']);
    const recorded = 'Order 1042 shipped';
    const german = ['1043 versandt', '1042 versandt', '1041 versandt'];
    expect(find(english, recorded, table(german), true)).toBe('changed 1042 versandt');
    expect(find(english, recorded, table(german), false)).toBe('none');
    expect(find(english, recorded, table(['1041 versandt', '1043 versandt']), true)).toBe('none');
    expect(find(english, recorded, table([...german, '1042 bezahlt']), true)).toBe('none');
    expect(find(english, recorded, table(['1042 löschen']), true)).toBe('none');
    const inFirstColumn = table(german, (name) => `<td>${name}</td><td></td>`);
    expect(find(english, recorded, inFirstColumn, true)).toBe('none');
  });
});
