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
  /** The frame of the target; 0 without one. */
  frameId: number;
  /** Shown beside the target: `Wayscribe will click this`. */
  label: string;
  /** An agent outside the browser chose it, which nothing delays. */
  forAgent?: true;
  /** The target's text when the page was read, which must still fit. */
  seenWords?: string | null;
  /** The user was asked about it, so its text must be the same. */
  wasAsked?: boolean;
  /** The field is left after typing. */
  leaves?: true;
}

/** How long after a stop the page may still report what was done. */
const STOP_MS = 100;

/** Performs one action in a tab and returns what it verifiably changed, with loads and new tabs. */
export async function performOnTab(
  tabId: number,
  { turnId, action, frameId, label, forAgent, seenWords = null, wasAsked = false, leaves }: Order,
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
      ...(forAgent && { forAgent }),
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
      // Arrives once the dialog is closed, when the wait is over.
      stopInFrame({ tabId, frameId });
      return performed;
    }
    if (performed && !performed.ok) return performed;
    // A page that went away without an answer was navigated.
    const outcome = await navigation.settle(performed === null);
    return performed === null && outcome.replaced ? REPLACED : judge(performed, outcome);
  } catch (error) {
    // The run reports that the outcome is unknown.
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
    'The page reloaded in the meantime, so I can’t tell whether it was done. Look at the page, then say it again.',
};

function judge(seen: Extract<PerformResult, { ok: true }> | null, outcome: Outcome): PerformResult {
  if (outcome.closed) return CLOSED;
  if (outcome.failure !== null) {
    const message = `The page could not be loaded (${outcome.failure}).`;
    return { ok: false, reason: 'unreachable', message };
  }
  return { ok: true, receipt: joinReceipt(seen?.receipt ?? null, outcome.changes) };
}

/** Returns the frame's answer; after a stop only if it comes within a moment. */
async function untilStopped<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return untilAborted(answer, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return withTimeout(answer, STOP_MS);
  });
}

/** Drops the turn of an action that was refused or stopped before anything happened. */
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
 * The browser's own step skips pages without a user's click, which are all pages that the copilot has worked on. The
 * page's own step doesn't, but some pages can't be reached.
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

/** Returns null if the document went away before it could answer. */
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

/** Files pass through the page's memory. Bytes. */
const LARGEST = 50 * 1024 * 1024;

/** Files that the user attached for uploading. Only in the memory of this page; the model gets their names. */
export interface AttachedFiles {
  /** The same array until something changes. */
  list: () => readonly File[];
  /** Replaces files of the same name. Returns the names of files that are too large. */
  add: (files: Iterable<File>) => string[];
  remove: (name: string) => void;
  /** Returns the files that a value lists; none if it contains anything else. */
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
        // The longest first: a name may contain a comma, and another name.
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

export const attachedFiles = createAttachedFiles();

/** A message holds at most 64 MiB; smaller parts need less memory. Bytes. */
const PART = 4 * 1024 * 1024;

/** Sends files, in parts, to the tab that uploads them in this turn, until `signal` aborts. */
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

/** How often a working page is asked whether it still answers. */
const ASK_MS = 1000;
/** How long it may take to answer; with an open dialog it never does. */
const ANSWER_MS = 2500;

/** Returns a frame's answer, or that it is blocked: nothing runs in a page while an alert, confirm or prompt is open. */
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
