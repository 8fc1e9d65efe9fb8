import type { Candidate } from '../candidate.ts';
import { dot } from '../cosine.ts';
import type { SmallEncoder } from './small-encoder.ts';

/** Unrelated texts are this much alike. */
const NOISE = 0.2;
/** Longer texts are no names: of a paragraph every word is alike to something. */
const NAME_LENGTH = 120;
/** A class or id says less surely what a thing is called, and so does one option of a list. */
const KEY_SHARE = 0.75;
const OPTION_SHARE = 0.6;
const MOST_OPTIONS = 30;

const NAMING = ['name', 'label', 'text', 'placeholder', 'title', 'alt'] as const;

/** How alike in meaning a candidate is to what is asked for, 0 … 1: the best of its names counts. */
export function createMeaning(
  encoder: SmallEncoder,
  asked: string,
): (candidate: Candidate) => number {
  const vector = encoder.encode(asked);
  const alike = (text: string): number =>
    text === '' || text.length > NAME_LENGTH ? 0 : dot(vector, encoder.encode(text)) - NOISE;
  return ({ fields, options }) => {
    const named = NAMING.map((name) => alike(fields[name]));
    const key = KEY_SHARE * alike(fields.key);
    const chosen = options.slice(0, MOST_OPTIONS).map((option) => OPTION_SHARE * alike(option));
    return Math.max(0, key, ...named, ...chosen) / (1 - NOISE);
  };
}
