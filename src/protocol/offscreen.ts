import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import type { RankerStatus } from './ranker-worker.ts';

/** Messages to the offscreen document, which hosts the ranker's worker. */
export type Offscreen = {
  'ranker.rank': (data: {
    requestId: string;
    query: RankQuery;
    candidates: Candidate[];
    k: number;
  }) => RankResult;
  'ranker.status': (data: null) => RankerStatus;
  'ranker.cancel': (data: { requestId: string }) => true;
};
