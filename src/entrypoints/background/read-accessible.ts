import { listFrames } from '../../platform/list-frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import type { AccessibleState, Content } from '../../protocol/content.ts';
import { settleWithin } from './settle-within.ts';

/** Worked out in idle time: on a large page that takes long. */
const ANSWER_MS = 20_000;

export type Accessible = Pick<AccessibleState, 'nodes' | 'hasMaskedParts'>;

/** Names and roles in all frames of a tab as it is since `since`; null when one has changed or does not say. */
export async function readAccessible(tabId: number, since: number): Promise<Accessible | null> {
  const frames = await listFrames(tabId);
  const states = await Promise.all(
    frames.map(({ frameId }) => {
      const ask = sendToFrame<Content, 'frame.accessible'>({ tabId, frameId }, 'frame.accessible', {
        since,
      });
      return settleWithin(ask, ANSWER_MS);
    }),
  );
  const read = states.filter((state) => state !== null);
  if (read.length < frames.length || read.length === 0) return null;
  return {
    nodes: Object.assign({}, ...read.map(({ nodes }) => nodes)) as Accessible['nodes'],
    hasMaskedParts: read.some((state) => state.hasMaskedParts),
  };
}
