import { readFile } from 'node:fs/promises';
import type { SmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { openSmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';

/** Where the table lies from the built command, from its parts, and from this file. */
const PLACES = ['./table.bin', '../table.bin', '../../../public/models/small/table.bin'];

let opening: Promise<SmallEncoder> | null = null;

/** The small encoder of the extension. Rejects with one sentence where its table is not. */
export function readSmallEncoder(): Promise<SmallEncoder> {
  return (opening ??= read());
}

async function read(): Promise<SmallEncoder> {
  for (const place of PLACES) {
    const bytes = await readFile(new URL(place, import.meta.url)).catch(() => null);
    if (bytes) return openSmallEncoder(new Uint8Array(bytes));
  }
  throw new Error('the small encoder’s table (table.bin) is not there');
}
