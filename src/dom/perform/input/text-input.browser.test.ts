import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeEvent, ReactNode } from 'react';
import { changesOf, find, listenTo, makeContext, mount, receiptOf } from '../perform.fixture.ts';
import { MOST_PIECES } from './field-value.ts';
import { performAction } from '../perform.ts';
import { Sightings } from '../target/fingerprint.ts';

function type(selector: string, text: string, ctx = makeContext()) {
  return performAction({ intent: 'textInput', uid: ctx.uid(selector), text }, ctx);
}

function render(component: () => ReactNode): void {
  mount('<div id="root"></div>');
  const root = createRoot(find('#root'));
  flushSync(() => {
    root.render(h(component));
  });
}

afterEach(() => {
  mount('');
});

describe('textInput', () => {
  it('types into a controlled React input, and React knows', async () => {
    render(() => {
      const [text, setText] = useState('old');
      const [changes, setChanges] = useState(0);
      return h(
        'div',
        null,
        h('input', {
          id: 'i',
          value: text,
          onChange: (event: ChangeEvent<HTMLInputElement>) => {
            setText(event.currentTarget.value);
            setChanges((count) => count + 1);
          },
        }),
        h('p', { id: 'p' }, `${text} after ${changes}`),
      );
    });
    const done = await type('#i', 'walnut');
    expect(find<HTMLInputElement>('#i').value).toBe('walnut');
    expect(find('#p').textContent).toBe('walnut after 6');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
    expect(changesOf(done, 'value')).toMatchObject([{ from: 'old', to: 'walnut' }]);
  });

  it('types on where a page draws everything again with the first letter', async () => {
    let query = '';
    const redraw = (): void => {
      mount(`<label for=i>Keyword</label><input id=i value="${query}"><p>about ${query}</p>`);
      find<HTMLInputElement>('#i').addEventListener('input', ({ currentTarget }) => {
        if (currentTarget instanceof HTMLInputElement) query = currentTarget.value;
        redraw();
      });
    };
    redraw();
    const sightings = new Sightings();
    const ctx = makeContext({ sightings });
    sightings.note([document], ctx.uidOf);
    const done = await type('#i', 'walnut', ctx);
    expect(query).toBe('walnut');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it('types into a controlled React textarea with line breaks', async () => {
    render(() => {
      const [text, setText] = useState('');
      return h('textarea', {
        id: 'i',
        value: text,
        onChange: (event: ChangeEvent<HTMLTextAreaElement>) => setText(event.currentTarget.value),
      });
    });
    const done = await type('#i', 'one\ntwo');
    expect(find<HTMLTextAreaElement>('#i').value).toBe('one\ntwo');
    expect(receiptOf(done).asAsked).toBe(true);
  });

  it('follows a mask that writes as one types', async () => {
    render(() => {
      const [text, setText] = useState('');
      return h('input', {
        id: 'i',
        value: text,
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          const digits = event.currentTarget.value.replace(/\D/gu, '').slice(0, 6);
          setText(digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits);
        },
      });
    });
    const done = await type('#i', '123456');
    expect(find<HTMLInputElement>('#i').value).toBe('123-456');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it('says that a field did not take the text', async () => {
    render(() => h('input', { id: 'i', value: 'fixed', onChange: () => undefined }));
    const done = await type('#i', 'other');
    expect(receiptOf(done)).toMatchObject({ verdict: 'unchanged', asAsked: false });
  });

  it('sends the events of typing in order, and change once', async () => {
    mount('<input id="i" value="x">');
    const heard = listenTo(find('#i'), 'focus keydown keypress beforeinput input keyup change');
    await type('#i', 'ab');
    const letter = ['keydown', 'keypress', 'beforeinput', 'input', 'keyup'];
    expect(heard).toEqual(['focus', ...letter, ...letter, 'change']);
  });

  it('leaves out characters whose key the page prevents', async () => {
    mount('<input id="i">');
    find('#i').addEventListener('keydown', (event) => {
      if (/\D/u.test(event.key)) event.preventDefault();
    });
    find('#i').addEventListener('beforeinput', (event) => {
      if (/\D/u.test(event.data ?? '')) event.preventDefault();
    });
    const done = await type('#i', '1a2');
    expect(find<HTMLInputElement>('#i').value).toBe('12');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: false });
  });

  it.each([
    ['email', 'ada@example.test'],
    ['search', 'lamp'],
    ['url', 'https://example.test/'],
    ['tel', '+49 30 1234'],
  ])('replaces what is in an input of type %s', async (kind, text) => {
    mount(`<input id="i" type="${kind}" value="before">`);
    await type('#i', text);
    expect(find<HTMLInputElement>('#i').value).toBe(text);
  });

  it('clears a field', async () => {
    mount('<input id="i" value="before">');
    const done = await type('#i', '');
    expect(changesOf(done, 'value')).toMatchObject([{ from: 'before', to: '' }]);
  });

  it('keeps to maxlength, and says that not all went in', async () => {
    mount('<input id="i" maxlength="3">');
    const done = await type('#i', 'abcdef');
    expect(find<HTMLInputElement>('#i').value).toBe('abc');
    expect(receiptOf(done).asAsked).toBe(false);
  });

  it('types long texts in pieces, so that they take no longer than a person waits', async () => {
    mount('<textarea id="i"></textarea>');
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(200);
    let pieces = 0;
    find('#i').addEventListener('input', () => (pieces += 1));
    await type('#i', text);
    expect(find<HTMLTextAreaElement>('#i').value).toBe(text);
    expect(pieces).toBeLessThanOrEqual(MOST_PIECES);
  });

  it('never hands out what a secret field holds', async () => {
    mount('<input id="i" type="password">');
    const done = await type('#i', 'hunter2');
    expect(find<HTMLInputElement>('#i').value).toBe('hunter2');
    expect(JSON.stringify(done)).not.toContain('hunter2');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it.each([
    ['date', '2026-05-31'],
    ['time', '14:30'],
    ['number', '12.5'],
    ['range', '40'],
    ['color', '#0b63d6'],
    ['month', '2026-05'],
  ])('sets %s to %s, and says which form it takes otherwise', async (kind, value) => {
    mount(`<input id="i" type="${kind}" step="any">`);
    const heard = listenTo(find('#i'), 'input change');
    await type('#i', value);
    expect(find<HTMLInputElement>('#i').value).toBe(value);
    expect(heard).toEqual(['input', 'change']);
    const done = await type('#i', 'not this');
    expect(done).toMatchObject({ ok: false, reason: 'invalid' });
    expect(find<HTMLInputElement>('#i').value).toBe(value);
  });

  it('refuses a number beyond the limits', async () => {
    mount('<input id="i" type="number" min="1" max="5">');
    expect(await type('#i', '9')).toEqual({
      ok: false,
      reason: 'invalid',
      message: 'This field takes a number like 12.5 from 1, up to 5; “9” is not one.',
    });
  });

  it('replaces the text of an editor, which hears of it from the browser', async () => {
    mount('<div id="i" contenteditable="true"><p>Old <b>words</b></p></div>');
    const trusted: boolean[] = [];
    find('#i').addEventListener('input', (event) => trusted.push(event.isTrusted));
    const done = await type('#i', 'New words');
    expect(find('#i').innerText.trim()).toBe('New words');
    expect(trusted).toContain(true);
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
    expect(changesOf(done, 'value')).toMatchObject([{ from: 'Old words', to: 'New words' }]);
  });

  it('pastes where an editor does not take the command', async () => {
    mount('<div id="i" contenteditable="true" role="textbox">Old</div>');
    find('#i').addEventListener('beforeinput', (event) => event.preventDefault());
    find('#i').addEventListener('paste', (event) => {
      event.preventDefault();
      find('#i').textContent = event.clipboardData?.getData('text/plain') ?? '';
    });
    const done = await type('#i', 'Pasted');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it.each([
    ['disabled', '<input id="i" disabled>'],
    ['disabled', '<input id="i" readonly>'],
    ['hidden', '<input id="i" style="display:none">'],
    ['unsupported', '<input id="i" type="checkbox">'],
    ['unsupported', '<p id="i">Text</p>'],
    [
      'covered',
      '<input id="i"><dialog open style="position:fixed;inset:0;width:100%;height:100%">Wait</dialog>',
    ],
  ])('refuses as %s: %s', async (reason, html) => {
    mount(html);
    expect(await type('#i', 'x')).toMatchObject({ ok: false, reason });
  });

  it('finds the field of a label and of a search box', async () => {
    mount(
      '<label id="l" for="i">Name</label><input id="i"><div id="d"><svg></svg><input id="j"></div>',
    );
    await type('#l', 'Ada');
    await type('#d', 'lamp');
    expect(find<HTMLInputElement>('#i').value).toBe('Ada');
    expect(find<HTMLInputElement>('#j').value).toBe('lamp');
  });

  it('stops in the middle of typing, and says what had been done', async () => {
    mount('<textarea id="i"></textarea>');
    const stop = new AbortController();
    find('#i').addEventListener('input', () => {
      if (find<HTMLTextAreaElement>('#i').value.length === 5) stop.abort();
    });
    const done = await type('#i', 'one hundred words', makeContext({ signal: stop.signal }));
    expect(find<HTMLTextAreaElement>('#i').value).toBe('one h');
    expect(done).toMatchObject({
      ok: false,
      reason: 'stopped',
      receipt: { verdict: 'changed', changes: [{ kind: 'value', from: '', to: 'one h' }] },
    });
  });

  it('does nothing when stopped before', async () => {
    mount('<input id="i">');
    const done = await type('#i', 'x', makeContext({ signal: AbortSignal.abort() }));
    expect(done).toEqual({
      ok: false,
      reason: 'stopped',
      message: 'Stopped before anything was done.',
    });
    expect(find<HTMLInputElement>('#i').value).toBe('');
  });
});
