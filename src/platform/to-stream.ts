import type { ExportFile } from '../core/formats/export-file.ts';

/** Pulls no more than its reader takes, and lets go of the source when that stops. */
export function toStream(
  chunks: ReturnType<ExportFile['read']>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) {
          controller.close();
          return;
        }
        controller.enqueue(next.value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
