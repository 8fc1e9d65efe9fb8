import { aggregateTurns, scoreTurn } from '../../../src/core/metrics/weblinx/turn-score.ts';
import type {
  EvaluatedAction,
  EvaluatedPage,
} from '../../../src/core/metrics/weblinx/evaluated-action.ts';
import {
  readEvaluatedPage,
  readReference,
} from '../../../src/core/metrics/weblinx/evaluated-action.ts';
import { readPrediction } from '../../../src/core/metrics/weblinx/prediction.ts';
import { writeOtrTarget } from '../../../src/core/formats/otr/prompt.ts';
import { openReplay } from '../../../src/core/formats/weblinx/replay.ts';
import type { GeneratedDemonstration } from './generate-demonstration.ts';

interface Answered {
  output: string;
  reference: EvaluatedAction;
  page: EvaluatedPage | null;
}

export interface MetricsTimes {
  turns: number;
  /** Milliseconds: parsing what a model wrote, every metric of every turn, and all means. */
  metrics: number;
  json: number;
}

/**
 * `count` answers held against what was done on the pages of a demonstration: a third says the same, the
 * others what was done some turns later or before. Pages and references are read before.
 */
export async function measureMetrics(
  { content }: GeneratedDemonstration,
  count: number,
  now: () => number,
): Promise<MetricsTimes> {
  const view = await openReplay(content);
  const turns = await Promise.all(
    view.turns.map(async (turn, index) => {
      const kept = await view.readPage(index);
      const page = kept && readEvaluatedPage(kept);
      return { page, reference: readReference(turn, page), output: writeOtrTarget(turn) };
    }),
  );
  const answered = Array.from({ length: count }, (_, n): Answered => {
    const turn = turns[n % turns.length];
    const other = turns[(n + (n % 3) * 7) % turns.length];
    if (!turn || !other) throw new Error('a demonstration has turns');
    return { ...turn, output: other.output };
  });
  const from = now();
  aggregateTurns(
    answered.map(({ output, reference, page }) =>
      scoreTurn(readPrediction(output, page), reference),
    ),
  );
  const metrics = now() - from;
  const text = JSON.stringify(answered.map(({ output, reference }) => ({ output, reference })));
  const fromJson = now();
  JSON.stringify(JSON.parse(text));
  return { turns: count, metrics, json: now() - fromJson };
}
