/** Reads from the store for a page, and hands over what it read (platform/store/read-apart). */
import { connectOnDemand } from '../../platform/store/database.ts';
import { readContent } from '../../platform/store/read.ts';
import type { Discarded, ReadReply, ReadRequest } from '../../platform/store/read-apart.ts';
import { readNextVideoChunk } from '../../platform/store/video.ts';

const connectStore = connectOnDemand();

addEventListener('message', ({ data }: MessageEvent<ReadRequest | Discarded>) => {
  if (data.kind !== 'discarded') void reply(data);
});

async function reply(request: ReadRequest): Promise<void> {
  const { id } = request;
  try {
    const db = await connectStore();
    if (request.kind === 'chunk') {
      const chunk = await readNextVideoChunk(db, request.demonstrationId, request.after);
      hand({ id, ok: true, value: chunk }, chunk?.bytes ?? null);
      return;
    }
    const bytes = await readContent(db, request.hash);
    if (request.kind === 'content') hand({ id, ok: true, value: bytes }, bytes);
    else hand({ id, ok: true, value: bytes?.byteLength ?? null }, null);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    hand({ id, ok: false, reason }, null);
  }
}

function hand(reply: ReadReply, bytes: Uint8Array<ArrayBuffer> | null): void {
  postMessage(reply, { transfer: bytes ? [bytes.buffer] : [] });
}
