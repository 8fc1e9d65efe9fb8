import type { PageAction, TabAction } from '../../core/action/action.ts';
import { describeAction } from '../../core/action/action.ts';
import type { Words } from '../../core/action/definition.ts';
import { listFrames } from '../../platform/list-frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import type { Charge, Content } from '../../protocol/content.ts';
import { withTimeout } from '../with-timeout.ts';

/** The page's mark beside the target of an action. Without typed text, which may be a secret. */
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

/** Shows or hides the stop button. Doesn't fail for pages that can't show it. */
export async function showStop(tabId: number, shown: boolean): Promise<void> {
  const show = (frameId: number): Promise<unknown> =>
    sendToFrame<Content, 'stop.show'>({ tabId, frameId }, 'stop.show', { shown });
  // Inner frames listen for Escape. Not waited for: there may be many, and slow ones.
  const showInner = async (): Promise<void> => {
    for (const { frameId } of await listFrames(tabId)) {
      if (frameId !== 0) void show(frameId).catch(() => undefined);
    }
  };
  const top = show(0);
  void showInner().catch(() => undefined);
  // A page with an open dialog answers only when it is closed.
  await withTimeout(top, ANSWER_MS).catch(() => undefined);
}

/** Shows in each frame who controls the tab. Resolves when the user's actions up to then have been reported. */
export async function showCharge(tabId: number, charge: Charge): Promise<void> {
  const show = ({ frameId }: { frameId: number }): Promise<unknown> =>
    sendToFrame<Content, 'charge.show'>({ tabId, frameId }, 'charge.show', { charge });
  const frames = await listFrames(tabId);
  await Promise.allSettled(frames.map((frame) => withTimeout(show(frame), ANSWER_MS)));
}

/** Marks an element on the page; without a uid, removes the mark. */
export async function showTarget(
  tabId: number,
  target: { uid: string | null; frameId: number } | null,
  label = 'This one?',
): Promise<void> {
  const place = { tabId, frameId: target?.frameId ?? 0 };
  const data = { uid: target?.uid ?? null, label };
  await sendToFrame<Content, 'target.show'>(place, 'target.show', data).catch(() => false);
}
