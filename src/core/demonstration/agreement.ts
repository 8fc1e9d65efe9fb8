import type { Uid } from '../action/action.ts';
import { hasTrait, targetOf } from '../action/action.ts';
import type { BrowserTurn, Turn } from './demonstration.ts';
import { isUndone } from './turn-list.ts';

/** A turn that answers a request by acting on an element. */
export interface RequestedTurn {
  turn: BrowserTurn;
  target: Uid;
  /** What the instructor said last before it. */
  request: string;
}

/**
 * The turns whose target can be held against a ranker's, of turns in order: those with an element and a
 * kept page, after the instructor has said something. Actions that verifiably changed nothing do not
 * count: whoever made them may have meant something else.
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

/** How often the ranker's pick was the person's, of turns that were held against it. */
export interface AgreementRate {
  turns: number;
  /** Share whose target was first, and among the first ten, 0 … 1. */
  first: number;
  topTen: number;
}

/** Null when no turn was held against a ranker. */
export function rateAgreement(turns: readonly Turn[]): AgreementRate | null {
  const ranks = turns.flatMap((turn) =>
    turn.kind === 'browser' && turn.agreement && !isUndone(turn) ? [turn.agreement.rank] : [],
  );
  if (ranks.length === 0) return null;
  const share = (most: number): number =>
    ranks.filter((rank) => rank !== null && rank <= most).length / ranks.length;
  return { turns: ranks.length, first: share(1), topTen: share(10) };
}
