/** What each part of a score is called for a person; names are those of `RankedCandidate.parts`. */
const PART_NAMES: Readonly<Record<string, string>> = {
  words: 'its words',
  concept: 'words of the same meaning',
  typo: 'spelled nearly so',
  context: 'what is around it',
  meaning: 'small encoder',
  encoder: 'model',
  exact: 'called just so',
  phrase: 'words in a row',
  role: 'its kind',
  impossible: 'cannot be done on it',
  offScreen: 'out of view',
  disabled: 'switched off',
  behind: 'behind a dialog',
  covered: 'covered',
  fresh: 'just came up',
  ordinal: 'counted',
  item: 'in the item named',
  relation: 'beside what was named',
  corner: 'place on the page',
};

/** Smaller shares are left out. */
const LEAST = 0.005;

/** The parts of a score that count, largest first: `its words 0.31 · out of view −0.02`. */
export function describeParts(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .filter(([, share]) => Math.abs(share) >= LEAST)
    .sort(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .map(([name, share]) => `${PART_NAMES[name] ?? name} ${share.toFixed(2).replace('-', '−')}`)
    .join(' · ');
}
