import type { Candidate, RankQuery } from './candidate.ts';
import { toCompactText } from './compact-text.ts';

/** What an encoder reads: of a candidate, and of what is asked. */
export interface EncoderTexts {
  textOf: (candidate: Candidate) => string;
  askedOf: (query: RankQuery) => string;
}

/** For encoders of sentences: short texts that say what a person would. */
export const COMPACT_TEXTS: EncoderTexts = {
  textOf: toCompactText,
  askedOf: ({ text }) => text,
};

/**
 * For WebLINX's fine-tuned DMR: the texts it was trained on, where whoever observed the page wrote them.
 * What has no such text (an element without a box) is told as to any encoder.
 */
export const DMR_TEXTS: EncoderTexts = {
  textOf: (candidate) => candidate.document ?? toCompactText(candidate),
  askedOf: ({ text, asked }) => asked ?? text,
};
