import type { Candidate } from '../candidate.ts';
import { dot } from './vectors.ts';
import { FUNCTION_WORDS } from '../lexicon/query-words.ts';
import type { SmallEncoder } from './small-encoder.ts';

/** Unrelated texts are this much alike. */
const NOISE = 0.2;
/** Longer texts are no names: of a paragraph every word is alike to something. */
const NAME_LENGTH = 120;
/** A class or id says less surely what a thing is called, and so does one option of a list. */
const KEY_SHARE = 0.75;
const OPTION_SHARE = 0.6;
const MOST_OPTIONS = 30;

/** Beside the name itself. */
const NAMING = ['label', 'text', 'placeholder', 'title', 'alt'] as const;

/**
 * How alike in meaning a candidate is to what is asked for, 0 … 1: the best of its names counts. Words found
 * around it (`around`) may say where it stands: then what it is called is asked for without them too.
 */
export function createMeaning(
  encoder: SmallEncoder,
  asked: readonly string[],
): (candidate: Candidate, around?: readonly string[]) => number {
  const whole = encoder.encode(asked.join(' '));
  const content = asked.filter((word) => !FUNCTION_WORDS.has(word));
  return (candidate, around) => {
    const likeness = compare(encoder, whole, candidate);
    if (!around || around.length === 0) return likeness;
    const rest = content.filter((word) => !around.includes(word));
    if (rest.length === 0 || rest.length === content.length) return likeness;
    const apart = compare(encoder, encoder.encode(rest.join(' ')), candidate);
    return Math.max(likeness, apart);
  };
}

function compare(
  encoder: SmallEncoder,
  vector: Float32Array,
  { fields, options }: Candidate,
): number {
  const alike = (text: string): number =>
    text === '' || text.length > NAME_LENGTH ? 0 : dot(vector, encoder.encode(text)) - NOISE;
  let best = Math.max(0, alike(fields.name), KEY_SHARE * alike(fields.key));
  for (const name of NAMING) {
    const text = fields[name];
    // Mostly they say the same.
    if (text !== fields.name) best = Math.max(best, alike(text));
  }
  for (let at = 0; at < options.length && at < MOST_OPTIONS; at++) {
    best = Math.max(best, OPTION_SHARE * alike(options[at] ?? ''));
  }
  return best / (1 - NOISE);
}
