import {
  findNavigationCause,
  findTabSwitchCause,
  TAB_SWITCH_EFFECT_MS,
} from '../../../core/demonstration/cause.ts';
import type {
  BrowserTurn,
  Demonstration,
  Turn,
} from '../../../core/demonstration/demonstration.ts';
import { orderTurns } from '../../../core/demonstration/turn-list.ts';
import { listTurns } from '../../../platform/store/read.ts';
import { addTurn, changeTurn } from '../../../platform/store/write.ts';
import { createOrder } from '../in-order.ts';
import type { Keeping } from '../turns/save-turn.ts';
import { track } from '../turns/save-turn.ts';
import { makeBareTurn } from '../navigation/load-turn.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';

type TabAction = Extract<
  BrowserTurn['action'],
  { intent: 'tabcreate' | 'tabremove' | 'tabswitch' }
>;

/** How long a page that is closed may take to say so; one that closes itself does not. */
const CLOSING_MS = 2000;

export interface TabEvent {
  tabId: number;
  windowId: number;
  /** Epoch ms of the report: the browser does not say when it happened. */
  at: number;
}

/** What is known of the pages of tabs. */
interface TabPages {
  /** Whether the page of a tab said goodbye since then. */
  hasLeft: (tabId: number, since: number) => boolean;
  /** Epoch ms at which the browser began to load the first page of a tab, by its own account. */
  firstBegunAt: (tabId: number) => number | undefined;
}

