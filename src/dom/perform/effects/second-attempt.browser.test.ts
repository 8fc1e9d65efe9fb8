import { afterEach, describe, expect, it } from 'vitest';
import { find, listenTo, makeContext, mount, receiptOf } from '../perform.fixture.ts';
import { performAction } from '../perform.ts';

function click(selector: string) {
  const ctx = makeContext();
  return performAction({ intent: 'click', uid: ctx.uid(selector) }, ctx);
}

afterEach(() => {
  mount('');
});

describe('a second way', () => {
  it('presses the key that a button of the page’s own takes', async () => {
    mount('<div id="b" role="button" tabindex="0">More</div><p id="o"></p>');
    find('#b').addEventListener('keydown', (event) => {
      if (event.key === 'Enter') find('#o').textContent = 'Opened';
    });
    expect(receiptOf(await click('#b'))).toEqual({
      verdict: 'changed',
      changes: [{ kind: 'appeared', text: 'Opened' }],
      second: 'keyboard',
    });
  });

  it('presses the only control inside what was meant', async () => {
    mount(
      '<div id="b" style="width:300px;padding:30px">Express delivery with a long name <input id="r" type="radio"></div>',
    );
    const receipt = receiptOf(await click('#b'));
    expect(find<HTMLInputElement>('#r').checked).toBe(true);
    expect(receipt).toMatchObject({ verdict: 'changed', second: 'inner' });
  });

  it('never claims success: nothing came of both', async () => {
    mount('<div id="b" role="button" tabindex="0">More</div>');
    const heard = listenTo(find('#b'), 'click keydown');
    const receipt = receiptOf(await click('#b'));
    expect(heard).toEqual(['click', 'keydown']);
    expect(receipt).toEqual({ verdict: 'unchanged', changes: [], second: 'keyboard' });
  });

  it('is not tried while the page waits for an answer to the first', async () => {
    mount('<div id="b" role="button" tabindex="0">More</div>');
    const heard = listenTo(find('#b'), 'click keydown');
    const ctx = makeContext({ isAwaiting: () => Promise.resolve(true) });
    const done = await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx);
    expect(receiptOf(done)).toEqual({ verdict: 'unchanged', changes: [] });
    expect(heard).toEqual(['click']);
  });

  it.each([
    ['what sends', '<div id="b" role="button" tabindex="0">Send message</div>', false],
    ['what deletes', '<div id="b" role="button" tabindex="0">Delete</div>', false],
    ['a native button', '<button id="b">More</button>', false],
    ['what kept the click', '<div id="b" role="button" tabindex="0">More</div>', true],
  ])('leaves it at one try: %s', async (_name, html, keeps) => {
    mount(html);
    if (keeps) find('#b').addEventListener('click', (event) => event.preventDefault());
    const heard = listenTo(find('#b'), 'click keydown');
    const receipt = receiptOf(await click('#b'));
    expect(heard).toEqual(['click']);
    expect(receipt.second).toBeUndefined();
  });

  it('does not press twice what answers late', async () => {
    mount('<div id="b" role="button" tabindex="0">More</div><p id="o"></p>');
    find('#b').addEventListener('click', () => {
      setTimeout(() => (find('#o').textContent = 'Here'), 1500);
    });
    const heard = listenTo(find('#b'), 'click keydown');
    expect(receiptOf(await click('#b')).verdict).toBe('changed');
    expect(heard).toEqual(['click']);
  });

  it('writes by the browser’s editing where the page takes only trusted input', async () => {
    mount('<input id="i" value="old">');
    const field = find<HTMLInputElement>('#i');
    let kept = 'old';
    field.addEventListener('input', (event) => {
      if (event.isTrusted) kept = field.value;
      else field.value = kept;
    });
    const ctx = makeContext();
    const action = { intent: 'textInput', uid: ctx.uid('#i'), text: 'new words' } as const;
    const receipt = receiptOf(await performAction(action, ctx));
    expect([kept, field.value]).toEqual(['new words', 'new words']);
    expect(receipt).toMatchObject({ verdict: 'changed', asAsked: true, second: 'editing' });
  });
});

describe('a page for real input', () => {
  it.each([
    ['a canvas', '<canvas id="b" width="200" height="100"></canvas>', 'click'],
    ['a check in the page’s code', '<button id="b" onclick="event.isTrusted">Go</button>', 'click'],
    [
      'a menu by style alone',
      '<style>#m>ul{display:none}#m:hover>ul{display:block}</style><div id="m"><a id="b">Shop</a><ul><li>Lamps</li></ul></div>',
      'hover',
    ],
  ] as const)('is told: %s', async (_name, html, intent) => {
    mount(html);
    const ctx = makeContext();
    const receipt = receiptOf(await performAction({ intent, uid: ctx.uid('#b') }, ctx));
    expect(receipt).toMatchObject({ verdict: 'unchanged', handOver: 'mouse' });
  });

  it('is not said of a dead button', async () => {
    mount('<style>#b:hover{opacity:.5}</style><button id="b">Go</button>');
    const ctx = makeContext();
    const receipts = [
      receiptOf(await performAction({ intent: 'click', uid: ctx.uid('#b') }, ctx)),
      receiptOf(await performAction({ intent: 'hover', uid: ctx.uid('#b') }, ctx)),
    ];
    expect(receipts.map(({ handOver }) => handOver)).toEqual([undefined, undefined]);
  });
});
