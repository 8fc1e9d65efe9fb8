import type { PageAction, TabAction } from '../core/action/action.ts';
import type { Later, Performed, Receipt } from '../core/action/receipt.ts';
import { receive, sendToFrame } from '../platform/messages.ts';
import type { Content } from '../protocol/content.ts';
import type { Panel } from '../protocol/panel.ts';
import { untilAborted } from './until-aborted.ts';
import type { RequestWatch } from './watch-requests.ts';
import { watchRequests } from './watch-requests.ts';
import { withTimeout } from './with-timeout.ts';

/** What comes of a round's actions after their receipts: answers that were still awaited, what is taken back. */

/** How long an answer is waited for where nothing has changed yet … */
const ANSWER_MS = 2000;
/** … and at the end of a round, before its last word. */
const LAST_MS = 3000;
/** A page that does not answer, as with a dialog open, is not waited for longer. */
const REVIEW_MS = 2500;

export interface Aftermath {
  /** Does it, and has its receipt say where the page still waits for an answer. */
  follow(
    order: { turnId: string; action: PageAction | TabAction; frameId: number },
    perform: () => Promise<Performed>,
    signal: AbortSignal,
  ): Promise<Performed>;
  /** See `Ports.review`. */
  review(isLast: boolean, signal: AbortSignal): Promise<Later[]>;
}

/** Follows the actions of one round on a tab until `over`. */
export function openAftermath(tabId: number, over: AbortSignal): Aftermath {
  const frames = new Set<number>();
  let requests: RequestWatch | null = null;
  let turnId = '';
  /** Whether what the last action came to may depend on an answer. */
  let isOpen = false;
  over.addEventListener('abort', () => requests?.end());

  const isWaiting = (): boolean => isOpen && requests?.isWaiting() === true;

  async function look(isLast: boolean, signal: AbortSignal): Promise<Later[]> {
    const asked = [...frames].map((frameId) => {
      const frame = { tabId, frameId };
      const answer = sendToFrame<Content, 'action.review'>(frame, 'action.review', { isLast });
      // A document that is gone has nothing to say of what was done in it.
      return withTimeout(answer, REVIEW_MS).catch(() => []);
    });
    return (await untilAborted(Promise.all(asked), signal)).flat();
  }

  async function complete(receipt: Receipt, signal: AbortSignal): Promise<Receipt> {
    let seen = receipt;
    if (seen.verdict === 'unchanged' && seen.asAsked !== true) {
      await untilAborted(requests?.untilQuiet(ANSWER_MS) ?? Promise.resolve(), signal);
      const now = (await look(false, signal)).find((later) => later.turnId === turnId);
      seen = { ...seen, ...now?.receipt };
    }
    return isWaiting() ? { ...seen, pending: true } : seen;
  }

  /** The page asks before it is pressed in another way: what it has sent may be what was asked. */
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
    async follow({ action, frameId, ...order }, perform, signal) {
      requests?.end();
      requests = mayBeAnswered(action) ? watchRequests(tabId) : null;
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
      return { ok: true, receipt: await complete(performed.receipt, signal) };
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

/** What a page asks for while it is scrolled or typed in takes nothing back. */
function mayBeAnswered({ intent }: PageAction | TabAction): boolean {
  return intent === 'click' || intent === 'change' || intent === 'press' || intent === 'submit';
}

/** What another page asks for is not about what was done on the one before. */
function isElsewhere({ changes, dialog }: Receipt): boolean {
  return dialog === true || changes.some(({ kind }) => /^(?:url|title|tab)$/u.test(kind));
}
