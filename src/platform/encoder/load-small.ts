import type { SmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { openSmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';

/** The small encoder that ships with the extension; null where its file cannot be read. */
export async function loadSmallEncoder(): Promise<SmallEncoder | null> {
  try {
    const response = await fetch(new URL('/models/small/table.bin', location.origin));
    return response.ok ? openSmallEncoder(new Uint8Array(await response.arrayBuffer())) : null;
  } catch {
    return null;
  }
}
