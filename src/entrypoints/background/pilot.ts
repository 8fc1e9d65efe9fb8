import type { Outcome } from '../../protocol/background.ts';
import { injectContentScript, tellFrames } from './content-scripts.ts';
import type { OpenDemonstration } from './open-demonstration.ts';

const PILOTED = 'pilotedTabs';

/**
 * Makes tabs ready for the copilot and clears them afterwards. While nothing is recorded only the
 * piloted tab has our script.
 */
export function createPilot(open: OpenDemonstration) {
  async function start(tabId: number): Promise<Outcome> {
    const injected = await injectContentScript(tabId);
    if (!injected.ok) return injected;
    const tabs = await listPiloted();
    if (!tabs.includes(tabId)) await chrome.storage.session.set({ [PILOTED]: [...tabs, tabId] });
    return { ok: true };
  }

  async function stop(only?: readonly number[]): Promise<Outcome> {
    const all = await listPiloted();
    const tabs = only === undefined ? all : all.filter((tabId) => only.includes(tabId));
    const rest = all.filter((tabId) => !tabs.includes(tabId));
    if (rest.length > 0) await chrome.storage.session.set({ [PILOTED]: rest });
    else await chrome.storage.session.remove(PILOTED);
    if (await open.get()) return { ok: true };
    await Promise.all(tabs.map((tabId) => tellFrames(tabId, 'script.end', null)));
    return { ok: true };
  }

  return { start, stop };
}

/** Tabs the copilot is on. */
export async function listPiloted(): Promise<number[]> {
  const stored: unknown = (await chrome.storage.session.get(PILOTED))[PILOTED];
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
}
