import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createShadowRoots } from './shadow-roots.ts';
import { watchSilentChanges } from './silent-state.ts';
import { createUids } from './uids.ts';

let stage: HTMLElement;
let silent: ReturnType<typeof watchSilentChanges>;
let changed: number;
let stop: AbortController;
let clock: { lastChangeAt: number; noteRestyle: () => void };
const sheet = new CSSStyleSheet();

const now = (): number => performance.timeOrigin + performance.now();

function find<T extends Element>(selector: string, kind: new () => T): T {
  const found = stage.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`no ${selector}`);
  return found;
}

function wait(animation: Animation): Animation {
  animation.pause();
  return animation;
}

beforeEach(() => {
  changed = 0;
  stop = new AbortController();
  sheet.replaceSync('');
  document.adoptedStyleSheets = [sheet];
  stage = document.createElement('main');
  stage.innerHTML = `<style>p { color: red }</style><input><input type="checkbox"><textarea></textarea>
    <select><option>1</option><option>2</option></select><p>Some text</p>
    <svg viewBox="0 0 9 9" width="40" height="40"><rect x="1"></rect></svg>`;
  document.body.append(stage);
  const held = wait(find('p', HTMLElement).animate([{ opacity: 0 }, { opacity: 1 }], 1000));
  held.id = 'held';
  clock = { lastChangeAt: 0, noteRestyle: () => (changed += 1) };
  const shadowRoots = createShadowRoots(createUids(1));
  silent = watchSilentChanges(document, stop.signal, { shadowRoots, clock, isOurs: () => false });
});
afterEach(() => {
  stop.abort();
  stage.remove();
  document.adoptedStyleSheets = [];
  CSS.highlights.clear();
  history.replaceState(null, '', location.href.replace(/#.*/, ''));
});

function findRule(): CSSStyleSheet {
  const own = find('style', HTMLStyleElement).sheet;
  if (!own) throw new Error('no sheet');
  return own;
}

function select(): Range {
  const range = new Range();
  range.selectNodeContents(find('p', HTMLElement));
  return range;
}

describe('watchSilentChanges', () => {
  it.each<[string, () => unknown]>([
    ['a value', () => (find('input', HTMLInputElement).value = 'x')],
    ['a long value', () => (find('textarea', HTMLTextAreaElement).value = 'x')],
    ['a check', () => (find('[type=checkbox]', HTMLInputElement).checked = true)],
    ['a half check', () => (find('[type=checkbox]', HTMLInputElement).indeterminate = true)],
    ['a choice', () => (find('select', HTMLSelectElement).selectedIndex = 1)],
    ['an objection', () => find('input', HTMLInputElement).setCustomValidity('no')],
    ['a new rule', () => findRule().insertRule('p { color: blue }')],
    ['a sheet put out of use', () => (findRule().disabled = true)],
    ['a sheet written again', () => sheet.replaceSync('p { color: blue }')],
    ['no sheet', () => (document.adoptedStyleSheets = [])],
    [
      'an animation over and held',
      () => stage.animate([{ opacity: 0 }], { fill: 'both' }).finish(),
    ],
    [
      'an animation moved by hand',
      () => document.getAnimations().forEach((one) => (one.currentTime = 500)),
    ],
    ['selected text', () => getSelection()?.selectAllChildren(find('p', HTMLElement))],
    ['highlighted text', () => CSS.highlights.set('found', new Highlight(select()))],
    ['a drawing', () => (find('rect', SVGRectElement).x.baseVal.value = 5)],
    ['the fragment', () => history.replaceState(null, '', '#there')],
  ])('sees %s', (_, change) => {
    silent.changes(0);
    const since = now();
    expect(silent.changes(since).instants).toEqual([]);
    change();
    const { instants } = silent.changes(since);
    // After the look before it.
    expect(instants).toHaveLength(1);
    expect(changed).toBe(1);
    expect(silent.changes(since).instants).toEqual(instants);
    expect(silent.changes(now()).instants).toEqual([]);
  });

  it('sees a list open that the page draws itself', async () => {
    const select = find('select', HTMLSelectElement);
    sheet.replaceSync('select, ::picker(select) { appearance: base-select }');
    await userEvent.hover(select);
    silent.changes(0);
    const before = changed;
    await userEvent.click(select);
    expect(select.matches(':open')).toBe(true);
    silent.changes(0);
    expect(changed).toBe(before + 1);
    await userEvent.keyboard('{Escape}');
  });

  it('leaves to the clock what is redrawn by a change it knows', () => {
    silent.changes(0);
    find('rect', SVGRectElement).setAttribute('x', '5');
    clock.lastChangeAt = now();
    silent.changes(0);
    expect(changed).toBe(0);
  });

  it('takes the focus and a caret for nothing', () => {
    find('textarea', HTMLTextAreaElement).focus();
    silent.changes(0);
    getSelection()?.collapse(find('p', HTMLElement), 0);
    silent.changes(0);
    expect(changed).toBe(0);
  });

  it('says from when on it knows, where there were too many', () => {
    for (let n = 0; n < 300; n++) {
      find('input', HTMLInputElement).value = String(n);
      silent.changes(0);
    }
    const { since, instants } = silent.changes(0);
    expect(since).toBe(instants[0]);
    expect(since).toBeGreaterThan(0);
  });
});
