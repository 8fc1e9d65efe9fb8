import type { BrowserTurn, ScreenshotProof, Turn } from './demonstration.ts';
import { hasValidChecksum, addChecksum } from './checksum.ts';

/** Returns when the pixels of a turn's effect were complete, epoch ms; null without a screenshot. */
export function readEffectTimes(turn: BrowserTurn): { from: number; to: number } | null {
  const shot = turn.effect?.screenshot;
  if (shot?.status !== 'kept') return null;
  return readScreenshotTimes(shot.proof, turn.at);
}

/** Returns when a screenshot's pixels are from, epoch ms; `at` is the time its age counts from. Null where unknown. */
export function readScreenshotTimes(
  proof: ScreenshotProof,
  at: number,
): { from: number; to: number } | null {
  if ('requestedAt' in proof) return { from: proof.requestedAt, to: proof.doneAt };
  if (proof.kind === 'told') return null;
  const taken = proof.kind === 'ring' ? proof.at : at - proof.ageMs;
  return { from: taken, to: taken };
}

/**
 * Returns the turns whose outcome a screenshot of the tab would show now: its last action and what followed from it.
 * `turns` in order; empty when the tab was hidden since.
 */
export function findLastActions(turns: readonly Turn[], tabId: number): BrowserTurn[] {
  let last: BrowserTurn[] = [];
  for (const turn of turns) {
    if (turn.kind !== 'browser') continue;
    if (findHiddenTab(turn) === tabId) last = [];
    else if (isTabTurn(turn) || turn.metadata.tabId !== tabId) continue;
    else if (isCausedBy(turn, last)) last.push(turn);
    else last = [turn];
  }
  return last;
}

/**
 * Drops effects whose screenshot was taken after the next action; a stopped service worker can leave such. `turns` in
 * order. Valid checksums are computed again.
 */
export function dropLateEffects(turns: readonly Turn[]): Turn[] {
  const late = findLateEffects(turns);
  return turns.map((turn) => {
    if (turn.kind === 'say' || !late.has(turn.id)) return turn;
    const screenshot = { status: 'missing', reason: 'it was taken after the next action' } as const;
    const bare = { ...turn, effect: { screenshot, settledAt: null } };
    return turn.checksum !== undefined && hasValidChecksum(turn) ? addChecksum(bare) : bare;
  });
}

function findLateEffects(turns: readonly Turn[]): Set<string> {
  const late = new Set<string>();
  const last = new Map<number, BrowserTurn[]>();
  const end = (tabId: number, at: number): void => {
    for (const turn of last.get(tabId) ?? []) {
      const times = readEffectTimes(turn);
      if (times && times.to > at) late.add(turn.id);
    }
  };
  for (const turn of turns) {
    if (turn.kind !== 'browser') continue;
    const left = findHiddenTab(turn);
    if (left !== null) end(left, turn.at);
    if (isTabTurn(turn)) continue;
    const { tabId } = turn.metadata;
    const before = last.get(tabId) ?? [];
    const follows = isCausedBy(turn, before);
    if (!follows) end(tabId, turn.at);
    last.set(tabId, follows ? [...before, turn] : [turn]);
  }
  return late;
}

export function isCausedBy(
  turn: Pick<BrowserTurn, 'causedBy'>,
  turns: readonly Pick<BrowserTurn, 'id'>[],
): boolean {
  return turns.some(({ id }) => id === turn.causedBy);
}

/** Returns the tab that is hidden from this turn on. */
export function findHiddenTab({ action }: BrowserTurn): number | null {
  if (action.intent === 'tabswitch') return action.fromTabId;
  return action.intent === 'tabremove' ? action.tabId : null;
}

export function isTabTurn({ action }: BrowserTurn): boolean {
  return ['tabcreate', 'tabremove', 'tabswitch'].includes(action.intent);
}
