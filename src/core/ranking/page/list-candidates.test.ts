import { describe, expect, it } from 'vitest';
import type { Candidate } from '../candidate.ts';
import { listCandidates, listLeaves } from './list-candidates.ts';
import { buildPage, VIEWPORT } from '../page.fixture.ts';

function list(html: string): Candidate[] {
  return listCandidates([buildPage(html)], VIEWPORT);
}

function get(html: string, uid = 'x'): Candidate {
  const found = list(html).find((candidate) => candidate.uid === uid);
  if (!found) throw new Error(`${uid} is not listed`);
  return found;
}

describe('what is listed', () => {
  it.each([
    ['a link', '<a data-t=x href=/a>A</a>', 'link'],
    ['a button', '<button data-t=x>A</button>', 'button'],
    ['a text box', '<input data-t=x>', 'textbox'],
    ['a password box', '<input data-t=x type=password>', 'textbox'],
    ['a select', '<select data-t=x><option>A</select>', 'combobox'],
    ['a multiple select', '<select data-t=x multiple><option>A</select>', 'listbox'],
    ['a role', '<div data-t=x role=tab>A</div>', 'tab'],
    ['an unknown role before a known one', '<div data-t=x role="knob slider">A</div>', 'slider'],
    ['an editor', '<div data-t=x contenteditable>A</div>', 'textbox'],
    [
      'the head of a column that sorts',
      '<table><tr><th data-t=x aria-sort=none>A</table>',
      'columnheader',
    ],
    ['a summary', '<details><summary data-t=x>A</summary></details>', 'button'],
    ['a tabbable thing', '<div data-t=x tabindex=0>A</div>', 'generic'],
    ['a click handler', '<div data-t=x onclick="f()">A</div>', 'generic'],
    ['a cursor', '<div data-t=x style="cursor: pointer">A</div>', 'generic'],
    [
      'a class that says it is an option',
      '<div data-t=x class="list-item option">A</div>',
      'generic',
    ],
    [
      'a thing that says it is not disabled',
      '<div data-t=x aria-disabled=false>A</div>',
      'generic',
    ],
    ['a class that says so', '<span data-t=x class="c btn-primary">A</span>', 'generic'],
  ])('%s', (_, html, role) => {
    expect(get(html).role).toBe(role);
  });

  it.each([
    ['plain text', '<p data-t=x>A</p>'],
    ['a hidden input', '<input data-t=x type=hidden>'],
    ['what is not rendered', '<div hidden><button data-t=x>A</button></div>'],
    ['a class hint inside a button', '<button><span data-t=x class=btn-label>A</span></button>'],
    ['a class hint around a button', '<div data-t=x class=btn><button>A</button></div>'],
    ['the label of a listed box', '<label data-t=x><input type=checkbox> A</label>'],
    ['an option of a select', '<select><option data-t=x>A</select>'],
    ['a panel that scrolls', '<div data-t=x role=tabpanel tabindex=0>A</div>'],
    ['a field kept for its value', '<input data-t=x aria-hidden=true tabindex=-1>'],
    [
      'the label of a group',
      '<label id=l data-t=x>Plan</label><div role=group aria-labelledby=l></div>',
    ],
    ['a focus target', '<div data-t=x tabindex=-1>A</div>'],
  ])('not %s', (_, html) => {
    expect(list(html).map(({ uid }) => uid)).not.toContain('x');
  });

  it('reads text that is slotted, or stands in a slot, which make no boxes', () => {
    const host = (inside: string, light: string) =>
      `<x-a><template shadowrootmode=open>${inside}</template>${light}</x-a>`;
    const input = host(
      '<label for=n aria-hidden=false><slot name=label data-box="0 0 0 0">Nickname</slot></label><input id=n data-t=x>',
      '',
    );
    expect(get(input).fields.name).toBe('Nickname');
    const box = host(
      '<label><input type=checkbox data-t=x><slot data-box="0 0 0 0"></slot></label>',
      'Public profile',
    );
    expect(get(box).fields.name).toBe('Public profile');
  });

  it('lists what a scrolling panel only hints at', () => {
    const html = '<div role=tabpanel tabindex=0><span class=option data-t=x>A</span></div>';
    expect(get(html).fields.name).toBe('A');
  });

  it.each([
    ['a bin', 'trash', ['row', 'icon']],
    ['an ornament', 'chevron', ['row']],
  ])(
    'lists a row that can be pressed, and %s in it where that does something else',
    (_, name, uids) => {
      const pointer = 'style="cursor: pointer"';
      const row = `<div data-t=row ${pointer}>Ada<span data-t=icon class=${name} ${pointer} data-box="0 0 12 12"></span></div>`;
      expect(list(row).map(({ uid }) => uid)).toEqual(uids);
    },
  );

  it('lists the handles of a slider that can be pressed as a whole', () => {
    const handle = (name: string) =>
      `<b data-t=${name} data-box="0 0 10 10" role=slider tabindex=0 aria-label=${name} aria-valuenow=1></b>`;
    const html = `<div data-box="0 0 200 10" style="cursor:pointer">${handle('low')}${handle('high')}</div>`;
    expect(list(html).map(({ uid }) => uid)).toEqual(['low', 'high']);
  });

  it('leaves their words to the options of a list that shows them', () => {
    const options = '<div role=option tabindex=0>Ada</div>';
    expect(get(`<div role=listbox tabindex=0 data-t=x>${options}</div>`).options).toEqual([]);
    const folded = `<div role=listbox tabindex=0 data-t=x><div hidden>${options}</div></div>`;
    expect(get(folded).options).toEqual(['Ada']);
  });

  it('takes no sentence that tells what to do for the label of a field', () => {
    const task = '<p>Enter the code from your letter and press Submit.</p>';
    expect(get(`${task}<input data-t=x>`).fields.label).toBe('');
    expect(get('<p>The code:</p><input data-t=x>').fields.label).toBe('The code');
  });

  it('leaves out a label that only repeats the name of a control', () => {
    expect(
      list('<label>Email</label><input data-t=x aria-label=Email>').map(({ uid }) => uid),
    ).toEqual(['x']);
  });

  it('gives a hidden checkbox the box of its visible label', () => {
    const html =
      '<input data-t=x type=checkbox id=c hidden><label for=c data-box="5 6 70 20">A</label>';
    expect(get(html).box).toEqual({ x: 5, y: 6, width: 70, height: 20 });
    expect(get(html).fields.name).toBe('A');
  });

  it('gives a pixel-sized file input the box of its label', () => {
    const html =
      '<label data-box="5 6 70 20">Photo<input data-t=x type=file data-box="0 0 1 1"></label>';
    expect(get(html).box?.width).toBe(70);
  });

  it('lists a page that was kept without boxes by its attributes', () => {
    const page = buildPage('<button>A</button><div hidden><button>B</button></div>');
    const strip = (node: typeof page): void => {
      node.box = null;
      for (const child of node.children) if (typeof child !== 'string') strip(child);
    };
    strip(page);
    expect(listCandidates([page]).map(({ fields }) => fields.name)).toEqual(['A']);
  });
});

