import dialogScript from '../content/dialogs.iife.ts?script&iife';
import { explainUnreachable } from '../../core/snapshot/reach.ts';
import { settleWithin } from './settle-within.ts';

const ID = 'wayscribe-dialogs';

/** A tab that shows a dialog does not answer. */
const PATIENCE_MS = 2000;

/**
 * The script that sees dialogs, in the page's own world: in every new document before its first script,
 * and in every frame that is open already. It ends with the capturing that it reports to.
 */
export async function startDialogScript(): Promise<void> {
  if (!(await isRegistered())) {
    await chrome.scripting.registerContentScripts([
      {
        id: ID,
        js: [dialogScript],
        matches: ['<all_urls>'],
        allFrames: true,
        matchOriginAsFallback: true,
        runAt: 'document_start',
        world: 'MAIN',
        persistAcrossSessions: false,
      },
    ]);
  }
  const tabs = await chrome.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url }) => {
      if (id === undefined || explainUnreachable(url ?? '')) return;
      const inject = chrome.scripting.executeScript({
        target: { tabId: id, allFrames: true },
        files: [dialogScript],
        world: 'MAIN',
        injectImmediately: true,
      });
      await settleWithin(inject, PATIENCE_MS);
    }),
  );
}

/** New documents have no such script any more. */
export async function stopDialogScript(): Promise<void> {
  if (await isRegistered()) await chrome.scripting.unregisterContentScripts({ ids: [ID] });
}

async function isRegistered(): Promise<boolean> {
  return (await chrome.scripting.getRegisteredContentScripts({ ids: [ID] })).length > 0;
}
