/*
 * What is exported is written to a file of the extension's own (the origin private file system), so that
 * no size of it is held in memory. Each has a folder to itself, which also takes in the browser's own
 * half-written copy, and a lock for as long as somebody needs it: what is there without its lock was left
 * by a page that is gone.
 */
const FOLDER = 'exports';
/** Written at once; every write is a message to another process. */
const PIECE_BYTES = 1024 * 1024;

export interface WrittenFile {
  /** Backed by the file: reading it fails once the file is removed. */
  file: File;
  remove: () => Promise<void>;
}

/**
 * Writes a stream to a new file. Rejects as the stream fails, with QuotaExceededError when the disk is
 * full, or with the signal's reason; nothing is left of the file then.
 */
export async function writeExportFile(
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  const name = crypto.randomUUID();
  const release = await holdLock(nameLock(name));
  const remove = async (): Promise<void> => {
    await removeFolder(name);
    release();
  };
  try {
    const folder = await (await openFolder()).getDirectoryHandle(name, { create: true });
    const handle = await folder.getFileHandle(fileName, { create: true });
    const writable = await handle.createWritable();
    await writePieces(content, writable, signal);
    // What comes while the last piece is written does not stop it any more.
    signal?.throwIfAborted();
    return { file: await handle.getFile(), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Removes the files that pages left which are gone: closed, crashed, or with the whole browser. */
export async function removeLeftExports(): Promise<void> {
  const folder = await openFolder();
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  for (const name of names) {
    await navigator.locks.request(nameLock(name), { ifAvailable: true }, async (lock) => {
      if (lock) await removeFolder(name);
    });
  }
}

/** Waits between tries: the browser lets go of a file a moment after its writer was ended. */
const RETRY_MS = [20, 100, 500, 2000];

/** What cannot be removed now is left to the next page that opens. */
async function removeFolder(name: string): Promise<void> {
  const folder = await openFolder();
  for (const wait of RETRY_MS) {
    try {
      await folder.removeEntry(name, { recursive: true });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

function nameLock(name: string): string {
  return `${FOLDER}/${name}`;
}

/** Resolves with what lets it go; the browser does so too when the page ends. */
function holdLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}

/** One piece of memory for the whole of it; ends or aborts `writable`. */
async function writePieces(
  content: ReadableStream<Uint8Array<ArrayBuffer>>,
  writable: WritableStream<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const piece = new Uint8Array(PIECE_BYTES);
  let filled = 0;
  const reader = content.getReader();
  const writer = writable.getWriter();
  try {
    for (;;) {
      const { done, value: chunk } = await reader.read();
      signal?.throwIfAborted();
      if (done) break;
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + PIECE_BYTES - filled);
        piece.set(part, filled);
        at += part.length;
        filled += part.length;
        if (filled < PIECE_BYTES) continue;
        await writer.write(piece);
        filled = 0;
      }
    }
    await writer.write(piece.subarray(0, filled));
    await writer.close();
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
