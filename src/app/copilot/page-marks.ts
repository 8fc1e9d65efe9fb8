import type { PageAction, TabAction } from '../../core/action/action.ts';
import { listFrames } from '../../platform/list-frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import type { Content } from '../../protocol/content.ts';
import { withTimeout } from '../with-timeout.ts';

/** What the page writes beside the target before the navigator acts there. */
export function labelTarget({ intent }: PageAction | TabAction): string {
  const verb = VERBS[intent] ?? 'act';
  return `Wayscribe will ${verb} here`;
}

const VERBS: Partial<Record<(PageAction | TabAction)['intent'], string>> = {
  click: 'click',
  hover: 'point',
  textInput: 'type',
  change: 'choose',
  press: 'press a key',
  submit: 'submit',
  scroll: 'scroll',
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
