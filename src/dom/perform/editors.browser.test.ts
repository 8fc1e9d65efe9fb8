import { afterEach, describe, expect, it } from 'vitest';
import { changesOf, find, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';

afterEach(() => {
  mount('');
});

function type(selector: string, text: string, ctx = makeContext()) {
  return performAction({ intent: 'textInput', uid: ctx.uid(selector), text }, ctx);
}

/**
 * A code editor after CodeMirror 5's plan: it draws lines with numbers, and catches keys in a text area
 * inside a box of no height, which holds the selection while there is one and is emptied after a key.
 */
function mountCodeEditor(start: string, { pastes = true } = {}): { text: () => string } {
  mount(`<div id="editor" style="position:relative;width:400px;min-height:60px;border:1px solid">
    <div style="overflow:hidden;position:relative;width:3px;height:0">
      <textarea id="keys" style="position:absolute;width:1000px;height:1em"></textarea></div>
    <div id="lines"></div></div>`);
  const keys = find<HTMLTextAreaElement>('#keys');
  let text = start;
  const draw = (): void => {
    find('#lines').innerHTML = text
      .split('\n')
      .map((line, at) => `<div><i>${at + 1}</i><pre style="display:inline">${line}</pre></div>`)
      .join('');
  };
  let selected = false;
  const insert = (piece: string): void => {
    text = selected ? piece : text + piece;
    selected = false;
    keys.value = '';
    draw();
  };
  keys.addEventListener('keydown', (event) => {
    if (event.code === 'KeyA' && (event.ctrlKey || event.metaKey)) {
      selected = true;
      keys.value = text;
      keys.select();
    }
    if (event.key === 'Backspace' && selected) insert('');
  });
  keys.addEventListener('paste', (event) => {
    if (!pastes) return;
    event.preventDefault();
    insert(event.clipboardData?.getData('text/plain') ?? '');
  });
  keys.addEventListener('input', () => {
    insert(keys.value);
  });
  draw();
  return { text: () => text };
}

describe('a code editor that catches keys out of sight', () => {
  it('takes a text whole, and shows it', async () => {
    const editor = mountCodeEditor('old text');
    const done = await type('#keys', 'if (a) {\n  b()\n}');
    expect(editor.text()).toBe('if (a) {\n  b()\n}');
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', asAsked: true });
    expect(changesOf(done, 'value')).toMatchObject([{ to: 'if (a) {\n  b()\n}' }]);
  });

  it('is typed into where it takes no paste', async () => {
    const editor = mountCodeEditor('old', { pastes: false });
    const done = await type('#keys', 'var a = 1');
    expect(editor.text()).toBe('var a = 1');
    expect(receiptOf(done).asAsked).toBe(true);
  });

  it('is emptied', async () => {
    const editor = mountCodeEditor('old');
    const done = await type('#keys', '');
    expect(editor.text()).toBe('');
    expect(receiptOf(done).asAsked).toBe(true);
  });
});

describe('an editor that only takes a real keyboard', () => {
  it('says so, and claims nothing', async () => {
    mount('<div id="e" contenteditable aria-label="Notes" style="height:40px">old</div>');
    const editor = find('#e');
    // As editors do that keep their text elsewhere and draw it again over what they did not write.
    const guard = new MutationObserver(() => {
      if (editor.textContent !== 'old') editor.textContent = 'old';
    });
    guard.observe(editor, { childList: true, characterData: true, subtree: true });
    const done = await type('#e', 'new');
    guard.disconnect();
    expect(done).toMatchObject({ ok: false, reason: 'unsupported' });
    expect(done.ok ? '' : done.message).toContain('“Notes” takes typing only from a real keyboard');
    expect(editor.textContent).toBe('old');
  });
});

describe('a list that comes late', () => {
  const LATE_MS = 700;

  it('is waited for when its control was opened', async () => {
    mount(
      '<button id="b" aria-haspopup="listbox" aria-expanded="false" aria-controls="l">Zone</button><ul id="l" role="listbox"></ul>',
    );
    const button = find('#b');
    const list = find('#l');
    button.addEventListener('click', () => {
      button.setAttribute('aria-expanded', 'true');
      list.textContent = 'Loading…';
      setTimeout(() => {
        list.innerHTML = '<li role="option">Lima</li>';
      }, LATE_MS);
    });
    const ctx = makeContext();
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(list.textContent).toBe('Lima');
    expect(changesOf(done, 'appeared')).toContainEqual({ kind: 'appeared', text: 'Lima' });
  });

  it('is waited for until it offers what was typed', async () => {
    mount(
      '<input id="i" role="combobox" aria-label="City" aria-expanded="true" aria-controls="l"><ul id="l" role="listbox"><li role="option">Aarhus</li></ul>',
    );
    const field = find<HTMLInputElement>('#i');
    let timer = 0;
    field.addEventListener('input', () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        find('#l').innerHTML = '<li role="option">Lima, Peru</li>';
      }, LATE_MS);
    });
    const done = await type('#i', 'lima');
    expect(find('#l').textContent).toBe('Lima, Peru');
    expect(receiptOf(done).asAsked).toBe(true);
  });

  it('is not waited for when the control has closed', async () => {
    const measure = async (closes: boolean): Promise<number> => {
      mount(
        `<button id="b" aria-haspopup="listbox" aria-expanded="${closes}" aria-controls="l">Zone</button><ul id="l" role="listbox"></ul>`,
      );
      find('#b').addEventListener('click', () => {
        find('#b').setAttribute('aria-expanded', String(!closes));
      });
      const ctx = makeContext();
      const start = performance.now();
      await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
      return performance.now() - start;
    };
    expect(await measure(true)).toBeLessThan(await measure(false));
  });
});
