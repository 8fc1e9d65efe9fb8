import type { Receipt } from '../../../core/action/receipt.ts';
import {
  findHiddenTab,
  isCausedBy,
  isTabTurn,
  readEffectTimes,
  readScreenshotTimes,
} from '../../../core/demonstration/action-effect.ts';
import type { TurnRevision } from '../../../core/demonstration/captured-turn.ts';
import { readPage } from '../../../core/demonstration/content.ts';
import type {
  ActionEffect,
  BrowserTurn,
  Screenshot,
  StoredSnapshot,
} from '../../../core/demonstration/demonstration.ts';
import { comparePages } from '../../../core/snapshot/compare-pages.ts';
import type { PageSnapshot } from '../../../core/snapshot/snapshot.ts';
import type { Database } from '../../../platform/store/database.ts';
import { getTurn, readContent } from '../../../platform/store/read.ts';
import type { Content } from '../../../platform/store/write.ts';
import type { News } from '../../../protocol/news.ts';
import type { OpenDemonstration } from '../open-demonstration.ts';
import type { LastAction } from './last-actions.ts';
import { LastActions } from './last-actions.ts';
import { proveAtRest, readPageAtRest } from './read-at-rest.ts';
import { keepShotOfEffect } from './save-screenshot.ts';
import type { Keeping } from './save-turn.ts';
import { createQueue, track } from '../tasks.ts';
import type { Shot } from './screenshots.ts';
import type { TurnWriting } from './write-turn.ts';
import { updateTurn } from './write-turn.ts';

/** How often a page is pictured again that wasn't at rest. */
const TRIES = 4;
const AGAIN_MS = 700;

const NOT_AT_REST = 'the next action came before the page was at rest';
const OUT_OF_SIGHT = 'the tab went out of sight before the page was at rest';
const ENDED = 'the recording was stopped before the page was at rest';

/**
 * Finds the effect of each action: the screenshot taken at rest for the next action shows it, and so does the page saved for
 * that. An effect in the store never shows the page after the next action. It is missing if the service worker was stopped
 * before the page was at rest.
 */
export class Effects {
  private readonly last: LastActions;
  /** Actions whose effect the page saved for a later turn will show, by that turn. */
  private readonly waiting = new Map<string, LastAction[]>();
  /** Turns whose effect is decided. */
  private readonly closed = new Set<string>();
  private readonly queue = createQueue();

  constructor(
    private readonly keeping: TurnWriting & Pick<Keeping, 'shots' | 'afterwards'>,
    private readonly open: Pick<OpenDemonstration, 'get'>,
  ) {
    this.last = new LastActions(keeping, open);
  }

  /** An action was reported. Called in the task of the message. */
  note(turnId: string): void {
    this.last.note(turnId);
  }

  /** More of an action was reported. Called in the task of the message. */
  revise(revision: TurnRevision): void {
    this.last.revise(revision);
  }

  /**
   * A screenshot was taken for the next action, and may show the effect of the last one. For the copilot's actions only an
   * ordered one counts: others show our overlay.
   */
  handleScreenshot(shot: Shot, isOrdered: boolean): void {
    // The screenshot is compared with actions that are still on their way to the store.
    const reported = Promise.allSettled(this.keeping.inFlight);
    void reported.then(() => this.inOrder(() => this.judge(shot, isOrdered, TRIES)));
  }

  handleNews(news: News): void {
    if (news.type === 'turn.kept') this.inOrder(() => this.handleTurn(news.turnId));
    if (news.type === 'turn.removed') this.inOrder(() => this.last.remove(news.turnId));
    // Actions during a pause aren't recorded.
    if (news.type === 'recording.changed') this.inOrder(() => this.endAll());
  }

  private inOrder(work: () => Promise<void>): void {
    const done = this.queue(work).catch((error: unknown) => {
      const message = `The effect of the last action was not saved: ${String(error)}`;
      this.keeping.report({ type: 'warning', about: 'turn', message });
    });
    void track(this.keeping.afterwards, done);
  }

  private async endAll(): Promise<void> {
    for (const tabId of this.last.tabs()) await this.leaveTab(tabId, Date.now(), ENDED);
    this.last.forget();
    this.closed.clear();
    this.waiting.clear();
  }

  private async change(
    id: string,
    work: (turn: BrowserTurn) => BrowserTurn,
    contents: Content[] = [],
  ): Promise<void> {
    const stored = await this.read(id);
    if (stored && work(stored) !== stored) await updateTurn(this.keeping, id, work, contents);
  }

  private async changeAll(
    actions: readonly LastAction[],
    work: (turn: BrowserTurn) => BrowserTurn,
  ): Promise<void> {
    for (const { id } of actions) await this.change(id, work);
  }

  private async read(id: string): Promise<BrowserTurn | null> {
    const turn = await getTurn(await this.keeping.db(), id);
    return turn?.kind === 'browser' ? turn : null;
  }

