/**
 * Learned by `npm run make:weights`: what each part of a score is worth against what was set by hand.
 */
export const FUSION = {
  words: 1.034,
  concept: 1.148,
  typo: 0.716,
  context: 1.046,
  meaning: 0.932,
  exact: 0.65,
  phrase: 0.683,
  role: 1.089,
} as const;
