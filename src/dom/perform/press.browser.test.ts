import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { find, listenTo, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';

function press(key: string, selector: string | null, ctx = makeContext()) {
  const uid = selector === null ? null : ctx.uid(selector);
  return performAction({ intent: 'press', uid, key }, ctx);
}

let submits: (string | null)[];
function countSubmits(event: SubmitEvent): void {
  event.preventDefault();
  submits.push(event.submitter?.id ?? null);
}
beforeEach(() => {
  submits = [];
  document.addEventListener('submit', countSubmits);
});
afterEach(() => {
  document.removeEventListener('submit', countSubmits);
  mount('');
});

describe('press', () => {
  it('submits by Enter in a field, through the default button, once', async () => {
    mount(
      '<form><input id="i"><button type="button">No</button><button id="b">Search</button></form>',
    );
    const keys = listenTo(find('#i'), 'keydown keypress keyup');
    const clicks = listenTo(find('#b'), 'click');
    await press('Enter', '#i');
    expect(keys).toEqual(['keydown', 'keypress', 'keyup']);
    expect(clicks).toEqual(['click']);
    expect(submits).toEqual(['b']);
  });

  it('submits a form of one field without a button, and not one of two', async () => {
    mount('<form><input id="i"></form><form><input id="j"><input></form>');
    await press('Enter', '#i');
    expect(submits).toEqual([null]);
    await press('Enter', '#j');
    expect(submits).toEqual([null]);
  });

  it.each(['keydown', 'keypress'] as const)(
    'does not submit when %s is prevented',
    async (type) => {
      mount('<form><input id="i"><button>Search</button></form>');
      find('#i').addEventListener(type, (event) => event.preventDefault());
      await press('Enter', '#i');
      expect(submits).toEqual([]);
    },
  );

  it('does not submit by a default button that is switched off', async () => {
    mount('<form><input id="i"><button disabled>Search</button></form>');
    await press('Enter', '#i');
    expect(submits).toEqual([]);
  });

  it('breaks the line in a textarea', async () => {
    mount('<form><textarea id="i">one</textarea><button>Send</button></form>');
    find<HTMLTextAreaElement>('#i').setSelectionRange(3, 3);
    await press('Enter', '#i');
    expect(find<HTMLTextAreaElement>('#i').value).toBe('one\n');
    expect(submits).toEqual([]);
  });

  it('tells old pages the key’s number', async () => {
    mount('<input id="i">');
    const reported: [string, string, number][] = [];
    find('#i').addEventListener('keydown', (event) => {
      reported.push([
        event.key,
        event.code,
        Reflect.get<KeyboardEvent, 'keyCode'>(event, 'keyCode'),
      ]);
    });
    await press('enter', '#i');
    await press('Control+a', '#i');
    expect(reported).toEqual([
      ['Enter', 'Enter', 13],
      ['a', 'KeyA', 65],
    ]);
  });

  it.each(['Enter', ' '])('presses a button by %j, once', async (key) => {
    mount('<button id="b">Go</button>');
    const clicks = listenTo(find('#b'), 'click');
    await press(key, '#b');
    expect(clicks).toEqual(['click']);
  });

  it('moves on by Tab and back by Shift+Tab, through shadow roots', async () => {
    mount('<input id="a"><my-field id="h"></my-field><input id="z">');
    const root = find('#h').attachShadow({ mode: 'open' });
    root.innerHTML = '<input id="in">';
    find('#a').focus();
    const done = await press('Tab', null);
    expect(root.activeElement).toBe(find('#in', root));
    expect(receiptOf(done).verdict).toBe('changed');
    await press('Tab', null);
    expect(document.activeElement).toBe(find('#z'));
    await press('Shift+Tab', null);
    expect(root.activeElement).toBe(find('#in', root));
  });

  it('closes a modal dialog by Escape, unless the page prevents it', async () => {
    mount('<dialog id="d"><p>Sure?</p><button>Yes</button></dialog>');
    find<HTMLDialogElement>('#d').showModal();
    find('#d').addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    await press('Escape', null);
    expect(find<HTMLDialogElement>('#d').open).toBe(true);
    const done = await press('Escape', null);
    expect(find<HTMLDialogElement>('#d').open).toBe(false);
    expect(receiptOf(done).changes.map((change) => change.kind)).toContain('vanished');
  });

  it('chooses by arrows in lists, radio groups and numbers', async () => {
    mount(
      '<select id="s"><option>1</option><option>2</option></select><input id="a" type="radio" name="r" checked><input id="b" type="radio" name="r"><input id="n" type="number" value="4" step="2" min="0">',
    );
    await press('ArrowDown', '#s');
    await press('ArrowRight', '#a');
    await press('ArrowUp', '#n');
    expect(find<HTMLSelectElement>('#s').value).toBe('2');
    expect(find<HTMLInputElement>('#b').checked).toBe(true);
    expect(find<HTMLInputElement>('#n').value).toBe('6');
  });

  it('scrolls the page by keys', async () => {
    mount('<div style="height:5000px"></div>');
    await press('PageDown', null);
    expect(window.scrollY).toBeGreaterThan(100);
    await press('End', null);
    expect(window.scrollY + window.innerHeight).toBeGreaterThan(4900);
  });

  it('writes and deletes a character', async () => {
    mount('<input id="i" value="ab">');
    find<HTMLInputElement>('#i').setSelectionRange(2, 2);
    await press('c', '#i');
    expect(find<HTMLInputElement>('#i').value).toBe('abc');
    await press('Backspace', '#i');
    expect(find<HTMLInputElement>('#i').value).toBe('ab');
  });

  it('reports "unchanged" if the page ignores the key', async () => {
    mount('<button id="b">Go</button>');
    expect(receiptOf(await press('F2', '#b')).verdict).toBe('unchanged');
  });
});
