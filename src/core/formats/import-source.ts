import type { DemonstrationVideo } from '../demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../demonstration/demonstration.ts';

/** The files to import from, as a zip or a folder gives them. What they hold is not trusted. */
export interface ImportSource {
  /** Relative, forward slashes, each once. */
  paths: ReadonlySet<string>;
  /** The content in pieces; fails with ImportFault where it is damaged or goes over a limit. */
  read(path: string): AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What a reader needs of the place it reads for. */
export interface ImportPorts {
  /** Keeps content where nobody sees it yet, and gives its SHA-256 in hex. */
  keep(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /** SHA-256 in hex, without keeping anything. */
  hash(bytes: Uint8Array<ArrayBuffer>): Promise<Hash>;
  /** How much of it is read, 0 … 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

export interface ReadDemonstration {
  demonstration: Demonstration;
  /** In order. */
  turns: Turn[];
  /** One sentence each: what was wrong, where, and what was kept. */
  findings: string[];
  /** What was filmed, to be read last; absent when nothing was. Reading it fails with ImportFault. */
  video?: DemonstrationVideo;
}

/**
 * The one reason why nothing of a demonstration is imported: a clause without capital and full stop,
 * `replay.json is not JSON`. Thrown from deep inside a stream; whoever begins an import catches it.
 */
export class ImportFault extends Error {}

/** Nobody's page or turn list is larger; what is must not fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** A whole file in memory. */
export async function readFile(
  source: ImportSource,
  path: string,
  most = MOST_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!source.paths.has(path)) throw new ImportFault(`${path} is missing`);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of source.read(path)) {
    length += part.length;
    if (length > most) throw new ImportFault(`${path} is larger than ${most / 1024 / 1024} MB`);
    parts.push(part);
  }
  return join(parts, length);
}

/** A file of any size in pieces of `size` bytes, the last one shorter. */
export async function* readPieces(
  source: ImportSource,
  path: string,
  size: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (let part of source.read(path)) {
    while (length + part.length >= size) {
      const taken = size - length;
      yield join([...parts, part.subarray(0, taken)], size);
      [parts, length] = [[], 0];
      part = part.subarray(taken);
    }
    if (part.length > 0) parts.push(part);
    length += part.length;
  }
  if (length > 0) yield join(parts, length);
}

function join(parts: readonly Uint8Array<ArrayBuffer>[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
