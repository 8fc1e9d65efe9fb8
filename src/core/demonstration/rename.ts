import type { Demonstration, Turn } from './demonstration.ts';

/**
 * A demonstration and its turns under other ids: `ending` is put to each. The links between turns follow;
 * checksums are for the store to make anew.
 */
export function renameDemonstration(
  demonstration: Demonstration,
  turns: readonly Turn[],
  ending: string,
): { demonstration: Demonstration; turns: Turn[] } {
  const id = demonstration.id + ending;
  const own = new Set(turns.map((turn) => turn.id));
  const rename = (turnId: string): string => (own.has(turnId) ? turnId + ending : turnId);
  return {
    demonstration: { ...demonstration, id },
    turns: turns.map((turn) => {
      const named = { ...turn, id: rename(turn.id), demonstrationId: id };
      // It was of what is renamed now; the store seals it anew.
      delete named.checksum;
      if (named.kind === 'say' || named.causedBy === null) return named;
      return { ...named, causedBy: rename(named.causedBy) };
    }),
  };
}
