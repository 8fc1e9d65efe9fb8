import browser from 'webextension-polyfill';
import { listen } from '../listen.ts';

/** A setting in `storage.local` of this profile. `parse` returns a valid value for whatever is stored. */
export function storeValue<T>(key: string, parse: (stored: unknown) => T) {
  async function read(): Promise<T> {
    return parse((await browser.storage.local.get(key))[key]);
  }

  async function write(value: T): Promise<void> {
    await browser.storage.local.set({ [key]: value });
  }

  /** Changes the value; one change after the other, also those of several pages of the extension. */
  async function change(to: (value: T) => T | Promise<T>): Promise<T> {
    return navigator.locks.request(`wayscribe ${key}`, async () => {
      const before = await read();
      const after = await to(before);
      if (after !== before) await write(after);
      return after;
    });
  }

  function watch(onChange: (value: T) => void, signal?: AbortSignal): void {
    watchStorage([key], () => void read().then(onChange), signal);
  }

  return { read, write, change, watch };
}

/** Calls back when one of these keys changes in any area of the storage, until `signal` aborts. */
export function watchStorage(
  keys: readonly string[],
  onChange: () => void,
  signal = new AbortController().signal,
): void {
  const changed = (changes: Record<string, unknown>): void => {
    if (keys.some((key) => key in changes)) onChange();
  };
  listen(chrome.storage.onChanged, changed, signal);
}
