import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { captureHere } from '../capture.fixture.ts';

let stop: AbortController;
let stage: HTMLElement;
let capture: ReturnType<typeof captureHere>;

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  stage.innerHTML = `
    <style>
      main > * { height: 40px; width: 220px; margin: 4px; user-select: none; }
      main > p { user-select: text; }
    </style>
    <div id="a">Alpha</div>
    <div id="b">Beta</div>
    <p id="p">Words that can be selected here</p>
    <p id="q">Others, to be selected as well</p>
    <textarea id="t"></textarea>
    <div id="h"></div>`;
  document.body.append(stage);
  capture = captureHere(stop.signal);
});
afterEach(() => {
  stop.abort();
  stage.remove();
});

function find(id: string): HTMLElement {
  const found = stage.querySelector(`#${id}`);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${id}`);
  return found;
}

const uid = (id: string): string => capture.uidOf(find(id));

/** The test's frame is scaled, so that pixels are rounded. */
const near = (px: number): number => expect.closeTo(px, 1) as number;

/** Until what is decided only after the page has seen the release is decided. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Follows the pointer with a copy, as many libraries do. */
function dragWithGhost(element: HTMLElement, prevents = false): void {
  let ghost: HTMLElement | null = null;
  const place = (event: PointerEvent): void => {
    if (!ghost) return;
    ghost.style.left = `${String(event.clientX - 20)}px`;
    ghost.style.top = `${String(event.clientY - 20)}px`;
  };
  element.addEventListener('pointerdown', (event) => {
    if (prevents) event.preventDefault();
    ghost = document.createElement('div');
    ghost.textContent = element.textContent;
    ghost.style.cssText = 'position: fixed; width: 80px; height: 40px;';
    stage.append(ghost);
    place(event);
  });
  document.addEventListener('pointermove', place, { signal: stop.signal });
  const drop = (): void => ghost?.remove();
  document.addEventListener('pointerup', drop, { signal: stop.signal });
}

describe('drags', () => {
  it('names what it was dropped on, not the picture that follows the pointer', async () => {
    dragWithGhost(find('a'));
    await userEvent.dragAndDrop(find('a'), find('b'));
    await settle();
    expect(capture.actions()).toEqual([
      { intent: 'drag', uid: uid('a'), toUid: uid('b'), x: 0, y: near(44) },
    ]);
  });

  it('sees into shadow roots', async () => {
    const root = find('h').attachShadow({ mode: 'open' });
    root.innerHTML = '<div style="height: 40px"><b style="display: block">Slot</b></div>';
    dragWithGhost(find('a'));
    await userEvent.dragAndDrop(find('a'), find('h'), { targetPosition: { x: 50, y: 8 } });
    await settle();
    const inner = root.querySelector('b');
    expect(capture.actions()).toMatchObject([
      { intent: 'drag', toUid: inner && capture.uidOf(inner) },
    ]);
  });

  it('is nothing where the page does nothing, and one where it looks only at the release', async () => {
    await userEvent.dragAndDrop(find('a'), find('b'));
    await settle();
    expect(capture.actions()).toEqual([]);
    document.addEventListener('pointerup', () => find('b').append('!'), { once: true });
    await userEvent.dragAndDrop(find('a'), find('b'));
    await settle();
    expect(capture.actions()).toMatchObject([{ intent: 'drag', toUid: uid('b') }]);
  });

  it('is not the selecting of text, in whatever way, even where the page answers that', async () => {
    document.addEventListener('selectionchange', () => find('b').classList.add('tools'), {
      signal: stop.signal,
    });
    await userEvent.dragAndDrop(find('p'), find('q'), { sourcePosition: { x: 5, y: 10 } });
    expect(getSelection()?.toString()).toContain('selected');
    await userEvent.dragAndDrop(find('p'), find('p'), {
      sourcePosition: { x: 5, y: 10 },
      targetPosition: { x: 150, y: 10 },
    });
    await settle();
    expect(capture.actions()).toEqual([]);
    // A selection from before does not make one of a drag.
    dragWithGhost(find('a'), true);
    getSelection()?.selectAllChildren(find('p'));
    await userEvent.dragAndDrop(find('a'), find('b'));
    await settle();
    expect(capture.actions()).toMatchObject([{ intent: 'drag', uid: uid('a') }]);
  });

  it('moves text into a field: a drag and what the field then holds', async () => {
    getSelection()?.selectAllChildren(find('p'));
    await userEvent.dragAndDrop(find('p'), find('t'), { sourcePosition: { x: 30, y: 10 } });
    await expect.poll(() => capture.actions().length).toBe(2);
    expect(capture.actions()).toMatchObject([
      { intent: 'drag', uid: uid('p'), toUid: uid('t') },
      { intent: 'textInput', uid: uid('t'), text: 'Words that can be selected here' },
    ]);
  });

  it('keeps a click that slips on a button, and drops one that only ended on the same element', async () => {
    find('a').setAttribute('role', 'button');
    await userEvent.dragAndDrop(find('a'), find('a'), {
      sourcePosition: { x: 20, y: 20 },
      targetPosition: { x: 35, y: 20 },
    });
    dragWithGhost(find('b'));
    await userEvent.dragAndDrop(find('b'), find('b'), {
      sourcePosition: { x: 20, y: 20 },
      targetPosition: { x: 120, y: 20 },
    });
    await settle();
    expect(capture.actions()).toEqual([
      { intent: 'click', uid: uid('a') },
      { intent: 'drag', uid: uid('b'), toUid: null, x: near(100), y: 0 },
    ]);
  });
});

describe('double and right clicks', () => {
  it('a double click has the first press’s page and follows from the second click', async () => {
    await userEvent.tripleClick(find('a'));
    const [first, second, double, third] = capture.turns();
    expect(capture.actions().map(({ intent }) => intent)).toEqual([
      'click',
      'click',
      'doubleClick',
      'click',
    ]);
    expect(double?.raw).toBe(first?.raw);
    expect(double?.at).toBe(second?.at);
    expect(double?.causedBy).toBe(second?.turnId);
    expect(third?.causedBy).toBeNull();
  });

  it('a right click counts once, prevented or not; a script’s own does not', async () => {
    find('b').addEventListener('contextmenu', (event) => event.preventDefault());
    await userEvent.click(find('b'), { button: 'right' });
    find('a').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
    expect(capture.actions()).toEqual([{ intent: 'rightClick', uid: uid('b') }]);
  });
});
