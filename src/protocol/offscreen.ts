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
  /** Their texts may be asked about next; a model reads them while it has nothing else to do. */
  'ranker.prepare': (data: { candidates: Candidate[] }) => true;
  'ranker.status': (data: null) => RankerStatus;
  'ranker.cancel': (data: { requestId: string }) => true;
};
