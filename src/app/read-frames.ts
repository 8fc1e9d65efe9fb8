import { sendToFrame } from '../platform/messages.ts';
import type { Content, FrameSight } from '../protocol/content.ts';
import { isPiloted, pilotTab } from './piloted-tabs.ts';
import { withTimeout } from './with-timeout.ts';

export type ReadFrame = FrameSight & { frameId: number };

type ReadFrames = { ok: true; frames: ReadFrame[] } | { ok: false; message: string };

/** How long one frame may take to hand out its document. */
const FRAME_MS = 5000;

/** What became of asking one document. */
type Asked = { documentId: string; frame: ReadFrame | null; hasScript: boolean };

/** Documents that cannot have our script. */
let mute: ReadonlySet<string> = new Set();

/** What was last read, by document. */
let latest: ReadonlyMap<string, ReadFrame> = new Map();

/**
 * What every frame of a tab shows. The background is asked to put our script into them only where one
 * has none: in a page that was read before none is missing, and that is half of the time. A frame that is as
 * it was read last is the same object again.
 */
export async function readFrames(tabId: number): Promise<ReadFrames> {
  if (isPiloted(tabId)) {
    const asked = await askFrames(tabId);
    const isMissed = asked.some(({ hasScript, documentId }) => !hasScript && !mute.has(documentId));
    if (!isMissed) return { ok: true, frames: listRead(asked) };
  }
  const ready = await pilotTab(tabId);
  if (!ready.ok) return ready;
  const asked = await askFrames(tabId);
  mute = new Set(asked.flatMap((each) => (each.hasScript ? [] : [each.documentId])));
  return { ok: true, frames: listRead(asked) };
}

async function askFrames(tabId: number): Promise<Asked[]> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
  const before = latest;
  const asked = await Promise.all(
    frames.map(async ({ frameId, documentId }) => {
      const old = before.get(documentId) ?? null;
      const data = { known: old?.edition ?? null };
      const ask = sendToFrame<Content, 'frame.observe'>({ tabId, frameId }, 'frame.observe', data);
      try {
        const sight = await withTimeout(ask, FRAME_MS);
        const frame = sight === 'same' ? old : { frameId, ...sight };
        return { documentId, frame, hasScript: true };
      } catch (error) {
        const hasScript = !String(error).includes('Receiving end');
        return { documentId, frame: null, hasScript };
      }
    }),
  );
  latest = new Map(
    asked.flatMap(({ documentId, frame }) => (frame ? [[documentId, frame] as const] : [])),
  );
  return asked;
}

function listRead(asked: readonly Asked[]): ReadFrame[] {
  return asked.flatMap(({ frame }) => frame ?? []);
}
