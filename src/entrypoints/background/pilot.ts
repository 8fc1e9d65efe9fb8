import type { Outcome } from '../../protocol/background.ts';
import { injectContentScript, tellFrames } from './content-scripts.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { addPiloted, dropPiloted } from './piloted-list.ts';

/**
 * Makes tabs ready for the copilot and clears them afterwards. While nothing is recorded only the
 * piloted tab has our script.
 */
export function createPilot(open: OpenDemonstration) {
  async function start(tabId: number): Promise<Outcome> {
    const injected = await injectContentScript(tabId);
    if (!injected.ok) return injected;
    await addPiloted(tabId);
    return { ok: true };
  }

  async function stop(only?: readonly number[]): Promise<Outcome> {
    const tabs = await dropPiloted(only);
    if (await open.get()) return { ok: true };
    await Promise.all(tabs.map((tabId) => tellFrames(tabId, 'script.end', null)));
    return { ok: true };
  }

  return { start, stop };
}
