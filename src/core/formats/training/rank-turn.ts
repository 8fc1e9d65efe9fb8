import type { Intent } from '../../action/action.ts';
import type { Candidate, RankedCandidate } from '../../ranking/candidate.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { scoreLexical } from '../../ranking/score-lexical.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { DmrRecord } from '../dmr/record.ts';
import { listDmrPairs, rankPairs } from '../dmr/record.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import { readIntent } from '../dmr/replay.ts';
import type { ReplayView } from '../weblinx/replay.ts';
import { listSeen, markFresh } from '../../ranking/recency.ts';
import type { RankOptions } from '../../ranking/rank.ts';
import { rankCandidates } from '../../ranking/rank.ts';

/** Scores the candidates of a turn in the given order; higher is better. */
export type RankTurn = (
  view: ReplayView,
  index: number,
  records: readonly Pick<DmrRecord, 'uid'>[],
) => Promise<readonly number[]>;

/** Scores the elements of a turn's page; `text` is the instructor's last utterance. */
type ScorePage = (
  candidates: Candidate[],
  text: string,
  view: ReplayView,
  index: number,
) => Promise<readonly RankedCandidate[]> | readonly RankedCandidate[];

/** Elements a person can't act on come last. */
function rankBy(score: ScorePage): RankTurn {
  return async (view, index, records) => {
    const page = await view.readSnapshot(index);
    if (page === null) return records.map(() => 0);
    const candidates = listCandidates([parsePage(page)], page.frames[0]?.viewport ?? null);
    const scored = await score(candidates, findRequest(view.turns, index), view, index);
    const scores = new Map(scored.map((each) => [each.candidate.uid, each.score]));
    const worst = Math.min(0, ...scores.values()) - 1;
    return records.map(({ uid }) => scores.get(uid) ?? worst);
  };
}

/** Ranks by words without a model. */
const rankLexically = rankBy((candidates, text, { turns }, index) => {
  const turn = turns[index];
  return scoreLexical({ text, intent: turn ? (readIntent(turn) as Intent) : null }, candidates);
});

/** Creates Wayscribe's ranker for an evaluation: it sees nothing of the recorded action. */
export function createRankTurn(
  encoders: Pick<RankOptions, 'small' | 'encoder'>,
  now: () => number,
): RankTurn {
  return rankBy(async (listed, text, view, index) => {
    const candidates = markFresh(listed, await listBefore(view, index));
    const options = { k: candidates.length, ...encoders, now };
    return (await rankCandidates({ text, intent: null }, candidates, options)).ranked;
  });
}

/** Lists what could be acted on in the page before this one; null for the first. */
async function listBefore(view: ReplayView, index: number): Promise<ReadonlySet<string> | null> {
  for (let at = index - 1; at >= 0; at--) {
    const page = await view.readSnapshot(at);
    if (page) return listSeen(listCandidates([parsePage(page)]));
  }
  return null;
}

/** Returns the instructor's last utterance before a turn, or an empty text. */
export function findRequest(turns: readonly ReplayTurn[], index: number): string {
  const asked = turns
    .slice(0, index)
    .findLast((turn) => turn.type === 'chat' && turn.speaker === 'instructor');
  return asked?.type === 'chat' ? asked.utterance : '';
}

/** Returns WebLINX's candidate records of a turn; empty for turns that are not ranked. */
export async function listRankedRecords(
  view: ReplayView,
  index: number,
  rank: RankTurn = rankLexically,
): Promise<DmrRecord[]> {
  const page = await view.readPage(index);
  if (page === null) return [];
  const pairs = listDmrPairs(view.name, view.turns, index, page);
  return pairs.length === 0 ? [] : rankPairs(pairs, await rank(view, index, pairs));
}
