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

/** Capturing once the whole page was looked at: what is invisible by then is known. */
async function captureLookedAt() {
  vi.spyOn(globalThis, 'requestIdleCallback').mockImplementation((work) => {
    work({ didTimeout: false, timeRemaining: () => 50 });
    return 0;
  });
  const capture = captureHere(stop.signal, { hover: true });
  await new Promise((resolve) => setTimeout(resolve));
  return capture;
}

/** Hovers `.a` and then `.b`, each of which must count as a change. */
async function hoverBoth() {
  await userEvent.hover(find('.b'));
  const capture = captureHere(stop.signal, { hover: false });
  for (const over of ['.a', '.b']) {
    const before = performance.timeOrigin + performance.now();
    await userEvent.hover(find(over));
    await expect.poll(() => capture.instants().at(-1)).toBeGreaterThanOrEqual(before);
  }
  return capture;
}

describe('a hover', () => {
  it('that no turns are made of still counts for pictures, where a style sheet shows it', async () => {
    stage.innerHTML = '<style>.a:hover { color: red }</style><p class="a">A</p><p class="b">B</p>';
    expect((await hoverBoth()).actions()).toEqual([]);
  });

  it.each([
    ['a button', '<button class="a">A</button>'],
    ['a field, by its label', '<label class="a">A <input type="checkbox"></label>'],
  ])('counts for pictures where the browser itself draws %s differently', async (_, html) => {
    stage.innerHTML = `${html}<p class="b">B</p>`;
    await hoverBoth();
  });

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

  it('is known where what it unfolds stands in the page, grouped beside what unfolds it', async () => {
    stage.innerHTML = `
      <p>Away</p><div style="width: 200px"><button>Create</button>
      <ul><li style="opacity: 0"><button id="file">File</button></li></ul></div>`;
    const [create, li] = [find('button'), find('li')];
    await userEvent.hover(find('p'));
    const capture = await captureLookedAt();
    create.addEventListener('pointerenter', () => li.removeAttribute('style'));
    await userEvent.hover(create);
    await userEvent.click(find('#file'));
    expect(capture.actions()).toMatchObject([
      { intent: 'hover', uid: capture.uidOf(create) },
      { intent: 'click' },
    ]);
  });

  it('is no turn where it only draws another picture in the same place', async () => {
    const drawing = 'width="20" height="20"><rect width="20" height="20" /></svg>';
    stage.innerHTML = `<p>Rate</p>
      <i style="display: inline-block"><svg id="empty" ${drawing}<svg id="full" style="display: none" ${drawing}</i>`;
    const [star, empty, full] = [find('i'), find('#empty'), find('#full')];
    star.addEventListener('pointerenter', () => {
      empty.setAttribute('style', 'display: none');
      full.removeAttribute('style');
    });
    await userEvent.hover(find('p'));
    const capture = captureHere(stop.signal, { hover: true });
    await new Promise((resolve) => setTimeout(resolve));
    await userEvent.hover(star, { position: { x: 9, y: 9 } });
    await userEvent.click(full);
    expect(capture.actions()).toMatchObject([{ intent: 'click' }]);
  });

  it('is no turn where the click on the same thing tells of it', async () => {
    stage.innerHTML = '<div style="width: 200px"><button id="more">More</button></div>';
    const more = find('#more');
    const capture = captureHere(stop.signal, { hover: true });
    more.addEventListener('pointerenter', () => {
      more.insertAdjacentHTML('afterend', '<button id="save">Save</button>');
    });
    await userEvent.hover(more);
    await userEvent.click(more);
    await userEvent.click(find('#save'));
    expect(capture.actions()).toEqual([
      { intent: 'click', uid: capture.uidOf(more) },
      { intent: 'click', uid: capture.uidOf(find('#save')) },
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
