import type { Outcome } from '../../protocol/background.ts';
import { order } from '../connection.ts';

/** Tabs that this page of the extension has had our script put into; others have their own. */
const piloted = new Set<number>();

/** Whether the background knows that this page works in a tab, so that the script is there to stay. */
export function isPiloted(tabId: number): boolean {
  return piloted.has(tabId);
}

/** Has the script put into every frame of a tab that has none. */
export async function pilotTab(tabId: number): Promise<Outcome> {
  const ready = await order('pilot.start', { tabId });
  if (ready.ok) piloted.add(tabId);
  return ready;
}

/** Leaves the script to another page of the extension, which is at work there by now. */
export function yieldTab(tabId: number): void {
  piloted.delete(tabId);
}

/** Has it leave a tab. */
export async function leaveTab(tabId: number): Promise<void> {
  yieldTab(tabId);
  await order('pilot.stop', { tabIds: [tabId] });
}

/** Has it leave all of them, and none that another page of the extension works in. */
export async function leaveTabs(): Promise<void> {
  const tabIds = [...piloted];
  piloted.clear();
  if (tabIds.length > 0) await order('pilot.stop', { tabIds });
}
