import type { Hash } from '../../demonstration/demonstration.ts';
import type { ImportedFile } from '../../demonstration/imported.ts';
import type { ImportPorts, ImportSource } from '../import-source.ts';
import { readFile, readPieces } from '../import-source.ts';

/** How a file that no turn names is cut: it may be a film. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** A WebLINX folder while it is read: what was taken from it, and what was found. */
export interface Uploaded {
  /** A file's content, null when it is not there. Paths count from the folder. */
  take(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /** One sentence for the user. */
  find(finding: string): void;
}

export interface OpenUpload extends Uploaded {
  findings: string[];
  /** Keeps every file that was not taken. */
  keepRest(): Promise<ImportedFile['files']>;
}

export function openUpload(source: ImportSource, folder: string, ports: ImportPorts): OpenUpload {
  const taken = new Set<string>();
  const findings: string[] = [];
  return {
    findings,
    find: (finding) => void findings.push(finding),
    keep: (bytes) => ports.keep(bytes),
    async take(path) {
      const full = folder + path;
      if (!source.paths.has(full)) return null;
      taken.add(full);
      return readFile(source, full);
    },
    async keepRest() {
      const files: ImportedFile['files'] = [];
      for (const path of source.paths) {
        if (!path.startsWith(folder) || taken.has(path)) continue;
        ports.signal?.throwIfAborted();
        const parts: Hash[] = [];
        for await (const piece of readPieces(source, path, PIECE_BYTES)) {
          parts.push(await ports.keep(piece));
        }
        files.push({ path: path.slice(folder.length), parts });
      }
      return files;
    },
  };
}
