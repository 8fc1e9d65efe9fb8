import type { Uid } from '../action/action.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import type { RankTurn } from '../formats/training/rank-turn.ts';
import type { ReplayTurn } from '../formats/dmr/replay.ts';
import { listCandidates } from '../ranking/page/list-candidates.ts';
import { listUids, markFresh } from '../ranking/recency.ts';
import type { RankOptions } from '../ranking/rank.ts';
import { rankCandidates } from '../ranking/rank.ts';
import { parsePage } from '../snapshot/parse.ts';

/**
 * Wayscribe's ranker in an evaluation: the query is the instructor's last utterance, without anything of the recorded
 * action. Encoders take part if given. Elements that are not among our candidates come last, in the given order.
 */
export function createRankTurn(
  encoders: Pick<RankOptions, 'small' | 'encoder'>,
  now: () => number,
): RankTurn {
  return async (view, index, records) => {
    const page = await view.readSnapshot(index);
    if (page === null) return records.map(() => 0);
    const listed = listCandidates([parsePage(page)], page.frames[0]?.viewport ?? null);
    const candidates = markFresh(listed, await listBefore(view, index));
    const query = { text: findRequest(view.turns, index), intent: null };
    const options = { k: candidates.length, ...encoders, now };
    const { ranked } = await rankCandidates(query, candidates, options);
    const scores = new Map(ranked.map(({ candidate, score }) => [candidate.uid, score]));
    const worst = Math.min(0, ...scores.values()) - 1;
    return records.map(({ uid }) => scores.get(uid) ?? worst);
  };
}

/** What could be acted on in the page before this one; null for the first. */
async function listBefore(view: ReplayView, index: number): Promise<ReadonlySet<Uid> | null> {
  for (let at = index - 1; at >= 0; at--) {
    const page = await view.readSnapshot(at);
    if (page) return listUids(listCandidates([parsePage(page)]));
  }
  return null;
}

/** What the instructor said last before a turn; empty when nothing. */
export function findRequest(turns: readonly ReplayTurn[], index: number): string {
  const asked = turns
    .slice(0, index)
    .findLast((turn) => turn.type === 'chat' && turn.speaker === 'instructor');
  return asked?.type === 'chat' ? asked.utterance : '';
}
