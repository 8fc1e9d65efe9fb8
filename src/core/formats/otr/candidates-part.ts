import type { CandidateDocument } from '../dmr/document.ts';
import { writeDocument } from '../dmr/document.ts';
import { cutInRounds, cutTexts } from './cut-parts.ts';
import type { OtrTokenizer } from './tokenizer.ts';

export interface OtrCandidate {
  uid: string;
  fields: CandidateDocument;
}

const ROUNDS = 6;

/** In the order in which a cut document is written again. */
const FIELDS = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;
const CUT_FIELDS = ['xpath', 'text', 'attributes', 'children'] as const;

/**
 * Writes the candidate lines of a prompt, cut to `budget` tokens. After a cut, all documents are written again without empty
 * fields. Deviation: a tiny budget cuts documents to nothing, where the library raises TypeError.
 */
export function writeCandidates(
  candidates: readonly OtrCandidate[],
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  let documents = candidates.map(({ fields }) => writeDocument(fields));
  const fields = candidates.map((candidate) => ({ ...candidate.fields }));
  const writeLines = () =>
    candidates
      .map(({ uid }, index) => `(uid = ${uid}) ${documents[index]?.replaceAll('\n', ' ') ?? ''}\n`)
      .join('');
  const measure = () => tokenizer.count(writeLines()) - budget;
  const isFitting = cutInRounds(ROUNDS, measure, (excess) => {
    const places = fields.flatMap((each) => CUT_FIELDS.map((name) => ({ each, name })));
    const texts = places.map(({ each, name }) => each[name]);
    for (const [index, text] of cutTexts(texts, excess, tokenizer).entries()) {
      const place = places[index];
      if (place) place.each[place.name] = text;
    }
    documents = fields.map((each) =>
      FIELDS.map((name) => (each[name] ? `[[${name}]] ${each[name]}\n` : '')).join(''),
    );
  });
  if (!isFitting) documents = cutTexts(documents, measure(), tokenizer);
  return writeLines();
}
