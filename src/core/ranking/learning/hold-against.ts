import type { RequestedTurn } from '../../demonstration/turn-list.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { Candidate, RankQuery, RankResult } from '../candidate.ts';
import { describeCandidate } from '../page/describe-candidate.ts';
import { listCandidates } from '../page/list-candidates.ts';
import { listSeen, markFresh } from '../recency.ts';
import type { RankerAgreement } from '../../demonstration/demonstration.ts';

export interface Held {
  agreement: RankerAgreement;
  /** All candidates, best first. */
  result: RankResult;
  /** What was listed, for the turn after it. */
  listed: ReadonlySet<string>;
}

/**
 * Asks a ranker for the target of a turn on the page as it was before the action; `last` is what was listed
 * before the action before that, for what is new since, and null where that is not known.
 */
export async function holdAgainst(
  { turn, target, request }: RequestedTurn,
  page: PageSnapshot,
  last: ReadonlySet<string> | null,
  rank: (query: RankQuery, candidates: readonly Candidate[]) => Promise<RankResult>,
): Promise<Held> {
  const candidates = markFresh(listCandidates([parsePage(page)], page.frames[0]?.viewport), last);
  const result = await rank({ text: request, intent: turn.action.intent }, candidates);
  const place = result.ranked.findIndex(({ candidate }) => candidate.uid === target);
  const picked = result.ranked[0]?.candidate;
  const agreement: RankerAgreement = {
    ranker: result.ranker,
    request,
    rank: place < 0 ? null : place + 1,
    of: candidates.length,
    picked: picked?.uid ?? null,
    ...(picked && { pickedName: describeCandidate(picked, candidates) }),
  };
  return { agreement, result, listed: listSeen(candidates) };
}
