import { explainUnreachable } from '../../../core/snapshot/page-access.ts';
import type { Outcome } from '../../../protocol/background.ts';
import type { Content } from '../../../protocol/content.ts';
import type { DataOf } from '../../../protocol/message.ts';
import contentScript from '../../content/content.iife.ts?script&iife';
import dialogScript from '../../content/dialogs.iife.ts?script&iife';
import { settleWithin } from '../../../platform/settle-within.ts';
import { askFrames } from '../../../platform/frames.ts';

interface PageScript {
  id: string;
  file: string;
  world: 'ISOLATED' | 'MAIN';
}

const CONTENT: PageScript = { id: 'wayscribe', file: contentScript, world: 'ISOLATED' };
/** Sees dialogs, in the page's own world. It ends with the content script that it reports to. */
const DIALOGS: PageScript = { id: 'wayscribe-dialogs', file: dialogScript, world: 'MAIN' };

/** A tab that shows a dialog or is frozen does not answer; other tabs don't wait longer for it. */
const PATIENCE_MS = 2000;

/** Puts our script into every open tab and, from now on, into every new document before its first script. */
export async function startContentScript(): Promise<void> {
  await register(CONTENT);
  await injectEverywhere(injectContentScript);
}

export async function startDialogScript(): Promise<void> {
  await register(DIALOGS);
  await injectEverywhere((tabId) => inject(tabId, DIALOGS));
}

/** New documents don't get the script from now on. */
export const stopContentScript = (): Promise<void> => unregister(CONTENT);
export const stopDialogScript = (): Promise<void> => unregister(DIALOGS);

/** Whether pages are watched: a restarted browser or a reloaded extension does not know the script. */
export const isContentScriptRegistered = (): Promise<boolean> => isRegistered(CONTENT);

async function register(script: PageScript): Promise<void> {
  if (await isRegistered(script)) return;
  const { id, file, world } = script;
  await chrome.scripting.registerContentScripts([
    {
      id,
      js: [file],
      matches: ['<all_urls>'],
      allFrames: true,
      matchOriginAsFallback: true,
      runAt: 'document_start',
      world,
      persistAcrossSessions: false,
    },
  ]);
}

async function isRegistered({ id }: PageScript): Promise<boolean> {
  return (await chrome.scripting.getRegisteredContentScripts({ ids: [id] })).length > 0;
}

async function unregister(script: PageScript): Promise<void> {
  if (await isRegistered(script)) {
    await chrome.scripting.unregisterContentScripts({ ids: [script.id] });
  }
}

async function inject(tabId: number, { file, world }: PageScript): Promise<void> {
  const target = { tabId, allFrames: true };
  await chrome.scripting.executeScript({ target, files: [file], world, injectImmediately: true });
}

async function injectEverywhere(injectInto: (tabId: number) => Promise<unknown>): Promise<void> {
  const tabs = await chrome.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url }) => {
      if (id === undefined || explainUnreachable(url ?? '')) return;
      await settleWithin(injectInto(id), PATIENCE_MS);
    }),
  );
}

/** Puts the script into every frame of an open tab; a frame that has it already ignores it. */
export async function injectContentScript(tabId: number): Promise<Outcome> {
  try {
    await inject(tabId, CONTENT);
  } catch (error) {
    const tab = await chrome.tabs.get(tabId).catch(() => null);
    const known = tab ? explainUnreachable(tab.url ?? '') : 'This tab is closed.';
    return { ok: false, message: known ?? `This page cannot be read: ${String(error)}` };
  }
  // A child injected before its parent said who it is when the parent could not hear it.
  await sendToFrames(tabId, 'frame.announce', null);
  return { ok: true };
}

/** Injects into a page that was prerendered or cached before scripts were put into pages. */
export async function injectWhereMissing(tabId: number): Promise<void> {
  // Runs once the document is there: an ordinary one has its script by then.
  const probed = await chrome.scripting
    .executeScript({ target: { tabId }, func: hasContentScript })
    .catch(() => []);
  if (probed.some(({ result }) => result === false)) await injectContentScript(tabId);
}

/** Runs in the page, in our script's world: whether content.iife runs there. */
function hasContentScript(): boolean {
  const running: unknown = Reflect.get(globalThis, 'wayscribeContent');
  return running instanceof AbortController && !running.signal.aborted;
}

/** Sends to every frame of a tab; skips frames without our script. */
export async function sendToFrames<K extends keyof Content>(
  tabId: number,
  type: K,
  data: DataOf<Content, K>,
): Promise<void> {
  await askFrames(tabId, type, data, { ms: PATIENCE_MS });
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
