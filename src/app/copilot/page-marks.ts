import type { PageAction, TabAction } from '../../core/action/action.ts';
import { describeAction } from '../../core/action/action.ts';
import type { Words } from '../../core/action/sentence.ts';
import { listFrames } from '../../platform/list-frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import type { Content } from '../../protocol/content.ts';
import { withTimeout } from '../with-timeout.ts';

/** What the page writes beside the target before the copilot acts there. Nothing typed: it may be a secret. */
export function labelTarget(action: PageAction | TabAction): string {
  const phrase = describeAction(action, 'imperative', WORDS);
  return `Wayscribe will ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;
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

/** Shows or hides the Stop on the page; a page that cannot show it is none to stop on. */
export async function showStop(tabId: number, shown: boolean): Promise<void> {
  const top = { tabId, frameId: 0 };
  const answer = sendToFrame<Content, 'stop.show'>(top, 'stop.show', { shown });
  void sendInner(tabId, shown).catch(() => undefined);
  // A page that has a dialog open answers only when it is closed.
  await withTimeout(answer, ANSWER_MS).catch(() => undefined);
}

/** Escape comes to the frame that has the keyboard. Not waited for: there may be many, and slow ones. */
async function sendInner(tabId: number, shown: boolean): Promise<void> {
  for (const { frameId } of await listFrames(tabId)) {
    if (frameId === 0) continue;
    sendToFrame<Content, 'stop.show'>({ tabId, frameId }, 'stop.show', { shown }).catch(
      () => undefined,
    );
  }
}

/** Marks an element on the page, or takes the mark away. */
export async function showTarget(
  tabId: number,
  target: { uid: string | null; frameId: number } | null,
  label = 'This one?',
): Promise<void> {
  const place = { tabId, frameId: target?.frameId ?? 0 };
  const data = { uid: target?.uid ?? null, label };
  await sendToFrame<Content, 'target.show'>(place, 'target.show', data).catch(() => false);
}
