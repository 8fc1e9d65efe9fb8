import { addUp } from './add-up.ts';
import type { RankedCandidate } from './candidate.ts';

/**
 * Adds an encoder's cosine to a score as the part `encoder`, weighted by what the encoder declares it
 * is worth. Only likeness counts (a negative cosine is 0). A strong encoder can also carry coverage:
 * the words may have found nothing where the meaning fits. A learned `factor` changes what likeness
 * is worth among the parts, not how much of the request it covers.
 */
export function fuseCosine(
  entry: RankedCandidate,
  cosine: number,
  weight: number,
  factor = 1,
): RankedCandidate {
  const encoder = weight * Math.max(0, cosine);
  return addUp(entry.candidate, {
    parts: { ...entry.parts, encoder: encoder * factor },
    coverage: Math.max(entry.coverage, Math.min(1, encoder)),
    matched: entry.matched,
  });
}
