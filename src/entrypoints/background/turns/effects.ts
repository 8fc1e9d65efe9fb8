import type { Receipt } from '../../../core/action/receipt.ts';
import {
  findHiddenTab,
  isCausedBy,
  isTabTurn,
  readEffectTimes,
  readScreenshotTimes,
} from '../../../core/demonstration/action-effect.ts';
import { readPage } from '../../../core/demonstration/content.ts';
import type {
  ActionEffect,
  BrowserTurn,
  Screenshot,
  StoredSnapshot,
  Turn,
} from '../../../core/demonstration/demonstration.ts';
import { redactTurn } from '../../../core/demonstration/secrets/redact.ts';
import { comparePages } from '../../../core/snapshot/compare-pages.ts';
import type { PageSnapshot } from '../../../core/snapshot/snapshot.ts';
import type { Database } from '../../../platform/store/database.ts';
import { getTurn, readContent } from '../../../platform/store/read.ts';
import type { Content } from '../../../platform/store/write.ts';
import { changeTurn } from '../../../platform/store/write.ts';
import type { News } from '../../../protocol/news.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';
import type { LastAction } from './last-actions.ts';
import { createLastActions } from './last-actions.ts';
import { proveAtRest, readPageAtRest } from './read-at-rest.ts';
import { keepShotOfEffect } from './save-screenshot.ts';
import type { Keeping } from './save-turn.ts';
import { track } from '../tasks.ts';
import type { Shot } from './screenshots.ts';

/** A page that was not at rest after all is pictured again, so often. */
const TRIES = 4;
const AGAIN_MS = 700;

const NOT_AT_REST = 'the next action came before the page was at rest';
const OUT_OF_SIGHT = 'the tab went out of sight before the page was at rest';
const ENDED = 'the recording was stopped before the page was at rest';

/**
 * Finds out what came of each action: the screenshot taken at rest for the next action shows it, and
 * so does the page kept for that. What is in the store is never a picture from after the next action; a
 * stopped service worker may leave an effect missing.
 */
