import type { Candidate, Encoder, RankedCandidate } from './candidate.ts';
import { dot } from './cosine.ts';
import { fuseCosine } from './fuse.ts';
import { adaptQuery } from './learning/adapter.ts';
import { readFactor } from './learning/factors.ts';
import type { Learned } from './learning/learn.ts';
import { prefilter } from './prefilter.ts';

/** How many of the most promising are read before a first better order is given. */
const FIRST = 200;

export interface LikenessOptions {
  encoder: Encoder;
  /** Most candidates that are read. */
  limit: number;
  textOf: (candidate: Candidate) => string;
  /** Moves what is asked, and says what likeness is worth. */
  learned?: Learned;
  /** Ends the reading: what came so far is given, if that is anything. */
  stop: AbortSignal | undefined;
}

export interface Likened {
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
export async function* readLikeness(
  query: string,
  lexical: readonly RankedCandidate[],
  { encoder, limit, textOf, learned, stop }: LikenessOptions,
): AsyncGenerator<Likened, void> {
  const texts = lexical.map(({ candidate }) => textOf(candidate));
  const vectors = new Map<string, Float32Array>();
  recallAll(encoder, texts, vectors);
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

function recallAll(
  encoder: Encoder,
  texts: readonly string[],
  vectors: Map<string, Float32Array>,
): void {
  const unique = [...new Set(texts)];
  encoder.recall?.(unique).forEach((vector, at) => {
    if (vector) vectors.set(unique[at] ?? '', vector);
  });
}
