import { afterEach, describe, expect, it } from 'vitest';
import type { PageAction } from '../../../core/action/action.ts';
import { createAfterwards } from './afterwards.ts';
import { find, makeContext, mount, receiptOf } from '../perform.fixture.ts';
import type { TestContext } from '../perform.fixture.ts';
import { performAction } from '../perform.ts';
import { Sightings } from '../target/fingerprint.ts';

const SWITCHES = ['Wi-Fi', 'Sound', 'Radio']
  .map((name, at) => `<div id="s${at}" role="switch" aria-checked="false">${name}</div>`)
  .join('');

/** A page that reacts at once and later takes it back, as after a failed save. */
function mountSwitches(): { fail: (selector: string) => void } {
  mount(`${SWITCHES}<button id="b">Save</button><input id="t"><p id="p" role="status"></p>`);
  document.body.onclick = ({ target }) => {
    if (!(target instanceof Element) || target.getAttribute('role') !== 'switch') return;
    target.setAttribute('aria-checked', String(target.getAttribute('aria-checked') !== 'true'));
  };
  return {
    fail(selector) {
      find(selector).setAttribute('aria-checked', 'false');
      find('#p').textContent = 'Could not be saved';
    },
  };
}

/** A document that is worked on, as its content script does it. */
function open() {
  const ctx = makeContext();
  const afterwards = createAfterwards(ctx.now, ctx.signal);
  let turns = 0;
  return {
    ctx,
    async act(toAction: (uid: TestContext['uid']) => PageAction) {
      turns += 1;
      const turnId = `turn-${turns}`;
      const action = toAction(ctx.uid);
      const performed = await performAction(action, {
        ...ctx,
        beforeAct: (target) => {
          afterwards.leave(action, target);
          return Promise.resolve();
        },
        keepWatch: (reported) => afterwards.note(turnId, reported),
      });
      return receiptOf(performed);
    },
    review: (isLast = false) => afterwards.review(isLast),
  };
}

const turnOn = (selector: string) => (uid: TestContext['uid']) =>
  ({ intent: 'change', uid: uid(selector), value: 'true' }) as const;

afterEach(() => {
  document.body.onclick = null;
  mount('');
});

describe('what was reported of an action', () => {
  it("reports again when the page has taken it back, with the page's message", async () => {
    const page = mountSwitches();
    const tab = open();
    expect(await tab.act(turnOn('#s0'))).toMatchObject({ asAsked: true });
    expect(await tab.review()).toEqual([]);
    page.fail('#s0');
    expect(await tab.review()).toMatchObject([
      {
        turnId: 'turn-1',
        receipt: { asAsked: false, changes: [{ kind: 'appeared', text: 'Could not be saved' }] },
      },
    ]);
  });

  it('is waited for at the end, as switches go back when the answer of the server is there', async () => {
    const page = mountSwitches();
    const tab = open();
    await tab.act(turnOn('#s0'));
    setTimeout(() => page.fail('#s0'), 300);
    expect(await tab.review(true)).toMatchObject([{ receipt: { asAsked: false } }]);
  });

  it('is waited for also where a list was chosen in, or a label was pressed', async () => {
    mount(
      '<select id="l"><option>Red<option>Green</select><label id="n"><input id="i" type="checkbox">News</label>',
    );
    const list = find<HTMLSelectElement>('#l');
    const tab = open();
    await tab.act((uid) => ({ intent: 'change', uid: uid('#l'), value: 'Green' }));
    setTimeout(() => (list.value = 'Red'), 300);
    expect(await tab.review(true)).toMatchObject([{ receipt: { asAsked: false } }]);
    await tab.act((uid) => ({ intent: 'click', uid: uid('#n') }));
    setTimeout(() => (find<HTMLInputElement>('#i').checked = false), 300);
    expect((await tab.review(true)).at(-1)).toMatchObject({ receipt: { verdict: 'unchanged' } });
  });

  it('holds where nothing has changed', async () => {
    mountSwitches();
    const tab = open();
    await tab.act(turnOn('#s0'));
    expect(await tab.review(true)).toMatchObject([{ receipt: { asAsked: true } }]);
  });

  it('is held against the page also when others were set since', async () => {
    const page = mountSwitches();
    const tab = open();
    await tab.act(turnOn('#s0'));
    await tab.act(turnOn('#s1'));
    page.fail('#s0');
    expect(await tab.review(true)).toMatchObject([
      { turnId: 'turn-1', receipt: { asAsked: false } },
      { turnId: 'turn-2', receipt: { asAsked: true } },
    ]);
    expect(await tab.review(true)).toMatchObject([{ turnId: 'turn-2' }]);
  });

  it('is not laid to the page where it was set back by a later action', async () => {
    mountSwitches();
    const tab = open();
    await tab.act(turnOn('#s0'));
    await tab.act((uid) => ({ intent: 'change', uid: uid('#s0'), value: 'false' }));
    expect(await tab.review(true)).toMatchObject([
      { turnId: 'turn-2', receipt: { asAsked: true } },
    ]);
  });

  it('ends where a later action may have sent or emptied all', async () => {
    const page = mountSwitches();
    const tab = open();
    await tab.act(turnOn('#s0'));
    find('#b').addEventListener('click', () => page.fail('#s0'));
    await tab.act((uid) => ({ intent: 'click', uid: uid('#b') }));
    expect((await tab.review(true)).map(({ turnId }) => turnId)).toEqual(['turn-2']);
  });

  it('was lost already when another action began', async () => {
    const page = mountSwitches();
    const tab = open();
    await tab.act(turnOn('#s0'));
    page.fail('#s0');
    await tab.act((uid) => ({ intent: 'click', uid: uid('#b') }));
    expect(await tab.review(true)).toMatchObject([
      { turnId: 'turn-1', receipt: { asAsked: false } },
      { turnId: 'turn-2' },
    ]);
  });
});

describe('a control that the page redraws', () => {
  function mountRows(takes: boolean): void {
    let isOn = false;
    const draw = (): void => {
      mount(`<div id="r"><label><input id="c" type="checkbox"> Wi-Fi</label></div>`);
      const box = find<HTMLInputElement>('#c');
      box.checked = isOn;
      box.addEventListener('click', () => {
        if (takes) isOn = !isOn;
        queueMicrotask(draw);
      });
    };
    draw();
  }

  async function tick() {
    const sightings = new Sightings();
    const ctx = makeContext({ sightings });
    sightings.note([document], ctx.uidOf);
    const uid = ctx.uid('#c');
    return receiptOf(await performAction({ intent: 'change', uid, value: 'true' }, ctx));
  }

  it('is read where it is now', async () => {
    mountRows(true);
    expect(await tick()).toMatchObject({
      verdict: 'changed',
      asAsked: true,
      changes: [{ kind: 'checked', to: true }],
    });
  });

  it('is not believed by what is no longer on the page', async () => {
    mountRows(false);
    expect(await tick()).toMatchObject({ asAsked: false });
    expect(find<HTMLInputElement>('#c').checked).toBe(false);
  });
});
