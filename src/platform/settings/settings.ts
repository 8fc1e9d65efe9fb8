import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import { validateEndpoint } from '../../core/navigator/model/endpoint-settings.ts';
import { openKey, readSealedKey, sealKey } from './seal-key.ts';
import { watchStorage } from './stored-value.ts';

/*
 * Settings live in `storage.local` of this profile: not in the store that exports read, so that a
 * key can never be part of one. A sealed key is stored as SEAL instead; once unlocked it is held in
 * `storage.session`, which is memory that only the extension's own pages read, until the browser closes.
 */
const ENDPOINT = 'endpoint';
const SEAL = 'endpointSeal';
const UNLOCKED = 'endpointKey';

export type EndpointState =
  /** The built-in navigator. */
  | { state: 'none' }
  | { state: 'ready'; settings: EndpointSettings; isSealed: boolean }
  /** The key waits for its passphrase; in the settings it is empty. */
  | { state: 'locked'; settings: EndpointSettings };

/** How the key is to be kept. `keep`: the seal it has, which its key must still be under. */
export type KeyKeeping = { as: 'plain' } | { as: 'keep' } | { as: 'sealed'; passphrase: string };

/** What is stored but no longer valid counts as none. */
export async function readEndpoint(): Promise<EndpointState> {
  const [local, session] = await Promise.all([
    chrome.storage.local.get([ENDPOINT, SEAL]),
    chrome.storage.session.get(UNLOCKED),
  ]);
  const isSealed = readSealedKey(local[SEAL]) !== null;
  const validated = validateEndpoint(local[ENDPOINT], isSealed);
  if (!validated.ok) return { state: 'none' };
  const { settings } = validated;
  if (!isSealed) return { state: 'ready', settings, isSealed };
  const apiKey = session[UNLOCKED];
  if (typeof apiKey !== 'string') return { state: 'locked', settings: { ...settings, apiKey: '' } };
  return { state: 'ready', settings: { ...settings, apiKey }, isSealed };
}

export async function writeEndpoint(settings: EndpointSettings, key: KeyKeeping): Promise<void> {
  if (key.as === 'plain') {
    await chrome.storage.local.set({ [ENDPOINT]: settings });
    await dropSeal();
    return;
  }
  const kept = { ...settings, apiKey: '' };
  if (key.as === 'keep') return chrome.storage.local.set({ [ENDPOINT]: kept });
  const seal = await sealKey(settings.apiKey, key.passphrase);
  // Unlocked first: else every listener would see a locked key for a moment.
  await chrome.storage.session.set({ [UNLOCKED]: settings.apiKey });
  await chrome.storage.local.set({ [ENDPOINT]: kept, [SEAL]: seal });
}

/** Opens the sealed key until the browser closes; false when the passphrase is another. */
export async function unlockEndpoint(passphrase: string): Promise<boolean> {
  const sealed = readSealedKey((await chrome.storage.local.get(SEAL))[SEAL]);
  const apiKey = sealed && (await openKey(sealed, passphrase));
  if (apiKey === null) return false;
  await chrome.storage.session.set({ [UNLOCKED]: apiKey });
  return true;
}

export async function lockEndpoint(): Promise<void> {
  await chrome.storage.session.remove(UNLOCKED);
}

/** Forgets the key, sealed or not; what else is set stays. */
export async function forgetKey(): Promise<void> {
  const stored = (await chrome.storage.local.get(ENDPOINT))[ENDPOINT];
  if (typeof stored === 'object') {
    await chrome.storage.local.set({ [ENDPOINT]: { ...stored, apiKey: '' } });
  }
  await dropSeal();
}

/** Forgets address, key and all. */
export async function forgetEndpoint(): Promise<void> {
  await chrome.storage.local.remove(ENDPOINT);
  await dropSeal();
}

async function dropSeal(): Promise<void> {
  await chrome.storage.local.remove(SEAL);
  await chrome.storage.session.remove(UNLOCKED);
}

/** Calls back with the state of the endpoint now and after every change, until `signal` aborts. */
export function followEndpoint(
  onChange: (state: EndpointState) => void,
  signal: AbortSignal,
): void {
  const report = (): void => void readEndpoint().then(onChange);
  watchStorage([ENDPOINT, SEAL, UNLOCKED], report, signal);
  report();
}
