import type { WeblinxScores } from '../../core/metrics/weblinx/aggregate.ts';
import { aggregateTurns } from '../../core/metrics/weblinx/aggregate.ts';
import { mergeScores } from '../../core/metrics/weblinx/merge.ts';
import type { RankedLabel } from '../../core/metrics/weblinx/recall.ts';
import { scoreRecall } from '../../core/metrics/weblinx/recall.ts';
import { scoreReciprocalRank } from '../../core/metrics/weblinx/reciprocal-rank.ts';
import type { TurnScore } from '../../core/metrics/weblinx/turn-score.ts';
import type { Line } from './task.ts';

const RECALL_AT = [1, 5, 10, 20, 50, 100, 200];

interface Sums {
  conditional: WeblinxScores;
  unconditional: WeblinxScores;
}

/** Gathers the figures of an evaluation turn by turn, in constant memory. */
export interface EvaluationTally {
  add(data: Line['data']): void;
  summarize(): Record<string, unknown>;
}

/** Figures of predicted actions: over all turns and by the reference's intent. */
export function createScoreTally(): EvaluationTally {
  let all = aggregateTurns([]);
  const byIntent = new Map<string, Sums>();
  let turns = 0;
  return {
    add(data) {
      const one = aggregateTurns([data as unknown as TurnScore]);
      const intent = String(data['intent']);
      turns += 1;
      all = mergeSums(all, one);
      byIntent.set(intent, mergeSums(byIntent.get(intent) ?? aggregateTurns([]), one));
    },
    summarize: () => ({ turns, ...all, byIntent: Object.fromEntries(byIntent) }),
  };
}

function mergeSums(a: Sums, b: Sums): Sums {
  return {
    conditional: mergeScores(a.conditional, b.conditional),
    unconditional: mergeScores(a.unconditional, b.unconditional),
  };
}

/** Figures of a ranker: recall and reciprocal rank, over the turns whose target was a candidate. */
export function createRankTally(): EvaluationTally {
  const ranks = new Map<number, number>();
  let turns = 0;
  let lost = 0;
  function* listLabels(): Generator<RankedLabel> {
    for (const [rank, count] of ranks) {
      for (let n = 0; n < count; n++) yield { label: 1, rank };
    }
  }
  return {
    add({ targetRank }) {
      turns += 1;
      if (typeof targetRank !== 'number') lost += 1;
      else ranks.set(targetRank, (ranks.get(targetRank) ?? 0) + 1);
    },
    summarize: () => ({
      turns,
      withoutTarget: lost,
      recall: Object.fromEntries(RECALL_AT.map((k) => [k, scoreRecall(listLabels(), k)])),
      mrr: scoreReciprocalRank(listLabels()),
    }),
  };
}
