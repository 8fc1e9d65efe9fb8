import { createQueue } from '../tasks.ts';

const KEY = 'pilotedTabs';

/** The list would lose a tab if two changes overlapped. */
const inOrder = createQueue();

/** Returns the tabs that the copilot works on. */
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

/** Removes tabs from the list, all without `only`; resolves with those that were on it. */
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
