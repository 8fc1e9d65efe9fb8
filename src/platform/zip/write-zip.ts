import type { ExportFile } from '../../core/formats/export-file.ts';
import { toStream } from '../to-stream.ts';

export interface ZipOptions {
  /** Epoch ms, written as UTC into every entry, so that the same files give the same bytes everywhere. */
  modifiedAt: number;
  signal?: AbortSignal;
  /** Files written so far, the last one's path, and their bytes before compression. */
  onProgress?: (progress: { files: number; path: string; bytes: number }) => void;
  /**
   * Receives each chunk that a file gave or was deflated to, once the reader of the zip has taken it. Browsers only: Node's
   * CompressionStream reads a chunk later than it says.
   */
  letGo?: (chunk: Bytes) => void;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Chunks = AsyncIterable<Bytes> | Iterable<Bytes>;

/** Deflated content up to this size has its sizes in front of it, as simple readers need it. */
const HELD_BYTES = 4 * 1024 * 1024;

/**
 * Packs files into a zip while it is read: at most one file is in memory, less of it if it is deflated. Stored content is
 * passed on without copies. Uses the browser's compressor, because an extension page's content security policy and Node
 * both allow it. The stream fails with the error of a file, or with the signal's reason.
 */
export function zipFiles(
  files: AsyncIterable<ExportFile> | Iterable<ExportFile>,
  options: ZipOptions,
): ReadableStream<Bytes> {
  return toStream(pack(files, options));
}

async function* pack(
  files: AsyncIterable<ExportFile> | Iterable<ExportFile>,
  { modifiedAt, signal, onProgress, letGo = () => undefined }: ZipOptions,
): AsyncGenerator<Bytes> {
  const modified = toDosTime(modifiedAt);
  const listings: Bytes[] = [];
  let offset = 0;
  let bytes = 0;
  for await (const { path, compress, read } of files) {
    signal?.throwIfAborted();
    const name = new TextEncoder().encode(path);
    const entry: ZipEntry = {
      ...{ name, modified, offset, deflated: compress, streamed: false },
      ...{ crc: 0, size: 0, packed: 0 },
    };
    for await (const chunk of (compress ? deflateFile : storeFile)(entry, read(), letGo)) {
      signal?.throwIfAborted();
      offset += chunk.byteLength;
      yield chunk;
    }
    listings.push(writeListing(entry));
    bytes += entry.size;
    onProgress?.({ files: listings.length, path, bytes });
  }
  yield* listings;
  const listed = listings.reduce((sum, { byteLength }) => sum + byteLength, 0);
  yield writeEnd(listings.length, listed, offset);
}

/** Holds the content to write its size first: a streaming reader can't find the end of stored content. */
async function* storeFile(
  entry: ZipEntry,
  chunks: Chunks,
  letGo: (chunk: Bytes) => void,
): AsyncGenerator<Bytes> {
  const held: Bytes[] = [];
  for await (const chunk of chunks) {
    count(entry, chunk);
    held.push(chunk);
  }
  entry.packed = entry.size;
  yield writeLocalHeader(entry);
  yield* handOut(held, letGo);
}

async function* deflateFile(
  entry: ZipEntry,
  chunks: Chunks,
  letGo: (chunk: Bytes) => void,
): AsyncGenerator<Bytes> {
  const held: Bytes[] = [];
  for await (const chunk of deflate(entry, chunks, letGo)) {
    entry.packed += chunk.byteLength;
    held.push(chunk);
    if (!entry.streamed && entry.packed > HELD_BYTES) {
      entry.streamed = true;
      yield writeLocalHeader(entry);
    }
    if (entry.streamed) yield* handOut(held.splice(0), letGo);
  }
  yield entry.streamed ? writeDescriptor(entry) : writeLocalHeader(entry);
  yield* handOut(held, letGo);
}

function* handOut(chunks: readonly Bytes[], letGo: (chunk: Bytes) => void): Generator<Bytes> {
  for (const chunk of chunks) {
    yield chunk;
    letGo(chunk);
  }
}

async function* deflate(
  entry: ZipEntry,
  chunks: Chunks,
  letGo: (chunk: Bytes) => void,
): AsyncGenerator<Bytes> {
  const { readable, writable } = new CompressionStream('deflate-raw');
  const writer = writable.getWriter();
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        count(entry, chunk);
        await writer.write(chunk);
        letGo(chunk);
      }
      await writer.close();
    } catch (error) {
      await writer.abort(error).catch(() => undefined);
      throw error;
    }
  };
  const fed = feed();
  // Awaited below; it fails too when the reader stops early.
  fed.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    await fed;
  } finally {
    await reader.cancel().catch(() => undefined);
    await fed.catch(() => undefined);
  }
}

function count(entry: ZipEntry, chunk: Bytes): void {
  if (chunk.buffer.detached) throw new Error('a file returned bytes that were already released');
  entry.crc = addToCrc32(entry.crc, chunk);
  entry.size += chunk.byteLength;
}

/** MS-DOS date and time: two-second steps, no zone, from 1980 to 2107 (APPNOTE 4.4.6). */
function toDosTime(epochMs: number): number {
  const date = new Date(epochMs);
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** Reversed, as zip, gzip and PNG have it (ISO 3309). */
const POLYNOMIAL = 0xedb88320;
/** Bytes per step ("slicing by eight"), each with its own table. */
const AT_ONCE = 8;

const TABLES = makeTables();

/** Continues an unsigned CRC-32, which starts at 0, with `bytes`. */
export function addToCrc32(crc: number, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % AT_ONCE);
  let rest = ~crc;
  for (let at = 0; at < whole; at += AT_ONCE) {
    const low = rest ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    rest =
      look(7, low) ^
      look(6, low >>> 8) ^
      look(5, low >>> 16) ^
      look(4, low >>> 24) ^
      look(3, high) ^
      look(2, high >>> 8) ^
      look(1, high >>> 16) ^
      look(0, high >>> 24);
  }
  for (let at = whole; at < bytes.length; at++) {
    rest = (rest >>> 8) ^ look(0, rest ^ view.getUint8(at));
  }
  return ~rest >>> 0;
}

