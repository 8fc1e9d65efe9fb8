import type { PageAction, TabAction } from '../../core/action/action.ts';
import { describeAction } from '../../core/action/action.ts';
import type { Words } from '../../core/action/definition.ts';
import { askFrames } from '../../platform/frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import type { Charge } from '../../protocol/content.ts';
import { settleWithin } from '../../platform/settle-within.ts';

/**
 * The page's mark beside the target of an action, which an outside agent's is seen after. Without typed text, which may
 * be a secret.
 */
export function labelTarget(action: PageAction | TabAction, agent: string | null = null): string {
  const phrase = describeAction(action, 'imperative', WORDS);
  const label = `${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;
  return agent === null ? `Wayscribe will ${label}` : `${agent}: ${label}`;
}

const WORDS: Words = {
  ...{ target: 'this', hasTarget: true, form: 'this form' },
  quote: () => 'text',
  quoteTyped: () => 'text',
  quoteChosen: () => 'a value',
  address: (url) => url,
  key: (key) => (Array.from(key).length === 1 ? 'a key' : key),
};

const ANSWER_MS = 1000;

/** Shows or hides the stop button. Doesn't fail for pages that can't show it. */
export async function showStop(tabId: number, shown: boolean): Promise<void> {
  // Inner frames listen for Escape. Not awaited: there may be many slow ones.
  void askFrames(tabId, 'stop.show', { shown }, { ms: ANSWER_MS, except: 0 });
  // A page with an open dialog answers only when it is closed.
  await settleWithin(sendToFrame({ tabId, frameId: 0 }, 'stop.show', { shown }), ANSWER_MS);
}

/** Shows in each frame who controls the tab. Resolves when the user's actions up to then have been reported. */
export async function showCharge(tabId: number, charge: Charge): Promise<void> {
  await askFrames(tabId, 'charge.show', { charge }, { ms: ANSWER_MS });
}

/** Removes the mark of an outside agent's last action, which a screenshot would show. */
export async function hideMarks(tabId: number): Promise<void> {
  await askFrames(tabId, 'target.show', { uid: null, label: '' }, { ms: ANSWER_MS });
}

/** Marks an element on the page; without a uid, removes the mark. */
export async function showTarget(
  tabId: number,
  target: { uid: string | null; frameId: number } | null,
  label = 'This one?',
): Promise<void> {
  const place = { tabId, frameId: target?.frameId ?? 0 };
  const data = { uid: target?.uid ?? null, label };
  await sendToFrame(place, 'target.show', data).catch(() => false);
}
