import type { ImportSource } from './import-source.ts';
import { ImportFault } from './import-source.ts';

/** The longest line: a turn with a very long text in it. */
const MOST_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** The lines of a file that are not empty, one at a time in memory. */
export async function* readLines(
  source: ImportSource,
  path: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!source.paths.has(path)) throw new ImportFault(`${path} is missing`);
  let begun: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const take = (end: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
    const line = new Uint8Array(length + end.length);
    let at = 0;
    for (const part of [...begun, end]) {
      line.set(part, at);
      at += part.length;
    }
    [begun, length] = [[], 0];
    return line;
  };
  for await (const chunk of source.read(path)) {
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      const line = take(chunk.subarray(from, to));
      if (line.length > 0) yield line;
      from = to + 1;
    }
    begun.push(chunk.slice(from));
    length += chunk.length - from;
    if (length > MOST_LINE_BYTES) throw new ImportFault(`${path} has a line over 64 MB`);
  }
  const last = take(new Uint8Array(0));
  if (last.length > 0) yield last;
}