function look(table: number, byte: number): number {
  return TABLES[(table << 8) | (byte & 0xff)] ?? 0;
}

/** The first table is for one byte; each next one is for that byte followed by one more zero. */
function makeTables(): Int32Array {
  const tables = new Int32Array(AT_ONCE * 256);
  for (let byte = 0; byte < 256; byte++) {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
    tables[byte] = rest;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256] ?? 0;
    tables[at] = (before >>> 8) ^ (tables[before & 0xff] ?? 0);
  }
  return tables;
}

/*
 * The records of a zip file, little endian, by PKWARE's APPNOTE.TXT 6.3 (§4.3, and §4.5.3 for 64 bits).
 */

/** A file in the zip. Sizes and `crc` cover what was written so far. */
export interface ZipEntry {
  name: Uint8Array<ArrayBuffer>;
  /** MS-DOS date and time. */
  modified: number;
  deflated: boolean;
  /** Sizes and `crc` are written after the content, since they weren't known before it. */
  streamed: boolean;
  /** Bytes before its header. */
  offset: number;
  crc: number;
  size: number;
  packed: number;
}

const MOST_32 = 0xffff_ffff;
const MOST_16 = 0xffff;

/** 2.0: deflate; 4.5: sizes of 64 bits. */
const VERSION = 20;
const VERSION_64 = 45;
const UTF8_NAME = 0x800;
const SIZES_AFTER = 0x8;
const DEFLATE = 8;

/** Precedes the content (§4.3.7). */
export function writeLocalHeader(entry: ZipEntry): Bytes {
  const { streamed, size, packed } = entry;
  // Unknown sizes may become large, and §4.3.9.2 requires to declare it here.
  const isLong = streamed || isLarge(size) || isLarge(packed);
  const known = streamed ? { ...entry, crc: 0, size: 0, packed: 0 } : entry;
  return write([
    ...[...u32(0x04034b50), ...u16(isLong ? VERSION_64 : VERSION)],
    ...writeCommon(known, isLong ? [known.size, known.packed] : [], isLong, []),
  ]);
}

/** Follows streamed content (§4.3.9). */
function writeDescriptor({ crc, size, packed }: ZipEntry): Bytes {
  return write([...u32(0x08074b50), ...u32(crc), ...u64(packed), ...u64(size)]);
}

/** The entry in the list of files at the end (§4.3.12). */
export function writeListing(entry: ZipEntry): Bytes {
  const { size, packed, offset, streamed } = entry;
  const large = [size, packed, offset].filter(isLarge);
  const version = streamed || large.length > 0 ? VERSION_64 : VERSION;
  // No comment, one disk, no attributes.
  const rest = [...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(Math.min(offset, MOST_32))];
  return write([
    ...[...u32(0x02014b50), ...u16(VERSION), ...u16(version)],
    ...writeCommon(entry, large, false, rest),
  ]);
}

/** The end of the zip (§4.3.14–16): `listed` bytes of listings of `count` files begin at `offset`. */
export function writeEnd(count: number, listed: number, offset: number): Bytes {
  const large = count >= MOST_16 || isLarge(listed) || isLarge(offset);
  const end64 = [
    ...[...u32(0x06064b50), ...u64(44), ...u16(VERSION_64), ...u16(VERSION_64)],
    ...[...u32(0), ...u32(0), ...u64(count), ...u64(count), ...u64(listed), ...u64(offset)],
    ...[...u32(0x07064b50), ...u32(0), ...u64(offset + listed), ...u32(1)],
  ];
  const counted = u16(Math.min(count, MOST_16));
  return write([
    ...(large ? end64 : []),
    ...[...u32(0x06054b50), ...u16(0), ...u16(0), ...counted, ...counted],
    ...u32(Math.min(listed, MOST_32)),
    ...u32(Math.min(offset, MOST_32)),
    ...u16(0),
  ]);
}

/** The fields that both headers have. `large` numbers are in an extra field of 64-bit numbers (§4.5.3). */
function writeCommon(
  { name, modified, streamed, deflated, crc, size, packed }: ZipEntry,
  large: readonly number[],
  hasLongSizes: boolean,
  rest: readonly number[],
): number[] {
  const extra = [...u16(1), ...u16(8 * large.length), ...large.flatMap(u64)];
  const written = large.length > 0 ? extra : [];
  const writeSize = (bytes: number): number[] =>
    u32(hasLongSizes ? MOST_32 : Math.min(bytes, MOST_32));
  return [
    ...[...u16(UTF8_NAME | (streamed ? SIZES_AFTER : 0)), ...u16(deflated ? DEFLATE : 0)],
    ...[...u32(modified), ...u32(crc), ...writeSize(packed), ...writeSize(size)],
    ...[...u16(name.length), ...u16(written.length), ...rest, ...name, ...written],
  ];
}

/** The largest 32-bit number refers to the extra field. */
function isLarge(number: number): boolean {
  return number >= MOST_32;
}

function write(bytes: readonly number[]): Bytes {
  return Uint8Array.from(bytes);
}

function u16(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value & MOST_16), ...u16(value >>> 16)];
}

function u64(value: number): number[] {
  return [...u32(value >>> 0), ...u32(Math.floor(value / 2 ** 32))];
}