  /** Drops screenshots from after `until`, and saves why there is none. */
  private close(actions: readonly LastAction[], until: number, reason: string): Promise<void> {
    return this.changeAll(actions, (turn) => {
      const times = readEffectTimes(turn);
      const isValid = times !== null && times.to <= until;
      return isValid ? turn : { ...withoutEffect(turn), effect: makeMissing(reason) };
    });
  }

  private async leaveTab(tabId: number, at: number, reason: string): Promise<void> {
    const actions = await this.last.get(tabId);
    this.last.set(tabId, []);
    for (const { id } of actions) this.closed.add(id);
    await this.close(actions, at, reason);
  }

  private async handleTurn(turnId: string): Promise<void> {
    const turn = await this.read(turnId);
    if (!turn) return;
    const hidden = findHiddenTab(turn);
    if (hidden !== null && !this.closed.has(turnId)) {
      this.closed.add(turnId);
      await this.leaveTab(hidden, turn.at, OUT_OF_SIGHT);
    }
    if (isTabTurn(turn)) return;
    const { tabId } = turn.metadata;
    const actions = await this.last.get(tabId);
    if (actions.some(({ id }) => id === turnId)) await this.handleChange(turn, tabId, actions);
    else if (!this.closed.has(turnId)) await this.begin(turn, tabId, actions);
    if (turn.screenshot.status !== 'pending') await this.settleBefore(turn);
  }

  /**
   * More of it was typed, the copilot has performed it, or its cause was found: a screenshot from before that doesn't show
   * its effect.
   */
  private async handleChange(turn: BrowserTurn, tabId: number, all: LastAction[]): Promise<void> {
    const now = this.last.describe(turn);
    const actions = all.map((one) => (one.id === now.id ? now : one));
    this.last.set(tabId, actions);
    await this.change(turn.id, (stored) => dropBefore(stored, now.reportedAt));
    if (now.causedBy === null || isCausedBy(turn, actions)) return;
    const cause = await this.read(now.causedBy);
    if (cause?.metadata.tabId === tabId) await this.addCause(cause, tabId, actions);
  }

  /** The cause of the last actions arrived after them, as a click can after the page that it loaded. */
  private async addCause(cause: BrowserTurn, tabId: number, actions: LastAction[]): Promise<void> {
    const all = [this.last.describe(cause), ...actions];
    const since = Math.min(...actions.map(({ at }) => at));
    this.last.set(tabId, all);
    this.closed.delete(cause.id);
    await this.change(cause.id, (stored) => dropBefore(dropMissing(stored), since));
    this.takeAgain(tabId, all, TRIES);
  }

  /** A new action: it ends the last ones, follows from them, or comes before them. */
  private async begin(turn: BrowserTurn, tabId: number, actions: LastAction[]): Promise<void> {
    const own = this.last.describe(turn);
    const newest = actions.at(-1);
    if (newest && turn.at < newest.at) {
      if (actions.some(({ causedBy }) => causedBy === turn.id)) {
        return this.addCause(turn, tabId, actions);
      }
      this.closed.add(turn.id);
      await this.close([own], turn.at, NOT_AT_REST);
    } else if (isCausedBy(turn, actions)) {
      this.last.set(tabId, [...actions, own]);
      await this.changeAll(actions, (stored) => dropBefore(stored, turn.at));
    } else {
      for (const { id } of actions) this.closed.add(id);
      this.last.set(tabId, [own]);
      this.waiting.set(turn.id, actions);
      await this.changeAll(actions, (stored) => dropAfter(stored, turn.at));
    }
  }

  /** The state before this turn is known. It is the effect of the action before. */
  private async settleBefore(turn: BrowserTurn): Promise<void> {
    const actions = this.waiting.get(turn.id) ?? [];
    this.waiting.delete(turn.id);
    const doneBy = Math.max(...actions.map((one) => one.doneBy));
    const shows = actions.every(({ isDone }) => isDone) && isFrom(turn, doneBy);
    const effect = shows ? makeEffect(turn.screenshot) : null;
    for (const { id } of actions) {
      const stored = await this.read(id);
      if (!stored) continue;
      const receipt =
        stored.receipt ??
        (turn.snapshot && (await makeReceipt(await this.keeping.db(), stored, turn.snapshot)));
      await this.change(id, (one) => ({
        ...one,
        receipt,
        effect: effect ?? one.effect ?? makeMissing(NOT_AT_REST),
      }));
    }
  }

