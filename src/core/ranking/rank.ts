import type {
  Candidate,
  Encoder,
  RankedCandidate,
  RankQuery,
  RankResult,
  RankStage,
} from './candidate.ts';
import type { EncoderTexts } from './encoder-texts.ts';
import { COMPACT_TEXTS } from './encoder-texts.ts';
import type { Learned } from './learning/learn.ts';
import { weighScores } from './learning/weigh-scores.ts';
import { readLikeness } from './read-likeness.ts';
import { scoreLexical } from './score-lexical.ts';
import type { SmallEncoder } from './small/small-encoder.ts';

/** How many candidates an encoder looks at when not told otherwise. */
const ENCODED = 800;

export interface RankOptions {
  /** How many to return. */
  k: number;
  /** The shipped encoder: looks at every candidate, at once. */
  small?: SmallEncoder | null;
  /** A model the user has installed, or the promise of one: looks at the most promising. */
  encoder?: Encoder | null | PromiseLike<Encoder | null>;
  /** What was learned from the user's choices, by the ranker it was learned with: no other uses it. */
  learned?: ReadonlyMap<string, Learned>;
  /** Most candidates the encoder reads; Infinity for all. What it remembers of others counts as well. */
  limit?: number;
  /** What the encoder reads of a candidate, and of the query. */
  texts?: EncoderTexts;
  /** Hears the order by words at once, and a better one when the first have been read. */
  onStage?: (result: RankResult) => void;
  /** Aborted: rejects. */
  signal?: AbortSignal;
  /** Aborted: what is known by then is the answer. Whoever gives both aborts this one with `signal`. */
  enough?: AbortSignal;
  /** A clock in ms, for the statistics. */
  now: () => number;
}

/**
 * Orders candidates for a query: by words over all at once, then with the encoder's likeness added for the
 * most promising. An encoder that is late or fails costs its part, never the result; an abort rejects.
 */
export async function rankCandidates(
  query: RankQuery,
  candidates: readonly Candidate[],
  options: RankOptions,
): Promise<RankResult> {
  const { k, small = null, learned, signal, enough, now, onStage } = options;
  const start = now();
  const plain = scoreLexical(query, candidates, small);
  const base = small ? 'lexical + small' : 'lexical';
  const lexical = weigh(plain, learned?.get(base));
  const finish = (
    scored: readonly RankedCandidate[],
    stage: RankStage,
    { ranker = base, notice = null, encoded = 0 }: Partial<Named> = {},
  ): RankResult => ({
    ranked: takeBest(scored, k),
    ...{ stage, ranker, notice },
    stats: { candidates: candidates.length, encoded, ms: now() - start },
  });
  if (!options.encoder || query.text.trim() === '' || candidates.length === 0) {
    return finish(lexical, 'final');
  }
  onStage?.(finish(lexical, 'lexical'));
  const encoder = await options.encoder;
  signal?.throwIfAborted();
  if (!encoder) return finish(lexical, enough?.aborted ? 'lexical' : 'final');
  const ranker = `${base} + ${encoder.name}`;
  const { limit = ENCODED, texts = COMPACT_TEXTS } = options;
  const stop = enough ?? signal;
  const known = learned?.get(ranker);
  const likeness = readLikeness(texts.askedOf(query), weigh(plain, known), {
    ...{ encoder, limit, textOf: texts.textOf, stop },
    ...(known && { learned: known }),
  });
  try {
    for await (const { scored, encoded, isLast } of likeness) {
      signal?.throwIfAborted();
      const result = finish(scored, isLast ? 'final' : 'partial', { ranker, encoded });
      if (isLast || enough?.aborted) return result;
      onStage?.(result);
    }
    signal?.throwIfAborted();
    return finish(lexical, 'lexical');
  } catch (error) {
    signal?.throwIfAborted();
    const notice = `The model ${encoder.name} failed (${describe(error)}), so it took no part in this.`;
    return finish(lexical, 'final', { notice });
  }
}

interface Named {
  ranker: string;
  notice: string | null;
  encoded: number;
}

function weigh(scored: RankedCandidate[], learned: Learned | undefined): RankedCandidate[] {
  return learned ? weighScores(scored, learned.factors) : scored;
}

/** Best first; the page's order among equals. */
function takeBest(scored: readonly RankedCandidate[], k: number): RankedCandidate[] {
  return [...scored].sort((a, b) => b.score - a.score).slice(0, k);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
