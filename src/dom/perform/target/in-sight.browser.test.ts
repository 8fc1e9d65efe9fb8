import { beforeEach, describe, expect, it } from 'vitest';
import { performAction } from '../perform.ts';
import { find, listenTo, makeContext, mount, receiptOf } from '../perform.fixture.ts';

async function click(selector: string) {
  const ctx = makeContext();
  return performAction({ intent: 'click', uid: ctx.uid(selector) }, ctx);
}

beforeEach(() => {
  document.adoptedStyleSheets = [];
});

describe('what cannot be seen', () => {
  it.each([
    ['itself', '<p>Hello</p><button id="b" style="opacity: 0">Buy</button>'],
    ['what it stands in', '<div style="opacity: 0"><p><button id="b">Buy</button></p></div>'],
    [
      'both, in part',
      '<div style="opacity: .1"><button id="b" style="opacity: .1">Buy</button></div>',
    ],
    [
      'a closed dialog that still takes the pointer, over text',
      `<p>Read on</p><div style="position: fixed; inset: 0; opacity: 0; background: white">
        <div><button id="b">Buy</button></div></div>`,
    ],
    [
      'a rule that only makes it blue under the pointer',
      '<style>#b:hover { color: blue }</style><button id="b" style="opacity: 0">Buy</button>',
    ],
    [
      'a box without a face',
      '<p>Hello</p><br><br><input type="checkbox" id="b" style="opacity: 0">',
    ],
    [
      'a box with a label as clear',
      '<label style="opacity: 0"><input type="checkbox" id="b"> Spam</label>',
    ],
  ])('is not clicked, and it is said why: %s', async (_, html) => {
    mount(html);
    const heard = listenTo(find('#b'), 'pointerdown click');
    expect(await click('#b')).toMatchObject({
      ok: false,
      reason: 'hidden',
      message: expect.stringMatching(/is not visible: it is fully transparent\.$/u) as string,
    });
    expect(heard).toEqual([]);
  });

  it('is not typed in: a field that is there for programs', async () => {
    mount('<div style="opacity: 0"><label>Website <input id="b"></label></div>');
    const ctx = makeContext();
    const action = { intent: 'textInput', uid: ctx.uid('#b'), text: 'x' } as const;
    expect(await performAction(action, ctx)).toMatchObject({ ok: false, reason: 'hidden' });
    expect(find<HTMLInputElement>('#b').value).toBe('');
  });
});

describe('what is transparent and used all the same', () => {
  const OVER = 'position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0';

  it.each([
    ['a box in a label', '<label><input type="checkbox" id="b" style="opacity: 0"> Agree</label>'],
    [
      'a box with its label elsewhere',
      '<input type="checkbox" id="b" style="opacity: 0"><hr><label for="b">Agree</label>',
    ],
    [
      'a box over a face that lets the pointer through',
      `<span style="position: relative; display: block; width: 40px; height: 40px">
        <input type="checkbox" id="b" style="${OVER}">
        <span style="position: absolute; inset: 11px; border: 2px solid; pointer-events: none"></span></span>`,
    ],
    [
      'a box in a face of about its size, drawn in front of it',
      `<style>.face::before { content: ''; position: absolute; inset: 0; background: teal; pointer-events: none }</style>
       <span class="face" style="position: relative; display: block; width: 40px; height: 20px">
         <input type="checkbox" id="b" style="${OVER}"></span>`,
    ],
    [
      'a button over a picture',
      `<div style="position: relative; width: 100px; height: 60px">
        <svg width="100" height="60"><rect width="100" height="60"></rect></svg>
        <button id="b" style="${OVER}">Open the picture</button></div>`,
    ],
    [
      'tools of a row that its style shows under the pointer',
      `<style>.tools { opacity: 0 } .row { &:hover .tools { opacity: 1 } }</style>
       <div class="row">Order 1042 <span class="tools"><button id="b">Delete</button></span></div>`,
    ],
    [
      'a link that comes with the focus, in a layer',
      '<style>@layer a { @media all { #b { opacity: 0 } #b:focus-visible { opacity: 1 } } }</style><a id="b" href="#x">Skip</a>',
    ],
  ])('is clicked: %s', async (_, html) => {
    mount(html);
    const heard = listenTo(find('#b'), 'click');
    expect(await click('#b')).toMatchObject({ ok: true });
    expect(heard).toEqual(['click']);
  });

  it('rests the pointer on what a script then shows, and on what is still fading in', async () => {
    mount(`<div id="row">Order <span id="tools" style="opacity: 0; transition: opacity .2s">
      <button id="b">Delete</button></span></div>`);
    find('#row').addEventListener('mouseenter', () => {
      find('#tools').style.opacity = '1';
    });
    const heard = listenTo(find('#b'), 'click');
    await click('#b');
    expect(heard).toEqual(['click']);
  });

  it('chooses in a list that lies over its drawn face', async () => {
    mount(`<div style="position: relative; width: 120px; height: 24px"><span>Small</span>
      <select id="b" style="${OVER}"><option>Small<option>Large</select></div>`);
    const ctx = makeContext();
    const action = { intent: 'change', uid: ctx.uid('#b'), value: 'Large' } as const;
    expect(receiptOf(await performAction(action, ctx)).verdict).toBe('changed');
  });
});
