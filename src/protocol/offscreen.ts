import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';

/** Messages to the offscreen document, which hosts the ranker's worker. */
export type Offscreen = {
  'ranker.rank': (data: {
    requestId: string;
    query: RankQuery;
    candidates: Candidate[];
    k: number;
  }) => RankResult;
  'ranker.cancel': (data: { requestId: string }) => true;
};
