import { describeError } from '../describe-error.ts';
import { addPart, addUp } from './add-up.ts';
import type {
  Candidate,
  Encoder,
  RankQuery,
  RankResult,
  RankStage,
  RankedCandidate,
} from './candidate.ts';
import { dot } from './encoder/vectors.ts';
import type { EncoderTexts } from './encoder/encoder-texts.ts';
import { COMPACT_TEXTS } from './encoder/encoder-texts.ts';
import type { SmallEncoder } from './encoder/small-encoder.ts';
import { adaptQuery } from './learning/adapter.ts';
import { readFactor } from './learning/factors.ts';
import type { Learned } from './learning/learn.ts';
import { scoreLexical } from './score-lexical.ts';

/** How many candidates an encoder reads by default. */
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
  /** Aborting returns what is known by then; aborting `signal` as well rejects. */
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
    const notice = `The model ${encoder.name} failed (${describeError(error)}), so it took no part in this.`;
    return finish(lexical, 'final', { notice });
  }
}

interface Named {
  ranker: string;
  notice: string | null;
  encoded: number;
}

/** The same candidates, each part of their scores multiplied by what was learned of it. */
function weigh(scored: RankedCandidate[], learned: Learned | undefined): RankedCandidate[] {
  if (!learned) return scored;
  return scored.map(({ candidate, parts, ...found }) => {
    const weighed = Object.entries(parts).map(([name, value]): [string, number] => [
      name,
      value * readFactor(learned.factors, name),
    ]);
    return addUp(candidate, { ...found, parts: Object.fromEntries(weighed) });
  });
}

/** Best first; the page's order among equals. */
function takeBest(scored: readonly RankedCandidate[], k: number): RankedCandidate[] {
  return [...scored].sort((a, b) => b.score - a.score).slice(0, k);
}

/** How many of the most promising are read before a first better order is given. */
const FIRST = 200;

interface LikenessOptions {
  encoder: Encoder;
  /** Most candidates that are read. */
  limit: number;
  textOf: (candidate: Candidate) => string;
  /** Moves what is asked, and says what likeness is worth. */
  learned?: Learned;
  /** Ends the reading: what came so far is given, if that is anything. */
  stop: AbortSignal | undefined;
}

interface Likened {
  scored: RankedCandidate[];
  /** Texts whose vectors were used, the query's included. */
  encoded: number;
  /** Nothing will be added. */
  isLast: boolean;
}

/**
 * Adds an encoder's likeness to lexical scores: first of the most promising, then of as many as `limit`
 * allows. Equal texts are read once, and what the encoder remembers counts for every candidate. Gives
 * nothing when it was stopped before anything could be said; throws when the encoder fails.
 */
async function* readLikeness(
  query: string,
  lexical: readonly RankedCandidate[],
  { encoder, limit, textOf, learned, stop }: LikenessOptions,
): AsyncGenerator<Likened, void> {
  const texts = lexical.map(({ candidate }) => textOf(candidate));
  const vectors = new Map<string, Float32Array>();
  const unique = [...new Set(texts)];
  encoder.recall?.(unique).forEach((vector, at) => {
    if (vector) vectors.set(unique[at] ?? '', vector);
  });
  const read = async (wanted: Iterable<string>): Promise<void> => {
    const missing = [...new Set(wanted)].filter((text) => !vectors.has(text));
    if (missing.length === 0 || stop?.aborted) return;
    const made = await encoder.encode(missing, stop, (at, vector) => {
      vectors.set(missing[at] ?? '', vector);
    });
    if (made.length !== missing.length) throw new Error('it returned too few vectors');
    made.forEach((vector, at) => vectors.set(missing[at] ?? '', vector));
  };
  const fuse = (): Pick<Likened, 'scored' | 'encoded'> => {
    const asked = vectors.get(query);
    if (!asked) throw new Error('it returned too few vectors');
    const moved = learned?.adapter ? adaptQuery(asked, learned.adapter) : asked;
    const factor = learned ? readFactor(learned.factors, 'encoder') : 1;
    const scored = lexical.map((entry, at) => {
      const vector = vectors.get(texts[at] ?? '');
      return vector ? fuseCosine(entry, dot(moved, vector), encoder.weight, factor) : entry;
    });
    if (scored.some(({ score }) => !Number.isFinite(score)))
      throw new Error('it returned no numbers');
    return { scored, encoded: vectors.size };
  };
  const chosen = prefilter(lexical, limit).map((at) => texts[at] ?? '');
  const [first, rest] = [chosen.slice(0, FIRST), chosen.slice(FIRST)];
  for (const wave of rest.length > 0 ? [first, rest] : [first]) {
    try {
      // The query by itself, and first: without it nothing that was read is of use.
      await Promise.all([read([query]), read(wave)]);
    } catch (error) {
      if (!stop?.aborted) throw error;
    }
    const isLast = !stop?.aborted && (wave === rest || rest.length === 0);
    if (vectors.has(query) || !stop?.aborted) yield { ...fuse(), isLast };
    if (stop?.aborted) return;
  }
}

/**
 * Adds an encoder's cosine to a score as the part `encoder`, weighted by what the encoder declares it
 * is worth. Only likeness counts (a negative cosine is 0). A strong encoder can also carry coverage:
 * the words may have found nothing where the meaning fits. A learned `factor` changes what likeness
 * is worth among the parts, not how much of the request it covers.
 */
function fuseCosine(
  entry: RankedCandidate,
  cosine: number,
  weight: number,
  factor: number,
): RankedCandidate {
  const encoder = weight * Math.max(0, cosine);
  const coverage = Math.max(entry.coverage, Math.min(1, encoder));
  return addPart(entry, 'encoder', encoder * factor, coverage);
}

/**
 * Which candidates an encoder looks at when there are too many: the best of every part of the score
 * in turn until `limit` is reached. Additive on purpose: the best by one part alone (a role, a
 * concept) is kept even where the words of all others fit better. Indexes, best first.
 */
function prefilter(scored: readonly RankedCandidate[], limit: number): number[] {
  const all = scored.map((_, at) => at);
  if (all.length <= limit) return all;
  const measures: ((entry: RankedCandidate) => number)[] = [
    (entry) => entry.score,
    (entry) => entry.coverage,
    ...['words', 'concept', 'typo', 'context', 'role'].map(
      (part) => (entry: RankedCandidate) => entry.parts[part] ?? 0,
    ),
  ];
  const orders = measures.map((measure) => {
    const values = scored.map(measure);
    return [...all].sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  });
  const chosen = new Set<number>();
  for (let place = 0; chosen.size < limit; place++) {
    for (const order of orders) {
      const at = order[place];
      if (at !== undefined && chosen.size < limit) chosen.add(at);
    }
  }
  return [...chosen];
}
