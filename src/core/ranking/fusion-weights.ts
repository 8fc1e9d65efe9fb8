/**
 * Learned by `npm run make:weights`: what each part of a score is worth against what was set by hand.
 */
export const FUSION = {
  words: 1.024,
  concept: 1.138,
  typo: 0.71,
  context: 1.059,
  meaning: 0.934,
  exact: 0.65,
  phrase: 0.685,
  role: 1.099,
} as const;
