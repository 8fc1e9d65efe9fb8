import type { CandidateDocument } from '../dmr/document.ts';
import { writeDocument } from '../dmr/document.ts';
import { cutParts } from './cut-parts.ts';
import type { OtrTokenizer } from './tokenizer.ts';

/** A candidate to be listed; its document is written from the fields. */
export interface OtrCandidate {
  uid: string;
  fields: CandidateDocument;
}

const ROUNDS = 6;

/** Fields in the order in which a cut document is rebuilt, and which of them may be cut. */
const FIELDS = ['tag', 'xpath', 'text', 'bbox', 'attributes', 'children'] as const;
const CUT_FIELDS = ['xpath', 'text', 'attributes', 'children'] as const;

/**
 * The candidate lines of a prompt, each with a line break behind it, cut to `budget` tokens. Once something was cut, all documents are rebuilt without empty
 * fields. Deviation: a tiny budget cuts documents to nothing, where the library raises TypeError.
 */
export function writeCandidates(
  candidates: readonly OtrCandidate[],
  budget: number,
  tokenizer: OtrTokenizer,
): string {
  let documents = candidates.map(({ fields }) => writeDocument(fields));
  const current: Partial<CandidateDocument>[] = candidates.map(({ fields }) => ({ ...fields }));
  for (let round = 1; round <= ROUNDS; round++) {
    const excess = tokenizer.count(writeLines(candidates, documents)) - budget;
    if (excess <= 0) break;
    cutFields(current, excess, tokenizer);
    documents = current.map(rebuildDocument);
  }
  const excess = tokenizer.count(writeLines(candidates, documents)) - budget;
  if (excess > 0) {
    for (const cut of cutParts(documents, excess, tokenizer)) documents[cut.index] = cut.text ?? '';
  }
  return writeLines(candidates, documents);
}

function writeLines(candidates: readonly OtrCandidate[], documents: readonly string[]): string {
  return candidates
    .map(({ uid }, index) => `(uid = ${uid}) ${(documents[index] ?? '').replaceAll('\n', ' ')}\n`)
    .join('');
}

function rebuildDocument(fields: Partial<CandidateDocument>): string {
  return FIELDS.filter((name) => fields[name])
    .map((name) => `[[${name}]] ${fields[name] ?? ''}\n`)
    .join('');
}

function cutFields(
  documents: readonly Partial<CandidateDocument>[],
  excess: number,
  tokenizer: OtrTokenizer,
): void {
  const places = documents.flatMap((fields) => CUT_FIELDS.map((name) => ({ fields, name })));
  const texts = places.map(({ fields, name }) => fields[name] ?? '');
  for (const { index, text } of cutParts(texts, excess, tokenizer)) {
    const place = places[index];
    if (place) place.fields[place.name] = text ?? '';
  }
}
