import { createQueue } from '../tasks.ts';

const KEY = 'pilotedTabs';

/** A tab, and the name of the browser lock that the extension's page working in it holds as long as it is open. */
type Piloted = [tabId: number, lock: string];

/** The list would lose a tab if two changes overlapped. */
const inOrder = createQueue();

/** Returns the tabs that the copilot works on. A page that was closed or reloaded works on none. */
export async function listPiloted(): Promise<number[]> {
  const all = await read();
  if (all.length === 0) return [];
  const { held = [] } = await navigator.locks.query();
  const locks = new Set(held.map(({ name }) => name));
  return listTabs(all.filter(([, lock]) => locks.has(lock)));
}

export function addPiloted(tabId: number, lock: string): Promise<void> {
  return inOrder(async () => {
    const all = await read();
    if (all.some(([tab, page]) => tab === tabId && page === lock)) return;
    await chrome.storage.session.set({ [KEY]: [...all, [tabId, lock]] });
  });
}

/** Removes tabs from the list, all without `only`; resolves with those that were on it. */
export function dropPiloted(only?: readonly number[]): Promise<number[]> {
  return inOrder(async () => {
    const all = await read();
    const rest = only === undefined ? [] : all.filter(([tabId]) => !only.includes(tabId));
    if (rest.length > 0) await chrome.storage.session.set({ [KEY]: rest });
    else await chrome.storage.session.remove(KEY);
    return listTabs(all.filter((entry) => !rest.includes(entry)));
  });
}

/** Two pages may work in one tab, one after the other. */
const listTabs = (entries: readonly Piloted[]): number[] => [
  ...new Set(entries.map(([tabId]) => tabId)),
];

async function read(): Promise<Piloted[]> {
  const stored: unknown = (await chrome.storage.session.get(KEY))[KEY];
  return Array.isArray(stored) ? stored.filter(isPiloted) : [];
}

function isPiloted(value: unknown): value is Piloted {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string';
}
