import { afterEach, describe, expect, it } from 'vitest';
import { find, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';

/** A list whose options are drawn at the end of the body some time after it was pressed. */
function mountList(takes: boolean): void {
  mount('<button id="c" aria-haspopup="listbox" aria-expanded="false">Red</button>');
  find('#c').addEventListener('click', () => {
    setTimeout(() => {
      const list = document.createElement('div');
      list.innerHTML = ['Red', 'Green', 'Dark green']
        .map((name) => `<div role="option">${name}</div>`)
        .join('');
      document.body.append(list);
      find('#c').setAttribute('aria-expanded', 'true');
      list.addEventListener('click', (event) => {
        if (takes && event.target instanceof Element) {
          find('#c').textContent = event.target.textContent;
        }
        find('#c').setAttribute('aria-expanded', 'false');
        list.remove();
      });
    }, 200);
  });
}

function change(value: string) {
  const ctx = makeContext();
  return performAction({ intent: 'change', uid: ctx.uid('#c'), value }, ctx);
}

afterEach(() => {
  mount('');
});

describe('a list of the page’s own', () => {
  it('is opened, and the option chosen wherever it hangs', async () => {
    mountList(true);
    const receipt = receiptOf(await change('green'));
    expect(find('#c').textContent).toBe('Green');
    expect(receipt).toMatchObject({ verdict: 'changed', asAsked: true });
    expect(receipt.changes[0]).toMatchObject({ kind: 'value', from: 'Red', to: 'Green' });
  });

  it('says what it offers instead', async () => {
    mountList(true);
    expect(await change('Blue')).toMatchObject({
      ok: false,
      reason: 'no-such-option',
      message: '“Red” has no option “Blue”. It offers “Red”, “Green”, “Dark green”.',
    });
  });

  it('is not believed to hold what it does not show', async () => {
    mountList(false);
    expect(receiptOf(await change('Green'))).toMatchObject({ asAsked: false });
  });
});

/** A field that offers what holds the typed letters, and knows only what was clicked there. */
function mountField(options: readonly string[], takes = true): { chosen: () => string } {
  mount('<input id="c" role="combobox" aria-expanded="false" value="Bergen" aria-label="City">');
  const field = find<HTMLInputElement>('#c');
  const list = document.createElement('div');
  let chosen = '';
  let timer = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const typed = field.value.toLowerCase();
      const found = options.filter(
        (name) => typed.length < 2 || name.toLowerCase().includes(typed),
      );
      list.innerHTML = (found.length > 0 ? found : options)
        .map((name) => `<div role="option">${name}</div>`)
        .join('');
      document.body.append(list);
      field.setAttribute('aria-expanded', String(options.length > 0));
    }, 100);
  });
  list.addEventListener('click', (event) => {
    if (!takes || !(event.target instanceof Element)) return;
    chosen = event.target.textContent;
    field.value = chosen;
    field.setAttribute('aria-expanded', 'false');
    list.remove();
  });
  return { chosen: () => chosen };
}

