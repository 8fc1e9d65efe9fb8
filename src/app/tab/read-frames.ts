import { listFrames } from '../../platform/frames.ts';
import { sendToFrame } from '../../platform/messages.ts';
import type { FrameSight } from '../../protocol/content.ts';
import { isPiloted, pilotTab } from './piloted-tabs.ts';
import { withTimeout } from '../with-timeout.ts';

export type ReadFrame = FrameSight & { frameId: number };

type ReadFrames = { ok: true; frames: ReadFrame[] } | { ok: false; message: string };

/** How long one frame may take to hand out its document. */
const FRAME_MS = 5000;

/** How often a tab that keeps navigating is read again. */
const MOST_TRIES = 4;

/** What became of asking one document. */
interface Asked {
  documentId: string;
  frame: ReadFrame | null;
  /** `gone`: it went away while it was asked. */
  answer: 'told' | 'silent' | 'no script' | 'gone';
}

/** Documents that cannot have our script. */
let mute: ReadonlySet<string> = new Set();

/** What was last read, by document. */
let latest: ReadonlyMap<string, ReadFrame> = new Map();

/**
 * Reads every frame of a tab. The service worker injects our script only where a frame has none, which saves half of
 * the time on a page that was read before. A frame that has not changed since the last reading is the same object
 * again. Documents that come and go meanwhile are read again.
 */
export async function readFrames(tabId: number): Promise<ReadFrames> {
  let injected: ReadonlySet<string> = new Set();
  for (let left = MOST_TRIES; ; left -= 1) {
    if (isPiloted(tabId)) {
      const asked = await askFrames(tabId);
      const without = asked.filter(({ answer }) => answer === 'no script');
      const known = without.map(({ documentId }) => documentId).filter((id) => injected.has(id));
      // Some of them may just have gone.
      const still = known.length > 0 ? await listDocuments(tabId) : [];
      if (injected.size > 0) mute = new Set(known.filter((id) => still.includes(id)));
      if (left === 0 || !asked.some(isMissed)) {
        return { ok: true, frames: asked.flatMap(({ frame }) => frame ?? []) };
      }
    }
    const there = await listDocuments(tabId);
    const ready = await pilotTab(tabId);
    const wentAway = async (): Promise<boolean> => (await listDocuments(tabId))[0] !== there[0];
    if (!ready.ok && (left === 0 || !(await wentAway()))) return ready;
    // A document that has come since then may well have it the next time.
    injected = new Set(ready.ok ? there : []);
  }
}

/** The page's own first. */
async function listDocuments(tabId: number): Promise<string[]> {
  const frames = await listFrames(tabId);
  const inOrder = frames.toSorted((one, other) => one.frameId - other.frameId);
  return inOrder.map(({ documentId }) => documentId);
}

function isMissed({ documentId, answer }: Asked): boolean {
  return answer === 'gone' || (answer === 'no script' && !mute.has(documentId));
}

async function askFrames(tabId: number): Promise<Asked[]> {
  const frames = await listFrames(tabId);
  const before = latest;
  const asked = await Promise.all(
    frames.map(async ({ frameId, documentId }): Promise<Asked> => {
      const old = before.get(documentId) ?? null;
      const data = { known: old?.edition ?? null };
      const place = { tabId, documentId };
      const ask = sendToFrame(place, 'frame.observe', data);
      try {
        const sight = await withTimeout(ask, FRAME_MS);
        const frame = sight === 'same' ? old : { frameId, ...sight };
        return { documentId, frame, answer: 'told' };
      } catch (error) {
        return { documentId, frame: null, answer: explain(String(error)) };
      }
    }),
  );
  latest = new Map(
    asked.flatMap(({ documentId, frame }) => (frame ? [[documentId, frame] as const] : [])),
  );
  return asked;
}

/** By what the browser says of a message that came to nothing. */
function explain(error: string): Asked['answer'] {
  if (error.includes('Receiving end')) return 'no script';
  return /channel (is )?closed|port closed/.test(error) ? 'gone' : 'silent';
}
