import { afterEach, describe, expect, it, vi } from 'vitest';
import { changesOf, find, listenTo, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';

function click(selector: string, ctx = makeContext()) {
  return performAction({ intent: 'click', uid: ctx.uid(selector) }, ctx);
}

afterEach(() => {
  mount('');
});

describe('click', () => {
  it('sends every event of a press once, in order', async () => {
    mount('<button id="b">Add</button><output id="o"></output>');
    const heard = listenTo(
      find('#b'),
      'pointerover pointerenter mouseover pointerdown mousedown focus pointerup mouseup click',
    );
    find('#b').addEventListener('click', () => {
      find('#o').textContent = 'Added to cart';
    });
    const done = await click('#b');
    expect(heard).toEqual(
      'pointerover mouseover pointerenter pointerdown mousedown focus pointerup mouseup click'.split(
        ' ',
      ),
    );
    expect(receiptOf(done).verdict).toBe('changed');
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Added to cart' }]);
  });

  it('leaves a menu open that opens as soon as the pointer is over it', async () => {
    mount(
      '<button id="b" aria-haspopup="menu" aria-expanded="false">Actions</button><ul id="m"></ul>',
    );
    const button = find('#b');
    const show = (open: boolean) => {
      button.setAttribute('aria-expanded', String(open));
      find('#m').textContent = open ? 'Print' : '';
    };
    button.addEventListener('mouseenter', () => setTimeout(() => show(true), 0));
    button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
    const done = await click('#b');
    expect(receiptOf(done).verdict).toBe('changed');
    expect(find('#m').textContent).toBe('Print');
  });

  it('awaits frames only on a page that moves, or that it has scrolled', async () => {
    mount(
      '<button id="near">Add</button><p style="height: 4000px"></p><button id="far">Go</button>',
    );
    const frames = vi.spyOn(window, 'requestAnimationFrame');
    const still = makeContext({ isStill: () => true });
    await click('#near', still);
    expect(frames).not.toHaveBeenCalled();
    await click('#far', still);
    const afterScroll = frames.mock.calls.length;
    expect(afterScroll).toBeGreaterThan(0);
    await click('#far', makeContext({ isStill: () => false }));
    expect(frames.mock.calls.length).toBeGreaterThan(afterScroll + 1);
    frames.mockRestore();
  });

  it('waits on where the page answers to the scrolling by moving the target', async () => {
    mount(
      '<div id="bar"></div><p style="height: 4000px"></p><button id="far">Go</button><p style="height: 900px"></p><p id="o"></p>',
    );
    find('#far').addEventListener('click', () => (find('#o').textContent = 'Gone'));
    const grow = (): void => void (find('#bar').style.height = '300px');
    document.addEventListener('scroll', grow, { once: true });
    const done = await click('#far', makeContext({ isStill: () => true }));
    expect(find('#bar').style.height).toBe('300px');
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Gone' }]);
  });

  it('presses what draws a list whose own field lets the pointer through', async () => {
    mount(
      '<div id="face" style="width: 200px; height: 36px; position: relative"><div><input id="l" role="combobox" aria-haspopup="listbox" aria-expanded="false" readonly style="position: absolute; inset: 0; opacity: 0; pointer-events: none"></div></div><p id="o"></p>',
    );
    find('#face').addEventListener('click', () => (find('#o').textContent = 'Flute'));
    expect(changesOf(await click('#l'), 'appeared')).toEqual([{ kind: 'appeared', text: 'Flute' }]);
  });

  it('sees that a list was sorted, though no text came or went', async () => {
    mount('<button id="b">Sort</button><ul id="l"><li>Pear</li><li>Apple</li><li>Fig</li></ul>');
    find('#b').addEventListener('click', () => {
      const items = [...find('#l').children].sort((a, b) =>
        a.textContent < b.textContent ? -1 : 1,
      );
      find('#l').replaceChildren(...items);
    });
    expect(receiptOf(await click('#b'))).toEqual({
      verdict: 'changed',
      changes: [{ kind: 'reordered' }],
    });
    expect(receiptOf(await click('#b')).verdict).toBe('unchanged');
  });

  it('says unchanged of a button without a handler, though it takes the focus', async () => {
    mount('<button id="b">Add</button>');
    const done = await click('#b');
    expect(receiptOf(done).verdict).toBe('unchanged');
    expect(document.activeElement).toBe(find('#b'));
  });

  it('waits for an answer that takes a while before it says unchanged', async () => {
    mount('<button id="b">Add</button><p id="o"></p>');
    find('#b').addEventListener('click', () => {
      setTimeout(() => (find('#o').textContent = 'In your cart'), 700);
    });
    expect(changesOf(await click('#b'), 'appeared')).toEqual([
      { kind: 'appeared', text: 'In your cart' },
    ]);
  });

  it('does not take a running clock for an effect', async () => {
    mount('<button id="b">Add</button><p>It is <b id="t">12:00:01</b></p>');
    let seconds = 1;
    const timer = setInterval(() => {
      seconds += 1;
      find('#t').textContent = `12:00:0${seconds}`;
    }, 400);
    const done = await click('#b');
    clearInterval(timer);
    expect(seconds).toBeGreaterThan(1);
    expect(receiptOf(done).verdict).toBe('unchanged');
  });

  it('names what covers the target, and does nothing', async () => {
    mount(
      '<button id="b">Pay</button><div role="dialog" aria-label="Cookie choices" style="position:fixed;inset:0;background:#fff"><p>We use cookies</p></div>',
    );
    const heard = listenTo(find('#b'), 'pointerdown click');
    const done = await click('#b');
    expect(done).toEqual({
      ok: false,
      reason: 'covered',
      message: '“Pay” is covered by “Cookie choices”.',
    });
    expect(heard).toEqual([]);
  });

  it.each([
    ['disabled', '<button id="b" style="pointer-events:none">Go</button>'],
    ['disabled', '<button id="b" disabled>Go</button>'],
    ['disabled', '<fieldset disabled><button id="b">Go</button></fieldset>'],
    ['disabled', '<div aria-disabled="true"><button id="b">Go</button></div>'],
    ['hidden', '<button id="b" style="display:none">Go</button>'],
    ['hidden', '<div style="visibility:hidden"><button id="b">Go</button></div>'],
    ['unsupported', '<input id="b" type="file">'],
    ['unsupported', '<select id="b"><option>One</option></select>'],
  ])('refuses as %s: %s', async (reason, html) => {
    mount(html);
    const heard = listenTo(find('#b'), 'pointerdown mousedown click');
    expect(await click('#b')).toMatchObject({ ok: false, reason });
    expect(heard).toEqual([]);
  });

  it('refuses what has left the page as gone', async () => {
    mount('<button id="b">Go</button>');
    const ctx = makeContext();
    const uid = ctx.uid('#b');
    find('#b').remove();
    const done = await performAction({ intent: 'click', uid }, ctx);
    expect(done).toMatchObject({ ok: false, reason: 'gone' });
  });

  it('opens a menu that listens for pointerdown, and leaves it open', async () => {
    mount('<button id="b" aria-expanded="false">More</button>');
    find('#b').addEventListener('pointerdown', (event) => {
      event.preventDefault();
      const menu = document.createElement('div');
      menu.setAttribute('role', 'menu');
      menu.style.cssText = 'position:fixed;inset:0;background:#fff';
      menu.innerHTML = '<p>Rename</p>';
      queueMicrotask(() => {
        document.body.append(menu);
        find('#b').setAttribute('aria-expanded', 'true');
      });
    });
    const mouse = listenTo(find('#b'), 'mousedown mouseup click');
    const done = await click('#b');
    expect(receiptOf(done).changes).toContainEqual({
      kind: 'state',
      uid: expect.any(String) as string,
      name: 'expanded',
      to: 'true',
    });
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Rename' }]);
    expect(mouse).toEqual([]);
  });

  it('ticks a box through its label, once', async () => {
    mount('<label id="l"><input id="c" type="checkbox"> I agree</label>');
    const heard = listenTo(find('#c'), 'click input change');
    const done = await click('#l');
    expect(heard).toEqual(['click', 'input', 'change']);
    expect(find<HTMLInputElement>('#c').checked).toBe(true);
    expect(changesOf(done, 'checked')).toMatchObject([{ to: true }]);
  });

  it('opens details, follows a link within the page, submits by a button: the browser’s own part', async () => {
    mount(
      '<details id="d"><summary id="s">More</summary>Hidden words</details><a id="a" href="#there">Go</a><form id="f"><button id="b">Send</button></form>',
    );
    let sent = 0;
    find('#f').addEventListener('submit', (event) => {
      event.preventDefault();
      sent += 1;
    });
    const opened = await click('#s');
    expect(find<HTMLDetailsElement>('#d').open).toBe(true);
    expect(changesOf(opened, 'appeared')).toEqual([{ kind: 'appeared', text: 'Hidden words' }]);
    const moved = await click('#a');
    expect(location.hash).toBe('#there');
    expect(changesOf(moved, 'url')).toHaveLength(1);
    history.replaceState(null, '', location.pathname + location.search);
    await click('#b');
    expect(sent).toBe(1);
  });

  it('clicks inside a closed shadow root', async () => {
    mount('<my-card id="h"></my-card>');
    const ctx = makeContext();
    const root = find('#h').attachShadow({ mode: 'closed' });
    ctx.closed.set(find('#h'), root);
    root.innerHTML = '<button id="b"><slot></slot>Buy</button><p id="o"></p>';
    let clicks = 0;
    find('#b', root).addEventListener('click', () => {
      clicks += 1;
      find('#o', root).textContent = 'Bought';
    });
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b', root) }, ctx);
    expect(clicks).toBe(1);
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Bought' }]);
  });

  it('brings a target into view first', async () => {
    mount('<div style="height:3000px"></div><button id="b">Far</button>');
    const heard = listenTo(find('#b'), 'click');
    await click('#b');
    expect(heard).toEqual(['click']);
  });

  it('picks a place on a link that is not the button inside it', async () => {
    mount(
      '<a id="a" href="#card" style="display:block;width:300px;padding:40px 0;text-align:center">Lamp <button id="b">Save</button></a>',
    );
    const inner = listenTo(find('#b'), 'click');
    await click('#a');
    expect(inner).toEqual([]);
    expect(location.hash).toBe('#card');
    history.replaceState(null, '', location.pathname + location.search);
  });

  it('sees a heart filled without any word, but not the marks of a press', async () => {
    mount('<button id="b">♥</button><button id="d">Dead</button>');
    find('#b').addEventListener('click', () => find('#b').classList.add('liked'));
    find('#d').addEventListener('pointerdown', () => find('#d').classList.add('focus-ring'));
    expect(receiptOf(await click('#b')).verdict).toBe('changed');
    expect(receiptOf(await click('#d')).verdict).toBe('unchanged');
  });

  it('hands a link that opens a tab to the extension', async () => {
    mount('<a id="a" href="https://example.test/x" target="_blank">Open</a>');
    const opened: string[] = [];
    await click('#a', makeContext({ openTab: (url) => void opened.push(url) }));
    expect(opened).toEqual(['https://example.test/x']);
  });

  it('chooses an option that is clicked in a list that cannot be opened', async () => {
    mount('<select id="s"><option>One</option><option id="o">Two</option></select>');
    const heard = listenTo(find('#s'), 'input change');
    await click('#o');
    expect(find<HTMLSelectElement>('#s').value).toBe('Two');
    expect(heard).toEqual(['input', 'change']);
  });

  it('keeps the turn after the checks and before the first event', async () => {
    mount('<button id="b">Go</button><button id="x" disabled>No</button>');
    const heard = listenTo(find('#b'), 'pointerover click');
    const kept: number[] = [];
    const ctx = makeContext({
      beforeAct: () => {
        kept.push(heard.length);
        return Promise.resolve();
      },
    });
    await click('#b', ctx);
    await click('#x', ctx);
    expect(kept).toEqual([0]);
  });
});

describe('click in a window that has no focus', () => {
  it('makes up for the focus events that the browser then keeps back', async () => {
    mount('<input id="a"><input id="b">');
    // The browser focuses silently in such a window; here the element does it in its stead.
    find('#a').focus();
    const focus = vi.spyOn(find('#b'), 'focus').mockImplementation(() => undefined);
    const active = vi.spyOn(Document.prototype, 'activeElement', 'get');
    active.mockImplementation(() => (focus.mock.calls.length > 0 ? find('#b') : find('#a')));
    const left = listenTo(find('#a'), 'blur focusout');
    const entered = listenTo(find('#b'), 'focus focusin');
    await click('#b');
    vi.restoreAllMocks();
    expect(left).toEqual(['blur', 'focusout']);
    expect(entered).toEqual(['focus', 'focusin']);
  });
});
