import type { Uid } from '../action/action.ts';
import { hasTrait, targetOf } from '../action/action.ts';
import type { BrowserTurn, Turn } from './demonstration.ts';
import { isUndone } from './turn-list.ts';

export interface RequestedTurn {
  turn: BrowserTurn;
  target: Uid;
  /** What the instructor said last. */
  request: string;
}

/**
 * Lists the turns whose target can be compared with a ranker's, of turns in order: they follow an instructor's
 * utterance and have an element and a saved page. Excludes actions of the copilot that verifiably changed nothing: they
 * may have been mistakes.
 */
export function listRequestedTurns(turns: readonly Turn[]): RequestedTurn[] {
  const asked: RequestedTurn[] = [];
  let request = '';
  for (const turn of turns) {
    if (isUndone(turn)) continue;
    if (turn.kind === 'say') {
      if (turn.action.speaker === 'instructor') request = turn.action.utterance.trim();
      continue;
    }
    const target = targetOf(turn.action);
    const isFruitless = turn.by === 'copilot' && turn.receipt?.verdict !== 'changed';
    if (request === '' || target === null || !turn.snapshot || isFruitless) continue;
    if (hasTrait(turn.action.intent, 'ranked')) asked.push({ turn, target, request });
  }
  return asked;
}

/** How often the ranker chose the person's target. */
export interface AgreementRate {
  turns: number;
  /** Shares from 0 to 1: the target was first, or among the first ten. */
  first: number;
  topTen: number;
}

/** Returns null when no turn was compared. */
export function rateAgreement(turns: readonly Turn[]): AgreementRate | null {
  const ranks = turns.flatMap((turn) =>
    turn.kind === 'browser' && turn.agreement && !isUndone(turn) ? [turn.agreement.rank] : [],
  );
  if (ranks.length === 0) return null;
  const share = (most: number): number =>
    ranks.filter((rank) => rank !== null && rank <= most).length / ranks.length;
  return { turns: ranks.length, first: share(1), topTen: share(10) };
}
