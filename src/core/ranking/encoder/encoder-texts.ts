import type { Candidate, RankQuery } from '../candidate.ts';
import { cut } from '../page/visible-text.ts';

const LENGTH = 200;
const MAX_OPTIONS = 8;

/**
 * What an encoder reads of a candidate: role, name and what else names it, each thing once. Nothing
 * volatile (boxes, uids, values) is in it, so that a text stays the same while the page scrolls and
 * is typed in.
 */
export function toCompactText(candidate: Candidate): string {
  const { name, text, label, placeholder, title, alt, key, context } = candidate.fields;
  const pieces: string[] = [candidate.role === 'generic' ? candidate.tag : candidate.role];
  for (const piece of [name, text, label, placeholder, title, alt]) {
    if (piece && !pieces.some((known) => known.includes(piece))) pieces.push(piece);
  }
  if (pieces.length === 1) pieces.push(key);
  pieces.push(candidate.options.slice(0, MAX_OPTIONS).join(', '));
  pieces.push(context.split('\n').slice(0, 2).join(', '));
  return cut(pieces.filter(Boolean).join(' · '), LENGTH);
}

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
 * For WebLINX's fine-tuned DMR: the texts it was trained on, if the observer wrote them. An element without such a
 * text (it has no box) gets the text for other encoders.
 */
export const DMR_TEXTS: EncoderTexts = {
  textOf: (candidate) => candidate.document ?? toCompactText(candidate),
  askedOf: ({ text, asked }) => asked ?? text,
};
