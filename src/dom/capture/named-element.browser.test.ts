import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { describeElement } from './describe-element.ts';
import { captureOnStage } from './capture.fixture.ts';

const here = captureOnStage();

function find(selector: string): Element {
  const found = here.stage.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

/** The element that describes the last click, and the element that was hit. */
async function click(hit: Element): Promise<unknown[]> {
  await userEvent.click(hit);
  const findLast = () => here.capture.turns().findLast(({ action }) => action.intent === 'click');
  await expect.poll(() => findLast()?.element?.uid).toBe(here.capture.uidOf(hit));
  const element = findLast()?.element;
  return [element?.tagName, element?.name, element?.role];
}

/** A slider as libraries draw them: the real one is not what is seen. */
function stageSlider(): void {
  const drawn = 'display: block; height: 9px; width: 90px';
  here.stage.innerHTML = `
    <div><i class="rail" style="${drawn}"></i>
    <b class="thumb" style="${drawn}"><input type="range" aria-label="Volume" style="opacity: 0; width: 1px"></b></div>`;
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

  it('is called as the slider or switch is that it is drawn for', async () => {
    stageSlider();
    expect(await click(find('.rail'))).toEqual(['I', 'Volume', 'slider']);
    expect(await click(find('.thumb'))).toEqual(['B', 'Volume', 'slider']);
    here.stage.innerHTML = `<div><input type="checkbox" role="switch" aria-label="Alerts" style="position: absolute; opacity: 0; width: 0">
      <i class="rail" style="display: block; height: 20px; width: 40px"></i></div>`;
    expect(await click(find('.rail'))).toEqual(['I', 'Alerts', 'switch']);
    here.stage.innerHTML = '<p>Text<i class="plain" style="padding: 9px"></i></p>';
    expect(await click(find('.plain'))).toEqual(['I', '', 'generic']);
  });

  it('is called as the control of its label, and as its column, although a tooltip names it', async () => {
    here.stage.innerHTML = `
      <label><input type="radio" style="display: none"><span title="each week">Weekly</span></label>
      <table><tr><th><span>Age</span></th></tr></table>`;
    expect(await click(find('label span'))).toEqual(['SPAN', 'Weekly', 'radio']);
    expect(await click(find('th span'))).toEqual(['SPAN', 'Age', 'columnheader']);
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
      hidden: { holds: () => false, listIn: () => [] },
    });
    expect(described.name).toContain('Key');
    expect(described.name).not.toContain('hunter');
  });
});
