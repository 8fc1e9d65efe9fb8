import type { PageAction, TabAction } from '../core/action/action.ts';
import type { Change, Performed, Receipt } from '../core/action/receipt.ts';
import { sendToFrame } from '../platform/messages.ts';
import { order } from './connection.ts';
import type { Content } from '../protocol/content.ts';
import { watchNavigation } from './watch-navigation.ts';

export interface Order {
  turnId: string;
  action: PageAction | TabAction;
  /** The frame of the target; 0 for what has none. */
  frameId: number;
  /** What the page shows beside the target: `Wayscribe will click here`. */
  label: string;
}

/** Performs one action in a tab and says what it verifiably changed, loads and new tabs included. */
export async function performOnTab(
  tabId: number,
  { turnId, action, frameId, label }: Order,
  signal: AbortSignal,
): Promise<Performed> {
  const navigation = watchNavigation(tabId, signal);
  try {
    const performed = isTabAction(action)
      ? await performTabAction(tabId, turnId, action)
      : await performInFrame({ tabId, frameId }, turnId, action, label, signal);
    if (performed && !performed.ok) return performed;
    const seen = performed?.ok ? performed.receipt : null;
    // A page that went away without an answer was navigated, and that is what changed.
    const changes = await navigation.settle(seen === null || isTabAction(action));
    return { ok: true, receipt: joinReceipt(seen, changes) };
  } catch (error) {
    if (signal.aborted) return { ok: false, reason: 'stopped', message: 'Stopped.' };
    return {
      ok: false,
      reason: 'unreachable',
      message: `The page could not be reached (${error instanceof Error ? error.message : String(error)}).`,
    };
  } finally {
    navigation.end();
  }
}

export function isTabAction(action: PageAction | TabAction): action is TabAction {
  return action.intent === 'load' || action.intent === 'back' || action.intent === 'forward';
}

async function performTabAction(
  tabId: number,
  turnId: string,
  action: TabAction,
): Promise<Performed | null> {
  await order('pilot.navigating', { tabId, turnId });
  if (action.intent === 'load') {
    const tab = await chrome.tabs.get(tabId);
    // An update to the same address may do nothing (a fragment) where a reload was asked for.
    await (tab.url === action.url
      ? chrome.tabs.reload(tabId)
      : chrome.tabs.update(tabId, { url: action.url }));
    return null;
  }
  try {
    await (action.intent === 'back' ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId));
    return null;
  } catch {
    const where = action.intent === 'back' ? 'before' : 'after';
    return {
      ok: false,
      reason: 'unsupported',
      message: `There is no page ${where} this one in the tab’s history.`,
    };
  }
}

/** null when the document went away before it could answer. */
async function performInFrame(
  target: { tabId: number; frameId: number },
  turnId: string,
  action: PageAction,
  label: string,
  signal: AbortSignal,
): Promise<Performed | null> {
  const stop = (): void =>
    void sendToFrame<Content, 'action.stop'>(target, 'action.stop', null).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const data = { turnId, action, label };
    return await sendToFrame<Content, 'action.perform'>(target, 'action.perform', data);
  } catch (error) {
    signal.throwIfAborted();
    // "Receiving end does not exist" means that nothing was even asked.
    if (String(error).includes('Receiving end')) throw error;
    return null;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function joinReceipt(seen: Receipt | null, changes: Change[]): Receipt {
  if (changes.length === 0) return seen ?? { verdict: 'unknown', changes: [] };
  const own = seen?.changes.filter(({ kind }) => kind !== 'url' && kind !== 'title') ?? [];
  return { verdict: 'changed', changes: [...changes, ...own] };
}
