import { joinBytes, writeHex } from '../bytes.ts';
import type { DemonstrationContent } from '../demonstration/content.ts';
import type { Hash } from '../demonstration/demonstration.ts';
import { sha256 } from '../demonstration/secrets/digest.ts';
import type { ExportFile } from './export-file.ts';
import type { ImportPorts, ImportSource, ReadDemonstration } from './import-source.ts';

export type Files = Map<string, Uint8Array<ArrayBuffer>>;

export async function collectFiles(files: AsyncIterable<ExportFile>): Promise<Files> {
  const collected: Files = new Map();
  for await (const { path, read } of files) {
    const parts: Uint8Array[] = [];
    for await (const part of read()) parts.push(part);
    collected.set(path, joinBytes(parts));
  }
  return collected;
}

/** Handed out in pieces of a few bytes, so that what crosses them is tried too. */
export function makeSource(files: Files, pieceBytes = 1000): ImportSource {
  return {
    paths: new Set(files.keys()),
    async *read(path) {
      const bytes = files.get(path) ?? new Uint8Array(0);
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield await Promise.resolve(bytes.slice(at, at + pieceBytes));
      }
    },
  };
}

export function makePorts(store: Map<Hash, Uint8Array<ArrayBuffer>>): ImportPorts {
  const hash = (bytes: Uint8Array<ArrayBuffer>): Promise<Hash> => Promise.resolve(hashNow(bytes));
  return {
    hash,
    async keep(bytes) {
      const name = await hash(bytes);
      store.set(name, bytes.slice());
      return name;
    },
  };
}

export function hashNow(bytes: Uint8Array<ArrayBuffer>): Hash {
  return writeHex(sha256(bytes));
}

/** What was read, as exporters take it. */
export function toContent(
  { demonstration, turns, video }: ReadDemonstration,
  store: ReadonlyMap<Hash, Uint8Array<ArrayBuffer>>,
): DemonstrationContent {
  const read = (hash: Hash) => Promise.resolve(store.get(hash) ?? null);
  return { demonstration, turns, read, ...(video && { video }) };
}

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
