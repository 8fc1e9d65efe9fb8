import browser from 'webextension-polyfill';
import type { EndpointSettings } from '../core/navigator/endpoint-settings.ts';
import { validateEndpoint } from '../core/navigator/endpoint-settings.ts';

/*
 * Settings live in `storage.local` of this profile: not in the store that exports read, so that a
 * key can never be part of one.
 */
const ENDPOINT = 'endpoint';

/** null: the built-in navigator. What is stored but no longer valid counts as none. */
export async function readEndpoint(): Promise<EndpointSettings | null> {
  const validated = validateEndpoint((await browser.storage.local.get(ENDPOINT))[ENDPOINT]);
  return validated.ok ? validated.settings : null;
}

export async function writeEndpoint(settings: EndpointSettings | null): Promise<void> {
  if (settings) await browser.storage.local.set({ [ENDPOINT]: settings });
  else await browser.storage.local.remove(ENDPOINT);
}

/** Hears of every change of the endpoint until `signal` aborts. */
export function followEndpoint(
  onChange: (settings: EndpointSettings | null) => void,
  signal: AbortSignal,
): void {
  const report = (): void => void readEndpoint().then((settings) => onChange(settings));
  const changed = (changes: Record<string, unknown>, area: string): void => {
    if (area === 'local' && ENDPOINT in changes) report();
  };
  browser.storage.onChanged.addListener(changed);
  signal.addEventListener('abort', () => browser.storage.onChanged.removeListener(changed));
  report();
}
