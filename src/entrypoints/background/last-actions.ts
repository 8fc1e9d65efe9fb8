import type { Actor } from '../../core/action/action.ts';
import type { BrowserTurn } from '../../core/demonstration/demonstration.ts';
import { findLastActions } from '../../core/demonstration/effect.ts';
import { orderTurns } from '../../core/demonstration/order.ts';
import { listTurns } from '../../platform/store/read.ts';
import type { Keeping } from './keep-turn.ts';
import type { OpenDemonstration } from './open-demonstration.ts';

/** An action whose outcome a picture taken now would show. */
export interface LastAction {
  id: string;
  at: number;
  by: Actor;
  /** Epoch ms by which it was surely done: a press begins earlier than the click is told. */
  doneBy: number;
  /** When more of it (typing, scrolling) was last told. */
  toldAt: number;
  /** A copilot's is kept before it is done. */
  isDone: boolean;
}

/** Remembered so many; older ones are closed long since. */
const REMEMBERED = 500;

/** The last action of each tab with what followed from it; after a restart the store says. */
export function createLastActions(keeping: Keeping, open: OpenDemonstration) {
  const tabs = new Map<number, LastAction[]>();
  const doneBy = new Map<string, number>();
  const toldAt = new Map<string, number>();

  function describe(turn: BrowserTurn): LastAction {
    const isQuick = ['load', 'back', 'forward'].includes(turn.action.intent);
    return {
      id: turn.id,
      at: turn.at,
      by: turn.by,
      doneBy: Math.max(turn.at, doneBy.get(turn.id) ?? turn.at),
      toldAt: Math.max(turn.at, toldAt.get(turn.id) ?? turn.at),
      isDone: turn.by === 'person' || isQuick || turn.receipt !== null,
    };
  }

  return {
    describe,

    /** The message about an action has come, in this very task. */
    note(turnId: string, isRevision: boolean): void {
      const now = Date.now();
      if (!isRevision) remember(doneBy, turnId, now);
      remember(toldAt, turnId, now);
    },

    async get(tabId: number): Promise<LastAction[]> {
      const known = tabs.get(tabId);
      if (known) return known;
      const demonstration = await open.get();
      if (demonstration?.state !== 'recording') return [];
      const turns = orderTurns(await listTurns(await keeping.db(), demonstration.id));
      const last = findLastActions(turns, tabId);
      const newest = last.at(-1)?.at ?? 0;
      // What was done during a pause was not seen; what is said to be missing was decided.
      const isClosed =
        demonstration.pauses.some(({ from }) => from >= newest) ||
        last.some(({ effect }) => effect?.screenshot.status === 'missing');
      const found = isClosed ? [] : last.map(describe);
      if (!tabs.has(tabId)) tabs.set(tabId, found);
      return tabs.get(tabId) ?? found;
    },

    set: (tabId: number, actions: LastAction[]): void => void tabs.set(tabId, actions),
    tabs: (): number[] => [...tabs.keys()],
    forget: (): void => tabs.clear(),
  };
}

function remember(times: Map<string, number>, id: string, at: number): void {
  times.set(id, at);
  const [oldest] = times.keys();
  if (times.size > REMEMBERED && oldest !== undefined) times.delete(oldest);
}
