import { createElement as h, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeEvent, ReactNode } from 'react';
import { changesOf, find, listenTo, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';
import { Sightings } from './target/fingerprint.ts';

function change(selector: string, value: string, ctx = makeContext()) {
  return performAction({ intent: 'change', uid: ctx.uid(selector), value }, ctx);
}

function render(component: () => ReactNode): void {
  mount('<div id="root"></div>');
  const root = createRoot(find('#root'));
  flushSync(() => {
    root.render(h(component));
  });
}

const DELIVERY =
  '<select id="s" aria-label="Delivery"><option value="std">Standard</option><option value="exp">Éxpress  (1–2 days)</option><option value="x" disabled>Drone</option></select>';

afterEach(() => {
  mount('');
});

describe('change', () => {
  it.each([
    ['exp', 'by value'],
    ['Éxpress (1–2 days)', 'by label'],
    ['express (1–2 DAYS)', 'without case and accents'],
    ['express', 'by its only matching words'],
  ])('chooses %s: %s', async (value) => {
    mount(DELIVERY);
    const heard = listenTo(find('#s'), 'input change');
    const done = await change('#s', value);
    expect(find<HTMLSelectElement>('#s').value).toBe('exp');
    expect(heard).toEqual(['input', 'change']);
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
    expect(changesOf(done, 'selected')).toMatchObject([{ to: 'Éxpress (1–2 days)' }]);
  });

  it('lists the options when none fits', async () => {
    mount(DELIVERY);
    expect(await change('#s', 'Pigeon')).toEqual({
      ok: false,
      reason: 'no-such-option',
      message:
        '“Delivery” has no option “Pigeon”. It offers “Standard”, “Éxpress (1–2 days)”, “Drone”.',
    });
    expect(find<HTMLSelectElement>('#s').value).toBe('std');
  });

  it('refuses an option that is switched off', async () => {
    mount(DELIVERY);
    expect(await change('#s', 'Drone')).toMatchObject({ ok: false, reason: 'disabled' });
  });

  it('sends nothing when the option is chosen already', async () => {
    mount(DELIVERY);
    const heard = listenTo(find('#s'), 'input change');
    const done = await change('#s', 'Standard');
    expect(heard).toEqual([]);
    expect(receiptOf(done)).toMatchObject({ verdict: 'unchanged', asAsked: true });
  });

  it('chooses exactly the named ones in a list that takes several', async () => {
    mount(
      '<select id="s" multiple><option selected>Red</option><option>Green</option><option>Blue</option></select>',
    );
    await change('#s', 'green, Blue');
    const chosen = [...find<HTMLSelectElement>('#s').selectedOptions].map((each) => each.text);
    expect(chosen).toEqual(['Green', 'Blue']);
  });

  it('chooses in a controlled React list and ticks a controlled React box', async () => {
    render(() => {
      const [size, setSize] = useState('s');
      const [on, setOn] = useState(false);
      return h(
        'div',
        null,
        h(
          'select',
          {
            id: 's',
            value: size,
            onChange: (event: ChangeEvent<HTMLSelectElement>) => setSize(event.currentTarget.value),
          },
          h('option', { value: 's' }, 'Small'),
          h('option', { value: 'l' }, 'Large'),
        ),
        h('input', {
          id: 'c',
          type: 'checkbox',
          checked: on,
          onChange: (event: ChangeEvent<HTMLInputElement>) => setOn(event.currentTarget.checked),
        }),
        h('p', { id: 'p' }, `${size} ${on ? 'on' : 'off'}`),
      );
    });
    await change('#s', 'Large');
    const ticked = await change('#c', 'true');
    expect(find('#p').textContent).toBe('l on');
    expect(find<HTMLInputElement>('#c').checked).toBe(true);
    expect(receiptOf(ticked)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it('says when the page does not keep the choice', async () => {
    render(() =>
      h(
        'select',
        { id: 's', value: 'a', onChange: () => undefined },
        h('option', null, 'a'),
        h('option', null, 'b'),
      ),
    );
    expect(receiptOf(await change('#s', 'b'))).toMatchObject({
      verdict: 'unchanged',
      asAsked: false,
    });
  });

  it('ticks once and leaves a ticked box alone', async () => {
    mount('<input id="c" type="checkbox">');
    const heard = listenTo(find('#c'), 'click');
    await change('#c', 'true');
    const again = await change('#c', 'true');
    expect(heard).toEqual(['click']);
    expect(receiptOf(again)).toMatchObject({ verdict: 'unchanged', asAsked: true });
    await change('#c', 'false');
    expect(find<HTMLInputElement>('#c').checked).toBe(false);
  });

  it('ticks a hidden box through its drawn label', async () => {
    mount(
      '<input id="c" type="checkbox" style="display:none"><label for="c">I <b>agree</b></label>',
    );
    expect(receiptOf(await change('#c', 'yes'))).toMatchObject({
      verdict: 'changed',
      asAsked: true,
    });
    expect(find<HTMLInputElement>('#c').checked).toBe(true);
  });

  it('switches a switch of the page’s own, and only when needed', async () => {
    mount('<div id="w" role="switch" aria-checked="false" tabindex="0">Wi-Fi</div>');
    const heard = listenTo(find('#w'), 'click');
    find('#w').addEventListener('click', () => {
      const on = find('#w').getAttribute('aria-checked') === 'true';
      setTimeout(() => find('#w').setAttribute('aria-checked', String(!on)), 200);
    });
    const done = await change('#w', 'on');
    expect(receiptOf(done)).toMatchObject({
      verdict: 'changed',
      asAsked: true,
      changes: [{ kind: 'checked', to: true }],
    });
    await change('#w', 'true');
    expect(heard).toEqual(['click']);
  });

  it('does not believe a dead switch', async () => {
    mount('<div id="w" role="switch" aria-checked="false" tabindex="0">Wi-Fi</div>');
    expect(receiptOf(await change('#w', 'true'))).toMatchObject({
      verdict: 'unchanged',
      asAsked: false,
    });
  });

  it('picks a radio button, and explains why one cannot be taken back', async () => {
    mount(
      '<label><input id="a" type="radio" name="r" checked>A</label><input id="b" type="radio" name="r">',
    );
    await change('#b', 'true');
    expect(find<HTMLInputElement>('#a').checked).toBe(false);
    expect(await change('#b', 'false')).toMatchObject({ ok: false, reason: 'unsupported' });
  });

  it('sees that a box which the page draws again is ticked', async () => {
    const draw = (isOn: boolean): void =>
      mount(
        `<ul><li>Order 1 <input type="checkbox" ${isOn ? 'checked' : ''}></li><li>Order 2 <input type="checkbox"></li></ul>`,
      );
    draw(false);
    find('input').addEventListener('change', () => draw(true));
    const sightings = new Sightings();
    const ctx = makeContext({ sightings });
    sightings.note([document], ctx.uidOf);
    const receipt = receiptOf(await performAction({ intent: 'click', uid: ctx.uid('input') }, ctx));
    expect(receipt.verdict).toBe('changed');
    expect(receipt.changes).toMatchObject([{ kind: 'checked', to: true }]);
  });

  it('refuses what is no control', async () => {
    mount('<div id="d">Words</div>');
    expect(await change('#d', 'true')).toMatchObject({ ok: false, reason: 'unsupported' });
  });
});