/** Turns of tabs. What a page did is an effect that names the action it came from. */
export function createTabTurns(
  keeping: Pick<Keeping, 'db' | 'inFlight' | 'report'>,
  open: OpenDemonstration,
  { hasLeft, firstBegunAt }: TabPages,
  failed: (what: string, error: unknown) => void,
) {
  const inOrder = createOrder();
  /** By tab: whose page opened it. The browser tells of the two in either order. */
  const openers = new Map<number, { sourceTabId: number; at: number }>();

  function handle(at: number, work: (during: Demonstration, turns: Turn[]) => Promise<void>): void {
    const run = async (): Promise<void> => {
      const demonstration = await open.get();
      // Events from before the recording are no part of it, however late they are reported.
      if (demonstration?.state !== 'recording' || at < demonstration.startedAt) return;
      await Promise.allSettled(keeping.inFlight);
      await work(demonstration, orderTurns(await listTurns(await keeping.db(), demonstration.id)));
    };
    inOrder(run).catch((error: unknown) => failed('change of tabs', error));
  }

  async function add(
    { id: demonstrationId }: Demonstration,
    action: TabAction,
    { windowId, at }: TabEvent,
    cause: Turn | undefined,
  ): Promise<void> {
    const { intent, ...properties } = action;
    const id = `${intent}-${action.tabId}-${at}`;
    const turn: BrowserTurn = {
      ...makeBareTurn(demonstrationId, id, at),
      by: cause?.by ?? 'person',
      action,
      properties: { ...properties, windowId },
      causedBy: cause?.id ?? null,
    };
    await track(keeping.inFlight, addTurn(await keeping.db(), turn, []));
    keeping.report({ type: 'turn.kept', demonstrationId, turnId: id });
  }

  /** What a person did in a tab that its page answered by opening or closing a tab. */
  function findAction(turns: readonly Turn[], tabId: number, at: number): Turn | undefined {
    const asLink = { transitionType: 'link', transitionQualifiers: [] };
    const cause = findNavigationCause({ at, tabId, ...asLink }, turns);
    return turns.find(({ id }) => id === cause?.id);
  }

  /**
   * A page opened it where one says so (`noteOpener`). The browser names an opener also of tabs that a person
   * opens or doubles beside it; the copilot's way to open one has nothing else.
   */
  function create({ openerTabId, ...event }: TabEvent & { openerTabId: number | null }): void {
    const { tabId } = event;
    handle(event.at, async (demonstration, turns) => {
      const reported = openers.get(tabId)?.sourceTabId;
      const source = reported ?? openerTabId;
      const found = source === null ? undefined : findAction(turns, source, event.at);
      const cause = reported !== undefined || found?.by === 'copilot' ? found : undefined;
      // A busy service worker gets the report late: the tab's page may have come meanwhile.
      const at = Math.min(event.at, firstBegunAt(tabId) ?? event.at);
      await add(demonstration, { intent: 'tabcreate', tabId }, { ...event, at }, cause);
    });
  }

  /** The page of one tab has opened another: by a link, a script or the menu. */
  function noteOpener(tabId: number, sourceTabId: number, at: number): void {
    openers.set(tabId, { sourceTabId, at });
    handle(at, async (demonstration, turns) => {
      const created = findTab(turns, 'tabcreate', tabId);
      const cause = created && findAction(turns, sourceTabId, at);
      if (!cause || cause.id === created.causedBy) return;
      const { id: causedBy, by } = cause;
      const switched = turns.filter(
        (turn) => turn.kind === 'browser' && turn.causedBy === created.id,
      );
      for (const { id } of [created, ...switched]) {
        await changeTurn(await keeping.db(), id, (turn) =>
          turn.kind === 'browser' ? { ...turn, by, causedBy } : turn,
        );
        keeping.report({ type: 'turn.kept', demonstrationId: demonstration.id, turnId: id });
      }
    });
  }

  function remove(event: TabEvent): void {
    const { tabId, at } = event;
    const byScript = !hasLeft(tabId, at - CLOSING_MS);
    openers.delete(tabId);
    handle(at, async (demonstration, turns) => {
      const opened = findTab(turns, 'tabcreate', tabId)?.causedBy ?? null;
      // Only what a page opened may a page close.
      const cause = byScript && opened !== null ? findAction(turns, tabId, at) : undefined;
      const action = cause?.action.intent === 'load' ? undefined : cause;
      await add(demonstration, { intent: 'tabremove', tabId }, event, action);
    });
  }

  /**
   * Another tab is in front; `from` is null where the one before is not known. One that was opened there
   * came when it was opened.
   */
  function bringForward(
    { isOpened, ...reported }: TabEvent & { isOpened: boolean },
    from: number | null,
  ): void {
    const { tabId } = reported;
    handle(reported.at, async (demonstration, turns) => {
      const fromTabId = from ?? findLastTab(turns);
      if (fromTabId === null || fromTabId === tabId) return;
      const created = findTab(turns, 'tabcreate', tabId);
      const at = isOpened && created ? Math.min(reported.at, created.at) : reported.at;
      const origin = [created, findTab(turns, 'tabremove', fromTabId)]
        .filter((turn) => turn !== undefined)
        .find((turn) => Math.abs(at - turn.at) <= TAB_SWITCH_EFFECT_MS);
      const known = turns.find(({ id }) => id === (origin?.causedBy ?? origin?.id));
      const cause = known ?? findTabSwitchCause({ at, tabId, fromTabId }, turns) ?? undefined;
      await add(
        demonstration,
        { intent: 'tabswitch', tabId, fromTabId },
        { ...reported, at },
        cause,
      );
    });
  }

  return { create, noteOpener, remove, bringForward };
}

export type TabTurns = ReturnType<typeof createTabTurns>;

function findTab(
  turns: readonly Turn[],
  intent: 'tabcreate' | 'tabremove',
  tabId: number,
): BrowserTurn | undefined {
  return turns
    .filter((turn) => turn.kind === 'browser')
    .findLast(({ action }) => action.intent === intent && action.tabId === tabId);
}

/** The tab that was acted in last. */
function findLastTab(turns: readonly Turn[]): number | null {
  const last = turns.findLast((turn) => turn.kind === 'browser' && turn.metadata.tabId >= 0);
  return last?.kind === 'browser' ? last.metadata.tabId : null;
}
