import { listRankedRecords } from '../formats/training/rank-turn.ts';
import type { RankTurn } from '../formats/training/rank-turn.ts';
import { readIntentName } from '../metrics/weblinx/evaluated-action.ts';
import type { JudgedTurn } from './judge-turn.ts';
import { describeTargetShot, judgeTurn, listJudgedTurns } from './judge-turn.ts';
import type { OpenedDemonstration } from './open-demonstration.ts';
import { findRequest } from '../formats/training/rank-turn.ts';
import type { ActionRow, RankRow, TurnPlace } from './row.ts';
import type { Asked } from './predict-turn.ts';

/** The turns of one demonstration, and what becomes of them. */
export interface TurnWork {
  opened: OpenedDemonstration;
  /** Names a turn's row. */
  keyOf: (index: number) => string;
  place: (index: number, intent: string) => TurnPlace;
  /** Whether a row is known from before: it is not made again. */
  isDone?: (key: string) => boolean;
  /** Asked before each turn; false ends the work. */
  proceed: (index: number) => Promise<boolean>;
  report: (data: ActionRow | RankRow | TurnNotice) => Promise<void>;
}

/** What is reported besides rows; `kept` names a row from before. */
export type TurnNotice =
  | { type: 'opened'; turns: number }
  | { type: 'kept'; key: string }
  | { type: 'unanswered'; input: string; turn: number; reason: string; failed: boolean };

/** Ranks the candidates of each turn. Returns how many turns there are to judge. */
export async function rankTurns(work: TurnWork, rank: RankTurn): Promise<number> {
  const { opened, keyOf, place, isDone, proceed, report } = work;
  const { turns } = opened.view;
  await report({ type: 'opened', turns: turns.length });
  let count = 0;
  for (const [index, turn] of turns.entries()) {
    if (!(await proceed(index))) break;
    const key = keyOf(index);
    if (isDone?.(key)) await report({ type: 'kept', key });
    else {
      const records = await listRankedRecords(opened.view, index, rank);
      if (turn.type === 'chat' || records.length === 0) continue;
      await report({
        ...{ type: 'turn', key, ...place(index, readIntentName(turn.action.intent)) },
        request: findRequest(turns, index),
        candidates: records.length,
        targetRank: records.find(({ label }) => label === 1)?.rank ?? null,
        shot: describeTargetShot(opened, index),
      });
    }
    count += 1;
  }
  return count;
}

/** An answer to a turn: the recorded action itself, or a text; `usage` null where nothing was asked. */
export type TurnAnswer = 'gold' | Asked | { ok: true; text: string; usage: null };

/**
 * Judges the answer to each turn; up to `atOnce` turns wait for their answers with their page in memory. Returns how many
 * turns there are to judge.
 */
export async function judgeTurns(
  work: TurnWork,
  find: (index: number) => Promise<TurnAnswer>,
  atOnce = 1,
): Promise<number> {
  const { opened, keyOf, isDone, proceed, report } = work;
  await report({ type: 'opened', turns: opened.selected.length });
  const pending: Promise<void>[] = [];
  const faults: unknown[] = [];
  let count = 0;
  for await (const turn of listJudgedTurns(opened)) {
    if (!(await proceed(turn.index))) break;
    count += 1;
    const key = keyOf(turn.index);
    if (isDone?.(key)) {
      await report({ type: 'kept', key });
      continue;
    }
    const answering = answerTurn(work, turn, find);
    pending.push(answering.catch((error: unknown) => void faults.push(error)));
    await pending.at(-atOnce);
    if (faults.length > 0) break;
  }
  await Promise.all(pending);
  if (faults.length > 0) throw faults[0];
  return count;
}

async function answerTurn(
  { opened, keyOf, place, report }: TurnWork,
  turn: JudgedTurn,
  find: (index: number) => Promise<TurnAnswer>,
): Promise<void> {
  const at = place(turn.index, turn.intent);
  const answer = await find(turn.index);
  if (answer !== 'gold' && !answer.ok) {
    const { kind, reason } = answer;
    const failed = kind === 'failed';
    return report({ type: 'unanswered', input: at.input, turn: at.turn, reason, failed });
  }
  const verdict = await judgeTurn(
    opened,
    turn,
    answer === 'gold' ? { kind: 'gold' } : { kind: 'output', output: answer.text },
  );
  const usage = answer === 'gold' ? null : answer.usage;
  await report({ type: 'turn', key: keyOf(turn.index), ...at, ...verdict, usage });
}
