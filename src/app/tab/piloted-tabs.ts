import type { Outcome } from '../../protocol/background.ts';
import { holdForLife } from '../../platform/life-lock.ts';
import { order } from '../connection.ts';

/** Tabs that this page of the extension has injected our script into; others have their own. */
const piloted = new Set<number>();

/** Whether the background knows that this page works in a tab, so that the script stays. */
export function isPiloted(tabId: number): boolean {
  return piloted.has(tabId);
}

/** Name of the browser lock by which the background knows that this page is open. */
const LOCK = `page ${crypto.randomUUID()}`;

/** Injects the script into every frame without it. */
export async function pilotTab(tabId: number): Promise<Outcome> {
  await holdForLife(LOCK);
  const ready = await order('pilot.start', { tabId, lock: LOCK });
  if (ready.ok) piloted.add(tabId);
  return ready;
}

/** Leaves the script to another page of the extension, which works there by now. */
export function yieldTab(tabId: number): void {
  piloted.delete(tabId);
}

/** Removes the script from a tab. */
export async function leaveTab(tabId: number): Promise<void> {
  yieldTab(tabId);
  await order('pilot.stop', { tabIds: [tabId] });
}

/** Removes the script from all tabs of this page. */
export async function leaveTabs(): Promise<void> {
  const tabIds = [...piloted];
  piloted.clear();
  if (tabIds.length > 0) await order('pilot.stop', { tabIds });
}

/**
 * Locks a tab for a run until `signal` aborts. A browser lock decides which page of the extension controls a tab, and
 * is released with that page however it ends. Returns true if another page had the tab, which loses it. `onTaken`:
 * another run took it.
 */
export async function takeTab(
  tabId: number,
  onTaken: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  if (await borrowTab(tabId, onTaken, signal)) return false;
  await lock(tabId, { steal: true }, onTaken, signal);
  return true;
}

/** Locks a free tab until `signal` aborts; returns false if a run works there. */
export function borrowTab(
  tabId: number,
  onTaken: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  return lock(tabId, { ifAvailable: true }, onTaken, signal);
}

function lock(
  tabId: number,
  how: LockOptions,
  onTaken: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const held = Promise.withResolvers<boolean>();
  const over = Promise.withResolvers<null>();
  if (signal.aborted) over.resolve(null);
  signal.addEventListener('abort', () => over.resolve(null), { once: true });
  navigator.locks
    .request(`tab ${tabId}`, how, async (granted) => {
      held.resolve(granted !== null);
      if (granted) await over.promise;
    })
    .catch(() => {
      held.resolve(false);
      if (!signal.aborted) onTaken();
    });
  return held.promise;
}
