import type {
  DemonstrationVideo,
  HasContent,
  ReadContent,
  VideoChunk,
} from '../../core/demonstration/content.ts';
import type { Hash } from '../../core/demonstration/demonstration.ts';
import { listChunks } from './video.ts';

/** What the worker is asked. Replies have the same `id`, and their bytes are moved, not copied. */
export type ReadRequest = { id: number } & ReadOrder;

type ReadOrder =
  | { kind: 'content'; hash: Hash }
  /** How many bytes there are, null for none. The content itself is checked, but stays where it is. */
  | { kind: 'size'; hash: Hash }
  /** The first chunk of the film after an instant; null for the first of all. */
  | { kind: 'chunk'; demonstrationId: string; after: number | null };

/** Returns unused buffers; there is no reply. */
export interface Discarded {
  kind: 'discarded';
}

export type ReadReply = { id: number } & (
  { ok: true; value: ReadValue } | { ok: false; reason: string }
);

interface ReadValues {
  content: Uint8Array<ArrayBuffer> | null;
  size: number | null;
  chunk: VideoChunk | null;
}
type ReadValue = ReadValues[keyof ReadValues];

export interface ApartReader extends Pick<DemonstrationVideo, 'readChunks'> {
  read: ReadContent;
  holds: HasContent;
  /** Frees a buffer soon, wherever it was made; it is detached at once. */
  letGo(buffer: ArrayBuffer): void;
  /** Ends the reader. What is still being read fails. */
  close(): void;
}

/**
 * A worker is replaced once it holds so much: the browser's copy of all that it read, and what was moved back into it. The
 * browser collects garbage there when it likes; ending the worker frees it.
 */
const REPLACE_BYTES = 32 * 1024 * 1024;

const CLOSED = 'The reader of the store was closed.';

/**
 * Reads from the store in a worker (entrypoints/reader-worker), for a caller that reads more than it should hold. What it
 * returns is the caller's alone.
 *
 * A buffer that came by a message, or that any of the browser's own functions was given, stays in memory
 * until garbage is collected even if it is detached by `ArrayBuffer.transfer`, and is then not counted as
 * garbage either, so that nothing has it collected (decision 14). Moving it to another context frees it. So
 * what the worker sends is copied, and the buffer it came in is moved back.
 */
export function readApart(createWorker: () => Worker): ApartReader {
  const reader = new Reader(createWorker);
  return {
    read: (hash) => reader.ask({ kind: 'content', hash }),
    holds: async (hash) => (await reader.ask({ kind: 'size', hash })) !== null,
    readChunks: (segment) =>
      listChunks(segment, (after) =>
        reader.ask({ kind: 'chunk', demonstrationId: segment.demonstrationId, after }),
      ),
    letGo: (buffer) => reader.discard(buffer),
    close: () => reader.close(),
  };
}

interface Waiting {
  resolve: (value: ReadValue) => void;
  reject: (reason: Error) => void;
}

class Reader {
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private held = 0;
  private asked = 0;
  private isClosed = false;

  constructor(private readonly createWorker: () => Worker) {}

  async ask<Kind extends keyof ReadValues>(
    order: ReadOrder & { kind: Kind },
  ): Promise<ReadValues[Kind]> {
    if (this.isClosed) throw new Error(CLOSED);
    const id = this.asked++;
    this.start().postMessage({ id, ...order } satisfies ReadRequest);
    const read = await new Promise<ReadValue>((resolve, reject) =>
      this.waiting.set(id, { resolve, reject }),
    );
    return read as ReadValues[Kind];
  }

  /** Moves `buffer` into the worker. What that holds `besides` is counted too. */
  discard(buffer: ArrayBuffer, besides = 0): void {
    // After the end the collector frees it.
    if (this.isClosed) return;
    const bytes = buffer.byteLength + besides;
    this.start().postMessage({ kind: 'discarded' } satisfies Discarded, [buffer]);
    this.hold(bytes);
  }

  close(): void {
    this.isClosed = true;
    this.end(CLOSED);
  }

  private start(): Worker {
    if (this.worker) return this.worker;
    const started = this.createWorker();
    started.addEventListener('message', ({ data }: MessageEvent<ReadReply>) => this.settle(data));
    started.addEventListener('error', () => {
      if (this.worker === started) this.end('The store could not be read: its reader stopped.');
    });
    this.worker = started;
    return started;
  }

  private settle(reply: ReadReply): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (reply.ok) waiting?.resolve(this.takeOver(reply.value));
    else waiting?.reject(new Error(reply.reason));
  }

  private takeOver(value: ReadValue): ReadValue {
    if (value === null || typeof value === 'number') {
      // Content that was only checked is there twice: as it was stored, and as it was read.
      this.hold(2 * (value ?? 0));
      return value;
    }
    const came = value instanceof Uint8Array ? value : value.bytes;
    const own = came.slice();
    this.discard(came.buffer, came.byteLength);
    return value instanceof Uint8Array ? own : { ...value, bytes: own };
  }

  /** Counts what the worker holds. */
  private hold(bytes: number): void {
    this.held += bytes;
    if (this.held >= REPLACE_BYTES && this.waiting.size === 0) this.end('');
  }

  private end(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.held = 0;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
  }
}
