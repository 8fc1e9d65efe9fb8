import browser from 'webextension-polyfill';
import type { IndexedEntry } from '../../core/navigator/memory/memory-index.ts';
import { readIndex } from '../../core/navigator/memory/memory-index.ts';
import type { MemorySettings } from '../../core/navigator/memory/memory-settings.ts';
import { readMemorySettings } from '../../core/navigator/memory/memory-settings.ts';

/*
 * What the copilot remembers, in `storage.local` of this profile: the user's choices, and by what
 * demonstrations are found again. The demonstrations themselves are in the store only.
 */
const SETTINGS = 'memory';
const INDEX = 'memoryIndex';

export async function readMemory(): Promise<MemorySettings> {
  return readMemorySettings((await browser.storage.local.get(SETTINGS))[SETTINGS]);
}

/** Changes are made one after the other, also those of several pages of the extension. */
export async function changeMemory(
  change: (settings: MemorySettings) => MemorySettings,
): Promise<MemorySettings> {
  return navigator.locks.request(`wayscribe ${SETTINGS}`, async () => {
    const settings = change(await readMemory());
    await browser.storage.local.set({ [SETTINGS]: settings });
    return settings;
  });
}

/**
 * Brings the index up to date; `change` gives the same list back where it is. One at a time, or an entry
 * that was dropped could come back.
 */
export async function changeMemoryIndex(
  change: (entries: IndexedEntry[]) => IndexedEntry[] | Promise<IndexedEntry[]>,
): Promise<IndexedEntry[]> {
  return navigator.locks.request(`wayscribe ${INDEX}`, async () => {
    const before = readIndex((await browser.storage.local.get(INDEX))[INDEX]);
    const after = await change(before);
    if (after !== before) await browser.storage.local.set({ [INDEX]: after });
    return after;
  });
}

/** A demonstration that was deleted is not kept by its words either. */
export async function dropFromMemory(id: string): Promise<void> {
  await changeMemoryIndex((entries) => entries.filter((entry) => entry.id !== id));
}
