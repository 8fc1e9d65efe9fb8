import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startDemonstration } from '../../../core/demonstration/recording-state.ts';
import type { BrowserTurn, Turn } from '../../../core/demonstration/demonstration.ts';
import { makeBrowserTurn } from '../../../core/demonstration/make-turn.fixture.ts';
import { makeLoadTurn } from './load-turn.ts';
import { createNavigationReports } from './navigation-reports.ts';
import { createSameDocument } from './navigation.ts';

const SHOP = 'https://shop.example/';

const demonstration = startDemonstration({
  ...{ id: 'demo', at: 0, title: 'Kettles', userAgent: 'test', recorder: '1.0' },
  timezoneOffsetMinutes: 0,
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an action reported after the new address, with who changed it, is its cause', async () => {
  const place = { tabId: 1, at: 1010, url: `${SHOP}lamps`, by: 'person' } as const;
  const turns: Turn[] = [
    makeBrowserTurn({ id: 'first', at: 1000 }),
    makeLoadTurn('demo', { ...place, causedBy: 'first', properties: { sameDocument: true } }),
  ];
  const reports = createNavigationReports();
  const loads: BrowserTurn[] = [];
  const none = () => Promise.reject(new Error('not to be asked'));
  const { keep } = createSameDocument({
    reports,
    keeping: { db: none, completing: new Set(), report: vi.fn(), guard: { search: none } },
    departures: { give: none },
    readTurns: () => Promise.resolve([...turns]),
    takeAnnounced: () => null,
    keepLoad: (load) => Promise.resolve(void loads.push(load)),
    lookAgain: vi.fn(),
  });
  const kept = keep(demonstration, {
    ...{ tabId: 1, timeStamp: 2000, url: `${SHOP}rugs` },
    ...{ transitionType: 'link', transitionQualifiers: [] },
    ...{ frameId: 0, parentFrameId: -1, frameType: 'outermost_frame', processId: 1 },
    ...{ documentId: 'page', documentLifecycle: 'active' },
  });
  turns.push(makeBrowserTurn({ id: 'second', at: 1990 }));
  reports.report(1, { at: 1995, type: 'push', byHand: false });
  await vi.runAllTimersAsync();
  await kept;
  expect(loads).toMatchObject([{ action: { url: `${SHOP}rugs` }, causedBy: 'second' }]);
});
