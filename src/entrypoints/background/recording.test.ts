import '../../extension.fixture.ts';
import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { startDemonstration } from '../../core/demonstration/recording-state.ts';
import { putDemonstration } from '../../platform/store/write.ts';
import { connectStore } from '../../app/connection.ts';
import type { Film } from './film.ts';
import { OpenDemonstration } from './open-demonstration.ts';
import { Recording } from './recording.ts';
import { sendToAllTabs } from './tabs/content-scripts.ts';
import type { Keeping } from './turns/save-turn.ts';

/** Tabs that the copilot works on. */
let piloted = [7];

vi.mock('./tabs/content-scripts.ts', () => ({
  sendToAllTabs: vi.fn(() => Promise.resolve()),
  stopContentScript: () => Promise.resolve(),
  stopDialogScript: () => Promise.resolve(),
}));
vi.mock('./tabs/piloted-list.ts', () => ({ listPiloted: () => Promise.resolve(piloted) }));

it('ends the script in a tab that the copilot leaves at the last moment of the recording', async () => {
  const started = startDemonstration({
    ...{ id: 'd', at: 1, title: 'Buy a lamp', userAgent: '', timezoneOffsetMinutes: 0 },
    recorder: '0',
  });
  await putDemonstration(await connectStore(), started);
  const report = (): void => undefined;
  const open = new OpenDemonstration(connectStore, () => Promise.resolve(true), report);
  const put = open.put.bind(open);
  vi.spyOn(open, 'put').mockImplementation((demonstration) => {
    // The copilot leaves the script to the recording, which it still sees.
    piloted = [];
    return put(demonstration);
  });
  const keeping: Partial<Keeping> = {
    ...{ db: connectStore, report },
    ...{ inFlight: new Set(), completing: new Set(), afterwards: new Set() },
  };
  const film: Partial<Film> = { end: () => Promise.resolve() };
  const recording = new Recording(keeping as Keeping, open, film as Film);
  expect(await recording.stop()).toEqual({ ok: true, demonstrationId: 'd' });
  expect(await open.get()).toBeNull();
  expect(sendToAllTabs).toHaveBeenLastCalledWith('script.end', null, []);
});
