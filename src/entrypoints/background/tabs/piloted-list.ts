import { createOrder } from '../in-order.ts';

const KEY = 'pilotedTabs';

/** Changed from two sides at once, the list would lose a tab. */
const inOrder = createOrder();

/** Tabs the copilot is on. */
export async function listPiloted(): Promise<number[]> {
  const stored: unknown = (await chrome.storage.session.get(KEY))[KEY];
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
}

export function addPiloted(tabId: number): Promise<void> {
  return inOrder(async () => {
    const tabs = await listPiloted();
    if (!tabs.includes(tabId)) await chrome.storage.session.set({ [KEY]: [...tabs, tabId] });
  });
}

/** Takes them off the list, all where none are named; resolves to those that were on it. */
export function dropPiloted(only?: readonly number[]): Promise<number[]> {
  return inOrder(async () => {
    const all = await listPiloted();
    const dropped = only === undefined ? all : all.filter((tabId) => only.includes(tabId));
    const rest = all.filter((tabId) => !dropped.includes(tabId));
    if (rest.length > 0) await chrome.storage.session.set({ [KEY]: rest });
    else await chrome.storage.session.remove(KEY);
    return dropped;
  });
}
