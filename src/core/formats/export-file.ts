import { encodeText } from '../bytes.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of an export. Its content is pulled when it is written, and only once. */
export interface ExportFile {
  /** Relative, forward slashes. */
  path: string;
  /** False for content that is compressed already. */
  compress: boolean;
  /** True of compressed pixels: secrets were painted over before, and there is no text to search. */
  isPixels?: boolean;
  read(): AsyncIterable<Bytes> | Iterable<Bytes>;
}

/** A file whose bytes are known already; deflated if `compress`. */
export function makeFile(path: string, bytes: Bytes, compress = true): ExportFile {
  return { path, compress, read: () => [bytes] };
}

export function makeTextFile(path: string, text: string): ExportFile {
  return makeFile(path, encodeText(text));
}

/** A file with a line of JSON per record; `write` makes the line. */
export function makeLinesFile(
  path: string,
  records: AsyncIterable<object> | Iterable<object>,
  write: (record: object) => string = JSON.stringify,
): ExportFile {
  return {
    path,
    compress: true,
    async *read() {
      for await (const record of records) yield encodeText(`${write(record)}\n`);
    },
  };
}

/** Streams `open`, the items as JSON with one item per line, and `]`. */
export async function* writeJsonList(
  open: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<Bytes> {
  let before = open;
  for await (const item of items) {
    yield encodeText(before + writeAsciiJson(item));
    before = ',\n';
  }
  yield encodeText(before === open ? `${open}]` : '\n]');
}

/**
 * Writes JSON that WebLINX's library reads safely. It opens files with the locale's encoding, so every character beyond
 * ASCII is escaped; lone surrogates, which Python cannot write back, become U+FFFD.
 */
export function writeAsciiJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replace(ESCAPE, (escape, loneSurrogate) => (loneSurrogate === undefined ? escape : '\\ufffd'))
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** One escape sequence of JSON.stringify; a `\udXXX` is always a lone surrogate (pairs stay literal). */
const ESCAPE = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;
