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

type Bytes = Uint8Array<ArrayBuffer>;

/** Precedes the content (§4.3.7). */
export function writeLocalHeader(entry: ZipEntry): Bytes {
  const { streamed, crc, size, packed, name } = entry;
  // Unknown sizes may become large, and §4.3.9.2 requires to declare it here.
  const large = streamed || isLarge(size) || isLarge(packed);
  const extra = large ? writeLarge(streamed ? [0, 0] : [size, packed]) : [];
  return write([
    ...u32(0x04034b50),
    ...u16(large ? VERSION_64 : VERSION),
    ...writeCommon(entry),
    ...u32(streamed ? 0 : crc),
    ...u32(large ? MOST_32 : packed),
    ...u32(large ? MOST_32 : size),
    ...u16(name.length),
    ...u16(extra.length),
    ...name,
    ...extra,
  ]);
}

/** Follows streamed content (§4.3.9). */
export function writeDescriptor({ crc, size, packed }: ZipEntry): Bytes {
  return write([...u32(0x08074b50), ...u32(crc), ...u64(packed), ...u64(size)]);
}

/** The entry in the list of files at the end (§4.3.12). */
export function writeListing(entry: ZipEntry): Bytes {
  const { crc, size, packed, offset, name, streamed } = entry;
  const large = [size, packed, offset].filter(isLarge);
  const extra = large.length > 0 ? writeLarge(large) : [];
  return write([
    ...u32(0x02014b50),
    ...u16(VERSION),
    ...u16(streamed || large.length > 0 ? VERSION_64 : VERSION),
    ...writeCommon(entry),
    ...u32(crc),
    ...u32(Math.min(packed, MOST_32)),
    ...u32(Math.min(size, MOST_32)),
    ...u16(name.length),
    ...u16(extra.length),
    // No comment, one disk, no attributes.
    ...[...u16(0), ...u16(0), ...u16(0), ...u32(0)],
    ...u32(Math.min(offset, MOST_32)),
    ...name,
    ...extra,
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

function writeCommon({ streamed, deflated, modified }: ZipEntry): number[] {
  return [
    ...u16(UTF8_NAME | (streamed ? SIZES_AFTER : 0)),
    ...u16(deflated ? DEFLATE : 0),
    ...u32(modified),
  ];
}

/** An extra field of 64-bit numbers (§4.5.3). */
function writeLarge(numbers: readonly number[]): number[] {
  return [...u16(1), ...u16(8 * numbers.length), ...numbers.flatMap(u64)];
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
