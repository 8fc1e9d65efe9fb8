/** An entry as it is written, true or not. */
export interface RawEntry {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  deflate?: boolean;
  /** Said instead of the truth. */
  crc?: number;
  size?: number;
  method?: number;
  flags?: number;
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number;
  /** Where its header is said to be; then no content of its own is written. */
  at?: number;
}

/** A zip byte by byte (APPNOTE 4.3), for what no proper writer would write. */
export async function buildZip(entries: readonly RawEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const data = entry.deflate ? await deflate(entry.bytes) : entry.bytes;
    const common = [
      ...[...u16(20), ...u16(entry.flags ?? 0x800)],
      ...[...u16(entry.method ?? (entry.deflate ? 8 : 0)), ...u32(0x21_0000)],
      ...[...u32(entry.crc ?? crc32(entry.bytes)), ...u32(data.length)],
      ...[...u32(entry.size ?? entry.bytes.length), ...u16(name.length), ...u16(0)],
    ];
    const mode = u32(((entry.mode ?? 0o100644) << 16) >>> 0);
    const rest = [...u16(0), ...u16(0), ...u16(0), ...mode, ...u32(entry.at ?? at)];
    directory.push(new Uint8Array([...u32(0x02014b50), ...u16(0x0314), ...common, ...rest]), name);
    if (entry.at !== undefined) continue;
    parts.push(new Uint8Array([...u32(0x04034b50), ...common]), name, data);
    at += 30 + name.length + data.length;
  }
  const listed = directory.reduce((sum, part) => sum + part.length, 0);
  const count = u16(entries.length);
  const end = [...u32(0x06054b50), ...u32(0), ...count, ...count, ...u32(listed), ...u32(at)];
  const whole = new Blob([...parts, ...directory, new Uint8Array([...end, ...u16(0)])]);
  return new Uint8Array(await whole.arrayBuffer());
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

function u16(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function u32(value: number): number[] {
  return [...u16(value & 0xffff), ...u16(value >>> 16)];
}

function crc32(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}
