import type { PageAction, TabAction } from '../core/action/action.ts';
import type { Change, Performed, Receipt } from '../core/action/receipt.ts';
import { sendToFrame } from '../platform/messages.ts';
import type { DataOf } from '../protocol/message.ts';
import { attachedFiles } from './attached-files.ts';
import { order } from './connection.ts';
import type { Content } from '../protocol/content.ts';
import { untilAborted } from './until-aborted.ts';
import { lendFiles } from './lend-files.ts';
import { untilBlocked } from './until-blocked.ts';
import type { NavigationWatch, Outcome } from './watch-navigation.ts';
import { watchNavigation } from './watch-navigation.ts';
import { withTimeout } from './with-timeout.ts';

export interface Order {
  turnId: string;
  action: PageAction | TabAction;
  /** The frame of the target; 0 for what has none. */
  frameId: number;
  /** What the page shows beside the target: `Wayscribe will click here`. */
  label: string;
  /** What the target said when the page was read; it must promise nothing else by now. */
  seenWords?: string | null;
  /** The user was asked about it: it must be what they saw, to the word. */
  wasAsked?: boolean;
}

/** How long after a stop the page may still tell what was done by then. */
const STOP_MS = 100;

/** Performs one action in a tab and says what it verifiably changed, loads and new tabs included. */
export async function performOnTab(
  tabId: number,
  { turnId, action, frameId, label, seenWords = null, wasAsked = false }: Order,
  signal: AbortSignal,
): Promise<Performed> {
  // An abort that has been is heard by nobody who listens from now on.
  if (signal.aborted) return NOT_BEGUN;
  const navigation = watchNavigation(tabId, signal);
  const lending = new AbortController();
  try {
    if (isTabAction(action)) {
      const refused = await performTabAction(tabId, turnId, action, navigation, signal);
      return refused ?? judge(null, await navigation.settle(true));
    }
    const files = action.intent === 'change' ? attachedFiles.named(action.value) : [];
    const lent = lendFiles(files, { tabId, turnId }, lending.signal);
    const data = {
      ...{ turnId, action, label },
      ...(seenWords !== null && { seenWords }),
      ...(wasAsked && { wasAsked }),
      ...(lent.length > 0 && { files: lent }),
    };
    const answer = performInFrame({ tabId, frameId }, data, signal);
    void dropUndone(turnId, answer);
    const waited = untilBlocked(answer, { tabId, frameId }, lending.signal);
    const performed = await untilStopped(waited, signal);
    if (performed?.ok && performed.receipt.dialog) {
      // Heard once the dialog is closed: what was still being waited for is over by then.
      stopInFrame({ tabId, frameId });
      return performed;
    }
    if (performed && !performed.ok) return performed;
    // A page that went away without an answer was navigated, and that is what changed.
    const outcome = await navigation.settle(performed === null);
    return performed === null && outcome.replaced ? REPLACED : judge(performed, outcome);
  } catch (error) {
    // What was done by then is not known: the round says so.
    signal.throwIfAborted();
    return {
      ok: false,
      reason: 'unreachable',
      message: `The page could not be reached (${error instanceof Error ? error.message : String(error)}).`,
    };
  } finally {
    navigation.end();
    lending.abort();
  }
}

const NOT_BEGUN: Performed = {
  ok: false,
  reason: 'stopped',
  message: 'Stopped before anything was done.',
};
const CLOSED: Performed = {
  ok: false,
  reason: 'gone',
  message: 'The tab was closed, so I cannot tell what came of it.',
};
const REPLACED: Performed = {
  ok: false,
  reason: 'gone',
  message:
    'The page was loaded anew while I was at it, so I cannot tell whether it was done. Look at the page, then say it again.',
};

function judge(seen: Extract<Performed, { ok: true }> | null, outcome: Outcome): Performed {
  if (outcome.closed) return CLOSED;
  if (outcome.failure !== null) {
    const message = `The page could not be loaded (${outcome.failure}).`;
    return { ok: false, reason: 'unreachable', message };
  }
  return { ok: true, receipt: joinReceipt(seen?.receipt ?? null, outcome.changes) };
}

/** The frame's answer, or after a stop what it says within a moment; then nothing more is awaited. */
async function untilStopped<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(answer, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return withTimeout(answer, STOP_MS);
  });
}

/** What was refused or stopped before anything happened is no turn, though its page was kept. */
async function dropUndone(turnId: string, answer: Promise<Performed | null>): Promise<void> {
  const performed = await answer.catch(() => null);
  if (!performed || performed.ok || performed.receipt) return;
  await order('recording.drop', { turnId }).catch(() => undefined);
}

function isTabAction(action: PageAction | TabAction): action is TabAction {
  return action.intent === 'load' || action.intent === 'back' || action.intent === 'forward';
}

async function performTabAction(
  tabId: number,
  turnId: string,
  action: TabAction,
  navigation: NavigationWatch,
  signal: AbortSignal,
): Promise<Performed | null> {
  const isOver = (): boolean => signal.aborted;
  await order('pilot.navigating', { tabId, turnId });
  if (isOver()) return NOT_BEGUN;
  if (action.intent !== 'load') return goThroughHistory(tabId, action.intent, navigation);
  const tab = await chrome.tabs.get(tabId);
  if (isOver()) return NOT_BEGUN;
  // An update to the same address may do nothing (a fragment) where a reload was asked for.
  await (tab.url === action.url
    ? chrome.tabs.reload(tabId)
    : chrome.tabs.update(tabId, { url: action.url }));
  return null;
}

/** How long a step through the history may take to begin. */
const STEP_MS = 1000;

/**
 * The browser's own step skips pages nobody has clicked in, which is every page the copilot has worked
 * on; the page's own step does not. A page out of reach leaves only the browser's.
 */
async function goThroughHistory(
  tabId: number,
  direction: 'back' | 'forward',
  navigation: NavigationWatch,
): Promise<Performed | null> {
  const steps = direction === 'back' ? -1 : 1;
  const injected = chrome.scripting.executeScript({
    target: { tabId },
    func: (delta: number) => history.go(delta),
    args: [steps],
  });
  const asked = await injected.then(
    () => true,
    () => false,
  );
  if (asked && (await navigation.begins(STEP_MS))) return null;
  try {
    await (direction === 'back' ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId));
    return null;
  } catch {
    const where = direction === 'back' ? 'before' : 'after';
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
  data: DataOf<Content, 'action.perform'>,
  signal: AbortSignal,
): Promise<Performed | null> {
  const stop = (): void => stopInFrame(target);
  signal.addEventListener('abort', stop, { once: true });
  try {
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

function stopInFrame(target: { tabId: number; frameId: number }): void {
  void sendToFrame<Content, 'action.stop'>(target, 'action.stop', null).catch(() => undefined);
}

function joinReceipt(seen: Receipt | null, changes: Change[]): Receipt {
  if (changes.length === 0) return seen ?? { verdict: 'unknown', changes: [] };
  const own = seen?.changes.filter(({ kind }) => kind !== 'url' && kind !== 'title') ?? [];
  return { ...seen, verdict: 'changed', changes: [...changes, ...own] };
}
