import type { Candidate, Encoder, RankedCandidate, RankQuery, RankResult } from './candidate.ts';
import { toCompactText } from './compact-text.ts';
import { dot } from './cosine.ts';
import { fuseCosine } from './fuse.ts';
import { prefilter } from './prefilter.ts';
import { scoreLexical } from './score-lexical.ts';
import type { SmallEncoder } from './small/small-encoder.ts';

/** How many candidates an encoder looks at. */
const ENCODED = 200;

export interface RankOptions {
  /** How many to return. */
  k: number;
  /** The shipped encoder: looks at every candidate, at once. */
  small?: SmallEncoder | null;
  /** A model the user has installed: looks at the most promising. */
  encoder?: Encoder | null;
  signal?: AbortSignal;
  /** A clock in ms, for the statistics. */
  now: () => number;
}

/**
 * Orders candidates for a query: lexically over all, then with the encoder's likeness added for the
 * most promising. An encoder that fails costs a notice, never the result; an abort rejects.
 */
export async function rankCandidates(
  query: RankQuery,
  candidates: readonly Candidate[],
  { k, small = null, encoder, signal, now }: RankOptions,
): Promise<RankResult> {
  const start = now();
  const lexical = scoreLexical(query, candidates, small);
  const base = small ? 'lexical + small' : 'lexical';
  const finish = (
    scored: readonly RankedCandidate[],
    rest: Pick<RankResult, 'ranker' | 'notice'>,
    encoded: number,
  ): RankResult => ({
    ranked: sortBest(scored).slice(0, k),
    ...rest,
    stats: { candidates: candidates.length, encoded, ms: now() - start },
  });
  if (!encoder || query.text.trim() === '' || candidates.length === 0) {
    return finish(lexical, { ranker: base, notice: null }, 0);
  }
  try {
    const { scored, encoded } = await addLikeness(query.text, lexical, encoder, signal);
    return finish(scored, { ranker: `${base} + ${encoder.name}`, notice: null }, encoded);
  } catch (error) {
    signal?.throwIfAborted();
    const notice = `The model ${encoder.name} failed (${describe(error)}), so it took no part in this.`;
    return finish(lexical, { ranker: base, notice }, 0);
  }
}

async function addLikeness(
  text: string,
  lexical: readonly RankedCandidate[],
  encoder: Encoder,
  signal: AbortSignal | undefined,
): Promise<{ scored: RankedCandidate[]; encoded: number }> {
  const chosen = prefilter(lexical, ENCODED);
  // Equal texts are encoded once: pages repeat themselves.
  const texts = new Map<string, number>([[text, 0]]);
  const textOf = new Map<number, number>();
  for (const at of chosen) {
    const entry = lexical[at];
    if (!entry) continue;
    const compact = toCompactText(entry.candidate);
    const place = texts.get(compact) ?? texts.size;
    texts.set(compact, place);
    textOf.set(at, place);
  }
  const vectors = await encoder.encode([...texts.keys()], signal);
  const asked = vectors[0];
  if (!asked || vectors.length !== texts.size) throw new Error('it returned too few vectors');
  const scored = lexical.map((entry, at) => {
    const vector = vectors[textOf.get(at) ?? -1];
    return vector ? fuseCosine(entry, dot(asked, vector), encoder.weight) : entry;
  });
  if (scored.some(({ score }) => !Number.isFinite(score)))
    throw new Error('it returned no numbers');
  return { scored, encoded: texts.size };
}

/** Best first; the page's order among equals. */
function sortBest(scored: readonly RankedCandidate[]): RankedCandidate[] {
  return [...scored].sort((a, b) => b.score - a.score);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