describe('what might be pressed though nothing says so', () => {
  const leaves = (html: string): string[] => {
    const page = [buildPage(html)];
    return listLeaves(page, VIEWPORT, listCandidates(page, VIEWPORT)).map(({ uid }) => uid);
  };

  it.each([
    ['words', '<div><span data-t=x>Fold</span></div>', ['x']],
    ['a picture', '<p><img data-t=x alt=Star width=20 height=20></p>', ['x']],
    ['a drawing as one', '<svg data-t=x width=20 height=20><path d="M0 0h9v9z"/></svg>', ['x']],
    ['nothing within what is listed', '<button data-t=b><span data-t=x>Fold</span></button>', []],
    ['nothing that holds more', '<div data-t=y><b data-t=x>Fold</b> it</div>', ['x']],
    [
      'a card that can be dragged, and what is in it',
      '<div data-t=y draggable=true data-box="0 0 300 90"><b data-t=x>Fold</b> it</div>',
      ['y', 'x'],
    ],
    ['nothing large', '<p data-t=x data-box="0 0 700 200">A long text</p>', []],
    ['nothing out of view', '<p><i data-t=x data-box="0 3000 50 20">Fold</i></p>', []],
  ])('is %s', (_what, html, uids) => {
    expect(leaves(html)).toEqual(uids);
  });
});

