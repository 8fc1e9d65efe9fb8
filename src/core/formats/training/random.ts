/** Creates a seeded generator of numbers from 0 to below 1 (FNV-1a for the seed, then Marsaglia's 32-bit xorshift). */
export function createRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) {
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  }
  state = state >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Draws up to `count` items, each set equally likely, in their order. */
export function drawSome<T>(items: readonly T[], count: number, random: () => number): T[] {
  let missing = Math.min(count, items.length);
  return items.filter((_item, index) => {
    const isDrawn = random() * (items.length - index) < missing;
    if (isDrawn) missing -= 1;
    return isDrawn;
  });
}
