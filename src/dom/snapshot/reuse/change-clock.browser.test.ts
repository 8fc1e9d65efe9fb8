import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChangeClock } from './change-clock.ts';
import { createShadowRoots } from '../shadow-roots.ts';
import type { ShadowRoots } from '../shadow-roots.ts';
import { startSurvey } from '../survey.ts';
import { createUids, STRAY, SURVEYED } from '../uids.ts';
import type { Uids } from '../uids.ts';

let stop: AbortController;
let stage: HTMLElement;
let uids: Uids;
let shadowRoots: ShadowRoots;
let clock: ChangeClock;

beforeEach(() => {
  stop = new AbortController();
  stage = document.createElement('main');
  document.body.append(stage);
  uids = createUids(1);
  shadowRoots = createShadowRoots(uids);
  clock = new ChangeClock(document, stop.signal, shadowRoots);
});
afterEach(() => {
  stop.abort();
  stage.remove();
});

const now = (): number => performance.timeOrigin + performance.now();

describe('the change clock', () => {
  it('counts what happened in this very task, once it is flushed', () => {
    const before = now();
    expect(clock.changes(before).instants).toEqual([]);
    stage.append('x');
    clock.flush();
    const { instants } = clock.changes(before);
    expect(instants).toEqual([clock.lastChangeAt]);
    expect(clock.lastChangeAt).toBeGreaterThanOrEqual(before);
    expect(clock.changes(now() + 1).instants).toEqual([]);
  });

  it.each([
    ['attributes', () => stage.setAttribute('title', 'x')],
    ['text', () => stage.appendChild(document.createTextNode('')).appendData('x')],
    ['typing', () => stage.dispatchEvent(new InputEvent('input', { bubbles: true }))],
    ['scrolling in an element', () => stage.dispatchEvent(new Event('scroll'))],
    ['a picture that came', () => stage.dispatchEvent(new Event('load'))],
  ])('notices %s', (_, change) => {
    const before = now();
    change();
    clock.flush();
    expect(clock.changes(before).instants).not.toEqual([]);
  });

  it('counts where the focus is seen to go, and leaves it out from a given time', () => {
    const before = now();
    clock.noteFocus([]);
    const between = now() + 0.1;
    while (now() < between) continue;
    clock.noteFocus([]);
    const [first, second] = clock.changes(before).instants;
    expect(second).toBeGreaterThanOrEqual(between);
    expect(clock.changes(before, between).instants).toEqual([first]);
    expect(clock.changes(before, before).instants).toEqual([]);
    expect(clock.changes(between).instants).toEqual([second]);
    expect(clock.lastChangeAt).toBeLessThan(before);
  });

  it('says from when on it knows of the focus, where there was too much', () => {
    for (let n = 0; n < 300; n++) clock.noteFocus([]);
    const { since, instants } = clock.changes(0);
    expect(since).toBe(instants[0]);
    expect(clock.changes(since).since).toBe(since);
  });

  it('notices what happens in shadow roots, from when they are known', () => {
    const root = stage.attachShadow({ mode: 'closed' });
    const deep = createShadowRoots(uids, (element) => (element === stage ? root : null));
    const own = new ChangeClock(document, stop.signal, deep);
    deep.find(stage);
    const before = now();
    root.append('x');
    own.flush();
    expect(own.changes(before).instants).toHaveLength(1);
  });

  it('notices scrolling and what opens in shadow roots, of which the window is not told', () => {
    const root = stage.attachShadow({ mode: 'open' });
    shadowRoots.find(stage);
    root.innerHTML = '<p>x</p>';
    clock.flush();
    for (const type of ['scroll', 'toggle', 'load']) {
      const { length } = clock.changes(0).instants;
      root.firstElementChild?.dispatchEvent(new Event(type));
      expect(clock.changes(0).instants, type).toHaveLength(length + 1);
    }
  });

  it('notices a picture that a style sheet named, when it has come', async () => {
    stage.style.cssText = 'width: 50px; height: 50px';
    clock.flush();
    const picture = new URL(`/favicon.ico?${String(Math.random())}`, location.href).href;
    stage.style.backgroundImage = `url("${picture}")`;
    clock.flush();
    const asked = now();
    await vi.waitFor(() => {
      expect(performance.getEntriesByName(picture)).toHaveLength(1);
    });
    clock.flush();
    expect(clock.changes(asked).instants).not.toEqual([]);
  });

  it('says from when on it knows, where there were too many', () => {
    const before = now();
    const changeOften = (times: number): void => {
      for (let n = 0; n < times; n++) {
        stage.append('x');
        clock.flush();
      }
    };
    changeOften(200);
    expect(clock.changes(before).since).toBe(before);
    changeOften(200);
    const { since, instants } = clock.changes(before);
    expect(since).toBeGreaterThan(before);
    expect(since).toBe(instants[0]);
    expect(instants).toContain(clock.lastChangeAt);
    const later = clock.lastChangeAt + 1;
    expect(clock.changes(later)).toEqual({ since: later, instants: [] });
  });

  it('knows when something moves by itself in view', () => {
    expect(clock.live()).toBe(false);
    stage.innerHTML = '<p style="width:50px;height:50px">x</p>';
    const animation = stage.firstElementChild?.animate([{ opacity: 0 }, { opacity: 1 }], {
      duration: 100_000,
    });
    expect(clock.live()).toBe(true);
    animation?.pause();
    expect(clock.live()).toBe(false);
    stage.innerHTML = '<canvas style="position:absolute;top:-9999px"></canvas>';
    expect(clock.live()).toBe(false);
    stage.innerHTML = '<canvas></canvas>';
    expect(clock.live()).toBe(true);
  });

  it('is still once nothing has changed for some time and nothing is animated', async () => {
    expect(clock.isStill(50)).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(clock.isStill(50)).toBe(true);
    stage.title = 'x';
    expect(clock.isStill(50)).toBe(false);
    const host = stage.appendChild(document.createElement('div'));
    const inside = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('p'));
    shadowRoots.find(host);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(clock.isStill(50)).toBe(true);
    const animation = inside.animate([{ left: '0' }, { left: '9px' }], 10_000);
    await animation.ready;
    expect(clock.isStill(50)).toBe(false);
  });

  it('stops when told to', () => {
    stop.abort();
    const before = now();
    stage.append('x');
    stage.dispatchEvent(new Event('scroll'));
    clock.flush();
    expect(clock.changes(before).instants).toEqual([]);
  });
});

