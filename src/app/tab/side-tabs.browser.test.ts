import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ruleStorage, rules } from '../rules.fixture.ts';
import type { UserAction } from '../../core/navigator/run/user-action.ts';
import { SideTabs } from './tab-control.ts';
import { takeTab } from './piloted-tabs.ts';

const MAIN_ID = 1;
/** Each test has tabs of its own: locks outlive it. */
let sideId = 100;

type Listener = (details: object) => void;
let reported: Record<'activated' | 'committed' | 'loaded', Set<Listener>>;
let sent: string[];
let addresses: Map<number, string>;
let fronts: number[];
let over: AbortController;

function makeEvent(listeners: Set<Listener>) {
  return {
    addListener: (listener: Listener) => listeners.add(listener),
    removeListener: (listener: Listener) => listeners.delete(listener),
  };
}

beforeEach(() => {
  sideId += 1;
  reported = { activated: new Set(), committed: new Set(), loaded: new Set() };
  sent = [];
  addresses = new Map([
    [MAIN_ID, 'https://shop.example/'],
    [sideId, 'https://mail.example/'],
  ]);
  fronts = [MAIN_ID];
  rules.sites.deny = [];
  over = new AbortController();
  vi.stubGlobal('chrome', {
    storage: ruleStorage,
    runtime: {
      id: 'us',
      sendMessage({ type, data }: { type: string; data: object }) {
        sent.push(`${type} ${JSON.stringify(data)}`);
        return Promise.resolve({ value: { ok: true } });
      },
    },
    tabs: {
      onActivated: makeEvent(reported.activated),
      get: (tabId: number) => Promise.resolve({ url: addresses.get(tabId), active: true }),
      query: () => Promise.resolve(fronts.map((id) => ({ id }))),
      sendMessage(tabId: number, { type, data }: { type: string; data: object }) {
        sent.push(`${type} ${tabId} ${Object.values(data).join()}`);
        return Promise.resolve({ value: true });
      },
    },
    webNavigation: {
      onCommitted: makeEvent(reported.committed),
      onDOMContentLoaded: makeEvent(reported.loaded),
      getAllFrames: () => Promise.resolve([{ frameId: 0, documentLifecycle: 'active' }]),
    },
  });
});

afterEach(() => {
  over.abort();
  vi.unstubAllGlobals();
});

function report(what: keyof typeof reported, details: object): void {
  for (const listener of reported[what]) listener(details);
}

function open(note: (action: UserAction) => void = () => undefined) {
  const side = new SideTabs(MAIN_ID, note);
  over.signal.addEventListener('abort', () => side.end());
  return side;
}

