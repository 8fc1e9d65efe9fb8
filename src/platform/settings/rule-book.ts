import browser from 'webextension-polyfill';
import type { RuleBook } from '../../core/navigator/rules/rule-book.ts';
import { readRuleBook } from '../../core/navigator/rules/rule-book.ts';

/*
 * What the copilot may do, in `storage.local` of this profile. Only pages of the extension write it: no
 * message does, so that nothing in a page of the web can.
 */
const KEY = 'ruleBook';

export async function readRules(): Promise<RuleBook> {
  return readRuleBook((await browser.storage.local.get(KEY))[KEY]);
}

/** Changes are made one after the other, also those of several pages of the extension. */
export async function changeRules(change: (book: RuleBook) => RuleBook): Promise<RuleBook> {
  return navigator.locks.request(`wayscribe ${KEY}`, async () => {
    const book = change(await readRules());
    await browser.storage.local.set({ [KEY]: book });
    return book;
  });
}

/** Hears of the rules now and at every change until `signal` aborts. */
export function followRules(onChange: (book: RuleBook) => void, signal: AbortSignal): void {
  const report = (): void => void readRules().then(onChange);
  const changed = (changes: Record<string, unknown>, area: string): void => {
    if (area === 'local' && KEY in changes) report();
  };
  browser.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => browser.storage.onChanged.removeListener(changed));
  report();
}
