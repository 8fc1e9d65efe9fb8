import type { BrowserTurn, Demonstration, Screenshot, Turn } from './demonstration.ts';
import type { Picture } from './edits/edit.ts';
import type { Uid } from '../action/action.ts';
import { hasTrait, targetOf } from '../action/action.ts';

/** Returns turns in order of time, then of `seq`, then as given. */
export function orderTurns<T extends Pick<Turn, 'at' | 'seq'>>(turns: readonly T[]): T[] {
  return turns.toSorted((a, b) => a.at - b.at || a.seq - b.seq);
}

type OrderedTurn = Pick<Turn, 'id' | 'at' | 'seq' | 'undoneAt'>;

/** An undone turn is in the store but not part of the demonstration. */
export function isUndone({ undoneAt }: Pick<Turn, 'undoneAt'>): boolean {
  return undoneAt !== undefined;
}

export function findUndoable<T extends OrderedTurn>(turns: readonly T[]): T | null {
  return orderTurns(turns.filter((turn) => !isUndone(turn))).at(-1) ?? null;
}

/** Returns the turn that was undone last, unless something was done since. `turns` include undone ones. */
export function findRedoable<T extends OrderedTurn>(turns: readonly T[]): T | null {
  let latest: T | null = null;
  for (const turn of turns) {
    if (isUndone(turn) && (latest?.undoneAt ?? -Infinity) < (turn.undoneAt ?? 0)) latest = turn;
  }
  if (!latest) return null;
  const last = findUndoable(turns);
  return !last || orderTurns([last, latest])[1] === latest ? latest : null;
}

/** Returns a time later than every other undo, even if the clock went back. */
export function chooseUndoneAt(turns: readonly OrderedTurn[], now: number): number {
  return turns.reduce((at, { undoneAt = 0 }) => Math.max(at, undoneAt + 1), now);
}

export function redoTurn(turn: Turn): Turn {
  const redone = { ...turn };
  delete redone.undoneAt;
  return redone;
}

/**
 * Appends `ending` to the ids of a demonstration and its turns, and to links between them. Drops checksums: the store
 * computes them.
 */
export function renameDemonstration(
  demonstration: Demonstration,
  turns: readonly Turn[],
  ending: string,
): { demonstration: Demonstration; turns: Turn[] } {
  const id = demonstration.id + ending;
  const own = new Set(turns.map((turn) => turn.id));
  const rename = (turnId: string): string => (own.has(turnId) ? turnId + ending : turnId);
  return {
    demonstration: { ...demonstration, id },
    turns: turns.map((turn) => {
      const named = { ...turn, id: rename(turn.id), demonstrationId: id };
      delete named.checksum;
      if (named.kind === 'say' || named.causedBy === null) return named;
      return { ...named, causedBy: rename(named.causedBy) };
    }),
  };
}

/** A screenshot that may show the state before a turn's action better than its own. */
export interface NearbyPicture extends Picture {
  from: 'ring' | 'after-previous' | 'before-previous' | 'before-next';
}

/** Lists the ring's frames of `turns[at]` and the stored screenshots of the actions around it, each once and without its own. */
export function listPictures(turns: readonly Turn[], at: number): NearbyPicture[] {
  const own = turns[at];
  const shot = own?.kind === 'browser' && own.screenshot.status === 'kept' ? own.screenshot : null;
  const [previous, next] = [findAction(turns.slice(0, at), -1), findAction(turns.slice(at + 1), 0)];
  const nearby: NearbyPicture[] = [
    ...(shot?.alternatives ?? []).map((picture) => ({ from: 'ring' as const, ...picture })),
    ...toPicture('after-previous', previous?.effect?.screenshot),
    ...toPicture('before-previous', previous?.screenshot),
    ...toPicture('before-next', next?.screenshot),
  ];
  const seen = new Set(shot ? [shot.image] : []);
  return nearby.filter(({ image }) => {
    const isNew = !seen.has(image);
    seen.add(image);
    return isNew;
  });
}

function toPicture(
  from: NearbyPicture['from'],
  screenshot: Screenshot | undefined,
): NearbyPicture[] {
  if (screenshot?.status !== 'kept') return [];
  const { image, width, height } = screenshot;
  return [{ from, image, width, height }];
}

/** The first (0) or last (-1) browser turn. */
function findAction(turns: readonly Turn[], which: 0 | -1) {
  return turns.filter((turn) => turn.kind === 'browser').at(which);
}

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