describe('while the person has taken over', () => {
  it('a tab they turn to is watched, and let go of as the round goes on', async () => {
    const side = open();
    await side.show('taken');
    report('activated', { tabId: sideId });
    await expect.poll(() => sent.at(-1)).toBe(`charge.show ${sideId} taken`);
    expect(side.has(sideId)).toBe(true);
    await side.show('working');
    expect(sent.slice(-3)).toEqual([
      `charge.show ${sideId} working`,
      `stop.show ${sideId} false`,
      `pilot.stop {"tabIds":[${sideId}]}`,
    ]);
    expect(side.has(sideId)).toBe(false);
    // What let go of it can be had by others.
    expect(await takeTab(sideId, () => undefined, over.signal)).toBe(false);
  });

  it('the tab of the round is none beside it, and where they are already is one', async () => {
    fronts = [MAIN_ID, sideId];
    const side = open();
    await side.show('taken');
    await expect.poll(() => sent.at(-1)).toBe(`charge.show ${sideId} taken`);
    expect(side.has(MAIN_ID)).toBe(false);
    expect(sent.filter((each) => each.includes(`show ${MAIN_ID} `))).toEqual([]);
  });

  it('a tab that another round works on is left to it', async () => {
    await takeTab(sideId, () => undefined, over.signal);
    const side = open();
    await side.show('taken');
    report('activated', { tabId: sideId });
    // One after it that is free: by then this one has been looked at.
    addresses.set(sideId + 1000, 'https://mail.example/');
    report('activated', { tabId: sideId + 1000 });
    await expect.poll(() => sent.at(-1)).toBe(`charge.show ${sideId + 1000} taken`);
    expect(side.has(sideId)).toBe(false);
    sent = sent.filter((each) => !each.includes(`${sideId + 1000}`));
    expect(sent).toEqual([]);
    report('activated', { tabId: sideId });
    await side.show('working');
    sent = sent.filter((each) => !each.includes(`${sideId + 1000}`));
    expect(sent).toEqual([]);
  });

  it('a tab in which another round begins is that one’s from then on', async () => {
    const side = open();
    await side.show('taken');
    report('activated', { tabId: sideId });
    await expect.poll(() => sent.at(-1)).toBe(`charge.show ${sideId} taken`);
    sent.length = 0;
    expect(await takeTab(sideId, () => undefined, over.signal)).toBe(true);
    await expect.poll(() => side.has(sideId)).toBe(false);
    await side.show('working');
    expect(sent).toEqual([]);
  });

  it('a site that is ruled out is not watched, and one they go on to there is let go of', async () => {
    rules.sites.deny = ['bank.example'];
    addresses.set(sideId, 'https://bank.example/');
    const side = open();
    await side.show('taken');
    report('activated', { tabId: sideId });
    addresses.set(sideId, 'https://mail.example/');
    report('activated', { tabId: sideId });
    await expect.poll(() => sent.at(-1)).toBe(`charge.show ${sideId} taken`);
    addresses.set(sideId, 'https://bank.example/');
    report('committed', { tabId: sideId, frameId: 1, url: 'https://bank.example/' });
    await expect.poll(() => sent.at(-1)).toBe(`pilot.stop {"tabIds":[${sideId}]}`);
    expect(side.has(sideId)).toBe(false);
  });

  it("reports where the user navigates by the browser's own controls, with the host", async () => {
    const actions: UserAction[] = [];
    const side = open((action) => actions.push(action));
    await side.show('taken');
    report('activated', { tabId: sideId });
    await expect.poll(() => side.has(sideId)).toBe(true);
    const url = 'https://mail.example/inbox';
    const visit = { tabId: sideId, frameId: 0, url, timeStamp: 1, transitionType: 'typed' };
    report('committed', { ...visit, transitionQualifiers: ['from_address_bar'] });
    report('committed', { ...visit, transitionQualifiers: [] });
    const known = { action: { intent: 'load', url }, site: 'mail.example' };
    await expect.poll(() => actions).toMatchObject([known]);
  });

  it('where they go on a site that is ruled out is not told', async () => {
    rules.sites.deny = ['bank.example'];
    const actions: UserAction[] = [];
    const side = open((action) => actions.push(action));
    await side.show('taken');
    report('activated', { tabId: sideId });
    await expect.poll(() => side.has(sideId)).toBe(true);
    for (const url of ['https://bank.example/account', 'https://mail.example/inbox']) {
      const visit = { tabId: sideId, frameId: 0, url, timeStamp: 1, transitionType: 'reload' };
      report('committed', { ...visit, transitionQualifiers: [] });
    }
    // Once the second is reported, the first has been judged.
    await expect.poll(() => actions.length).toBeGreaterThan(0);
    expect(actions.map(({ site }) => site)).toEqual(['mail.example']);
  });
});

it('watches nothing while the person has not taken over, and hears nothing more at the end', async () => {
  const side = open();
  await side.show('paused');
  report('activated', { tabId: sideId });
  report('loaded', { tabId: sideId });
  side.end();
  await side.show('taken');
  expect(side.has(sideId)).toBe(false);
  expect(sent).toEqual([]);
  expect(Object.values(reported).map(({ size }) => size)).toEqual([0, 0, 0]);
});
