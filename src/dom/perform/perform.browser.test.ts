import { afterEach, describe, expect, it } from 'vitest';
import type { PerformContext } from './context.ts';
import { changesOf, find, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';

afterEach(() => {
  mount('');
});

describe('scroll', () => {
  const boxes =
    '<div id="outer" style="height:300px;overflow:auto"><div id="s" style="height:100px;overflow-y:auto"><p id="p" style="height:150px;margin:0">x</p></div><p style="height:900px"></p></div><p style="height:3000px"></p>';

  it('scrolls the nearest box that can still move, then the next', async () => {
    mount(boxes);
    const ctx = makeContext();
    const action = { intent: 'scroll', uid: ctx.uid('#p'), x: 0, y: 50 } as const;
    const first = await performAction(action, ctx);
    expect(find('#s').scrollTop).toBe(50);
    expect(changesOf(first, 'scrolled')).toEqual([{ kind: 'scrolled', x: 0, y: 50 }]);
    await performAction(action, ctx);
    expect(find('#outer').scrollTop).toBe(50);
    await performAction({ ...action, y: -30 }, ctx);
    expect(find('#s').scrollTop).toBe(20);
  });

  it('scrolls the page, and says unchanged at its end', async () => {
    mount(boxes);
    const ctx = makeContext();
    const done = await performAction({ intent: 'scroll', uid: null, x: 0, y: 200 }, ctx);
    expect(window.scrollY).toBe(200);
    expect(receiptOf(done).verdict).toBe('changed');
    window.scrollTo(0, 0);
    const up = await performAction({ intent: 'scroll', uid: null, x: 0, y: -100 }, ctx);
    expect(receiptOf(up).verdict).toBe('unchanged');
  });

  it('scrolls the box in the middle where the page itself does not scroll', async () => {
    mount(
      '<div id="s" style="position:fixed;inset:0;overflow:auto"><p style="height:5000px"></p></div>',
    );
    await performAction({ intent: 'scroll', uid: null, x: 0, y: 120 }, makeContext());
    expect(find('#s').scrollTop).toBe(120);
  });

  it('leaves scrolling to a page that takes the wheel for itself', async () => {
    mount(boxes);
    find('#p').addEventListener('wheel', (event) => event.preventDefault());
    find('#s').addEventListener('wheel', (event) => event.preventDefault());
    const ctx = makeContext();
    await performAction({ intent: 'scroll', uid: ctx.uid('#p'), x: 0, y: 50 }, ctx);
    expect(find('#s').scrollTop).toBe(0);
  });
});

describe('hover', () => {
  it('enters, and leaves what was hovered before', async () => {
    mount(
      '<div id="m"><button id="a">Menu</button></div><button id="b">Other</button><p id="o"></p>',
    );
    const heard: string[] = [];
    for (const type of ['mouseenter', 'mouseleave', 'pointerenter']) {
      find('#m').addEventListener(type, () => heard.push(type));
    }
    find('#m').addEventListener('mouseenter', () => (find('#o').textContent = 'Submenu'));
    const ctx = makeContext();
    const done = await performAction({ intent: 'hover', uid: ctx.uid('#a') }, ctx);
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Submenu' }]);
    const other = await performAction({ intent: 'hover', uid: ctx.uid('#b') }, ctx);
    expect(heard).toEqual(['pointerenter', 'mouseenter', 'mouseleave']);
    expect(receiptOf(other).verdict).toBe('unchanged');
  });
});

describe('submit', () => {
  it('sends a form as its button would', async () => {
    mount('<form id="f"><input name="q"><button id="b">Send</button></form><p id="o"></p>');
    let submitter: string | undefined;
    find('#f').addEventListener('submit', (event) => {
      event.preventDefault();
      submitter = event.submitter?.id;
      find('#o').textContent = 'Sent';
    });
    const ctx = makeContext();
    const done = await performAction({ intent: 'submit', uid: ctx.uid('#f') }, ctx);
    expect(submitter).toBe('b');
    expect(receiptOf(done).verdict).toBe('changed');
  });

  it('says which field keeps it from being sent', async () => {
    mount('<form id="f"><label>Town <input required></label><button>Send</button></form>');
    const ctx = makeContext();
    const done = await performAction({ intent: 'submit', uid: ctx.uid('#f') }, ctx);
    expect(done).toMatchObject({ ok: false, reason: 'invalid' });
    expect(done).toHaveProperty('message', expect.stringContaining('“Town”'));
  });

  it('reports that the browser’s validation held a click on the button back', async () => {
    mount('<form><label>Town <input id="i" required></label><button id="b">Send</button></form>');
    const ctx = makeContext();
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(receiptOf(done).changes).toContainEqual({
      kind: 'state',
      uid: ctx.uid('#i'),
      name: 'invalid',
      to: find<HTMLInputElement>('#i').validationMessage,
    });
    expect(receiptOf(done).asAsked).toBe(false);
  });

  it.each([
    ['a field of the form', '#i', false],
    ['a field of another form', '#other', undefined],
  ])('says whether the form was refused where the page calls %s invalid', async (_, field, is) => {
    mount(
      '<form id="f"><input id="i"><button id="b">Send</button></form><form><input id="other"></form>',
    );
    find('#f').addEventListener('submit', (event) => {
      event.preventDefault();
      find(field).ariaInvalid = 'true';
    });
    const ctx = makeContext();
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(receiptOf(done).verdict).toBe('changed');
    expect(receiptOf(done).asAsked).toBe(is);
  });
});

describe('receipt', () => {
  async function clickTo(html: string, effect: () => void) {
    mount(`<button id="b">Go</button>${html}`);
    find('#b').addEventListener('click', effect);
    const ctx = makeContext();
    return performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
  }

  it('puts messages and dialogs first, and says what has gone', async () => {
    const done = await clickTo('<p id="p">Empty cart</p><div id="s" role="status"></div>', () => {
      find('#p').textContent = 'One lamp';
      find('#s').innerHTML = '<p>Saved</p><p>for later</p>';
    });
    expect(receiptOf(done).changes).toEqual([
      { kind: 'appeared', text: 'Saved for later' },
      { kind: 'appeared', text: 'One lamp' },
      { kind: 'vanished', text: 'Empty cart' },
    ]);
  });

  it('sees what a style brings to light, and no re-render of the same words', async () => {
    const done = await clickTo('<ul id="l"><li>One</li></ul><p id="p" hidden>Found</p>', () => {
      find('#l').innerHTML = '<li>One</li>';
      find('#p').hidden = false;
    });
    expect(receiptOf(done).changes).toEqual([{ kind: 'appeared', text: 'Found' }]);
  });

  it('sees values that a page sets by itself, the address and the title', async () => {
    const address = location.href;
    const done = await clickTo('<input id="i" value="1">', () => {
      find<HTMLInputElement>('#i').value = '2';
      history.pushState(null, '', '?page=2');
      document.title = 'Page 2';
    });
    history.replaceState(null, '', address);
    expect(receiptOf(done).changes.map((change) => change.kind)).toEqual(['value', 'url', 'title']);
  });

  it('cuts long texts to 200 code points and to eight changes', async () => {
    const done = await clickTo('<div id="l"></div>', () => {
      find('#l').innerHTML = Array.from(
        { length: 12 },
        (_, index) => `<p>${index}${'🙂'.repeat(300)}</p>`,
      ).join('');
    });
    const { changes } = receiptOf(done);
    expect(changes.length).toBeLessThanOrEqual(8);
    expect(
      changes.map((change) => ('text' in change ? Array.from(change.text).length : 0)),
    ).toEqual(changes.map(() => 200));
  });

  it('leaves out what secret elements say and what our overlay shows', async () => {
    mount('<button id="b">Go</button><p id="p"></p>');
    const overlay = document.createElement('div');
    find('#b').addEventListener('click', () => {
      find('#p').textContent = 'secret word';
      overlay.textContent = 'Wayscribe';
      document.body.append(overlay);
    });
    const ctx = makeContext({
      isSecret: (element) => element.id === 'p',
      overlayHost: () => overlay,
    });
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(JSON.stringify(done)).not.toMatch(/secret word|Wayscribe/u);
  });

  it('counts focus in a field that was clicked', async () => {
    mount('<input id="i">');
    const ctx = makeContext();
    const done = await performAction({ intent: 'click', uid: ctx.uid('#i') }, ctx);
    expect(receiptOf(done)).toMatchObject({ verdict: 'changed', changes: [{ kind: 'focus' }] });
  });

  it('waits until a page that keeps changing has come to rest', async () => {
    const done = await clickTo('<p id="o"></p>', () => {
      let step = 0;
      // Far more often than what counts as quiet, for a busy machine; no oftener than what is no clock.
      const timer = setInterval(() => {
        step += 1;
        find('#o').textContent = `Loading part ${step}`;
        if (step === 7) {
          find('#o').textContent = 'Loaded';
          clearInterval(timer);
        }
      }, 80);
    });
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Loaded' }]);
  });

  it('ends on a page that never rests', async () => {
    let timer = 0;
    await clickTo('<div id="o"></div>', () => {
      timer = window.setInterval(() => {
        find('#o').append(document.createElement('p'));
        find('#o').lastElementChild?.append('more');
      }, 50);
    });
    clearInterval(timer);
    expect(find('#o').childElementCount).toBeGreaterThan(0);
  });

  it('stops while it waits for the page', async () => {
    mount('<button id="b">Go</button>');
    const stop = new AbortController();
    let tasksAfter = 0;
    const count = (): void => {
      tasksAfter += 1;
      setTimeout(count);
    };
    find('#b').addEventListener('click', () =>
      setTimeout(() => {
        stop.abort();
        count();
      }, 20),
    );
    const ctx = makeContext({ signal: stop.signal });
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(done).toMatchObject({ ok: false, reason: 'stopped', receipt: { changes: [] } });
    expect(tasksAfter).toBeLessThan(10);
  });
});

describe('a receipt that settles early', () => {
  /** Presses a button whose handler is `onClick`, and returns the texts that appeared. */
  async function press(onClick: () => void, over: Partial<PerformContext> = {}) {
    mount('<button id="b">Save</button><p id="o"></p><p id="p"></p>');
    find('#b').addEventListener('click', onClick);
    const ctx = makeContext({ settlesEarly: true, ...over });
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    return changesOf(done, 'appeared').map((change) => 'text' in change && change.text);
  }

  const show = (selector: string, text: string): void => void (find(selector).textContent = text);

  it('has an answer that came at once', async () => {
    expect(await press(() => show('#o', 'Saved'))).toEqual(['Saved']);
  });

  it.each([
    ['looks alone have changed', () => (find('#o').className = 'on')],
    ['the page says that it is busy', () => find('#o').setAttribute('aria-busy', 'true')],
    ['the control is disabled', () => find('#b').setAttribute('disabled', '')],
    ['an animation has begun', () => find('#o').animate([{ opacity: 0.9 }, {}], 400)],
  ])('has what comes 200 ms later where %s', async (_what, begin) => {
    const shown = await press(() => {
      begin();
      if (find('#o').className === '') show('#o', 'Saving');
      setTimeout(() => show('#p', 'Saved'), 200);
    });
    expect(shown).toContain('Saved');
  });

  it('has what comes 200 ms later where a request was answered', async () => {
    const answer = async (): Promise<void> => {
      await (await fetch('/')).text();
      show('#o', 'Saving');
      setTimeout(() => show('#p', 'Saved'), 200);
    };
    const shown = await press(() => void answer());
    expect(shown).toContain('Saved');
  });

  it('has the first answer, however late', async () => {
    const shown = await press(() => void setTimeout(() => show('#o', 'Saved'), 700));
    expect(shown).toEqual(['Saved']);
  });
});
