import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Overlay } from './overlay.ts';
import { createOverlay } from './overlay.ts';

let end: AbortController;
let overlay: Overlay;
let root: ShadowRoot;

/** The root is closed to everyone; the test takes it as it is made. */
function makeOverlay(): void {
  const spy = vi.spyOn(Element.prototype, 'attachShadow');
  end = new AbortController();
  overlay = createOverlay(document, end.signal);
  expect(spy).toHaveBeenCalledExactlyOnceWith({ mode: 'closed' });
  const made = spy.mock.results[0]?.value as ShadowRoot;
  vi.restoreAllMocks();
  root = made;
}

function part(selector: string): HTMLElement {
  const found = root.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

const pressStop = () => press('.stop');

async function press(selector: string): Promise<void> {
  const rect = part(selector).getBoundingClientRect();
  const position = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  await userEvent.click(document.documentElement, { position, force: true });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

beforeEach(() => {
  document.body.innerHTML =
    '<button id="b" style="position:absolute;top:100px;left:50px;width:80px;height:30px">Pay</button><dialog id="d"><input id="i"></dialog>';
  makeOverlay();
});
afterEach(() => {
  end.abort();
  document.body.innerHTML = '';
});

describe('overlay', () => {
  it('is in the page only while something is shown', () => {
    expect(overlay.host()).toBeNull();
    overlay.showTarget(find('#b'), 'Wayscribe will click this');
    expect(overlay.host()?.parentElement).toBe(document.documentElement);
    overlay.showStop(() => undefined);
    overlay.hideTarget();
    expect(overlay.host()).not.toBeNull();
    overlay.hideStop();
    expect(overlay.host()).toBeNull();
    expect(document.documentElement.querySelectorAll(':scope > div')).toHaveLength(0);
  });

  it('outlines the target, says what will happen, and follows it', async () => {
    overlay.showTarget(find('#b'), 'Wayscribe will click this');
    expect(part('.label').textContent).toBe('Wayscribe will click this');
    expect(part('.mark').getBoundingClientRect()).toMatchObject({
      x: 46,
      y: 96,
      width: 88,
      height: 38,
    });
    find('#b').style.top = '200px';
    await nextFrame();
    await nextFrame();
    expect(part('.mark').getBoundingClientRect().y).toBe(196);
    overlay.showTarget({ x: 10, y: 20, width: 30, height: 40 }, '');
    expect(part('.mark').getBoundingClientRect()).toMatchObject({ x: 6, y: 16 });
    expect(part('.label').hidden).toBe(true);
  });

  it('keeps the label inside the viewport', () => {
    const { clientWidth, clientHeight } = document.documentElement;
    for (const x of [-20, clientWidth - 10]) {
      for (const y of [-20, clientHeight - 10]) {
        overlay.showTarget({ x, y, width: 20, height: 20 }, 'Wayscribe will click this');
        const rect = part('.label').getBoundingClientRect();
        expect(rect.left).toBeGreaterThanOrEqual(0);
        expect(rect.right).toBeLessThanOrEqual(clientWidth);
        expect(rect.bottom).toBeLessThanOrEqual(clientHeight);
      }
    }
  });

  it('lets the page’s pointer through', () => {
    overlay.showTarget(find('#b'), 'Wayscribe will click this');
    overlay.showStop(() => undefined);
    expect(document.elementFromPoint(90, 115)).toBe(find('#b'));
    const words = part('.chip span').getBoundingClientRect();
    expect(document.elementFromPoint(words.x + 2, words.y + 2)).not.toBe(overlay.host());
  });

  it('hands the page over and takes it back, and leaves Escape to who has the page', async () => {
    const stop = vi.fn();
    const heard: string[] = [];
    document.addEventListener('keydown', ({ key }) => heard.push(key), { signal: end.signal });
    const does = { onTakeOver: vi.fn(), onResume: vi.fn() };
    overlay.showStop(stop, { state: 'working', ...does });
    expect(part('.go-on').hidden).toBe(true);
    await press('.take-over');
    expect(does.onTakeOver).toHaveBeenCalledOnce();
    overlay.showStop(stop, { state: 'taken', ...does });
    expect(part('.take-over').hidden).toBe(true);
    await press('.go-on');
    expect(does.onResume).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    expect(heard).toEqual(['Escape']);
    expect(stop).not.toHaveBeenCalled();
    await press('.stop');
    expect(stop).toHaveBeenCalledOnce();
  });

  it('stops by a click of the user, which the page does not get', async () => {
    const seen: string[] = [];
    document.addEventListener('click', (event) => seen.push(event.type), { signal: end.signal });
    const stop = vi.fn();
    overlay.showStop(stop);
    part('.stop').click();
    expect(stop).not.toHaveBeenCalled();
    seen.length = 0;
    await pressStop();
    expect(stop).toHaveBeenCalledTimes(1);
    expect(seen).toEqual([]);
  });

  it('stops by Escape of the user, not of a program, and takes no other key', async () => {
    const seen: string[] = [];
    document.addEventListener('keydown', (event) => seen.push(event.key), { signal: end.signal });
    const stop = vi.fn();
    overlay.showStop(stop);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(stop).not.toHaveBeenCalled();
    await userEvent.keyboard('a{Escape}');
    expect(stop).toHaveBeenCalledTimes(1);
    expect(seen).toEqual(['Escape', 'a']);
    overlay.hideStop();
    await userEvent.keyboard('{Escape}');
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('can be reached and pressed by keyboard', async () => {
    const stop = vi.fn();
    overlay.showStop(stop);
    part('.stop').focus();
    expect(root.activeElement).toBe(part('.stop'));
    await userEvent.keyboard('{Enter}');
    expect(stop).toHaveBeenCalledTimes(1);
  });

  it('stays on top of a modal dialog that opens later, and Stop still works', async () => {
    const stop = vi.fn();
    overlay.showStop(stop);
    const dialog = document.querySelector('dialog');
    if (dialog)
      dialog.style.cssText = 'inset:0;width:100vw;height:100vh;max-width:none;max-height:none';
    dialog?.showModal();
    await expect.poll(() => document.querySelectorAll(':popover-open').length).toBe(1);
    await pressStop();
    expect(stop).toHaveBeenCalledTimes(1);
    expect(dialog?.open).toBe(true);
  });

  it('is there again, as it was, where the page takes it away, hides or closes it', async () => {
    overlay.showStop(() => undefined);
    const host = overlay.host();
    if (!(host instanceof HTMLElement)) throw new Error('shown');
    host.remove();
    await expect.poll(() => host.isConnected).toBe(true);
    host.style.setProperty('display', 'none', 'important');
    host.style.setProperty('opacity', '0', 'important');
    host.hidden = true;
    host.inert = true;
    await expect.poll(() => getComputedStyle(host).display).toBe('block');
    expect([host.style.opacity, host.hidden, host.inert]).toEqual(['initial', false, false]);
    host.hidePopover();
    await expect.poll(() => host.matches(':popover-open')).toBe(true);
    overlay.hideStop();
    await nextFrame();
    await nextFrame();
    expect(host.isConnected).toBe(false);
  });

  it('does not fight for ever with a page that takes it away each time', async () => {
    overlay.showStop(() => undefined);
    let taken = 0;
    const page = new MutationObserver(() => {
      if (!overlay.host()) return;
      taken += 1;
      overlay.host()?.remove();
    });
    page.observe(document.documentElement, { childList: true });
    overlay.host()?.remove();
    let before = -1;
    await expect
      .poll(async () => {
        const isAtRest = taken === before && taken > 0;
        before = taken;
        for (let frame = 0; frame < 5; frame += 1) await nextFrame();
        return isAtRest && taken === before;
      })
      .toBe(true);
    expect(taken).toBeLessThan(100);
    page.disconnect();
  });

  it('withstands the page’s own styles', () => {
    const style = document.createElement('style');
    style.textContent =
      'div{display:none!important;opacity:0!important} html>*{position:static!important;transform:scale(.5)!important;pointer-events:auto!important}';
    document.head.append(style);
    overlay.showTarget(find('#b'), 'Wayscribe will click this');
    const host = overlay.host();
    style.remove();
    document.head.append(style);
    expect(host && getComputedStyle(host)).toMatchObject({
      display: 'block',
      opacity: '1',
      position: 'fixed',
      transform: 'none',
      pointerEvents: 'none',
    });
    style.remove();
  });

  it('has words that can be read, in light and dark', () => {
    overlay.showStop(() => undefined);
    overlay.showTarget(find('#b'), 'Wayscribe will click this');
    const host = overlay.host();
    for (const scheme of ['light', 'dark']) {
      if (host instanceof HTMLElement) host.style.setProperty('color-scheme', scheme, 'important');
      for (const selector of ['.label', '.chip', '.stop']) {
        const style = getComputedStyle(part(selector));
        expect(
          contrast(style.color, style.backgroundColor),
          `${selector}, ${scheme}`,
        ).toBeGreaterThan(4.5);
      }
    }
  });

  it('is gone when its script ends, and does not come back', () => {
    overlay.showStop(() => undefined);
    end.abort();
    expect(overlay.host()).toBeNull();
    overlay.showTarget(find('#b'), 'x');
    expect(overlay.host()).toBeNull();
  });
});

/** WCAG 2.2, “contrast ratio”. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/gu) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
