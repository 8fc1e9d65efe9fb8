/**
 * Learned by `npm run make:weights`: what each part of a score is worth against what was set by hand.
 */
export const FUSION = {
  words: 1.038,
  concept: 1.164,
  typo: 0.702,
  context: 1.045,
  meaning: 0.943,
  exact: 0.641,
  phrase: 0.68,
  role: 1.072,
} as const;
