/** What orders elements: `lexical + small + all-MiniLM-L6-v2`, of which the later ones may be missing. */
function readParts(ranker: string): { hasSmall: boolean; model: string | null } {
  const [, ...encoders] = ranker.split(' + ');
  const model = encoders.filter((name) => name !== 'small').join(' + ');
  return { hasSmall: encoders.includes('small'), model: model === '' ? null : model };
}

/** The same for a person: `Words + small encoder`. */
export function nameRanker(ranker: string | null): string {
  if (ranker === null) return 'Ranker loads with the first request';
  const { hasSmall, model } = readParts(ranker);
  if (model !== null) return `Words + “${model}”`;
  return hasSmall ? 'Words + small encoder' : 'Words alone rank';
}

/** What to expect of it. */
export function explainRanker(ranker: string | null): string {
  const words = 'Elements are found by their words: names, labels, and what stands around them.';
  if (ranker === null) return words;
  const { hasSmall, model } = readParts(ranker);
  const small = hasSmall
    ? ' The small encoder that comes with Wayscribe knows what interfaces usually call things, and no more.'
    : '';
  const next =
    model === null
      ? ' A MiniLM model, added in Settings, understands more.'
      : ` The model “${model}” adds likeness in meaning.`;
  return `${words}${small}${next}`;
}
