import type { PageAction, TabAction } from '../../core/action/action.ts';
import { hasTrait } from '../../core/action/action.ts';
import type { LaterReceipt, PerformResult, Receipt } from '../../core/action/receipt.ts';
import { receive, sendToFrame } from '../../platform/messages.ts';
import type { Panel } from '../../protocol/panel.ts';
import { untilAborted } from '../until-aborted.ts';
import { withTimeout } from '../with-timeout.ts';

/** The wait for an answer if nothing has changed yet. */
const ANSWER_MS = 2000;
/** The same if something has changed at once, and the action’s receipt did not wait for more. */
const SOON_MS = 300;
/** The same at the end of a run. */
const LAST_MS = 3000;
/** A page with an open dialog doesn't answer. */
const REVIEW_MS = 2500;

export interface Aftermath {
  /** Performs an action, and marks its receipt as pending while the page waits for an answer. */
  follow(
    order: { turnId: string; action: PageAction | TabAction; frameId: number; forAgent?: true },
    perform: () => Promise<PerformResult>,
    signal: AbortSignal,
  ): Promise<PerformResult>;
  /** See `Ports.review`. */
  review(isLast: boolean, signal: AbortSignal): Promise<LaterReceipt[]>;
}

/** Follows what comes of a run's actions after their receipts, until `over`. */
export function openAftermath(tabId: number, over: AbortSignal): Aftermath {
  const frames = new Set<number>();
  let requests: RequestWatch | null = null;
  let turnId = '';
  /** The outcome of the last action may depend on an answer. */
  let isOpen = false;

  const isWaiting = (): boolean => isOpen && requests?.isWaiting() === true;

  async function look(isLast: boolean, signal: AbortSignal): Promise<LaterReceipt[]> {
    const asked = [...frames].map((frameId) => {
      const frame = { tabId, frameId };
      const answer = sendToFrame(frame, 'action.review', { isLast });
      // A document that is gone has nothing to say of what was done in it.
      return withTimeout(answer, REVIEW_MS).catch(() => []);
    });
    return (await untilAborted(Promise.all(asked), signal)).flat();
  }

  async function complete(
    receipt: Receipt,
    isEarly: boolean,
    signal: AbortSignal,
  ): Promise<Receipt> {
    let seen = receipt;
    const isOpenYet = seen.verdict === 'unchanged' && seen.asAsked !== true;
    if (isOpenYet || isEarly) {
      const quiet = requests?.untilQuiet(isOpenYet ? ANSWER_MS : SOON_MS);
      await untilAborted(quiet ?? Promise.resolve(), signal);
      const now = (await look(false, signal)).find((later) => later.turnId === turnId);
      seen = { ...seen, ...now?.receipt };
    }
    return isWaiting() ? { ...seen, pending: true } : seen;
  }

  /** The page asks before it tries another method, since the answer may still come. */
  function answerPage(signal: AbortSignal): void {
    receive<Pick<Panel, 'pilot.isAwaiting'>>(
      'panel',
      {
        'pilot.isAwaiting': (data) => data.turnId === turnId && requests?.isWaiting() === true,
      },
      (_type, sender) => sender.tab?.id === tabId,
      signal,
    );
  }

  return {
    async follow({ action, frameId, forAgent, ...order }, perform, signal) {
      const counts = mayBeAnswered(action);
      if (counts) requests ??= watchRequests(tabId, over);
      requests?.restart(counts);
      frames.add(frameId);
      turnId = order.turnId;
      isOpen = false;
      const acting = new AbortController();
      answerPage(acting.signal);
      const performed = await perform().finally(() => acting.abort());
      isOpen = performed.ok && !isElsewhere(performed.receipt);
      // A frame with a dialog open does not answer, and would hold up the review.
      if (performed.ok && performed.receipt.dialog) frames.delete(frameId);
      if (!performed.ok || !isWaiting() || signal.aborted) return performed;
      return { ok: true, receipt: await complete(performed.receipt, forAgent === true, signal) };
    },
    async review(isLast, signal) {
      if (isLast && isOpen && requests) await untilAborted(requests.untilQuiet(LAST_MS), signal);
      const later = await look(isLast, signal);
      return later.map((each) =>
        each.turnId === turnId && isWaiting()
          ? { turnId, receipt: { ...each.receipt, pending: true } }
          : each,
      );
    },
  };
}

/** Requests of a page while it is scrolled or typed in revert nothing. */
function mayBeAnswered({ intent }: PageAction | TabAction): boolean {
  return hasTrait(intent, 'pointed') || ['change', 'press', 'submit'].includes(intent);
}

/** Requests of another page are not about the action. */
function isElsewhere({ changes, dialog }: Receipt): boolean {
  return dialog === true || changes.some(({ kind }) => /^(?:url|title|tab)$/u.test(kind));
}

/**
 * The unanswered requests of a tab's page, which itself sees them only once they have ended. Neither addresses nor
 * contents are read.
 */
interface RequestWatch {
  isWaiting(): boolean;
  /** Resolves when none has been under way for a moment, at the latest after `ms`. */
  untilQuiet(ms: number): Promise<void>;
  /** Forgets the requests under way. `counts`: those from now on are watched. */
  restart(counts: boolean): void;
}

/** fetch and XMLHttpRequest; pictures and the like change nothing. */
const TYPES: `${chrome.webRequest.ResourceType}`[] = ['xmlhttprequest'];

/** An answer is processed, and may be followed by another request. */
const WORK_MS = 150;
const POLL_MS = 25;

/** Watches nothing before `restart`, and ends with `over`. */
function watchRequests(tabId: number, over: AbortSignal): RequestWatch {
  const open = new Set<string>();
  let counts = false;
  let quietSince = 0;
  const begin = ({ requestId }: { requestId: string }): undefined => {
    if (counts) open.add(requestId);
  };
  const finish = ({ requestId }: { requestId: string }): void => {
    if (open.delete(requestId)) quietSince = performance.now();
  };
  const filter = { urls: ['<all_urls>'], tabId, types: TYPES };
  const { onBeforeRequest, onCompleted, onErrorOccurred } = chrome.webRequest;
  // Once for all actions of a run: adding and removing them takes some milliseconds.
  onBeforeRequest.addListener(begin, filter);
  onCompleted.addListener(finish, filter);
  onErrorOccurred.addListener(finish, filter);
  over.addEventListener('abort', () => {
    onBeforeRequest.removeListener(begin);
    onCompleted.removeListener(finish);
    onErrorOccurred.removeListener(finish);
    open.clear();
  });

  const isBusy = (): boolean =>
    open.size > 0 || (quietSince > 0 && performance.now() - quietSince < WORK_MS);

  return {
    isWaiting: () => open.size > 0,
    async untilQuiet(ms) {
      const until = performance.now() + ms;
      while (isBusy() && !over.aborted && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    restart(next) {
      counts = next;
      quietSince = 0;
      open.clear();
    },
  };
}
