import type { Uid } from '../../core/action/action.ts';
import type { RequestedTurn } from '../../core/demonstration/turn-list.ts';
import { listRequestedTurns } from '../../core/demonstration/turn-list.ts';
import type {
  StoredSnapshot,
  Turn,
  RankerAgreement,
} from '../../core/demonstration/demonstration.ts';
import type { Candidate, RankQuery, RankResult } from '../../core/ranking/candidate.ts';
import { toCompactText } from '../../core/ranking/encoder/encoder-texts.ts';
import type { Choice } from '../../core/ranking/learning/choice.ts';
import { readChoice } from '../../core/ranking/learning/choice.ts';
import { holdAgainst } from '../../core/ranking/learning/hold-against.ts';
import type { PageSnapshot } from '../../core/snapshot/snapshot.ts';

/** Rivals whose vectors are kept with a choice: 15 of 384 numbers are 23 kB. */
const RIVALS_WITH_VECTORS = 15;
/** About 60 MB with vectors; of more, agreement is kept still. */
const MOST_CHOICES = 2000;

export interface HoldPorts {
  /** In order; empty for one that is gone or cannot be read. */
  readTurns: (demonstrationId: string) => Promise<readonly Turn[]>;
  /** Null when its content is gone. */
  readPage: (stored: StoredSnapshot) => Promise<PageSnapshot | null>;
  /** Ranks all candidates with nothing learned. */
  rank: (query: RankQuery, candidates: readonly Candidate[]) => Promise<RankResult>;
  /** The vectors that an encoder has stored for texts: null for unknown texts; empty without an encoder. */
  recall: (texts: string[]) => Promise<(Float32Array | null)[]>;
  keep: (turnId: string, agreement: RankerAgreement) => Promise<void>;
}

export interface HeldChoices {
  /** What ordered most of them; null without any. */
  ranker: string | null;
  /** Those that this ranker ordered. */
  choices: Choice[];
}

/**
 * Compares every turn that answers a request with the ranker's choice: stores the agreement and collects what was chosen.
 * One page at a time is in memory. Skips pages that cannot be read or ranked; rejects if storing fails. `signal` is checked
 * between turns.
 */
export async function holdDemonstrations(
  ids: readonly string[],
  ports: HoldPorts,
  options: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): Promise<HeldChoices> {
  const { signal, onProgress } = options;
  let total = 0;
  for (const id of ids) total += listRequestedTurns(await ports.readTurns(id)).length;
  onProgress(0, total);
  let done = 0;
  let collected = 0;
  const byRanker = new Map<string, Choice[]>();
  for (const id of ids) {
    let last: ReadonlySet<Uid> | null = null;
    for (const asked of listRequestedTurns(await ports.readTurns(id))) {
      signal.throwIfAborted();
      // A page that breaks its reader must not cost all others.
      const held: HeldTurn | null = await holdTurn(asked, id, last, ports).catch(() => null);
      if (held) {
        const { agreement, choice, listed }: HeldTurn = held;
        last = listed;
        if (!isSame(asked.turn.agreement, agreement)) await ports.keep(asked.turn.id, agreement);
        if (choice && collected < MOST_CHOICES) {
          const choices = byRanker.get(agreement.ranker);
          if (choices) choices.push(choice);
          else byRanker.set(agreement.ranker, [choice]);
          collected += 1;
        }
      }
      done += 1;
      // Turns may have come or gone since they were counted.
      onProgress(done, Math.max(done, total));
    }
  }
  const [most] = [...byRanker].sort(([, a], [, b]) => b.length - a.length);
  return most ? { ranker: most[0], choices: most[1] } : { ranker: null, choices: [] };
}

interface HeldTurn {
  agreement: RankerAgreement;
  choice: Choice | null;
  listed: ReadonlySet<Uid>;
}

async function holdTurn(
  asked: RequestedTurn,
  group: string,
  last: ReadonlySet<Uid> | null,
  { readPage, rank, recall }: HoldPorts,
): Promise<HeldTurn | null> {
  const page = asked.turn.snapshot && (await readPage(asked.turn.snapshot));
  if (!page) return null;
  const { agreement, result, listed } = await holdAgainst(asked, page, last, rank);
  const choice = readChoice(group, result.ranked, asked.target);
  if (!choice || result.stats.encoded === 0) return { agreement, choice, listed };
  const target = result.ranked.find(({ candidate }) => candidate.uid === asked.target);
  const rivals = result.ranked.filter((entry) => entry !== target);
  const shown = [...(target ? [target] : []), ...rivals.slice(0, RIVALS_WITH_VECTORS)];
  const texts = shown.map(({ candidate }) => toCompactText(candidate));
  const [query, ...known] = await recall([asked.request, ...texts]);
  if (!query) return { agreement, choice, listed };
  const candidates = choice.candidates.map((_, at) => known[at] ?? null);
  return { agreement, choice: { ...choice, vectors: { asked: query, candidates } }, listed };
}

function isSame(kept: RankerAgreement | undefined, agreement: RankerAgreement): boolean {
  return (
    kept !== undefined &&
    kept.ranker === agreement.ranker &&
    kept.request === agreement.request &&
    kept.rank === agreement.rank &&
    kept.of === agreement.of &&
    kept.picked === agreement.picked &&
    kept.pickedName === agreement.pickedName
  );
}
