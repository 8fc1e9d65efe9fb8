import { createReadStream } from 'node:fs';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { ImportSource } from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';

/** A folder on disk to import from. Links are followed no further than the files they name. */
export async function openFolder(folder: string): Promise<ImportSource> {
  const files = await glob('**', { cwd: folder, dot: true, followSymbolicLinks: false });
  return {
    paths: new Set(files),
    async *read(file) {
      if (!files.includes(file)) throw new ImportFault(`${file} is missing`);
      try {
        for await (const chunk of createReadStream(path.join(folder, file))) {
          yield new Uint8Array(chunk as Buffer);
        }
      } catch (error) {
        throw new ImportFault(`${file} could not be read (${readCode(error)})`);
      }
    },
  };
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
