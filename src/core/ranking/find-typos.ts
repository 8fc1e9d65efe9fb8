const SHORTEST = 4;
const TRIGRAM_GATE = 0.3;

/**
 * Words of a vocabulary that a mistyped or shortened word may mean, with a likeness 0 … 1. Character
 * 3-grams (Dice, padded) sort out most; what passes must be within one edit (two from eight letters
 * on, transpositions count as one) or be continued by the vocabulary's word.
 */
export function findTypos(word: string, vocabulary: Iterable<string>): Map<string, number> {
  const found = new Map<string, number>();
  if (word.length < SHORTEST || /\p{N}/u.test(word)) return found;
  const allowed = word.length >= 8 ? 2 : 1;
  const grams = trigrams(word);
  for (const other of vocabulary) {
    if (other.length < SHORTEST - 1 || other === word) continue;
    if (other.length > word.length + allowed) {
      if (other.startsWith(word)) found.set(other, Math.max(0.5, word.length / other.length));
      continue;
    }
    // Nearly all words share none: sets are made of the others only.
    if (other.length < word.length - allowed || !sharesGram(grams, other)) continue;
    if (dice(grams, trigrams(other)) < TRIGRAM_GATE) continue;
    const edits = countEdits(word, other, allowed);
    if (edits <= allowed) found.set(other, 1 - (edits * 1.5) / word.length);
  }
  return found;
}

function sharesGram(grams: ReadonlySet<string>, other: string): boolean {
  const padded = `^${other}$`;
  for (const gram of grams) if (padded.includes(gram)) return true;
  return false;
}

/** Dice coefficient of two sets of 3-grams. */
function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared++;
  return (2 * shared) / (a.size + b.size);
}

function trigrams(word: string): Set<string> {
  const padded = `^${word}$`;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3));
  return grams;
}

/** Optimal string alignment distance, or `limit + 1` as soon as it is certain to be more. */
function countEdits(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (previous[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swap ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    if (Math.min(...row) > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
