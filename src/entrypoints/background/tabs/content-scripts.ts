import { explainUnreachable } from '../../../core/snapshot/page-access.ts';
import { listFrames } from '../../../platform/list-frames.ts';
import { sendToFrame } from '../../../platform/messages.ts';
import type { Content } from '../../../protocol/content.ts';
import type { DataOf } from '../../../protocol/message.ts';
import contentScript from '../../content/content.iife.ts?script&iife';
import { settleWithin } from '../settle-within.ts';

const ID = 'wayscribe';

/** No tab may hold up the others for longer: one that shows a dialog or is frozen does not answer. */
const PATIENCE_MS = 2000;

/** From now on every new document of the browser runs our script, from its very start. */
export async function registerContentScript(): Promise<void> {
  if (await isContentScriptRegistered()) return;
  await chrome.scripting.registerContentScripts([
    {
      id: ID,
      js: [contentScript],
      matches: ['<all_urls>'],
      allFrames: true,
      matchOriginAsFallback: true,
      runAt: 'document_start',
      persistAcrossSessions: false,
    },
  ]);
}

/** Whether documents are being watched: neither a new browser nor a reloaded extension knows the script. */
export async function isContentScriptRegistered(): Promise<boolean> {
  const registered = await chrome.scripting.getRegisteredContentScripts({ ids: [ID] });
  return registered.length > 0;
}

export async function unregisterContentScript(): Promise<void> {
  if (!(await isContentScriptRegistered())) return;
  await chrome.scripting.unregisterContentScripts({ ids: [ID] });
}

/** Puts the script into every frame of an open tab; a frame that has it already is left alone. */
export async function injectContentScript(
  tabId: number,
): Promise<{ ok: true } | { ok: false; message: string }> {
  try {
    await chrome.scripting.executeScript({
      target: { tabId, allFrames: true },
      files: [contentScript],
      injectImmediately: true,
    });
  } catch (error) {
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    const known = tab ? explainUnreachable(tab.url ?? '') : 'This tab is closed.';
    return { ok: false, message: known ?? `This page cannot be read: ${String(error)}` };
  }
  // Children injected before their parents were not heard when they said who they are.
  await sendToFrames(tabId, 'frame.announce', null);
  return { ok: true };
}

/**
 * The same for a page that has come to the screen: one that was prerendered, or kept for going back, may be
 * from before scripts were put into pages.
 */
export async function injectWhereMissing(tabId: number): Promise<void> {
  // Once the document is there: an ordinary one has its script by then.
  const probed = await chrome.scripting
    .executeScript({ target: { tabId }, func: hasContentScript })
    .catch(() => []);
  if (probed.some(({ result }) => result === false)) await injectContentScript(tabId);
}

/** Runs in the page, in our script's world: whether it is there (content.iife). */
function hasContentScript(): boolean {
  const running: unknown = Reflect.get(globalThis, 'wayscribeContent');
  return running instanceof AbortController && !running.signal.aborted;
}

export async function injectEverywhere(): Promise<void> {
  const tabs = await chrome.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url }) => {
      if (id === undefined || explainUnreachable(url ?? '')) return;
      await settleWithin(injectContentScript(id), PATIENCE_MS);
    }),
  );
}

/** Tells every frame of a tab; frames without our script are passed over. */
export async function sendToFrames<K extends keyof Content>(
  tabId: number,
  type: K,
  data: DataOf<Content, K>,
): Promise<void> {
  const frames = await listFrames(tabId);
  await Promise.all(
    frames.map(({ frameId }) =>
      settleWithin(sendToFrame<Content, K>({ tabId, frameId }, type, data), PATIENCE_MS),
    ),
  );
}

export async function sendToAllTabs<K extends keyof Content>(
  type: K,
  data: DataOf<Content, K>,
  except: readonly number[] = [],
): Promise<void> {
  const tabs = await chrome.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id }) => {
      if (id !== undefined && !except.includes(id)) await sendToFrames(id, type, data);
    }),
  );
}
