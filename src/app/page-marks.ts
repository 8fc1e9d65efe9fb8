import type { PageAction, TabAction } from '../core/action/action.ts';
import { sendToFrame } from '../platform/messages.ts';
import type { Content } from '../protocol/content.ts';

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

/** Shows or hides the Stop on the page; a page that cannot show it is none to stop on. */
export async function showStop(tabId: number, shown: boolean): Promise<void> {
  const top = { tabId, frameId: 0 };
  await sendToFrame<Content, 'stop.show'>(top, 'stop.show', { shown }).catch(() => undefined);
}

/** Marks an element on the page, or takes the mark away. */
export async function showTarget(
  tabId: number,
  target: { uid: string; frameId: number } | null,
): Promise<void> {
  const place = { tabId, frameId: target?.frameId ?? 0 };
  const data = { uid: target?.uid ?? null, label: 'This one?' };
  await sendToFrame<Content, 'target.show'>(place, 'target.show', data).catch(() => false);
}