describe('the change clock, of changes that are painted late', () => {
  let ms: number;
  let due: FrameRequestCallback[];

  beforeEach(() => {
    ms = 1000;
    due = [];
    vi.spyOn(performance, 'now').mockImplementation(() => ms);
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => due.push(frame));
  });
  afterEach(() => vi.restoreAllMocks());

  function change(at: number): void {
    ms = at;
    stage.append('x');
    clock.flush();
  }

  function beginFrame(at: number): void {
    ms = at;
    for (const frame of due.splice(0)) frame(at);
  }

  const listChanges = () => clock.changes(0).instants.map((at) => at - performance.timeOrigin);

  it('counts a change once more when it is painted', () => {
    change(1000);
    beginFrame(1005);
    expect(listChanges()).toEqual([1000]);
    beginFrame(1300);
    expect(listChanges()).toEqual([1000, 1300]);
  });

  it('counts a change once that is painted at once', () => {
    change(1000);
    beginFrame(1005);
    beginFrame(1021);
    expect(listChanges()).toEqual([1000]);
    expect(due).toEqual([]);
  });

  it('waits for the frame that shows what came while another was painted', () => {
    change(1000);
    beginFrame(1005);
    change(1010);
    beginFrame(1021);
    beginFrame(1022);
    beginFrame(1400);
    expect(listChanges()).toEqual([1000, 1010, 1400]);
    expect(due).toEqual([]);
  });
});

describe('the survey', () => {
  it('finds shadow roots of built-in elements, and what strays, while the page is idle', async () => {
    stage.innerHTML = '<div></div><p style="position:fixed">x</p>';
    const [host, fixed] = stage.children;
    if (!host || !fixed) throw new Error('not built');
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML = '<x-inner></x-inner>';
    const inner = root.firstElementChild?.attachShadow({ mode: 'open' });
    if (inner) inner.innerHTML = '<b></b>';
    startSurvey(document, stop.signal, { uids, shadowRoots, clock });
    await expect.poll(() => shadowRoots.list()).toEqual([root, inner]);
    await expect.poll(() => (uids.look(fixed) ?? 0) & (SURVEYED | STRAY)).toBe(SURVEYED | STRAY);
    expect(shadowRoots.known(host)).toBe(root);
  });
});
