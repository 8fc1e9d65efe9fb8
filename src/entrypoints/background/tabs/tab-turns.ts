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
import { makeBareTurn } from '../navigation/load-turn.ts';
import type { PageUnloads } from '../navigation/page-unloads.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';
import { createQueue } from '../tasks.ts';
import type { TurnWriting } from '../turns/write-turn.ts';
import { readTurns, saveTurn, setCause } from '../turns/write-turn.ts';

type TabAction = Extract<
  BrowserTurn['action'],
  { intent: 'tabcreate' | 'tabremove' | 'tabswitch' }
>;

/** A page that a person closes reports its end within this time; one that closes itself does not. */
const CLOSING_MS = 2000;

export interface TabEvent {
  tabId: number;
  windowId: number;
  /** Epoch ms of the report: the browser does not say when it happened. */
  at: number;
}

/** What is known about the pages of tabs. */
interface TabPages {
  unloads: Pick<PageUnloads, 'hasLeft'>;
  /** Epoch ms at which the browser began to load the first page of a tab. */
  firstBegunAt: (tabId: number) => number | undefined;
}

/** Makes turns of tabs that open, close or come to the front. If a page did it, the turn names the action that led to it. */
export class TabTurns {
  private readonly inOrder = createQueue();
  /** By tab: the tab whose page opened it. The browser reports the two in either order. */
  private readonly openers = new Map<number, number>();

  constructor(
    private readonly writing: TurnWriting,
    private readonly open: Pick<OpenDemonstration, 'get'>,
    private readonly pages: TabPages,
    private readonly failed: (what: string, error: unknown) => void,
  ) {}

  /**
   * A page opened the tab if `noteOpener` says so. The browser also names an opener for tabs that a person opens or
   * duplicates; for the copilot's tabs there is nothing else.
   */
  create({ openerTabId, ...event }: TabEvent & { openerTabId: number | null }): void {
    const { tabId } = event;
    this.handle(event.at, async (demonstration, turns) => {
      const reported = this.openers.get(tabId);
      const source = reported ?? openerTabId;
      const found = source === null ? undefined : findAction(turns, source, event.at);
      const cause = reported !== undefined || found?.by === 'copilot' ? found : undefined;
      // A busy service worker gets the report late, perhaps after the tab's page.
      const at = Math.min(event.at, this.pages.firstBegunAt(tabId) ?? event.at);
      await this.add(demonstration, { intent: 'tabcreate', tabId }, { ...event, at }, cause);
    });
  }

  /** The page of one tab has opened another: by a link, a script or the menu. */
  noteOpener(tabId: number, sourceTabId: number, at: number): void {
    this.openers.set(tabId, sourceTabId);
    this.handle(at, async (_, turns) => {
      const created = findTab(turns, 'tabcreate', tabId);
      const cause = created && findAction(turns, sourceTabId, at);
      if (!cause || cause.id === created.causedBy) return;
      const isSwitch = (turn: Turn) => turn.kind === 'browser' && turn.causedBy === created.id;
      for (const { id } of [created, ...turns.filter(isSwitch)]) {
        await setCause(this.writing, id, cause);
      }
    });
  }

  remove(event: TabEvent): void {
    const { tabId, at } = event;
    const byScript = !this.pages.unloads.hasLeft(tabId, at - CLOSING_MS);
    this.openers.delete(tabId);
    this.handle(at, async (demonstration, turns) => {
      const opened = findTab(turns, 'tabcreate', tabId)?.causedBy ?? null;
      // A page can only close what a page opened.
      const cause = byScript && opened !== null ? findAction(turns, tabId, at) : undefined;
      const action = cause?.action.intent === 'load' ? undefined : cause;
      await this.add(demonstration, { intent: 'tabremove', tabId }, event, action);
    });
  }

  /** Another tab is in front; `from` is null if the one before is unknown. `isOpened`: it was opened in front. */
  bringForward(
    { isOpened, ...reported }: TabEvent & { isOpened: boolean },
    from: number | null,
  ): void {
    const { tabId } = reported;
    this.handle(reported.at, async (demonstration, turns) => {
      const fromTabId = from ?? findLastTab(turns);
      if (fromTabId === null || fromTabId === tabId) return;
      const created = findTab(turns, 'tabcreate', tabId);
      const at = isOpened && created ? Math.min(reported.at, created.at) : reported.at;
      const origin = [created, findTab(turns, 'tabremove', fromTabId)]
        .filter((turn) => turn !== undefined)
        .find((turn) => Math.abs(at - turn.at) <= TAB_SWITCH_EFFECT_MS);
      const known = turns.find(({ id }) => id === (origin?.causedBy ?? origin?.id));
      const cause = known ?? findTabSwitchCause({ at, tabId, fromTabId }, turns) ?? undefined;
      const action: TabAction = { intent: 'tabswitch', tabId, fromTabId };
      await this.add(demonstration, action, { ...reported, at }, cause);
    });
  }

  private handle(at: number, work: (during: Demonstration, turns: Turn[]) => Promise<void>): void {
    const run = async (): Promise<void> => {
      const demonstration = await this.open.get();
      // Events from before the recording are not part of it, however late they are reported.
      if (demonstration?.state !== 'recording' || at < demonstration.startedAt) return;
      await work(demonstration, await readTurns(this.writing, demonstration.id));
    };
    this.inOrder(run).catch((error: unknown) => this.failed('change of tabs', error));
  }

  private async add(
    { id: demonstrationId }: Demonstration,
    action: TabAction,
    { windowId, at }: TabEvent,
    cause: Turn | undefined,
  ): Promise<void> {
    const { intent, ...properties } = action;
    await saveTurn(this.writing, {
      ...makeBareTurn(demonstrationId, `${intent}-${action.tabId}-${at}`, at),
      by: cause?.by ?? 'person',
      action,
      properties: { ...properties, windowId },
      causedBy: cause?.id ?? null,
    });
  }
}

/** Returns the action in a tab that its page answered by opening or closing a tab. */
function findAction(turns: readonly Turn[], tabId: number, at: number): Turn | undefined {
  const asLink = { transitionType: 'link', transitionQualifiers: [] };
  const cause = findNavigationCause({ at, tabId, ...asLink }, turns);
  return turns.find(({ id }) => id === cause?.id);
}

function findTab(
  turns: readonly Turn[],
  intent: 'tabcreate' | 'tabremove',
  tabId: number,
): BrowserTurn | undefined {
  return turns
    .filter((turn) => turn.kind === 'browser')
    .findLast(({ action }) => action.intent === intent && action.tabId === tabId);
}

function findLastTab(turns: readonly Turn[]): number | null {
  const last = turns.findLast((turn) => turn.kind === 'browser' && turn.metadata.tabId >= 0);
  return last?.kind === 'browser' ? last.metadata.tabId : null;
}
