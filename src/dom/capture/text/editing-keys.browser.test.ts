import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureOnStage } from '../capture.fixture.ts';

const here = captureOnStage();

/** A field with the focus, and what its page does with keys; a key that it answers it takes. */
function add(html: string, answers: Record<string, (field: HTMLElement) => void>): HTMLElement {
  here.stage.innerHTML = html;
  const field = here.stage.querySelector('[data-field]');
  if (!(field instanceof HTMLElement)) throw new Error('no field');
  field.addEventListener('keydown', (event) => {
    const answer = answers[event.key];
    if (!answer) return;
    event.preventDefault();
    answer(field);
  });
  field.focus();
  return field;
}

const expectActions = (actions: unknown[]) =>
  expect.poll(() => here.capture.actions()).toMatchObject(actions);

function write(field: HTMLElement, text: string): void {
  field.append(text);
  getSelection()?.selectAllChildren(field);
  getSelection()?.collapseToEnd();
}

const rich = '<div data-field contenteditable></div>';

describe('a list of proposals in an editor', () => {
  const list = `<ul>${'<li>Ada</li>'.repeat(3)}</ul>`;
  const choose = () => here.stage.querySelector('li:not(.on)')?.classList.add('on');

  it('is gone through and picked from with keys, which are turns', async () => {
    add(rich + list, { ArrowDown: choose, Enter: (field) => write(field, 'da,') });
    await userEvent.keyboard('Hi @A{ArrowDown}{Enter}bye');
    await expectActions([
      { intent: 'textInput', text: 'Hi @A' },
      { intent: 'press', key: 'ArrowDown' },
      { intent: 'press', key: 'Enter' },
      { intent: 'textInput', text: 'Hi @Ada,bye' },
    ]);
  });

  it('is picked from with Tab; space that Tab puts in is typed', async () => {
    add(rich, { Tab: (field) => write(field, field.textContent === 'A' ? 'da' : '\u{A0}') });
    await userEvent.keyboard('A{Tab}{Tab}.');
    await expectActions([
      { intent: 'textInput', text: 'A' },
      { intent: 'press', key: 'Tab' },
      { intent: 'textInput', text: 'Ada\u{A0}.' },
    ]);
  });

  it('describes it by the field that shows nothing of the text', async () => {
    const point = (field: HTMLElement) => field.setAttribute('aria-activedescendant', 'ada');
    add('<textarea data-field style="width: 6px; opacity: 0"></textarea>', {
      ArrowDown: point,
      ArrowUp: () => undefined,
      Enter: (field) => field.removeAttribute('aria-activedescendant'),
    });
    await userEvent.keyboard('A{ArrowUp}{ArrowDown}{Enter}{Enter}b');
    await expectActions([
      { intent: 'textInput', text: 'A' },
      { intent: 'press', key: 'ArrowDown' },
      { intent: 'press', key: 'Enter' },
      { intent: 'textInput', text: '\nb' },
    ]);
  });
});

describe('Enter that the page takes', () => {
  it('is typing where a line comes of it, alone as well', async () => {
    add(rich, {
      Enter: (field) => {
        field.innerHTML = '<p>a</p><p><br></p>';
      },
    });
    await userEvent.keyboard('{Enter}');
    await expectActions([{ intent: 'textInput' }]);
  });

  it('sends, though the text is taken out only later', async () => {
    const field = add('<textarea data-field></textarea>', { Enter: () => undefined });
    await userEvent.keyboard('hello{Enter}');
    await expectActions([
      { intent: 'textInput', text: 'hello' },
      { intent: 'press', key: 'Enter' },
    ]);
    (field as HTMLTextAreaElement).value = '';
    await userEvent.keyboard('again');
    await expectActions([{}, {}, { intent: 'textInput', text: 'again' }]);
  });

  it('goes on to the next block, and the text stays as it was', async () => {
    const next = (field: HTMLElement) => {
      field.textContent = 'one changed';
      here.stage.querySelector<HTMLElement>('#next')?.focus();
    };
    add(`${rich}<div id="next" contenteditable></div>`, { Enter: next });
    await userEvent.keyboard('one{Enter}two');
    await expectActions([
      { intent: 'textInput', text: 'one' },
      { intent: 'press', key: 'Enter' },
      { intent: 'textInput', text: 'two' },
    ]);
  });
});

describe('other keys that an editor takes', () => {
  it('are typing where they change its text: the first Backspace, a character', async () => {
    add('<div data-field contenteditable>abc</div>', {
      Backspace: (field) => field.replaceChildren('ab'),
      x: (field) => write(field, 'x'),
    });
    await userEvent.keyboard('{Backspace}');
    await expectActions([{ intent: 'textInput', text: 'ab' }]);
  });

  it('are turns where they change something else; where the caret goes on, none', async () => {
    const field = add(`<div data-field contenteditable>abc</div><p>deep</p>`, {
      ArrowDown: () => getSelection()?.collapse(field.firstChild, 2),
      Tab: () => here.stage.querySelector('p')?.setAttribute('style', 'margin: 9px'),
    });
    await userEvent.keyboard('{ArrowDown}{Tab}');
    await expectActions([{ intent: 'press', key: 'Tab' }]);
    expect(here.capture.actions()).toHaveLength(1);
  });

  it('are turns where the browser makes letters bold of them', async () => {
    const field = add('<div data-field contenteditable></div>', {});
    await userEvent.keyboard('a{Control>}b{/Control}c');
    await expectActions([
      { intent: 'textInput', text: 'a' },
      { intent: 'press', key: 'Control+b' },
      { intent: 'textInput', text: 'ac' },
    ]);
    expect(field.innerHTML).toContain('<b>');
  });
});

describe('a field that an editor keeps other text in', () => {
  it('has only what is typed: a line of code with what ends it', async () => {
    const field = add(
      '<textarea data-field style="width: 6px; opacity: 0">let\n\n</textarea>',
      {},
    ) as HTMLTextAreaElement;
    field.setSelectionRange(3, 3);
    await userEvent.keyboard(' a');
    field.value = 'let a = 1\n\n';
    field.setSelectionRange(9, 9);
    await userEvent.keyboard(';{Backspace},');
    await expectActions([{ intent: 'textInput', text: ' a,' }]);
  });
});