export function createEffects(
  keeping: Pick<Keeping, 'db' | 'shots' | 'report' | 'inFlight' | 'afterwards'> & {
    guard: Pick<Keeping['guard'], 'search'>;
  },
  open: Pick<OpenDemonstration, 'get'>,
) {
  const last = createLastActions(keeping, open);
  /** Actions of which it is not settled yet what came of them, by the next turn, whose page will tell. */
  const waiting = new Map<string, LastAction[]>();
  const closed = new Set<string>();
  let before: Promise<unknown> = Promise.resolve();

  /** One after the other, in the order of the messages. */
  function inOrder(work: () => Promise<void>): void {
    before = before.then(work).catch((error: unknown) => {
      const message = `What came of the last action was not kept: ${String(error)}`;
      keeping.report({ type: 'warning', about: 'turn', message });
    });
    void track(keeping.afterwards, before);
  }

  async function change(
    id: string,
    work: (turn: BrowserTurn) => BrowserTurn,
    contents: Content[] = [],
  ): Promise<void> {
    const db = await keeping.db();
    const stored = await getTurn(db, id);
    if (stored?.kind !== 'browser' || work(stored) === stored) return;
    const search = await keeping.guard.search(stored.demonstrationId);
    const apply = (turn: Turn): Turn =>
      turn.kind === 'browser' ? redactTurn(work(turn), search) : turn;
    if (!(await changeTurn(db, id, apply, contents))) return;
    keeping.report({ type: 'turn.kept', demonstrationId: stored.demonstrationId, turnId: id });
  }

  /** Takes away what was pictured after `until`, and says why there is nothing. */
  async function close(actions: readonly LastAction[], until: number, reason: string) {
    for (const { id } of actions) {
      await change(id, (turn) => {
        const times = readEffectTimes(turn);
        const isKept = times !== null && times.to <= until;
        return isKept ? turn : { ...withoutEffect(turn), effect: makeMissing(reason) };
      });
    }
  }

  async function leaveTab(tabId: number, at: number, reason: string): Promise<void> {
    const actions = await last.get(tabId);
    last.set(tabId, []);
    for (const { id } of actions) closed.add(id);
    await close(actions, at, reason);
  }

  async function hearTurn(turnId: string): Promise<void> {
    const turn = await getTurn(await keeping.db(), turnId);
    if (turn?.kind !== 'browser') return;
    const left = findHiddenTab(turn);
    if (left !== null && !closed.has(turnId)) {
      closed.add(turnId);
      await leaveTab(left, turn.at, OUT_OF_SIGHT);
    }
    if (isTabTurn(turn)) return;
    const { tabId } = turn.metadata;
    const actions = await last.get(tabId);
    if (actions.some(({ id }) => id === turnId)) await hearAgain(turn, tabId, actions);
    else if (!closed.has(turnId)) await begin(turn, tabId, actions);
    if (turn.screenshot.status !== 'pending') await settleBefore(turn);
  }

  /**
   * More of it was typed, the copilot has performed it, or its cause was found: a screenshot from before that
   * doesn't show its effect.
   */
  async function hearAgain(turn: BrowserTurn, tabId: number, all: LastAction[]): Promise<void> {
    const now = last.describe(turn);
    const actions = all.map((one) => (one.id === now.id ? now : one));
    last.set(tabId, actions);
    await change(turn.id, (stored) => dropBefore(stored, now.reportedAt));
    if (now.causedBy === null || isCausedBy(turn, actions)) return;
    const cause = await getTurn(await keeping.db(), now.causedBy);
    if (cause?.kind === 'browser' && cause.metadata.tabId === tabId) {
      await addCause(cause, tabId, actions);
    }
  }

  /** The cause of the last actions arrived after them, as a click does after the page that it loaded. */
  async function addCause(cause: BrowserTurn, tabId: number, actions: LastAction[]): Promise<void> {
    const all = [last.describe(cause), ...actions];
    const since = Math.min(...actions.map(({ at }) => at));
    last.set(tabId, all);
    closed.delete(cause.id);
    await change(cause.id, (stored) => dropBefore(dropMissing(stored), since));
    takeAgain(tabId, all, TRIES);
  }

  async function begin(turn: BrowserTurn, tabId: number, actions: LastAction[]): Promise<void> {
    const own = last.describe(turn);
    const newest = actions.at(-1);
    if (newest && turn.at < newest.at) {
      if (actions.some(({ causedBy }) => causedBy === turn.id)) {
        return addCause(turn, tabId, actions);
      }
      closed.add(turn.id);
      await close([own], turn.at, NOT_AT_REST);
    } else if (isCausedBy(turn, actions)) {
      last.set(tabId, [...actions, own]);
      for (const { id } of actions) await change(id, (stored) => dropBefore(stored, turn.at));
    } else {
      for (const { id } of actions) closed.add(id);
      last.set(tabId, [own]);
      waiting.set(turn.id, actions);
      for (const { id } of actions) await change(id, (stored) => dropAfter(stored, turn.at));
    }
  }

  /** The state before this turn is known: it is what came of the action before. */
  async function settleBefore(turn: BrowserTurn): Promise<void> {
    const actions = waiting.get(turn.id) ?? [];
    waiting.delete(turn.id);
    const doneBy = Math.max(...actions.map((one) => one.doneBy));
    const shows = actions.every(({ isDone }) => isDone) && isFrom(turn, doneBy);
    for (const { id } of actions) {
      const stored = await getTurn(await keeping.db(), id);
      if (stored?.kind !== 'browser') continue;
      const receipt =
        stored.receipt ??
        (turn.snapshot && (await makeReceipt(await keeping.db(), stored, turn.snapshot)));
      const effect = shows ? makeEffect(turn.screenshot) : null;
      await change(id, (one) => ({
        ...one,
        receipt,
        effect: effect ?? one.effect ?? makeMissing(NOT_AT_REST),
      }));
    }
  }

  async function judge(shot: Shot, isOrdered: boolean, tries: number): Promise<void> {
    const { tabId, requestedAt, doneAt } = shot;
    const actions = await last.get(tabId);
    const isByPerson = actions.every(({ by }) => by === 'person');
    if (actions.length === 0 || !(isByPerson || isOrdered)) return;
    const isAfter = actions.every(({ isDone, reportedAt }) => isDone && reportedAt <= requestedAt);
    const proof = isAfter ? await proveAtRest(tabId, shot) : null;
    if (!proof) {
      if (isByPerson && tries > 0) setTimeout(() => takeAgain(tabId, actions, tries - 1), AGAIN_MS);
      return;
    }
    const { screenshot, contents } = await keepShotOfEffect(shot, proof);
    for (const { id } of actions) {
      await change(
        id,
        (turn) => ({ ...turn, effect: makeEffect(dateShot(screenshot, turn.at - doneAt)) }),
        contents,
      );
    }
    if (proof.kind === 'unchanged') await receipt(tabId, actions, requestedAt);
  }

  /** The page assumes that its screenshot was taken, and doesn't ask again. */
  function takeAgain(tabId: number, actions: LastAction[], tries: number): void {
    inOrder(async () => {
      const newest = (await last.get(tabId)).at(-1);
      if (newest?.id !== actions.at(-1)?.id) return;
      const now = Date.now();
      const atRest = await proveAtRest(tabId, { requestedAt: now, doneAt: now });
      const taken = atRest ? await keeping.shots.take(tabId, false) : null;
      if (taken?.ok) await judge(taken.shot, false, tries);
      else if (tries > 0) setTimeout(() => takeAgain(tabId, actions, tries - 1), AGAIN_MS);
    });
  }

  /** From the page as it still is; if it has changed already, the next rest or action tells more. */
  async function receipt(tabId: number, actions: LastAction[], since: number): Promise<void> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording') return;
    const page = await readPageAtRest(tabId, since, await keeping.guard.search(demonstration.id));
    if (!page) return;
    const db = await keeping.db();
    for (const { id } of actions) {
      const turn = await getTurn(db, id);
      const made = turn?.kind === 'browser' ? await makeReceipt(db, turn, page) : null;
      if (made) await change(id, (stored) => ({ ...stored, receipt: made }));
    }
  }

  return {
    /** An action, or more of it, was reported in this very task. */
    note: last.note,
    revise: last.revise,
    /**
     * A shot was taken for the next action; it may show what came of the last. Of the copilot's only
     * one that was ordered for it: others show what we put on the page.
     */
    picture(shot: Shot, isOrdered: boolean): void {
      // Actions on their way to the store come first: they may be what the shot is to be judged by.
      const reported = Promise.allSettled(keeping.inFlight);
      void reported.then(() => inOrder(() => judge(shot, isOrdered, TRIES)));
    },
    hear(news: News): void {
      if (news.type === 'turn.kept') inOrder(() => hearTurn(news.turnId));
      if (news.type === 'turn.removed') {
        inOrder(async () => {
          for (const tabId of last.tabs()) {
            const actions = await last.get(tabId);
            last.set(
              tabId,
              actions.filter(({ id }) => id !== news.turnId),
            );
          }
        });
      }
      // What is done during a pause is not seen.
      if (news.type === 'recording.changed') {
        inOrder(async () => {
          for (const tabId of last.tabs()) await leaveTab(tabId, Date.now(), ENDED);
          last.forget();
          closed.clear();
          waiting.clear();
        });
      }
    },
  };
}

