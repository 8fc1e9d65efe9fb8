import type { Candidate, RankQuery, RankResult } from '../core/ranking/candidate.ts';
import type { RankerStatus } from './ranker-worker.ts';

/** The candidates of a page (`writeCandidates`). Sent once, as long as no other list is: after that, `json` is null. */
export interface CandidateList {
  id: string;
  json: string | null;
}

/** Messages to the offscreen document, which hosts the ranker's worker. */
export type Offscreen = {
  'ranker.rank': (data: {
    requestId: string;
    query: RankQuery;
    list: CandidateList;
    k: number;
  }) => RankResult | 'unknown list';
  /** The list will be asked about next, so that its words are read ahead. */
  'ranker.hold': (data: { list: CandidateList }) => true;
  /** Their texts may be asked about next; a model reads them while it has nothing else to do. */
  'ranker.prepare': (data: { candidates: Candidate[] }) => true;
  'ranker.status': (data: null) => RankerStatus;
  'ranker.cancel': (data: { requestId: string }) => true;
};
