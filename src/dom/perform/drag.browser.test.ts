import { afterEach, describe, expect, it } from 'vitest';
import { changesOf, find, listenTo, makeContext, mount, receiptOf } from './perform.fixture.ts';
import { performAction } from './perform.ts';
import { elementAt } from '../composed-tree.ts';

afterEach(() => {
  mount('');
});

function drag(source: string, to: string, ctx = makeContext()) {
  const toUid = ctx.uid(to);
  return performAction({ intent: 'drag', uid: ctx.uid(source), toUid, x: 0, y: 0 }, ctx);
}

const BOARD = `
  <style>ul { float: left; width: 120px; min-height: 160px; margin: 8px } li { height: 24px }</style>
  <ul id="open"><li id="a" draggable="true">Alpha</li><li id="b" draggable="true">Beta</li></ul>
  <ul id="done"></ul>`;

/** A board as pages write it with the browser's own drag and drop. */
function mountBoard(): void {
  mount(BOARD);
  for (const card of document.querySelectorAll('li')) {
    card.addEventListener('dragstart', (event) => {
      event.dataTransfer?.setData('text/plain', card.id);
    });
  }
  find('#done').addEventListener('dragover', (event) => event.preventDefault());
  find('#done').addEventListener('drop', (event) => {
    event.preventDefault();
    find('#done').append(find(`#${event.dataTransfer?.getData('text/plain') ?? ''}`));
  });
}

/** A board that follows the pointer itself, once a frame. */
function mountFollowing(): void {
  mount(BOARD.replaceAll('draggable="true"', 'style="cursor: grab"'));
  let held: HTMLElement | null = null;
  let isOverDone = false;
  find('#a').addEventListener('pointerdown', (event) => {
    event.preventDefault();
    held = find('#a');
  });
  document.addEventListener('pointermove', (event) => {
    const point = { x: event.clientX, y: event.clientY };
    if (!held || event.buttons !== 1) return;
    requestAnimationFrame(() => {
      isOverDone = elementAt(point, makeContext())?.closest('#done') !== null;
    });
  });
  document.addEventListener('pointerup', () => {
    if (held && isOverDone) find('#done').append(held);
    held = null;
  });
}

