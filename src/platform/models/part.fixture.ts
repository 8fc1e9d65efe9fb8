import type { PartFile } from '../encoder/models/download-file.ts';

/** A part file in memory. */
export function makePart(start: Uint8Array = new Uint8Array()): PartFile & { close: () => void } {
  let bytes = new Uint8Array(start);
  return {
    size: () => bytes.length,
    append(more) {
      const joined = new Uint8Array(bytes.length + more.length);
      joined.set(bytes);
      joined.set(more, bytes.length);
      bytes = joined;
    },
    clear: () => void (bytes = new Uint8Array()),
    flush: () => undefined,
    read: () => new Uint8Array(bytes),
    close: () => undefined,
  };
}
