import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';

/** Larger exports are refused. */
const MAX_FILE_BYTES = 2 * 1024 ** 3;

interface PartFile {
  path: string;
  stream: WriteStream;
  bytes: number;
}

export interface PartFiles {
  /** Appends a piece; false if the file became too large. */
  add: (id: number, base64: string) => boolean;
  /** Names the file; null if it doesn't have the announced size, or could not be written. */
  finish: (id: number, file: { name: string; bytes: number }) => Promise<string | null>;
  /** Deletes what has arrived. */
  drop: (id: number) => Promise<void>;
}

/** Writes files that arrive in parts into `folder`, each under its name once it is whole. */
export function openPartFiles(folder: string): PartFiles {
  const open = new Map<number, PartFile>();

  async function close(id: number): Promise<PartFile | null> {
    const part = open.get(id);
    if (!part) return null;
    open.delete(id);
    part.stream.end();
    await finished(part.stream).catch(() => (part.bytes = -1));
    return part;
  }

  async function drop(id: number): Promise<void> {
    const part = await close(id);
    if (part) await rm(part.path, { force: true });
  }

  return {
    add(id, base64) {
      const bytes = Buffer.from(base64, 'base64');
      let part = open.get(id);
      if (!part) {
        const path = join(folder, `.${randomUUID()}.part`);
        const stream = createWriteStream(path);
        // A full disk is noticed when the file is finished.
        stream.on('error', () => undefined);
        part = { path, stream, bytes: 0 };
        open.set(id, part);
      }
      part.bytes += bytes.length;
      if (part.bytes > MAX_FILE_BYTES) {
        void drop(id);
        return false;
      }
      part.stream.write(bytes);
      return true;
    },
    async finish(id, { name, bytes }) {
      const part = await close(id);
      if (!part) return null;
      if (part.bytes !== bytes) {
        await rm(part.path, { force: true });
        return null;
      }
      // Never outside the folder, whatever the name.
      const path = join(folder, basename(name) || 'export');
      return rename(part.path, path).then(
        () => path,
        () => null,
      );
    },
    drop,
  };
}
