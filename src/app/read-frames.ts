import { sendToFrame } from '../platform/messages.ts';
import type { Content } from '../protocol/content.ts';
import type { ReplyOf } from '../protocol/message.ts';
import { order } from './connection.ts';
import { withTimeout } from './with-timeout.ts';

type ReadFrame = { frameId: number } & NonNullable<ReplyOf<Content, 'frame.read'>>;

type ReadFrames = { ok: true; frames: ReadFrame[] } | { ok: false; message: string };

/** How long one frame may take to hand out its document. */
const FRAME_MS = 5000;

/** What became of asking one document. */
type Asked = { documentId: string; frame: ReadFrame | null; hasScript: boolean };

/** Tabs of which the background knows that they are worked on, and documents that cannot have our script. */
const known = new Set<number>();
let mute: ReadonlySet<string> = new Set();

/**
 * What every frame of a tab shows. The background is asked to put our script into them only where one
 * has none: in a page that was read before none is missing, and that is half of the time.
 */
export async function readFrames(tabId: number): Promise<ReadFrames> {
  if (known.has(tabId)) {
    const asked = await askFrames(tabId);
    const isMissed = asked.some(({ hasScript, documentId }) => !hasScript && !mute.has(documentId));
    if (!isMissed) return { ok: true, frames: listRead(asked) };
  }
  const ready = await order('pilot.start', { tabId });
  if (!ready.ok) return ready;
  known.add(tabId);
  const asked = await askFrames(tabId);
  mute = new Set(asked.flatMap((each) => (each.hasScript ? [] : [each.documentId])));
  return { ok: true, frames: listRead(asked) };
}

async function askFrames(tabId: number): Promise<Asked[]> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  return Promise.all(
    frames.map(async ({ frameId, documentId }) => {
      const data = { boxes: 'all' as const, since: Date.now(), looks: true };
      const ask = sendToFrame<Content, 'frame.read'>({ tabId, frameId }, 'frame.read', data);
      try {
        const state = await withTimeout(ask, FRAME_MS);
        return { documentId, frame: state && { frameId, ...state }, hasScript: true };
      } catch (error) {
        const hasScript = !String(error).includes('Receiving end');
        return { documentId, frame: null, hasScript };
      }
    }),
  );
}

function listRead(asked: readonly Asked[]): ReadFrame[] {
  return asked.flatMap(({ frame }) => frame ?? []);
}
