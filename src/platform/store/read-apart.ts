import type {
  DemonstrationVideo,
  HasContent,
  ReadContent,
  VideoChunk,
} from '../../core/demonstration/content.ts';
import type { Hash } from '../../core/demonstration/demonstration.ts';

/** What the worker is asked. Replies have the same `id`, and the bytes are moved, not copied. */
export type ReadRequest = { id: number } & (
  | { kind: 'content'; hash: Hash }
  /** How many bytes there are, null for none; the content itself is checked, but stays where it is. */
  | { kind: 'size'; hash: Hash }
  /** The first chunk of the film after an instant; null for the first of all. */
  | { kind: 'chunk'; demonstrationId: string; after: number | null }
);

/** Returns unused buffers; there is no reply. */
export interface Discarded {
  kind: 'discarded';
}

export type ReadReply = { id: number } & (
  { ok: true; value: ReadValue } | { ok: false; reason: string }
);

type ReadValue = Uint8Array<ArrayBuffer> | VideoChunk | number | null;

export interface ApartReader extends Pick<DemonstrationVideo, 'readChunks'> {
  read: ReadContent;
  holds: HasContent;
  /** Frees a buffer soon, wherever it was made; it is detached at once. */
  letGo(buffer: ArrayBuffer): void;
  /** Ends it; what is still being read fails. */
  close(): void;
}

/**
 * A worker is replaced once it holds so much: the browser's copy of all that it read, and what was moved
 * back into it. Garbage is collected there when the browser likes; with the worker it is gone.
 */
const REPLACE_BYTES = 32 * 1024 * 1024;

const CLOSED = 'The reader of the store was closed.';

interface Waiting {
  resolve(value: ReadValue): void;
  reject(reason: Error): void;
}

/**
 * Reads from the store in a worker (entrypoints/reader-worker), for somebody who reads more than should be
 * held. What it hands out is the caller's alone.
 *
 * A buffer that came by a message, or that any of the browser's own functions was given, stays in memory
 * until garbage is collected even if it is detached by `ArrayBuffer.transfer`, and is then not counted as
 * garbage either, so that nothing has it collected (decision 14). Moving it to another context does let go of it. So
 * what the worker sends is copied, and what it came in is moved back.
 */
export function readApart(createWorker: () => Worker): ApartReader {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let held = 0;
  let asked = 0;
  let isClosed = false;

  function end(reason: string): void {
    worker?.terminate();
    worker = null;
    held = 0;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  }

  /** Says that the worker holds so much more. */
  function hold(bytes: number): void {
    held += bytes;
    if (held >= REPLACE_BYTES && waiting.size === 0) end('');
  }

  /** Moves `buffer` into the worker; what that holds `besides` is counted too. */
  function discard(buffer: ArrayBuffer, besides = 0): void {
    const bytes = buffer.byteLength + besides;
    worker ??= start();
    worker.postMessage({ kind: 'discarded' } satisfies Discarded, [buffer]);
    hold(bytes);
  }

  function hear(reply: ReadReply): void {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (!reply.ok) {
      asker?.reject(new Error(reply.reason));
      return;
    }
    asker?.resolve(takeOver(reply.value));
  }

  function takeOver(value: ReadValue): ReadValue {
    if (value === null || typeof value === 'number') {
      // What was only looked at stays there twice: as it was stored, and as it was read.
      hold(2 * (value ?? 0));
      return value;
    }
    const came = value instanceof Uint8Array ? value : value.bytes;
    const own = came.slice();
    discard(came.buffer, came.byteLength);
    return value instanceof Uint8Array ? own : { ...value, bytes: own };
  }

  function start(): Worker {
    const started = createWorker();
    started.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => hear(data));
    started.addEventListener('error', () => {
      if (worker === started) end('The store could not be read: its reader stopped.');
    });
    return started;
  }

  function ask(request: Asked): Promise<ReadValue> {
    if (isClosed) return Promise.reject(new Error(CLOSED));
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
    async holds(hash) {
      return (await ask({ kind: 'size', hash })) !== null;
    },
    async *readChunks({ demonstrationId, startedAt }) {
      for (let after: number | null = null; ;) {
        const chunk = await ask({ kind: 'chunk', demonstrationId, after });
        if (chunk === null || typeof chunk === 'number' || chunk instanceof Uint8Array) return;
        after = chunk.at;
        if (chunk.segment === startedAt) yield chunk;
      }
    },
    letGo(buffer) {
      // What was given up is left to the collector.
      if (!isClosed) discard(buffer);
    },
    close() {
      isClosed = true;
      end(CLOSED);
    },
  };
}

type Asked = ReadRequest extends infer Request
  ? Request extends ReadRequest
    ? Omit<Request, 'id'>
    : never
  : never;
