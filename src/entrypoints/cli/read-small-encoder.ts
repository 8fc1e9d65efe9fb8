import { readFile } from 'node:fs/promises';
import type { SmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { openSmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';

/** Where the table lies from this file, and from the built command and its parts. */
const PLACES = ['../../../', '../', '../../'];

let opening: Promise<SmallEncoder> | null = null;

/** The small encoder of the extension. Rejects with one sentence where its table is not. */
export function readSmallEncoder(): Promise<SmallEncoder> {
  return (opening ??= read());
}

async function read(): Promise<SmallEncoder> {
  for (const place of PLACES) {
    const url = new URL(`${place}public/models/small/table.bin`, import.meta.url);
    const bytes = await readFile(url).catch(() => null);
    if (bytes) return openSmallEncoder(new Uint8Array(bytes));
  }
  throw new Error('the small encoder’s table (public/models/small/table.bin) is not there');
}