describe('where it is', () => {
  it('counts an item that has a state among the others', () => {
    const song = (name: string, state: string, mark = '') =>
      `<div class="song${state}">${name} <button ${mark}>Play</button></div>`;
    const html = `<div>${song('Rain', ' now playing')}${song('Sun', ' done', 'data-t=x')}${song('Hail', ' now')}${song('Snow', '')}</div>`;
    expect(get(html)).toMatchObject({
      items: [{ index: 1, size: 4 }],
      fields: { context: 'Sun' },
    });
    const parts =
      '<div><div class="part main"><a href=/a>A</a></div><div class="part side">B <button data-t=x>C</button></div></div>';
    expect(get(parts).items).toBeUndefined();
  });

  it('counts the items of lists, without header rows', () => {
    const html =
      '<table><tr><th>A</th></tr><tr><td><a href=/1>1</a></td></tr><tr><td><a href=/2 data-t=x>2</a></td></tr></table>';
    expect(get(html).items).toMatchObject([{ index: 1, size: 2 }]);
  });

  it('knows what an open dialog keeps from being used', () => {
    const html = (dialog: string) =>
      `<button data-t=x>A</button>${dialog}<div role=option data-t=z>C</div>`;
    const open = html('<div role=dialog aria-modal=true><button data-t=y>B</button></div>');
    expect(get(open).behind).toBe(true);
    expect(get(open, 'y').behind).toBeUndefined();
    expect(get(open, 'z').behind).toBeUndefined();
    const closed = html('<div role=dialog aria-modal=true hidden></div>');
    expect(get(closed).behind).toBeUndefined();
    expect(get('<div inert><button data-t=x>A</button></div>').behind).toBe(true);
  });

  it('writes xpaths with an index at every step', () => {
    expect(
      get('<div></div><div><i></i><button>a</button><button data-t=x>b</button></div>').xpath,
    ).toBe('/html[1]/body[1]/div[2]/button[2]');
  });

  it('starts a new path in a shadow root and names the hosts', () => {
    const html =
      '<main><x-a><template shadowrootmode=closed><div><x-b><template shadowrootmode=open><p></p><div><button data-t=x>b</button></div></template></x-b></div></template></x-a></main>';
    const candidate = get(html);
    expect(candidate.xpath).toBe('/div[1]/button[1]');
    expect(candidate.shadowPath).toEqual(['/html[1]/body[1]/main[1]/x-a[1]', '/div[1]/x-b[1]']);
  });

  it('starts a new path in a frame, and sees only what the frame shows', () => {
    const html = `<iframe data-box="0 0 300 100" srcdoc="<button data-t=x data-box='10 10 50 20'>in</button><button data-t=y data-box='10 150 50 20'>below</button>"></iframe>`;
    expect(get(html)).toMatchObject({
      frameId: 1,
      xpath: '/html[1]/body[1]/button[1]',
      inViewport: true,
    });
    expect(get(html, 'y').inViewport).toBe(false);
  });

  it('keeps what is off screen and says so', () => {
    expect(get('<button data-t=x data-box="0 5000 80 20">A</button>').inViewport).toBe(false);
  });
});

describe('state', () => {
  it.each([
    ['<button data-t=x disabled>A</button>', true],
    ['<div role=button data-t=x aria-disabled=true>A</div>', true],
    ['<fieldset disabled><button data-t=x>A</button></fieldset>', true],
    ['<fieldset disabled><legend><button data-t=x>A</button></legend></fieldset>', false],
    ['<button data-t=x>A</button>', false],
  ])('disabled: %s', (html, disabled) => {
    expect(get(html).disabled).toBe(disabled);
  });

  it.each([
    ['<input type=checkbox data-t=x checked>', true],
    ['<input type=radio data-t=x>', false],
    ['<div role=switch data-t=x aria-checked=true></div>', true],
    ['<button data-t=x>A</button>', null],
  ])('checked: %s', (html, checked) => {
    expect(get(html).checked).toBe(checked);
  });

  it.each([
    ['<input role=combobox aria-expanded=false data-t=x>', true, false],
    ['<button aria-haspopup=menu aria-expanded=true data-t=x>A</button>', true, true],
    // It says so, but what it controls is hidden.
    [
      '<button aria-haspopup=menu aria-expanded=true aria-controls=m data-t=x>A</button><ul id=m hidden></ul>',
      true,
      false,
    ],
    ['<button aria-haspopup=false data-t=x>A</button>', undefined, undefined],
    ['<h3><a href=# data-t=x>A</a><button aria-expanded=true></button></h3>', undefined, true],
    // Two parts fold, and the heading names neither.
    [
      '<h3><a href=# data-t=x>A</a><button aria-expanded=true></button><button aria-expanded=false></button></h3>',
      undefined,
      undefined,
    ],
    ['<select data-t=x><option>A</select>', undefined, undefined],
    ['<input list=l data-t=x><datalist id=l></datalist>', undefined, undefined],
  ])('opens a list: %s', (html, opens, expanded) => {
    const found = get(html);
    expect([found.opens, found.expanded]).toEqual([opens, expanded]);
  });

  it('reads the suggestions of a datalist', () => {
    const html =
      '<input list=l data-t=x><datalist id=l><option value=Welsh><option>Irish</datalist>';
    expect(get(html).options).toEqual(['Welsh', 'Irish']);
  });

  it('reads options and the chosen one', () => {
    const html =
      '<select data-t=x><optgroup label=G><option>Red<option selected label=Green>g</optgroup></select>';
    expect(get(html).options).toEqual(['Red', 'Green']);
    expect(get(html).fields.value).toBe('Green');
  });

  it('never reads a password', () => {
    expect(get('<input data-t=x type=password value=secret>').fields.value).toBe('');
  });
});
