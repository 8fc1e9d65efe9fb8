/** What orders elements, for a person: `lexical + tiny` becomes `Words + encoder “tiny”`. */
export function nameRanker(ranker: string | null): string {
  if (ranker === null) return 'Ranker loads with the first request';
  const encoder = findEncoder(ranker);
  return encoder === null ? 'Words alone rank' : `Words + encoder “${encoder}”`;
}

/** What to expect of it. */
export function explainRanker(ranker: string | null): string {
  const words = 'Elements are found by their words: names, labels, and what stands around them.';
  const encoder = ranker === null ? null : findEncoder(ranker);
  if (ranker !== null && encoder === null) return words;
  if (encoder !== null && !encoder.includes('untrained')) {
    return `${words} The encoder adds likeness in meaning.`;
  }
  return `${words} The encoder that comes with Wayscribe is a small untrained stand-in: it proves that the whole chain runs, and counts for almost nothing. Do not expect it to know meanings as a trained MiniLM does.`;
}

function findEncoder(ranker: string): string | null {
  const plus = ranker.indexOf(' + ');
  return plus === -1 ? null : ranker.slice(plus + 3);
}
