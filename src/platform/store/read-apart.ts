import type { DemonstrationVideo, ReadContent } from '../../core/demonstration/content.ts';
import type { Hash } from '../../core/demonstration/demonstration.ts';
import type { VideoChunk } from '../../core/demonstration/video.ts';

/** What the worker is asked. Replies have the same `id`, and the bytes are moved, not copied. */
export type ReadRequest = { id: number } & (
  | { kind: 'content'; hash: Hash }
  /** The first chunk of the film after an instant; null for the first of all. */
  | { kind: 'chunk'; demonstrationId: string; after: number | null }
);

export type ReadReply = { id: number } & (
  { ok: true; value: Uint8Array<ArrayBuffer> | VideoChunk | null } | { ok: false; reason: string }
);

export interface ApartReader extends Pick<DemonstrationVideo, 'readChunks'> {
  read: ReadContent;
  /** Ends it; what is still being read fails. */
  close(): void;
}

/**
 * A worker is replaced once it has read so much: what the browser holds of every read until it collects
 * garbage goes with it.
 */
const REPLACE_BYTES = 16 * 1024 * 1024;

interface Waiting {
  resolve(value: Uint8Array<ArrayBuffer> | VideoChunk | null): void;
  reject(reason: Error): void;
}

/**
 * Reads from the store in a worker (entrypoints/reader-worker), for somebody who reads more than should be
 * held. What it hands out is the caller's alone: it may be let go of at once (ArrayBuffer.transfer).
 */
export function readApart(createWorker: () => Worker): ApartReader {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let bytesRead = 0;
  let asked = 0;

  function end(reason: string): void {
    worker?.terminate();
    worker = null;
    bytesRead = 0;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  function hear(reply: ReadReply): void {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.ok) bytesRead += measure(reply.value);
    if (bytesRead >= REPLACE_BYTES && waiting.size === 0) end('');
    if (reply.ok) asker?.resolve(reply.value);
    else asker?.reject(new Error(reply.reason));
  }

  function start(): Worker {
    const started = createWorker();
    started.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => hear(data));
    started.addEventListener('error', () => {
      if (worker === started) end('The store could not be read: its reader stopped.');
    });
    return started;
  }

  function ask(request: Asked): Promise<Uint8Array<ArrayBuffer> | VideoChunk | null> {
    worker ??= start();
    const id = asked++;
    worker.postMessage({ id, ...request } satisfies ReadRequest);
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  return {
    async read(hash) {
      const bytes = await ask({ kind: 'content', hash });
      return bytes instanceof Uint8Array ? bytes : null;
    },
    async *readChunks({ demonstrationId, startedAt }) {
      for (let after: number | null = null; ;) {
        const chunk = await ask({ kind: 'chunk', demonstrationId, after });
        if (chunk === null || chunk instanceof Uint8Array) return;
        after = chunk.at;
        if (chunk.segment === startedAt) yield chunk;
      }
    },
    close: () => end('The reader of the store was closed.'),
  };
}

type Asked = ReadRequest extends infer Request
  ? Request extends ReadRequest
    ? Omit<Request, 'id'>
    : never
  : never;

function measure(value: Uint8Array | VideoChunk | null): number {
  if (value === null) return 0;
  return value instanceof Uint8Array ? value.byteLength : value.bytes.byteLength;
}
