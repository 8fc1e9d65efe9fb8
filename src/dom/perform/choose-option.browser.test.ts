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
