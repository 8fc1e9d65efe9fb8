/** The shortest uid of which a part or a misspelling is taken for it. */
const SHORTEST = 8;
const SHORTEST_PART = 6;
/** How many edits all other uids must be away, so that a misspelling cannot mean one of them. */
const MARGIN = 4;

/** How a written uid was taken for one that is shown. */
export interface NearUid {
  uid: string;
  why: string;
}

/**
 * The one shown uid that a written one must mean: other case, cut short, or one letter wrong. null when
 * none or several would do.
 */
export function findNearUid(written: string, shown: readonly string[]): NearUid | null {
  const folded = written.normalize('NFKC').toLowerCase();
  const same = only(shown, (uid) => uid.toLowerCase() === folded);
  if (same !== null) return { uid: same, why: 'other case or script' };
  const [head = '', tail, more] = folded.split(/\.{3}|…/);
  const isCut = tail !== undefined && more === undefined;
  const kept = isCut ? head.length + tail.length : folded.length;
  if (kept >= SHORTEST_PART) {
    const part = only(shown, (uid) => {
      const other = uid.toLowerCase();
      if (isCut) return other.length > kept && other.startsWith(head) && other.endsWith(tail);
      return other.length > folded.length && other.startsWith(folded);
    });
    if (part !== null) return { uid: part, why: 'cut short, and only one begins so' };
  }
  if (folded.length < SHORTEST || folded.length > 200) return null;
  const near = only(shown, (uid) => countEdits(folded, uid.toLowerCase(), 1) <= 1);
  if (near === null || near.length < SHORTEST) return null;
  const isAlone = shown.every(
    (uid) => uid === near || countEdits(folded, uid.toLowerCase(), MARGIN) >= MARGIN,
  );
  return isAlone ? { uid: near, why: 'one letter differs' } : null;
}

/** The only one that fits, or null. */
export function only<T>(among: readonly T[], fits: (each: T) => boolean): T | null {
  const [first, second] = among.filter(fits);
  return first !== undefined && second === undefined ? first : null;
}

/** Insertions, deletions, substitutions and swaps of neighbours between two texts, counted up to `most` + 1. */
function countEdits(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [older, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (older[j - 2] ?? edits) + 1);
      }
      row.push(edits);
    }
    [older, last] = [last, row];
  }
  return last[b.length] ?? most + 1;
}
