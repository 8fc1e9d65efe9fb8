import { senderTo } from '../../platform/messages.ts';
import type { Panel } from '../../protocol/panel.ts';

const ask = senderTo<Panel>('panel');

/** Whether the page of ours that ordered an action is still there; where another one answers, that is not known. */
export function isHeard(turnId: string): Promise<boolean> {
  return ask('pilot.isAwaiting', { turnId }).then(
    () => true,
    (error: unknown) => !/Receiving end|port closed|Nobody answered/.test(String(error)),
  );
}
