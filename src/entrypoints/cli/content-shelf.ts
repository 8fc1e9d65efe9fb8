import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReadContent } from '../../core/demonstration/content.ts';
import type { Hash } from '../../core/demonstration/demonstration.ts';
import { hashBytes } from '../../platform/hash.ts';

/** Holds the contents of one demonstration while it is worked on. */
export interface ContentShelf {
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  hash(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  read: ReadContent;
  /** Forgets everything. */
  clear(): Promise<void>;
}

/** This much stays in memory; what comes later goes to a temporary folder. */
const MOST_IN_MEMORY = 48 * 1024 * 1024;

export function createShelf(limit: number = MOST_IN_MEMORY): ContentShelf {
  const held = new Map<Hash, Uint8Array<ArrayBuffer>>();
  const laid = new Set<Hash>();
  let bytesHeld = 0;
  let folder: string | null = null;
  return {
    async keep(bytes) {
      const hash = await hashBytes(bytes);
      if (held.has(hash) || laid.has(hash)) return hash;
      if (bytesHeld + bytes.length <= limit) {
        held.set(hash, bytes);
        bytesHeld += bytes.length;
        return hash;
      }
      folder ??= await mkdtemp(path.join(tmpdir(), 'wayscribe-'));
      await writeFile(path.join(folder, hash), bytes);
      laid.add(hash);
      return hash;
    },
    hash: hashBytes,
    async read(hash) {
      const bytes = held.get(hash);
      if (bytes) return bytes;
      return folder !== null && laid.has(hash)
        ? new Uint8Array(await readFile(path.join(folder, hash)))
        : null;
    },
    async clear() {
      held.clear();
      laid.clear();
      if (folder !== null) await rm(folder, { recursive: true, force: true });
      folder = null;
    },
  };
}
