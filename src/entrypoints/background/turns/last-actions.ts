import type { Actor } from '../../../core/action/action.ts';
import { findLastActions } from '../../../core/demonstration/action-effect.ts';
import type { TurnRevision } from '../../../core/demonstration/captured-turn.ts';
import type { BrowserTurn } from '../../../core/demonstration/demonstration.ts';
import { orderTurns } from '../../../core/demonstration/turn-list.ts';
import { listTurns } from '../../../platform/store/read.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';
import type { TurnWriting } from './write-turn.ts';

/** An action whose effect a screenshot taken now would show: a tab's last action, or one that it caused. */
export interface LastAction {
  id: string;
  at: number;
  by: Actor;
  /** The turn that caused this one, as far as it is known. */
  causedBy: string | null;
  /** Epoch ms by which the action was certainly done; a press is earlier than the report of its click. */
  doneBy: number;
  /** Epoch ms at which more of it (typing, scrolling) was last done, or reported where only that is known. */
  reportedAt: number;
  /** False for an action of the copilot that is saved but not performed yet. */
  isDone: boolean;
}

/** Times are remembered for this many turns; earlier turns no longer change. */
const REMEMBERED = 500;

/** The last actions of each tab. After a restart of the service worker they are read from the store. */
export class LastActions {
  private readonly byTab = new Map<number, LastAction[]>();
  private readonly doneBy = new Map<string, number>();
  private readonly reportedAt = new Map<string, number>();

  constructor(
    private readonly writing: Pick<TurnWriting, 'db'>,
    private readonly open: Pick<OpenDemonstration, 'get'>,
  ) {}

  describe(turn: BrowserTurn): LastAction {
    const isQuick = ['load', 'back', 'forward'].includes(turn.action.intent);
    return {
      id: turn.id,
      at: turn.at,
      by: turn.by,
      causedBy: turn.causedBy,
      doneBy: Math.max(turn.at, this.doneBy.get(turn.id) ?? turn.at),
      reportedAt: Math.max(turn.at, this.reportedAt.get(turn.id) ?? turn.at),
      isDone: turn.by === 'person' || isQuick || turn.receipt !== null,
    };
  }

  /** Called in the task in which the message about an action arrives. */
  note(turnId: string): void {
    const now = Date.now();
    remember(this.doneBy, turnId, now);
    remember(this.reportedAt, turnId, now);
  }

  /** More of an action was reported. A busy page reports late, so the page's own time counts. */
  revise({ turnId, at = Infinity }: TurnRevision): void {
    const before = this.reportedAt.get(turnId) ?? 0;
    remember(this.reportedAt, turnId, Math.max(before, Math.min(at, Date.now())));
  }

  async get(tabId: number): Promise<LastAction[]> {
    const known = this.byTab.get(tabId);
    if (known) return known;
    const demonstration = await this.open.get();
    if (demonstration?.state !== 'recording') return [];
    const turns = orderTurns(await listTurns(await this.writing.db(), demonstration.id));
    const last = findLastActions(turns, tabId);
    const newest = last.at(-1)?.at ?? 0;
    // A pause hides what was done in it, and a missing effect was decided on.
    const isClosed =
      demonstration.pauses.some(({ from }) => from >= newest) ||
      last.some(({ effect }) => effect?.screenshot.status === 'missing');
    const found = isClosed ? [] : last.map((turn) => this.describe(turn));
    if (!this.byTab.has(tabId)) this.byTab.set(tabId, found);
    return this.byTab.get(tabId) ?? found;
  }

  set(tabId: number, actions: LastAction[]): void {
    this.byTab.set(tabId, actions);
  }

  async remove(turnId: string): Promise<void> {
    for (const tabId of this.tabs()) {
      const actions = await this.get(tabId);
      this.set(
        tabId,
        actions.filter(({ id }) => id !== turnId),
      );
    }
  }

  tabs(): number[] {
    return [...this.byTab.keys()];
  }

  forget(): void {
    this.byTab.clear();
  }
}

function remember(times: Map<string, number>, id: string, at: number): void {
  times.set(id, at);
  const [oldest] = times.keys();
  if (times.size > REMEMBERED && oldest !== undefined) times.delete(oldest);
}