describe('drag', () => {
  it('carries an element onto another one by the browser’s own drag and drop', async () => {
    mountBoard();
    const heard = listenTo(
      find('#a'),
      'pointerdown mousedown dragstart pointercancel mouseup pointerup click drag dragend',
    );
    const done = await drag('#a', '#done');
    expect(find('#done').textContent).toBe('Alpha');
    expect(receiptOf(done).verdict).toBe('changed');
    expect(changesOf(done, 'moved')).toHaveLength(1);
    expect(changesOf(done, 'reordered')).toEqual([]);
    expect([...new Set(heard)]).toEqual([
      ...['pointerdown', 'mousedown', 'dragstart', 'pointercancel', 'drag', 'dragend'],
    ]);
  });

  it('does not follow an item that makes room, which would undo it', async () => {
    mount('<ul><li id="a">Alpha</li><li id="b">Beta</li><li id="c">Gamma</li></ul>');
    const [list, item] = [find('ul'), find('#a')];
    let isHeld = false;
    item.addEventListener('pointerdown', () => (isHeld = true));
    document.addEventListener('pointermove', ({ target }) => {
      const over = target instanceof Element ? target.closest('li') : null;
      if (!isHeld || !over || over === item) return;
      const isBelow = item.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isBelow) over.after(item);
      else over.before(item);
    });
    document.addEventListener('pointerup', () => (isHeld = false), { once: true });
    await drag('#a', '#c');
    expect(list.textContent).toBe('BetaGammaAlpha');
  });

  it('drops nothing where the page takes nothing', async () => {
    mountBoard();
    find('#open').addEventListener('drop', () => {
      throw new Error('dropped');
    });
    const done = await drag('#a', '#b');
    expect(find('#open').textContent).toBe('AlphaBeta');
    expect(receiptOf(done).verdict).toBe('unchanged');
  });

  it('does not take scrolling for moving', async () => {
    mount(
      `<div style="width: 200px; overflow: auto"><div style="width: 3000px"><b id="a">Alpha</b><b id="z" style="margin-left: 2500px">Zulu</b></div></div>`,
    );
    const done = await drag('#a', '#z');
    expect(find('div').scrollLeft).toBeGreaterThan(0);
    expect(changesOf(done, 'moved')).toEqual([]);
  });

  it('moves a held pointer where the page follows it itself', async () => {
    mountFollowing();
    const done = await drag('#a', '#done');
    expect(find('#done').textContent).toBe('Alpha');
    expect(changesOf(done, 'moved')).toHaveLength(1);
  });

  it('drags by a distance', async () => {
    mount('<div id="h" style="position: absolute; left: 20px; top: 20px">Handle</div>');
    const handle = find('#h');
    let isHeld = false;
    handle.addEventListener('mousedown', () => (isHeld = true));
    document.addEventListener('mousemove', ({ clientX, buttons }) => {
      if (isHeld && buttons === 1) handle.style.left = `${clientX - 10}px`;
    });
    document.addEventListener('mouseup', () => (isHeld = false), { once: true });
    const ctx = makeContext();
    const before = handle.getBoundingClientRect().left;
    await performAction({ intent: 'drag', uid: ctx.uid('#h'), toUid: null, x: 150, y: 0 }, ctx);
    expect(handle.getBoundingClientRect().left - before).toBeGreaterThan(100);
    expect(isHeld).toBe(false);
  });

  it('lets go when it is stopped on the way', async () => {
    mountFollowing();
    const stop = new AbortController();
    const heard = listenTo(document.documentElement, 'pointercancel pointerup');
    document.addEventListener('pointermove', (event) => {
      if (event.buttons === 1) stop.abort(new Error('stopped'));
    });
    const done = await drag('#a', '#done', makeContext({ signal: stop.signal }));
    expect(done).toMatchObject({ ok: false, reason: 'stopped' });
    expect(heard).toEqual(['pointercancel']);
    expect(find('#open').textContent).toBe('AlphaBeta');
  });

  it('refuses sliders of the browser’s own, files and what is not there', async () => {
    mount(
      '<input id="s" type="range" aria-label="Volume"><p id="p">Here</p><p id="n" hidden>No</p>',
    );
    expect(await drag('#s', '#p')).toMatchObject({ ok: false, reason: 'unsupported' });
    expect(await drag('#p', '#p')).toMatchObject({ ok: false, reason: 'unsupported' });
    expect(await drag('#p', '#n')).toMatchObject({ ok: false, reason: 'hidden' });
  });
});

describe('a double click', () => {
  it('is two clicks and their double click', async () => {
    mount('<p id="p">Buy milk</p>');
    const heard: string[] = [];
    for (const type of ['mousedown', 'click', 'dblclick']) {
      find('#p').addEventListener(type, (event) => {
        heard.push(`${type} ${String((event as MouseEvent).detail)}`);
      });
    }
    find('#p').addEventListener('dblclick', () => (find('#p').textContent = 'editing'));
    const ctx = makeContext();
    const done = await performAction({ intent: 'doubleClick', uid: ctx.uid('#p') }, ctx);
    expect(heard).toEqual([...['mousedown 1', 'click 1', 'mousedown 2', 'click 2', 'dblclick 2']]);
    expect(receiptOf(done).verdict).toBe('changed');
  });

  it('clicks once where the first click has covered or removed the target', async () => {
    mount('<div><p id="p">Open</p></div>');
    let clicks = 0;
    find('#p').addEventListener('click', () => {
      clicks += 1;
      find('#p').remove();
    });
    const ctx = makeContext();
    await performAction({ intent: 'doubleClick', uid: ctx.uid('#p') }, ctx);
    expect(clicks).toBe(1);
  });
});

describe('a right click', () => {
  it('opens a menu of the page’s own', async () => {
    mount('<p id="p">Row</p><menu id="m"></menu>');
    const heard = listenTo(find('#p'), 'mousedown contextmenu mouseup click');
    find('#p').addEventListener('contextmenu', (event) => {
      event.preventDefault();
      find('#m').textContent = `Delete ${String(event.button)}`;
    });
    const ctx = makeContext();
    const done = await performAction({ intent: 'rightClick', uid: ctx.uid('#p') }, ctx);
    expect(heard).toEqual(['mousedown', 'contextmenu', 'mouseup']);
    expect(changesOf(done, 'appeared')).toEqual([{ kind: 'appeared', text: 'Delete 2' }]);
  });
});
