import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RawFrame } from '../../../core/snapshot/snapshot.ts';
import { ChangeClock } from './change-clock.ts';
import { createFrameTaker } from './frame-taker.ts';
import type { TakeRequest } from './frame-taker.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { createShadowRoots } from '../shadow-roots.ts';
import { createUids, toNumber } from '../uids.ts';
import type { Uids } from '../uids.ts';
import { createWalkMemory } from './walk-memory.ts';

/** Stands for `chrome.dom.openOrClosedShadowRoot`. */
const closedRoots = new WeakMap<Element, ShadowRoot>();

let stop: AbortController;
let stage: HTMLElement;
let uids: Uids;
let unseen: number;
let take: (wish?: Partial<TakeRequest>) => RawFrame;

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
  uids = createUids(7);
  unseen = 0;
  const shadowRoots = createShadowRoots(uids, (el) => closedRoots.get(el) ?? el.shadowRoot);
  const clock = new ChangeClock(document, stop.signal, shadowRoots);
  const { isSecret } = createSecrets();
  const tools = {
    uids,
    shadowRoots,
    token: 'own',
    isSecret,
    clock,
    memory: createWalkMemory(uids),
    unseen: () => unseen,
  };
  const taker = createFrameTaker(document, tools, stop.signal);
  take = (wish) => {
    const taken = taker({ boxes: 'viewport', ...wish });
    if (!taken.ok) throw new Error(taken.reason);
    return taken.raw;
  };
});
afterEach(() => {
  stop.abort();
  stage.remove();
  scrollTo(0, 0);
});

/** A take that was given again shares its arrays with the one before. */
function isAgain(before: RawFrame, now: RawFrame): boolean {
  return before.uids === now.uids;
}

function find<T extends Element>(selector: string): T {
  const found = stage.querySelector<T>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function boxOf(raw: RawFrame, element: Element): number[] {
  const index = raw.uids.indexOf(toNumber(uids.of(element)));
  return Array.from(raw.boxes.subarray(4 * index, 4 * index + 4));
}

describe('a take of an unchanged document', () => {
  it('is the last one again, with the moment it was asked for', async () => {
    stage.innerHTML = '<p>One</p><input value="a"><select><option>b</select>';
    const first = take();
    await new Promise((resolve) => setTimeout(resolve, 2));
    history.replaceState(null, '', '#elsewhere');
    const second = take();
    expect(isAgain(first, second)).toBe(true);
    expect(second.takenAt).toBeGreaterThan(first.takenAt);
    expect(second.url).toMatch(/#elsewhere$/);
    expect({ ...second, takenAt: 0, url: '' }).toEqual({ ...first, takenAt: 0, url: '' });
  });

  it('has the box of a target that is out of view, without changing the take before', () => {
    stage.innerHTML = '<p style="margin-top: 9000px; height: 20px">Far</p>';
    const far = find('p');
    const first = take();
    const second = take({ always: [far] });
    expect(isAgain(first, second)).toBe(true);
    expect(boxOf(first, far)).toEqual([NaN, NaN, NaN, NaN]);
    const { x, y, width, height } = far.getBoundingClientRect();
    expect(boxOf(second, far)).toEqual([x, y, width, height].map(Math.fround));
  });
});

/** Each as a page does it, before a second take in the same task. */
const CHANGES: [name: string, html: string, change: () => void][] = [
  ['an element added', '', () => stage.append(document.createElement('i'))],
  ['a text', '<p>One</p>', () => find('p').firstChild?.replaceWith('Two')],
  ['an attribute', '<p>One</p>', () => find('p').setAttribute('title', 'x')],
  ['a value set by a script', '<input>', () => (find<HTMLInputElement>('input').value = 'x')],
  [
    'a text area filled by a script',
    '<textarea></textarea>',
    () => (find<HTMLTextAreaElement>('textarea').value = 'x'),
  ],
  [
    'a box ticked by a script',
    '<input type="checkbox">',
    () => (find<HTMLInputElement>('input').checked = true),
  ],
  [
    'an option chosen by a script',
    '<select><option>a<option>b</select>',
    () => (find<HTMLSelectElement>('select').selectedIndex = 1),
  ],
  [
    'an inert template',
    '<template><b></b></template>',
    () => find<HTMLTemplateElement>('template').content.append('x'),
  ],
  [
    'the scroll position',
    '<p style="height: 9000px"></p>',
    () => scrollTo({ top: 500, behavior: 'instant' }),
  ],
  [
    'the inside of an open shadow root',
    '<x-late></x-late>',
    () => find('x-late').attachShadow({ mode: 'open' }),
  ],
  [
    'a closed shadow root attached late',
    '<x-late></x-late>',
    () => {
      const host = find('x-late');
      closedRoots.set(host, host.attachShadow({ mode: 'closed' }));
    },
  ],
  [
    'a style sheet that moves what is in view',
    '<style></style><p>One</p>',
    () => find<HTMLStyleElement>('style').sheet?.insertRule('p { margin: 33px; padding: 7px }'),
  ],
  ['what the user wants masked', '<p>One</p>', () => (unseen += 1)],
];

describe('a take is a new one after a change of', () => {
  it.each(CHANGES)('%s', (_name, html, change) => {
    stage.innerHTML = html;
    const first = take();
    expect(isAgain(first, take())).toBe(true);
    change();
    expect(isAgain(first, take())).toBe(false);
  });

  it('a shadow root that is known', () => {
    const root = stage.attachShadow({ mode: 'closed' });
    closedRoots.set(stage, root);
    root.innerHTML = '<b>in</b>';
    const first = take();
    expect(isAgain(first, take())).toBe(true);
    root.append('more');
    const second = take();
    expect(isAgain(first, second)).toBe(false);
    expect(second.html).toContain('more');
  });
});

describe('a take is never given again', () => {
  it('when a secret field holds something', () => {
    stage.innerHTML = '<input type="password">';
    find<HTMLInputElement>('input').value = 'hunter22';
    const first = take();
    expect(isAgain(first, take())).toBe(false);
  });

  it('for boxes of another scope', () => {
    stage.innerHTML = '<p style="margin-top: 9000px">Far</p>';
    expect(isAgain(take(), take({ boxes: 'all' }))).toBe(false);
  });

  it('while an animation runs', () => {
    stage.innerHTML = '<p>One</p>';
    const animation = find('p').animate([{ translate: '0' }, { translate: '99px' }], 60_000);
    const first = take();
    expect(isAgain(first, take())).toBe(false);
    animation.cancel();
  });

  it('when a target has come into view without a change of the document', () => {
    stage.innerHTML =
      '<style>p { display: none }</style><b style="position: fixed; left: 0; top: 0">x</b><p>Menu</p>';
    const menu = find('p');
    const first = take();
    find<HTMLStyleElement>('style').sheet?.deleteRule(0);
    const second = take({ always: [menu] });
    expect(isAgain(first, second)).toBe(false);
    expect(boxOf(second, menu)[2]).toBeGreaterThan(0);
  });

  it('after the recorder stopped watching', () => {
    const first = take();
    stop.abort();
    expect(isAgain(first, take())).toBe(false);
  });
});