function makeMissing(reason: string): ActionEffect {
  return { screenshot: { status: 'missing', reason }, settledAt: null };
}

function makeEffect(screenshot: Screenshot): ActionEffect {
  const proof = screenshot.status === 'kept' ? screenshot.proof : null;
  const times = proof && proof.kind !== 'stale' ? readScreenshotTimes(proof, 0) : null;
  return { screenshot, settledAt: times?.from ?? null };
}

/** How old a shot is depends on whose it is. */
function dateShot(screenshot: Screenshot, ageMs: number): Screenshot {
  if (screenshot.status !== 'kept' || screenshot.proof.kind !== 'stale') return screenshot;
  return { ...screenshot, proof: { ...screenshot.proof, ageMs: Math.round(ageMs) } };
}

/**
 * Whether the shot for the next action shows what came of this one, done by `at`. A frame of a film does
 * not: it comes up to some tenths of a second after what it shows was changed.
 */
function isFrom({ screenshot }: BrowserTurn, at: number): boolean {
  if (screenshot.status !== 'kept' || screenshot.proof.kind !== 'unchanged') return false;
  return screenshot.proof.requestedAt >= at;
}

function dropBefore(turn: BrowserTurn, at: number): BrowserTurn {
  const times = readEffectTimes(turn);
  return times && times.from < at ? withoutEffect(turn) : turn;
}

/** What was closed because a later action came first is open again. */
function dropMissing(turn: BrowserTurn): BrowserTurn {
  const screenshot = turn.effect?.screenshot;
  const isOpen = screenshot?.status === 'missing' && screenshot.reason === NOT_AT_REST;
  return isOpen ? withoutEffect(turn) : turn;
}

function dropAfter(turn: BrowserTurn, at: number): BrowserTurn {
  const times = readEffectTimes(turn);
  return times && times.to > at ? withoutEffect(turn) : turn;
}

/** With a person's receipt, which was made of the same rest. */
function withoutEffect(turn: BrowserTurn): BrowserTurn {
  const bare = turn.by === 'person' ? { ...turn, receipt: null } : { ...turn };
  delete bare.effect;
  return bare;
}

/** Pages of more html than this are not compared: the worker that does it has other things to do. */
const MOST_HTML = 30_000_000;

/**
 * What a person's action changed, from its saved page and the page after it (as saved for the next action, or read at
 * rest). Null if unknown, and for actions without a page.
 */
async function makeReceipt(
  db: Database,
  { by, action, snapshot, element }: BrowserTurn,
  after: PageSnapshot | StoredSnapshot,
): Promise<Receipt | null> {
  if (by !== 'person' || action.intent === 'load' || snapshot === null) return null;
  const read = (stored: StoredSnapshot) => readPage((hash) => readContent(db, hash), stored);
  const [old, now] = [await read(snapshot), isStored(after) ? await read(after) : after];
  if (!old || !now || measure(old) + measure(now) > MOST_HTML) return null;
  return comparePages(old, now, element?.uid ?? null);
}

function isStored(page: PageSnapshot | StoredSnapshot): page is StoredSnapshot {
  return 'exact' in page;
}

function measure({ frames }: PageSnapshot): number {
  return frames.reduce((length, { html }) => length + html.length, 0);
}
