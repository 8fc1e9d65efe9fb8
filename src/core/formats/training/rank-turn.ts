import type { Intent } from '../../action/action.ts';
import { listCandidates } from '../../ranking/page/list-candidates.ts';
import { scoreLexical } from '../../ranking/score-lexical.ts';
import { parsePage } from '../../snapshot/parse.ts';
import type { DmrRecord } from '../dmr/record.ts';
import { listDmrPairs, rankPairs } from '../dmr/record.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import { readIntent } from '../dmr/replay.ts';
import type { ReplayView } from '../weblinx/replay.ts';

/** Scores the candidates of a turn in the given order; higher is better. */
export type RankTurn = (
  view: ReplayView,
  index: number,
  records: readonly Pick<DmrRecord, 'uid'>[],
) => Promise<readonly number[]>;

/** Ranks by the words of the instructor's last utterance, without a model; elements a person can't act on come last. */
const rankLexically: RankTurn = async (view, index, records) => {
  const page = await view.readSnapshot(index);
  if (page === null) return records.map(() => 0);
  const candidates = listCandidates([parsePage(page)], page.frames[0]?.viewport ?? null);
  const turn = view.turns[index];
  const intent = turn ? (readIntent(turn) as Intent) : null;
  const scored = scoreLexical({ text: findRequest(view.turns, index), intent }, candidates);
  const scores = new Map(scored.map(({ candidate, score }) => [candidate.uid, score]));
  const worst = Math.min(0, ...scores.values()) - 1;
  return records.map(({ uid }) => scores.get(uid) ?? worst);
};

/** Returns the instructor's last utterance before a turn, or an empty text. */
function findRequest(turns: readonly ReplayTurn[], index: number): string {
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
