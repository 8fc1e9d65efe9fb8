/**
 * A reproducible source of numbers from 0 to below 1: the same seed text gives the same sequence
 * (FNV-1a for the seed, then Marsaglia's xorshift with 32 bits).
 */
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

/** `count` of the items, each set equally likely, in their order; all when there are fewer. */
export function drawSome<T>(items: readonly T[], count: number, random: () => number): T[] {
  let missing = Math.min(count, items.length);
  return items.filter((_item, index) => {
    const isDrawn = random() * (items.length - index) < missing;
    if (isDrawn) missing -= 1;
    return isDrawn;
  });
}
