import { open } from 'node:fs/promises';
import { glob } from 'tinyglobby';
import type { Input } from './open-input.ts';
import { MARKS } from './open-input.ts';

/** One of `count` equal parts of the work, `index` from 1. */
export interface Shard {
  index: number;
  count: number;
}

/** Reads `2/8`; null for anything else. */
export function parseShard(text: string): Shard | null {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  return shard.index >= 1 && shard.index <= shard.count ? shard : null;
}

/** A zip ends with a directory of names, sizes and checksums; this much of it tells zips apart. Bytes. */
const TAIL_BYTES = 64 * 1024;

/**
 * Whether an input belongs to a shard: by its content, so that machines agree whatever they call it and wherever it
 * lies. Equal inputs are in the same shard. An unreadable input is in the first.
 */
export async function isInShard(input: Input, { index, count }: Shard): Promise<boolean> {
  const [file] =
    input.kind === 'folder'
      ? (await glob(MARKS, { cwd: input.path, absolute: true })).sort()
      : [input.path];
  const mark = file === undefined ? null : await readTail(file).catch(() => null);
  return mark === null ? index === 1 : hashText(mark) % count === index - 1;
}

async function readTail(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: size - length });
    return `${size} ${buffer.toString('latin1')}`;
  } finally {
    await handle.close();
  }
}

/** FNV-1a, 32 bits, over UTF-16 units; mixed, so that small divisors are fair. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0;
}
