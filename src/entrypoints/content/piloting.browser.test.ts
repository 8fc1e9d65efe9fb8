import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { PageAction, Uid } from '../../core/action/action.ts';
import { createOverlay } from '../../dom/overlay/overlay.ts';
import { nextTask } from '../../dom/perform/task.ts';
import type { Kept } from '../../protocol/background.ts';
import { openReader } from './document-reader.ts';
import { Piloting } from './piloting.ts';

let stop: AbortController;
let button: HTMLElement;
let reported: { type: string }[];
let answer: () => Promise<unknown>;

beforeEach(() => {
  vi.stubGlobal('chrome', {
    runtime: {
      id: 'us',
      sendMessage(message: { type: string }) {
        reported.push(message);
        return answer();
      },
    },
    dom: { openOrClosedShadowRoot: (element: Element) => element.shadowRoot },
  });
  stop = new AbortController();
  reported = [];
  answer = () => Promise.resolve({ value: true });
  button = document.createElement('button');
  button.textContent = 'Save';
  document.body.append(button);
});
afterEach(() => {
  stop.abort();
  button.remove();
  vi.unstubAllGlobals();
});

/** Pilots this document; `keep` takes the turns of its recording. */
function pilot(keep: () => Promise<Kept>, { isOn = true, forAgent = false } = {}) {
  const overlay = createOverlay(document, stop.signal);
  const reader = openReader(document, overlay, stop.signal);
  const nothing = (): void => undefined;
  const recording = {
    ...{ keep, isOn: () => isOn, set: () => Promise.resolve(), takeShot: () => Promise.resolve() },
    ...{ noteCopilotText: nothing, setCopilotActive: nothing, copilotSince: () => null },
    ...{ setListener: nothing, flush: nothing },
  };
  const watching = { refresh: nothing, set: () => Promise.resolve() };
  const piloting = new Piloting(reader, recording, watching, overlay, stop.signal);
  const perform = (toAction: (uid: Uid) => PageAction) =>
    piloting.perform({
      turnId: 'turn',
      action: toAction(reader.uidOf(button)),
      label: 'Wayscribe will click this',
      ...(forAgent && { forAgent }),
    });
  const click = () => perform((uid) => ({ intent: 'click', uid }));
  return { piloting, perform, click, overlay };
}

/** Tests run in a frame, where Escape is all of Stop that there is. */
const isStopReported = (): boolean => reported.some(({ type }) => type === 'pilot.stopped');

it('ignores Escape when the run ended while its action was being saved', async () => {
  const kept = Promise.withResolvers<Kept>();
  const keep = vi.fn(() => kept.promise);
  const { piloting, click } = pilot(keep);
  piloting.showStop(true);
  const performed = click();
  await vi.waitFor(() => expect(keep).toHaveBeenCalled());
  piloting.stop();
  piloting.showStop(false);
  expect(await performed).toMatchObject({ ok: false, reason: 'stopped' });
  kept.resolve({ kept: true });
  await nextTask(stop.signal);
  await userEvent.keyboard('{Escape}');
  expect(isStopReported()).toBe(false);
});

it('still reacts to Escape while the run continues after an action', async () => {
  const { piloting, click } = pilot(() => Promise.resolve({ kept: true }));
  piloting.showStop(true);
  expect(await click()).toMatchObject({ ok: true });
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(isStopReported()).toBe(true));
});

it.each([
  ['its panel is closed', 'Could not establish connection. Receiving end does not exist.'],
  ['its panel closes', 'The message port closed before a response was received.'],
])('does nothing when %s, and keeps nothing', async (_what, error) => {
  const keep = vi.fn(() => Promise.resolve({ kept: true as const }));
  const { click } = pilot(keep);
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  answer = () => Promise.reject(new Error(error));
  expect(await click()).toMatchObject({ ok: false });
  expect(keep).not.toHaveBeenCalled();
  expect(pressed).not.toHaveBeenCalled();
});

it('acts where the panel of another window is the first to answer', async () => {
  const { click } = pilot(() => Promise.resolve({ kept: true }));
  answer = () => Promise.resolve({ error: 'pilot.isAwaiting is not allowed from there' });
  expect(await click()).toMatchObject({ ok: true });
});

it('scrolls to a target as far as asked, and no further', async () => {
  const { perform } = pilot(() => Promise.resolve({ kept: true }), { isOn: false });
  const gaps = [4000, 4000].map((height) => {
    const gap = document.createElement('div');
    gap.style.height = `${height}px`;
    return gap;
  });
  button.before(...gaps.slice(1));
  button.after(...gaps.slice(0, 1));
  window.scrollTo(0, 0);
  await perform((uid) => ({ intent: 'scroll', x: 0, y: 3000, uid }));
  expect(window.scrollY).toBe(3000);
  for (const gap of gaps) gap.remove();
});

it('marks the target of the copilot before the action, and no longer', async () => {
  const { click, overlay } = pilot(() => Promise.resolve({ kept: true }), { isOn: false });
  const shown: boolean[] = [];
  button.addEventListener('click', () => shown.push(overlay.host() !== null));
  const performed = click();
  await vi.waitFor(() => expect(overlay.host()).not.toBeNull());
  expect(shown).toEqual([]);
  await performed;
  expect(shown).toEqual([false]);
  expect(overlay.host()).toBeNull();
});

it('marks the target of an outside agent once the action’s events are sent, for a moment', async () => {
  const options = { isOn: false, forAgent: true };
  const { click, overlay } = pilot(() => Promise.resolve({ kept: true }), options);
  const shown: boolean[] = [];
  button.addEventListener('click', () => shown.push(overlay.host() !== null));
  await click();
  expect(shown).toEqual([false]);
  expect(overlay.host()).not.toBeNull();
  await vi.waitFor(() => expect(overlay.host()).toBeNull(), { timeout: 3000 });
});

it('removes the mark of an outside agent with its action while a recording takes screenshots', async () => {
  const { click, overlay } = pilot(() => Promise.resolve({ kept: true }), { forAgent: true });
  await click();
  expect(overlay.host()).toBeNull();
});
