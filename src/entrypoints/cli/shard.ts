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

/** Whether a path belongs to a shard: by the path alone, so that every machine agrees. */
export function isInShard(path: string, { index, count }: Shard): boolean {
  return hashPath(path) % count === index - 1;
}

/** FNV-1a, 32 bits, over UTF-16 units, with forward slashes; mixed, so that small divisors are fair. */
export function hashPath(path: string): number {
  let hash = 0x811c9dc5;
  for (const unit of path.replaceAll('\\', '/')) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0;
}
