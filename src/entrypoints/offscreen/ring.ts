import { fitViewport } from '../../core/snapshot/fit-viewport.ts';
import { restoreFrame } from '../../platform/tab-video/frame-copy.ts';
import type { SeenFrame } from '../../platform/tab-video/watch-stream.ts';
import type { RingFrame, TabVideo } from '../../protocol/tab-video.ts';
import type { DataOf } from '../../protocol/message.ts';

/** Enough for what a person begins by pressing for a while. */
const REMEMBERED = 40;
const MOST_BYTES = 96 * 1024 * 1024;

/** Remembers the last frames, in memory and unpainted. */
export function createRing() {
  /** Oldest first. */
  let frames: (SeenFrame & { id: number })[] = [];
  let lastId = 0;

  function add(frame: SeenFrame): void {
    lastId += 1;
    frames.push({ ...frame, id: lastId });
    const room = Math.max(1, Math.floor(MOST_BYTES / frame.copy.bytes.byteLength));
    frames = frames.slice(-Math.min(REMEMBERED, room));
  }

  function list(until: number): RingFrame[] {
    return frames
      .filter(({ doneAt }) => doneAt <= until)
      .map(({ id, requestedAt, doneAt }) => ({ id, requestedAt, doneAt }))
      .reverse();
  }

  /** Without the bars that the browser adds, and at the size a screenshot has. */
  async function read({
    id,
    viewport,
    size,
  }: DataOf<TabVideo, 'ring.read'>): Promise<Uint8Array<ArrayBuffer> | null> {
    const found = frames.find((frame) => frame.id === id);
    if (!found) return null;
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    if (!context) return null;
    const { x, y, width, height } = fitViewport(viewport, found.copy);
    const frame = restoreFrame(found.copy, 0);
    context.drawImage(frame, x, y, width, height, 0, 0, size.width, size.height);
    frame.close();
    const png = await canvas.convertToBlob({ type: 'image/png' });
    return new Uint8Array(await png.arrayBuffer());
  }

  return { add, list, read, forget: (): void => void (frames = []) };
}
