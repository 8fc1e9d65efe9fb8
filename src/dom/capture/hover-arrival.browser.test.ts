import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from './capture.fixture.ts';

let stop: AbortController;
let stage: HTMLElement;

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
});
afterEach(() => {
  stop.abort();
  stage.remove();
  vi.restoreAllMocks();
});

function find(selector: string): Element {
  const found = stage.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

describe('a hover', () => {
  it('is known where the page answers that the pointer leaves what it was over before', async () => {
    stage.innerHTML = '<button id="file">File</button> <button id="view">View</button>';
    const view = find('#view');
    find('#file').addEventListener('pointerout', ({ relatedTarget }: PointerEventInit) => {
      if (relatedTarget !== view) return;
      const menu = document.createElement('menu');
      menu.style.cssText = 'position: fixed; left: 20px; top: 60px';
      menu.innerHTML = '<button>Wrap</button>';
      stage.append(menu);
    });
    const capture = captureHere(stop.signal, { hover: true });
    await userEvent.hover(find('#file'));
    await userEvent.hover(view);
    await userEvent.click(find('menu button'));
    expect(capture.actions()).toMatchObject([
      { intent: 'hover', uid: capture.uidOf(view) },
      { intent: 'click' },
    ]);
  });

  it('is known at once when the page is there, before it was ever idle', async () => {
    vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(0);
    stage.innerHTML = `
      <style>nav ul { display: none } nav:hover ul { display: block }</style>
      <p>Away</p><nav>Menu<ul><li><button>Inside</button></li></ul></nav>`;
    await userEvent.hover(find('p'));
    const capture = captureHere(stop.signal, { hover: true });
    await new Promise((resolve) => setTimeout(resolve));
    await userEvent.hover(find('nav'));
    await userEvent.click(find('nav button'));
    expect(capture.actions()).toMatchObject([
      { intent: 'hover', uid: capture.uidOf(find('nav')) },
      { intent: 'click' },
    ]);
  });
});
