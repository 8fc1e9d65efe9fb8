import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { describeElement } from './describe-element.ts';
import { captureOnStage } from './stage.fixture.ts';

const here = captureOnStage();

function find(selector: string): Element {
  const found = here.stage.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** What the last click is told as, with what was hit. */
async function click(hit: Element): Promise<unknown[]> {
  await userEvent.click(hit);
  const findLast = () => here.capture.turns().findLast(({ action }) => action.intent === 'click');
  await expect.poll(() => findLast()?.element?.uid).toBe(here.capture.uidOf(hit));
  const element = findLast()?.element;
  return [element?.tagName, element?.name, element?.role];
}

describe('what is hit inside a control', () => {
  it('is called as the control is, while it stays what was hit', async () => {
    here.stage.innerHTML = `
      <ul role="listbox"><li role="option"><span>Banana</span></li></ul>
      <button aria-label="Close"><svg width="20" height="20"><circle cx="10" cy="10" r="10" /></svg></button>
      <a href="#x"><b>Read more</b></a>`;
    expect(await click(find('span'))).toEqual(['SPAN', 'Banana', 'option']);
    expect(await click(find('circle'))).toEqual(['circle', 'Close', 'button']);
    expect(await click(find('b'))).toEqual(['B', 'Read more', 'link']);
  });

  it('is called as the control of its label is', async () => {
    here.stage.innerHTML = `
      <label><i>○</i> Airplane mode <input type="checkbox" role="switch"></label>`;
    expect(await click(find('i'))).toEqual(['I', '○ Airplane mode', 'switch']);
  });

  it('is called as the button is that it was put into by a slot', async () => {
    const host = document.createElement('x-button');
    host.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>';
    host.innerHTML = '<em>Send</em>';
    here.stage.append(host);
    expect(await click(find('em'))).toEqual(['EM', 'Send', 'button']);
  });

  it('keeps its own name, and none where it is in no control', async () => {
    here.stage.innerHTML =
      '<button>Save <img alt="draft" width="9" height="9"></button><p>Plain</p>';
    expect(await click(find('img'))).toEqual(['IMG', 'draft', 'img']);
    expect(await click(find('p'))).toEqual(['P', '', 'generic']);
  });

  it('does not tell what a secret field in the same label holds', () => {
    here.stage.innerHTML = '<label><i>Key:</i> <input value="hunter-2-hunter"></label>';
    const described = describeElement(find('i'), {
      uidOf: here.capture.uidOf,
      isSecret: (element) => element.matches('input'),
      mask: '***',
      hidden: { holds: () => false, listIn: () => [] },
    });
    expect(described.name).toContain('Key');
    expect(described.name).not.toContain('hunter');
  });
});
