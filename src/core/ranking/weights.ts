import type { CandidateFields } from './candidate.ts';

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

/**
 * Every number of the lexical score in one place. Parts are 0 … 1 before weighting and add up to the
 * score; set by hand for general behaviour, and how those that every score has are weighed against one another
 * is learned (`FUSION`, decision 26).
 */

export type FieldName = keyof CandidateFields | 'options';

export interface FieldWeight {
  /** For words that name the target. */
  target: number;
  /** For words that say where it stands. */
  place: number;
  /** How much of a word counts as found, for `coverage`. */
  cover: number;
  /** Length normalisation, BM25's b: 0 none, 1 full. */
  b: number;
}

export const FIELD_WEIGHTS: Record<FieldName, FieldWeight> = {
  name: { target: 1, place: 0.5, cover: 1, b: 0.5 },
  label: { target: 0.9, place: 0.5, cover: 1, b: 0.5 },
  text: { target: 0.8, place: 0.4, cover: 1, b: 0.6 },
  placeholder: { target: 0.7, place: 0.3, cover: 1, b: 0.5 },
  title: { target: 0.6, place: 0.3, cover: 1, b: 0.5 },
  alt: { target: 0.6, place: 0.3, cover: 1, b: 0.5 },
  options: { target: 0.5, place: 0.1, cover: 1, b: 0.1 },
  value: { target: 0.3, place: 0.3, cover: 0.7, b: 0.3 },
  key: { target: 0.25, place: 0.1, cover: 0.6, b: 0.4 },
  context: { target: 0.2, place: 1, cover: 0.4, b: 0.2 },
};

/** BM25F's k1 for a saturation of x / (k1 + x): small, so that one clear hit counts nearly fully. */
export const SATURATION = 0.4;

export const PART_WEIGHTS = {
  /** Words found as they are (BM25F), by their concept, in spite of a typo, and in the context. */
  words: 0.6 * FUSION.words,
  concept: 0.6 * FUSION.concept,
  typo: 0.6 * FUSION.typo,
  context: 0.6 * FUSION.context,
  /** Likeness of the small encoder, 0 … 1. */
  meaning: 0.4 * FUSION.meaning,
  exact: 0.14 * FUSION.exact,
  phrase: 0.08 * FUSION.phrase,
  role: 0.12 * FUSION.role,
  /** The action cannot be done on such a role. */
  impossible: -0.5,
  offScreen: -0.02,
  disabled: -0.05,
  behind: -0.25,
  /** Milder than behind a dialog: scrolling may bring it out from under a fixed bar. */
  covered: -0.08,
  /** Settles between equals, no more. */
  fresh: 0.06,
  ordinal: 0.15,
  /** Stands in the item of a list that was asked for. */
  item: 0.3,
} as const;

/** What a match is worth against the word itself: in the score, and for `coverage`. */
export const MATCH_QUALITY = {
  word: { score: 1, cover: 1 },
  same: { score: 0.65, cover: 0.9 },
  near: { score: 0.3, cover: 0.5 },
  typo: { score: 0.75, cover: 0.8 },
} as const;

export const WORD_WEIGHTS = {
  content: 1,
  /** What a button does, at the head of a phrase: it tells the button from what it stands beside. */
  verb: 1.6,
  function: 0.2,
  ordinal: 0.25,
  roleWord: 0.15,
  placeNoun: 0.2,
} as const;

/** Place words against target words, in `coverage`. */
export const PLACE_COVERAGE = 0.5;
/** Of likeness in meaning alone: enough to propose, and only near certainty to act. */
export const MEANING_COVERAGE = 0.9;
/** Of a target word found only in a synonym's exact name. */
export const SYNONYM_EXACT = 0.6;
export const OPTION_EXACT = 0.7;

/** Limits of judgeClarity, in the units of `coverage` and `score`. */
export const CLARITY = {
  /** Below this share of the words nothing fits. */
  none: 0.34,
  /** Below this the best is put to the user even when it stands alone. */
  sure: 0.6,
  /** Scores nearer than this are equal in practice. */
  margin: 0.05,
} as const;
