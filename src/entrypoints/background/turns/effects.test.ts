import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeBrowserTurn } from '../../../core/demonstration/make-turn.fixture.ts';
import { startDemonstration } from '../../../core/demonstration/recording-state.ts';
import { createSecretSearch } from '../../../core/demonstration/secrets/search.ts';
import { openDatabase } from '../../../platform/store/database.ts';
import type { Database } from '../../../platform/store/database.ts';
import { getTurn } from '../../../platform/store/read.ts';
import { addTurn, changeTurn } from '../../../platform/store/write.ts';
import type { ChangeLog } from '../../../core/demonstration/screenshot-proof.ts';
import type { Envelope } from '../../../protocol/message.ts';
import { Effects } from './effects.ts';
import { Shots } from './screenshots.ts';

const CLICK = makeBrowserTurn({ id: 'click', at: 1990 });
const LOAD = makeBrowserTurn({
  ...{ id: 'load', at: 2000, action: { intent: 'load', url: 'https://shop.example/rugs' } },
  screenshot: { status: 'missing', reason: 'the first page' },
});

let db: Database;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('chrome', {
    webNavigation: {
      getAllFrames: () => Promise.resolve([{ frameId: 0, documentLifecycle: 'active' }]),
    },
    tabs: { sendMessage: (_tab: number, { type }: Envelope) => Promise.resolve(answer(type)) },
  });
  db = await openDatabase();
});
afterEach(() => {
  db.close();
  vi.unstubAllGlobals();
});

/** The page's only frame: nothing changed since it loaded, and its snapshot can't be read. */
function answer(type: string) {
  const log: ChangeLog = { since: 0, instants: [], held: [], complete: true, live: false };
  return { value: type === 'frame.changes' ? log : null };
}

/** Effects of a recording in which every screenshot succeeds. */
function startEffects() {
  const take: Shots['take'] = (tabId) => {
    const now = Date.now();
    const masks = Promise.resolve({ boxes: [], width: 1, height: 1, devicePixelRatio: 1 });
    const png = new Uint8Array([1]);
    const shot = { tabId, requestedAt: now, doneAt: now, png, width: 1, height: 1, masks };
    return Promise.resolve({ ok: true, shot });
  };
  const work = () => new Set<Promise<unknown>>();
  const keeping = {
    db: () => Promise.resolve(db),
    shots: Object.assign(new Shots(), { take }),
    guard: { search: () => Promise.resolve(createSecretSearch([])) },
    report: vi.fn(),
    ...{ inFlight: work(), afterwards: work() },
  };
  const demonstration = startDemonstration({
    ...{ id: 'demo', at: 0, title: 'Rugs', userAgent: 'test', recorder: '1.0' },
    timezoneOffsetMinutes: 0,
  });
  const open = { get: () => Promise.resolve(demonstration) };
  const effects = new Effects(keeping, open);
  return (turnId: string): void => {
    effects.note(turnId);
    effects.handleNews({ type: 'turn.kept', demonstrationId: 'demo', turnId });
  };
}

async function readEffect(turnId: string) {
  const turn = await getTurn(db, turnId);
  return turn?.kind === 'browser' ? turn.effect?.screenshot : undefined;
}

it('gives a click that arrives after its page load the screenshot of the loaded page', async () => {
  const report = startEffects();
  await addTurn(db, LOAD, []);
  report('load');
  await addTurn(db, CLICK, []);
  report('click');
  await expect.poll(() => readEffect('click')).toMatchObject({ status: 'missing' });
  await changeTurn(db, 'load', (turn) => ({ ...turn, causedBy: 'click' }));
  report('load');
  await expect.poll(() => readEffect('click')).toMatchObject({ status: 'kept' });
  // Each of the two turns is written by itself.
  await expect.poll(() => readEffect('load')).toEqual(await readEffect('click'));
});

it('gives no screenshot to a click that arrives after an action which it did not cause', async () => {
  const report = startEffects();
  await addTurn(db, LOAD, []);
  report('load');
  await addTurn(db, CLICK, []);
  report('click');
  await expect
    .poll(() => readEffect('click'))
    .toMatchObject({
      status: 'missing',
      reason: expect.stringContaining('next action') as unknown,
    });
});
