import type { VideoChunk, VideoSegment } from '../../core/demonstration/video.ts';

/** True when it is written. */
export type SendChunk = (data: { segment: VideoSegment; chunk: VideoChunk }) => Promise<boolean>;

/** A service worker that is just being started may miss a message. */
const TRIES = 4;
const AGAIN_MS = 500;

/** Sends chunks one after the other; `giveUp` is called once when they cannot be written any more. */
export function createChunkSender(sendChunk: SendChunk, giveUp: () => void) {
  let last: Promise<void> = Promise.resolve();
  let isOver = false;

  async function sendOne(segment: VideoSegment, chunk: VideoChunk): Promise<void> {
    if (isOver || (await isWritten(sendChunk, { segment, chunk }))) return;
    isOver = true;
    giveUp();
  }

  return {
    send: (segment: VideoSegment, chunk: VideoChunk): void => {
      last = last.then(() => sendOne(segment, chunk));
    },
    /** Resolves when what was sent so far is written, or is not going to be. */
    settle: (): Promise<void> => last,
  };
}

async function isWritten(
  sendChunk: SendChunk,
  data: { segment: VideoSegment; chunk: VideoChunk },
): Promise<boolean> {
  for (let left = TRIES; left > 0; left -= 1) {
    const answer = await sendChunk(data).catch(() => null);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return false;
}
