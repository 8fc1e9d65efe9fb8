import type { PageAction, TabAction } from '../../core/action/action.ts';
import type { PerformResult, Receipt, ReceiptChange } from '../../core/action/receipt.ts';
import { receive, sendToFrame } from '../../platform/messages.ts';
import type { Content, FileFacts } from '../../protocol/content.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { Panel } from '../../protocol/panel.ts';
import { order } from '../connection.ts';
import type { Outcome } from '../tab/watch-navigation.ts';
import { NavigationWatch } from '../tab/watch-navigation.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

export interface Order {
  turnId: string;
  action: PageAction | TabAction;
  /** The frame of the target; 0 for what has none. */
  frameId: number;
  /** What the page shows beside the target: `Wayscribe will click this`. */
  label: string;
  /** What the target said when the page was read; it must promise nothing else by now. */
  seenWords?: string | null;
  /** The user was asked about it: it must be what they saw, to the word. */
  wasAsked?: boolean;
  /** The field is left after typing. */
  leaves?: true;
}

/** How long after a stop the page may still tell what was done by then. */
const STOP_MS = 100;

/** Performs one action in a tab and says what it verifiably changed, loads and new tabs included. */
export async function performOnTab(
  tabId: number,
  { turnId, action, frameId, label, seenWords = null, wasAsked = false, leaves }: Order,
  signal: AbortSignal,
): Promise<PerformResult> {
  // A listener added now would miss an abort that has happened.
  if (signal.aborted) return NOT_BEGUN;
  const navigation = new NavigationWatch(tabId, signal);
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
      ...(leaves && { leaves }),
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

const NOT_BEGUN: PerformResult = {
  ok: false,
  reason: 'stopped',
  message: 'Stopped before anything was done.',
};
const CLOSED: PerformResult = {
  ok: false,
  reason: 'gone',
  message: 'The tab was closed, so I cannot tell what came of it.',
};
const REPLACED: PerformResult = {
  ok: false,
  reason: 'gone',
  message:
    'The page was loaded anew while I was at it, so I cannot tell whether it was done. Look at the page, then say it again.',
};

function judge(seen: Extract<PerformResult, { ok: true }> | null, outcome: Outcome): PerformResult {
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
async function dropUndone(turnId: string, answer: Promise<PerformResult | null>): Promise<void> {
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
): Promise<PerformResult | null> {
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
 * The browser's own step skips pages without a user's click, which is every page the copilot has worked
 * on; the page's own step does not. A page out of reach leaves only the browser's.
 */
async function goThroughHistory(
  tabId: number,
  direction: 'back' | 'forward',
  navigation: NavigationWatch,
): Promise<PerformResult | null> {
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
): Promise<PerformResult | null> {
  const stop = (): void => stopInFrame(target);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await sendToFrame(target, 'action.perform', data);
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
  void sendToFrame(target, 'action.stop', null).catch(() => undefined);
}

function joinReceipt(seen: Receipt | null, changes: ReceiptChange[]): Receipt {
  if (changes.length === 0) return seen ?? { verdict: 'unknown', changes: [] };
  const own = seen?.changes.filter(({ kind }) => kind !== 'url' && kind !== 'title') ?? [];
  return { ...seen, verdict: 'changed', changes: [...changes, ...own] };
}

/** Files larger than this are not taken: they pass through the page's memory. Bytes. */
const LARGEST = 50 * 1024 * 1024;

/**
 * Files that the user picked for the copilot to upload. Held in the memory of this page only: gone when
 * it is closed, never stored or exported. The model hears their names, a page gets what it is handed.
 */
export interface AttachedFiles {
  /** The same array until something changes. */
  list: () => readonly File[];
  /** One of the same name takes the place of the one before. Returns the names of those too large. */
  add: (files: Iterable<File>) => string[];
  remove: (name: string) => void;
  /** Those whose names make up a value, in its order; none when anything else is in it. */
  named: (value: string) => readonly File[];
  subscribe: (onChange: () => void) => () => void;
}

function createAttachedFiles(): AttachedFiles {
  let files: readonly File[] = [];
  const listeners = new Set<() => void>();
  function set(next: readonly File[]): void {
    files = next;
    for (const listener of listeners) listener();
  }
  return {
    list: () => files,
    add(added) {
      const all = [...added];
      const fitting = all.filter(({ size }) => size <= LARGEST);
      const names = new Set(fitting.map(({ name }) => name));
      set([...files.filter(({ name }) => !names.has(name)), ...fitting]);
      return all.filter(({ size }) => size > LARGEST).map(({ name }) => name);
    },
    remove(name) {
      set(files.filter((file) => file.name !== name));
    },
    named(value) {
      const found: File[] = [];
      let rest = value.trim();
      while (rest !== '') {
        // The longest first: a name may hold a comma, and another name.
        const next = files
          .toSorted((a, b) => b.name.length - a.name.length)
          .find(({ name }) => rest === name || rest.startsWith(`${name}, `));
        if (!next) return [];
        found.push(next);
        rest = rest.slice(next.name.length).replace(/^, /u, '');
      }
      return found;
    },
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Those of this page. */
export const attachedFiles = createAttachedFiles();

/** A message holds no more than 64 MiB; smaller parts keep the memory of both sides low. Bytes. */
const PART = 4 * 1024 * 1024;

/** Hands files out, in parts, to the one tab that is to upload them in this turn, until `signal` aborts. */
function lendFiles(
  files: readonly File[],
  { tabId, turnId }: { tabId: number; turnId: string },
  signal: AbortSignal,
): FileFacts[] {
  if (files.length === 0) return [];
  receive<Pick<Panel, 'pilot.filePart'>>(
    'panel',
    {
      async 'pilot.filePart'({ turnId: asked, index, from }) {
        const file = asked === turnId ? files[index] : undefined;
        if (!file) return null;
        return new Uint8Array(await file.slice(from, from + PART).arrayBuffer());
      },
    },
    (_type, sender) => sender.tab?.id === tabId,
    signal,
  );
  return files.map(({ name, type, size, lastModified }) => ({ name, type, size, lastModified }));
}

/** How often a page that is at work is asked whether it still answers … */
const ASK_MS = 1000;
/** … and how long it may take to answer; one with a dialog open never does. */
const ANSWER_MS = 2500;

/**
 * What a frame says of its action; or that it has stopped answering, as a page does while a dialog of the
 * browser's (alert, confirm, prompt) is open: nothing runs in it until that is closed.
 */
async function untilBlocked(
  answer: Promise<PerformResult | null>,
  target: { tabId: number; frameId: number },
  signal: AbortSignal,
): Promise<PerformResult | null> {
  const over = answer.then(
    () => 'over' as const,
    () => 'over' as const,
  );
  for (;;) {
    const waited = pause(ASK_MS).then(() => 'going' as const);
    if ((await Promise.race([over, waited])) === 'over' || signal.aborted) return answer;
    const alive = withTimeout(
      sendToFrame(target, 'frame.changes', { since: Date.now() }),
      ANSWER_MS,
    ).then(
      () => 'going' as const,
      // A frame that went away says so at once, and then its action does too.
      (error: unknown) => (isLate(error) ? ('blocked' as const) : ('going' as const)),
    );
    if ((await Promise.race([over, alive])) === 'blocked') return BLOCKED;
  }
}

const BLOCKED: PerformResult = {
  ok: true,
  receipt: { verdict: 'unknown', changes: [], dialog: true },
};

function isLate(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('No answer within');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