  /** Saves a screenshot as the effect of the last actions, if the page was at rest. */
  private async judge(shot: Shot, isOrdered: boolean, tries: number): Promise<void> {
    const { tabId, requestedAt, doneAt } = shot;
    const actions = await this.last.get(tabId);
    const isByPerson = actions.every(({ by }) => by === 'person');
    if (actions.length === 0 || !(isByPerson || isOrdered)) return;
    const isAfter = actions.every(({ isDone, reportedAt }) => isDone && reportedAt <= requestedAt);
    const proof = isAfter ? await proveAtRest(tabId, shot) : null;
    if (!proof) {
      if (isByPerson && tries > 0) this.takeLater(tabId, actions, tries - 1);
      return;
    }
    const { screenshot, contents } = await keepShotOfEffect(shot, proof);
    for (const { id } of actions) {
      await this.change(
        id,
        (turn) => ({ ...turn, effect: makeEffect(dateShot(screenshot, turn.at - doneAt)) }),
        contents,
      );
    }
    if (proof.kind === 'unchanged') await this.addReceipts(tabId, actions, requestedAt);
  }

  private takeLater(tabId: number, actions: LastAction[], tries: number): void {
    setTimeout(() => this.takeAgain(tabId, actions, tries), AGAIN_MS);
  }

  /** The page assumes that its screenshot was taken, and doesn't ask again. */
  private takeAgain(tabId: number, actions: LastAction[], tries: number): void {
    this.inOrder(async () => {
      const newest = (await this.last.get(tabId)).at(-1);
      if (newest?.id !== actions.at(-1)?.id) return;
      const now = Date.now();
      const atRest = await proveAtRest(tabId, { requestedAt: now, doneAt: now });
      const taken = atRest ? await this.keeping.shots.take(tabId, false) : null;
      if (taken?.ok) await this.judge(taken.shot, false, tries);
      else if (tries > 0) this.takeLater(tabId, actions, tries - 1);
    });
  }

  /** Compares with the page as it still is. If it has changed since, the next rest or action shows more. */
  private async addReceipts(tabId: number, actions: LastAction[], since: number): Promise<void> {
    const demonstration = await this.open.get();
    if (demonstration?.state !== 'recording') return;
    const search = await this.keeping.guard.search(demonstration.id);
    const page = await readPageAtRest(tabId, since, search);
    if (!page) return;
    for (const { id } of actions) {
      const turn = await this.read(id);
      const receipt = turn && (await makeReceipt(await this.keeping.db(), turn, page));
      if (receipt) await this.change(id, (stored) => ({ ...stored, receipt }));
    }
  }
}

function makeMissing(reason: string): ActionEffect {
  return { screenshot: { status: 'missing', reason }, settledAt: null };
}

function makeEffect(screenshot: Screenshot): ActionEffect {
  const proof = screenshot.status === 'kept' ? screenshot.proof : null;
  const times = proof && proof.kind !== 'stale' ? readScreenshotTimes(proof, 0) : null;
  return { screenshot, settledAt: times?.from ?? null };
}

/** The age of a screenshot counts from the action. */
function dateShot(screenshot: Screenshot, ageMs: number): Screenshot {
  if (screenshot.status !== 'kept' || screenshot.proof.kind !== 'stale') return screenshot;
  return { ...screenshot, proof: { ...screenshot.proof, ageMs: Math.round(ageMs) } };
}

/**
 * Whether the screenshot for the next action shows the effect of this one, done by `at`. A frame of a film doesn't: it
 * comes up to some tenths of a second after the change that it shows.
 */
function isFrom({ screenshot }: BrowserTurn, at: number): boolean {
  if (screenshot.status !== 'kept' || screenshot.proof.kind !== 'unchanged') return false;
  return screenshot.proof.requestedAt >= at;
}

function dropBefore(turn: BrowserTurn, at: number): BrowserTurn {
  const times = readEffectTimes(turn);
  return times && times.from < at ? withoutEffect(turn) : turn;
}

/** Opens the effect of an action again that was closed because a later action arrived first. */
function dropMissing(turn: BrowserTurn): BrowserTurn {
  const screenshot = turn.effect?.screenshot;
  const isOpen = screenshot?.status === 'missing' && screenshot.reason === NOT_AT_REST;
  return isOpen ? withoutEffect(turn) : turn;
}

function dropAfter(turn: BrowserTurn, at: number): BrowserTurn {
  const times = readEffectTimes(turn);
  return times && times.to > at ? withoutEffect(turn) : turn;
}

/** A person's receipt goes too: it was made from the same page. */
function withoutEffect(turn: BrowserTurn): BrowserTurn {
  const bare = turn.by === 'person' ? { ...turn, receipt: null } : { ...turn };
  delete bare.effect;
  return bare;
}

/** UTF-16 units. Larger pages aren't compared, which would block the service worker. */
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
  return comparePages(old, now, element?.uid ?? null, action.intent === 'drag');
}

function isStored(page: PageSnapshot | StoredSnapshot): page is StoredSnapshot {
  return 'exact' in page;
}

function measure({ frames }: PageSnapshot): number {
  return frames.reduce((length, { html }) => length + html.length, 0);
}
