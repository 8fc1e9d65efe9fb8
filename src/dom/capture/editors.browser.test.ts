import { describe, expect, it } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { captureOnStage } from './capture.fixture.ts';

const here = captureOnStage();

function add(html: string): HTMLElement {
  here.stage.innerHTML = html;
  const found = here.stage.querySelector('[data-field]');
  if (!(found instanceof HTMLElement)) throw new Error('no field');
  return found;
}

/** Whether the last turn is kept as it is to be: what is typed is handed over late. */
const expectActions = (actions: unknown[]) =>
  expect.poll(() => here.capture.actions()).toMatchObject(actions);

/** An editor as Monaco is: lines are its own, the browser edits the one with the caret. */
function addContextEditor(): { around: Element; field: HTMLElement } {
  const field = add(
    '<div style="width: 200px; height: 80px"><div data-field role="textbox" aria-label="Code" tabindex="0" style="width: 0"></div></div>',
  );
  const make: unknown = Reflect.get(globalThis, 'EditContext');
  if (typeof make !== 'function') throw new Error('no EditContext');
  const context: unknown = Reflect.construct(make, []);
  Reflect.set(field, 'editContext', context);
  const setText = (text: string): unknown =>
    context instanceof EventTarget &&
    Reflect.apply(Reflect.get(context, 'updateText') as () => unknown, context, [0, 1e6, text]);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setText('');
  });
  const around = field.parentElement;
  if (!around) throw new Error('nothing around');
  return { around, field };
}

describe('an editor with an EditContext', () => {
  it('records typing as one turn, described by an element with a box', async () => {
    const { around, field } = addContextEditor();
    field.focus();
    await userEvent.keyboard('let a{Enter}bx{Backspace}c');
    await expectActions([
      { intent: 'textInput', uid: here.capture.uidOf(around), text: 'let a\nbc' },
    ]);
    const [typed] = here.capture.turns();
    expect(typed?.properties['control']).toBe(here.capture.uidOf(field));
    expect(typed?.element).toMatchObject({ tagName: 'DIV', name: 'Code', role: 'textbox' });
    await userEvent.keyboard('{Escape}');
    await expectActions([
      { intent: 'textInput' },
      { intent: 'press', uid: here.capture.uidOf(around) },
    ]);
  });

  it('is typed into by composing, which nothing announces', async () => {
    addContextEditor().field.focus();
    const session = cdp();
    for (const text of ['n', 'に']) {
      await session.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
    }
    await session.send('Input.insertText', { text: '日' });
    await expectActions([{ intent: 'textInput', text: '日' }]);
  });
});

describe('an editor', () => {
  it('that puts marks for the caret into the text has them in no turn', async () => {
    const field = add('<div data-field contenteditable></div>');
    field.addEventListener('input', () => field.append('\u{FEFF}'), { once: true });
    field.focus();
    await userEvent.keyboard('ab');
    await expect.poll(() => field.textContent).toContain('\u{FEFF}');
    await expectActions([{ intent: 'textInput', text: 'ab' }]);
  });

  it('that moves on while it shows the last digit is read once more', async () => {
    const field = add(
      '<span data-field role="spinbutton" contenteditable>dd</span><button>Next</button>',
    );
    field.addEventListener('beforeinput', (event) => {
      event.preventDefault();
      const digit = event.data ?? '';
      if (field.textContent === '2') {
        here.stage.querySelector('button')?.focus();
        queueMicrotask(() => field.replaceChildren(`2${digit}`));
      } else field.replaceChildren(digit);
    });
    field.focus();
    await userEvent.keyboard('2');
    await expectActions([{ intent: 'textInput', text: '2' }]);
    await userEvent.keyboard('5');
    await expectActions([{ intent: 'textInput', text: '25' }]);
  });
});

describe('a key that the page answers in a field', () => {
  it('is a turn: steps of a part of a date', async () => {
    const field = add('<span data-field role="spinbutton" contenteditable>1</span>');
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowUp') return;
      event.preventDefault();
      field.replaceChildren('2');
    });
    field.focus();
    await userEvent.keyboard('{ArrowUp}');
    await expectActions([{ intent: 'press', key: 'ArrowUp' }]);
  });

  it('is a turn: Tab that takes a proposal, Backspace that takes away a tag', async () => {
    const field = add('<b>tag</b><input data-field>');
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Tab') event.preventDefault();
      if (event.key === 'Backspace') here.stage.querySelector('b')?.remove();
    });
    field.focus();
    await userEvent.keyboard('{Tab}');
    await expectActions([{ intent: 'press', key: 'Tab' }]);
    await userEvent.keyboard('{Backspace}');
    await expectActions([
      { intent: 'press', key: 'Tab' },
      { intent: 'press', key: 'Backspace' },
    ]);
    await userEvent.keyboard('a{Backspace}');
    await expectActions([{}, {}, { intent: 'textInput', text: '' }]);
    expect(here.capture.actions()).toHaveLength(3);
  });

  it('is a turn: Space on a switch that answers when it is let go', async () => {
    const field = add('<button data-field role="switch" aria-checked="false">Notify</button>');
    field.addEventListener('keyup', (event) => {
      event.preventDefault();
      field.setAttribute('aria-checked', 'true');
    });
    field.focus();
    await userEvent.keyboard(' ');
    await expectActions([{ intent: 'press', key: ' ' }]);
  });
});

describe('a space that is typed', () => {
  it('scrolls nothing, though the editor moves along', async () => {
    const field = add(`<div id="lines" style="overflow: auto; height: 50px">
      <textarea data-field></textarea><p style="height: 500px"></p></div>`);
    const lines = here.stage.querySelector('#lines');
    field.addEventListener('input', () => lines?.scrollBy(0, 9));
    const scrolled = new Promise((resolve) => {
      lines?.addEventListener('scroll', resolve, { once: true });
    });
    field.focus();
    await userEvent.keyboard(' ');
    await scrolled;
    await expectActions([{ intent: 'textInput', text: ' ' }]);
    expect(here.capture.actions()).toHaveLength(1);
  });
});
