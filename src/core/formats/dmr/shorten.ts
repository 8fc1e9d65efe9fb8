import { countCodePoints, takeFirst, takeLast } from '../python/slice.ts';

/**
 * WebLINX's right shortening (weblinx-format.md §2.4): at most `limit` code points, the last three of
 * them `...` where something was cut. A limit below 3 leaves no room for the dots; a negative one
 * means no limit.
 */
export function shortenRight(text: string, limit: number): string {
  if (limit < 0 || fits(text, limit)) return text;
  return limit <= 3 ? takeFirst(text, limit) : `${takeFirst(text, limit - 3)}...`;
}

/** Centre shortening (§3.4): head and tail with `...` between; the tail has the odd code point. */
export function shortenCenter(text: string, limit: number): string {
  if (fits(text, limit)) return text;
  const kept = limit - 3;
  return `${takeFirst(text, Math.floor(kept / 2))}...${takeLast(text, Math.ceil(kept / 2))}`;
}

function fits(text: string, limit: number): boolean {
  // There are never more code points than UTF-16 units.
  return text.length <= limit || countCodePoints(text) <= limit;
}
