/**
 * Learned by `npm run make:confidence`: bias, coverage, margin, meaning, role, found and words, with the small encoder and
 * by words alone.
 */
export const CONFIDENCE = {
  encoder: [-4.52, 0.61, 1.85, 3.56, 0.77, 0.91, 0.32],
  words: [-3.54, 0.9, 1.79, 0, 0.26, 1.82, 2.23],
} as const;