describe('a field that offers a list', () => {
  it('is typed into, and the option that comes up is chosen', async () => {
    const page = mountField(['Oslo', 'Oslo Airport', 'Bergen']);
    const receipt = receiptOf(await change('oslo'));
    expect(page.chosen()).toBe('Oslo');
    expect(receipt).toMatchObject({ verdict: 'changed', asAsked: true });
  });

  it('says what it offers instead, and holds again what it held', async () => {
    const page = mountField(['Oslo', 'Bergen']);
    expect(await change('Paris')).toMatchObject({
      ok: false,
      reason: 'no-such-option',
      message: '“City” has no option “Paris”. It offers “Oslo”, “Bergen”.',
    });
    expect(find<HTMLInputElement>('#c').value).toBe('Bergen');
    expect(page.chosen()).toBe('');
  });

  it('is not believed to have taken what was only typed', async () => {
    mountField(['Oslo'], false);
    expect(receiptOf(await change('Oslo'))).toMatchObject({ asAsked: false });
  });

  it('does not take what its list has looked for in vain', async () => {
    mountField([]);
    const field = find<HTMLInputElement>('#c');
    field.addEventListener('input', () => {
      setTimeout(() => field.setAttribute('aria-expanded', 'true'), 200);
    });
    expect(await change('Oslo')).toMatchObject({ ok: false, reason: 'no-such-option' });
    expect(field.value).toBe('Bergen');
  });

  it('keeps the text where no list comes', async () => {
    mountField([]);
    expect(receiptOf(await change('Oslo'))).toMatchObject({ asAsked: true });
    expect(find<HTMLInputElement>('#c').value).toBe('Oslo');
  });

  it('is opened where nothing can be typed in it', async () => {
    mountList(true);
    find('#c').outerHTML =
      '<input id="c" role="combobox" aria-haspopup="listbox" readonly value="Red">';
    const field = find<HTMLInputElement>('#c');
    field.addEventListener('click', () => {
      const list = document.createElement('div');
      list.innerHTML = '<div role="option">Green</div>';
      list.addEventListener('click', () => {
        field.value = 'Green';
        list.remove();
      });
      document.body.append(list);
    });
    expect(receiptOf(await change('green'))).toMatchObject({ verdict: 'changed', asAsked: true });
  });
});

/** A list control that shows the chosen option, and accepts clicks unless it is switched off. */
function mountChoice(shown: string, options: readonly string[], takes = true): void {
  mount(`<button id="c" aria-haspopup="listbox" aria-expanded="false">${shown}</button>`);
  find('#c').addEventListener('click', () => {
    const list = document.createElement('div');
    list.innerHTML = options.map((name) => `<div role="option">${name}</div>`).join('');
    document.body.append(list);
    list.addEventListener('click', ({ target }) => {
      if (takes && target instanceof Element) find('#c').textContent = target.textContent;
      list.remove();
    });
  });
}

describe('another choice that only begins or ends as the one asked for', () => {
  it('is not taken for it where the control shows it already', async () => {
    mountChoice('Dark green', ['Dark green', 'Green']);
    expect(receiptOf(await change('Green'))).toMatchObject({ verdict: 'changed', asAsked: true });
    expect(find('#c').textContent).toBe('Green');
  });

  it('is not taken for it where the control goes on showing it', async () => {
    mountChoice('Dark green', ['Dark green', 'Green'], false);
    expect(receiptOf(await change('Green'))).toMatchObject({ asAsked: false });
  });

  it('is not chosen in its place', async () => {
    mountChoice('Choose one', ['JavaScript', 'Python']);
    expect(await change('Java')).toMatchObject({ ok: false, reason: 'no-such-option' });
    const page = mountField(['JavaScript', 'Python']);
    expect(await change('Java')).toMatchObject({ ok: false, reason: 'no-such-option' });
    expect(page.chosen()).toBe('');
  });

  it("matches by whole words, and reports the option's own name", async () => {
    mountChoice('Choose one', ['Express (1–2 days)', 'Standard']);
    const receipt = receiptOf(await change('express'));
    expect(receipt.asAsked).toBe(true);
    expect(receipt.changes[0]).toMatchObject({ kind: 'value', to: 'Express (1–2 days)' });
  });

  it('is not put in by a field of its own accord', async () => {
    const page = mountField(['Oslo', 'Oslo Airport']);
    const field = find<HTMLInputElement>('#c');
    document.body.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Element && target.matches('[role="option"]')) {
          queueMicrotask(() => (field.value = 'Oslo Airport'));
        }
      },
      { once: true },
    );
    expect(receiptOf(await change('Oslo'))).toMatchObject({ asAsked: false });
    expect(page.chosen()).toBe('Oslo');
  });

  it('is not chosen for it by a field that says no more than that it completes', async () => {
    const page = mountField(['Java', 'JavaScript']);
    find('#c').removeAttribute('role');
    find('#c').setAttribute('aria-autocomplete', 'list');
    expect(receiptOf(await change('Java'))).toMatchObject({ asAsked: true });
    expect(page.chosen()).toBe('Java');
  });
});
