import type { Agreement, AskedTurn } from '../../demonstration/agreement.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Candidate, RankQuery, RankResult } from '../candidate.ts';
import { describeCandidate } from '../describe-candidate.ts';
import { listCandidates } from '../list-candidates.ts';

export interface Held {
  agreement: Agreement;
  /** All candidates, best first. */
  result: RankResult;
}

/** Asks a ranker for the target of a turn on the page as it was before the action. */
export async function holdAgainst(
  { turn, target, request }: AskedTurn,
  page: PageSnapshot,
  rank: (query: RankQuery, candidates: readonly Candidate[]) => Promise<RankResult>,
): Promise<Held> {
  const candidates = listCandidates([parsePage(page)], page.frames[0]?.viewport);
  const result = await rank({ text: request, intent: turn.action.intent }, candidates);
  const place = result.ranked.findIndex(({ candidate }) => candidate.uid === target);
  const picked = result.ranked[0]?.candidate;
  const agreement: Agreement = {
    ranker: result.ranker,
    request,
    rank: place < 0 ? null : place + 1,
    of: candidates.length,
    picked: picked?.uid ?? null,
    ...(picked && { pickedName: describeCandidate(picked, candidates) }),
  };
  return { agreement, result };
}
