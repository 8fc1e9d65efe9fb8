import { afterEach, expect, it, vi } from 'vitest';
import type { FrameSight } from '../../protocol/content.ts';
import { observeTab } from './observe-tab.ts';

vi.stubGlobal('navigator', {
  locks: { request: (_: string, granted: () => Promise<unknown>) => granted() },
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function makeSight(url: string, title: string): FrameSight {
  const raw = {
    ...{ html: '', salt: 1, uids: new Uint32Array(), names: '', boxes: new Float32Array() },
    ...{ edits: [], spans: new Uint32Array(), omit: [], token: 't', children: [], url, title },
    ...{ viewport: { width: 800, height: 600 }, scroll: { x: 0, y: 0 } },
    ...{ devicePixelRatio: 1, takenAt: 1 },
  };
  return { raw, edition: `of ${url}`, looks: [], secrets: [], covered: [] };
}

/** A tab that is at one place when it is looked up, and shows another page's document when that is read. */
function showTab(tab: { url: string; title: string }, read: FrameSight): void {
  const frame = { frameId: 0, documentId: read.edition, documentLifecycle: 'active' };
  vi.stubGlobal('chrome', {
    runtime: { sendMessage: () => Promise.resolve({ value: { ok: true } }) },
    tabs: {
      get: () => Promise.resolve(tab),
      sendMessage: () => Promise.resolve({ value: read }),
    },
    webNavigation: { getAllFrames: () => Promise.resolve([frame]) },
  });
}

it('is of the page that was read, where that has come meanwhile', async () => {
  showTab({ url: 'https://bank.example/', title: 'Bank' }, makeSight('https://a.example/', 'A'));
  expect(await observeTab(1)).toMatchObject({
    observation: { url: 'https://a.example/', title: 'A' },
  });
});

it('goes by the name of the tab else', async () => {
  const url = 'https://a.example/';
  showTab({ url, title: 'a.example' }, makeSight(url, ''));
  expect(await observeTab(2)).toMatchObject({ observation: { url, title: 'a.example' } });
});
