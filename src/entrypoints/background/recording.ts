import type { BrowserTurn, Turn } from '../../core/demonstration/demonstration.ts';
import type { Hop } from '../../core/demonstration/hops.ts';
import { recordHops, redactHops } from '../../core/demonstration/hops.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import {
  setDemonstrationState,
  startDemonstration,
} from '../../core/demonstration/recording-state.ts';
import { redactTurn } from '../../core/demonstration/secrets/redact.ts';
import {
  chooseUndoneAt,
  findRedoable,
  findUndoable,
  isUndone,
  redoTurn,
} from '../../core/demonstration/turn-list.ts';
import type { QuestionUsage } from '../../core/navigator/model/cost.ts';
import { NO_SPENDING, addUsage } from '../../core/navigator/model/cost.ts';
import { explainUnreachable } from '../../core/snapshot/page-access.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import { readPersonName } from '../../platform/settings/person-name.ts';
import { readRecordingOptions } from '../../platform/settings/recording-options.ts';
import { getTurn, listStoredTurns } from '../../platform/store/read.ts';
import { addTurn, changeTurn, removeTurn } from '../../platform/store/write.ts';
import type { BackgroundFromPages, Outcome, RecordingStatus } from '../../protocol/background.ts';
import type { DataOf } from '../../protocol/message.ts';
import dialogScript from '../content/dialogs.iife.ts?script&iife';
import type { Film } from './film.ts';
import { makeLoadTurn } from './navigation/load-turn.ts';
import { createOrder } from './in-order.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import { settleWithin } from './settle-within.ts';
import {
  injectEverywhere,
  registerContentScript,
  sendToAllTabs,
  unregisterContentScript,
} from './tabs/content-scripts.ts';
import { listPiloted } from './tabs/piloted-list.ts';
import { bringToFront } from './tabs/tabs.ts';
import type { Keeping } from './turns/save-turn.ts';
import { untilComplete } from './turns/save-turn.ts';
import type { SecretGuard } from './turns/secret-guard.ts';

/** Under this much free space a recording is not begun. */
const NEEDED_BYTES = 200 * 1024 * 1024;

/** For the offscreen document to be there. */
const OPENING_MS = 5000;

/** How long Stop waits for screenshots that are still on their way. */
const COMPLETING_MS = 5000;

/** And then for what came of the last actions. */
const AFTERWARDS_MS = 1000;

/** Start, pause, resume, stop; utterances, receipts and undo. One writer: the service worker. */
export function createRecording(keeping: Keeping, open: OpenDemonstration, film: Film) {
  const { db, report, guard } = keeping;
  /** One order after the other: two starts at once must not make two recordings. */
  const inTurn = createOrder();

  async function start(
    tabId: number | null,
    options: Partial<RecordingOptions> = {},
  ): Promise<Outcome<{ demonstrationId: string }>> {
    if (await open.get()) {
      return { ok: false, message: 'A recording is running already. Stop it before a new one.' };
    }
    const tab = await findTab(tabId);
    if (!tab) return { ok: false, message: 'The tab to record is closed. Choose another one.' };
    const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < NEEDED_BYTES) {
      return {
        ok: false,
        message: 'The disk is nearly full, so nothing was recorded. Free 200 MB and try again.',
      };
    }
    // Only a tab in front can be pictured. Before it begins: that is no switch of the person's.
    if (tab.id !== undefined && !tab.active) await bringToFront(tab.id);
    const at = Date.now();
    const demonstration = startDemonstration({
      id: crypto.randomUUID(),
      at,
      title: tab.title ?? tab.url ?? 'Untitled',
      userAgent: navigator.userAgent,
      timezoneOffsetMinutes: new Date(at).getTimezoneOffset(),
      recorder: chrome.runtime.getManifest().version,
      options: { ...(await readRecordingOptions()), ...options },
      annotator: await readPersonName(),
    });
    await open.put(demonstration);
    if (tab.id !== undefined && !explainUnreachable(tab.url ?? '')) {
      const properties = { transitionType: 'start_page', transitionQualifiers: [] };
      const place = {
        tabId: tab.id,
        url: tab.url ?? '',
        at,
        properties,
        causedBy: null,
        by: 'person' as const,
      };
      await addTurn(await db(), makeLoadTurn(demonstration.id, place), []);
    }
    await watchPages(demonstration.options);
    if (tab.id !== undefined) void film.begin(demonstration, tab.id);
    report({ type: 'recording.changed' });
    return { ok: true, demonstrationId: demonstration.id };
  }

  async function watchPages(options: RecordingOptions): Promise<void> {
    // First: pages open a port to it, for what they cannot hand over as they go away.
    if (!(await reopen())) {
      report({
        type: 'warning',
        about: 'recording',
        message:
          'A part of Wayscribe did not start: an action that leaves its page in the very moment in which the browser stops the recorder may be lost. Everything else is recorded. It is tried again with the next action; if this stays, start the browser again.',
      });
    }
    await registerContentScript();
    await injectEverywhere();
    await sendToAllTabs('recording.set', { recording: options });
    if (options.dialogs) await startDialogScript();
  }

  /** Has the offscreen document there, as long as pages may have something to leave with it. */
  async function reopen(): Promise<boolean> {
    if ((await open.get())?.state !== 'recording') return false;
    return (await settleWithin(openOffscreen(), OPENING_MS)) !== null;
  }

  async function change(state: 'recording' | 'paused'): Promise<Outcome> {
    const demonstration = await open.get();
    if (!demonstration) return { ok: false, message: 'Nothing is being recorded.' };
    await open.put(setDemonstrationState(demonstration, state, Date.now()));
    if (state === 'recording') {
      await watchPages(demonstration.options);
      void film.resume(demonstration);
    } else {
      void film.pause(demonstration);
      await stopDialogScript();
      await sendToAllTabs('recording.set', { recording: null });
    }
    report({ type: 'recording.changed' });
    return { ok: true };
  }

  async function stop(): Promise<Outcome<{ demonstrationId: string }>> {
    const demonstration = await open.get();
    if (!demonstration) return { ok: false, message: 'Nothing is being recorded.' };
    await unregisterContentScript();
    await stopDialogScript();
    // Frames hand over what they still hold (text being typed) before they fall silent.
    await sendToAllTabs('recording.set', { recording: null });
    // Until then pages are asked where their secrets are.
    await Promise.all([
      settleWithin(untilComplete(keeping), COMPLETING_MS),
      film.end(demonstration),
    ]);
    await settleWithin(Promise.all(keeping.afterwards), AFTERWARDS_MS);
    await sendToAllTabs('script.end', null, await listPiloted());
    await removeUndone(demonstration.id);
    await open.put(setDemonstrationState(demonstration, 'stopped', Date.now()));
    report({ type: 'recording.changed' });
    return { ok: true, demonstrationId: demonstration.id };
  }

  async function status(): Promise<RecordingStatus> {
    const demonstration = await open.get();
    if (!demonstration || demonstration.state === 'stopped') {
      return { demonstrationId: null, state: 'idle', startedAt: null };
    }
    const { id, state, startedAt } = demonstration;
    return { demonstrationId: id, state, startedAt };
  }

  async function say(
    data: DataOf<BackgroundFromPages, 'recording.say'>,
  ): Promise<Outcome<{ kept: boolean }>> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording') return { ok: true, kept: false };
    const { turnId, at, by, speaker, utterance, isReport } = data;
    const turn: Turn = {
      kind: 'say',
      id: turnId,
      demonstrationId: demonstration.id,
      at,
      seq: 0,
      by,
      action: { intent: 'say', speaker, utterance },
      ...(isReport && { isReport }),
    };
    const search = await guard.search(demonstration.id);
    await addTurn(await db(), redactTurn(turn, search), []);
    report({ type: 'turn.kept', demonstrationId: demonstration.id, turnId });
    return { ok: true, kept: true };
  }

  async function spend(usage: QuestionUsage, isPriced: boolean): Promise<Outcome> {
    const demonstration = await open.get();
    if (demonstration?.state !== 'recording') return { ok: true };
    const spending = addUsage(demonstration.spending ?? NO_SPENDING, usage, isPriced);
    await open.put({ ...demonstration, spending });
    return { ok: true };
  }

  /** What is known of a turn only after it was kept. */
  async function complete(turnId: string, added: Partial<BrowserTurn>): Promise<Outcome> {
    const stored = await getTurn(await db(), turnId);
    if (!stored) return { ok: false, message: 'That turn is not kept.' };
    const search = await guard.search(stored.demonstrationId);
    const add = (turn: Turn): Turn =>
      turn.kind === 'browser' ? redactTurn({ ...turn, ...added }, search) : turn;
    const turn = await changeTurn(await db(), turnId, add);
    if (!turn) return { ok: false, message: 'That turn is not kept.' };
    report({ type: 'turn.kept', demonstrationId: turn.demonstrationId, turnId: turn.id });
    return { ok: true };
  }

  async function drop(turnId: string): Promise<Outcome> {
    // It may be on its way to the store.
    await Promise.allSettled(keeping.inFlight);
    const turn = await getTurn(await db(), turnId);
    if (turn?.by !== 'copilot') return { ok: false, message: 'That turn is not kept.' };
    await removeTurn(await db(), turnId);
    report({ type: 'turn.removed', demonstrationId: turn.demonstrationId, turnId });
    return { ok: true };
  }

  async function undo(): Promise<Outcome<{ turnId: string }>> {
    const demonstration = await open.get();
    if (!demonstration) return { ok: false, message: 'Nothing is being recorded.' };
    // The last action may be on its way to the store.
    await Promise.allSettled(keeping.inFlight);
    const turns = await listStoredTurns(await db(), demonstration.id);
    const last = findUndoable(turns);
    if (!last) return { ok: false, message: 'There is no turn to take back.' };
    const undoneAt = chooseUndoneAt(turns, Date.now());
    await changeTurn(await db(), last.id, (turn) => ({ ...turn, undoneAt }));
    report({ type: 'turn.removed', demonstrationId: demonstration.id, turnId: last.id });
    return { ok: true, turnId: last.id };
  }

  async function redo(): Promise<Outcome<{ turnId: string }>> {
    const demonstration = await open.get();
    if (!demonstration) return { ok: false, message: 'Nothing is being recorded.' };
    await Promise.allSettled(keeping.inFlight);
    const undone = findRedoable(await listStoredTurns(await db(), demonstration.id));
    if (!undone) return { ok: false, message: 'There is no turn to put back.' };
    await changeTurn(await db(), undone.id, redoTurn);
    report({ type: 'turn.kept', demonstrationId: demonstration.id, turnId: undone.id });
    return { ok: true, turnId: undone.id };
  }

  /** What was taken back and not put back is gone with the end of the recording. */
  async function removeUndone(id: string): Promise<void> {
    const turns = await listStoredTurns(await db(), id);
    for (const turn of turns.filter(isUndone)) await removeTurn(await db(), turn.id);
  }

  return {
    start: (tabId: number | null, options?: Partial<RecordingOptions>) =>
      inTurn(() => start(tabId, options)),
    stop: () => inTurn(stop),
    status,
    reopen,
    say,
    spend: (usage: QuestionUsage, isPriced: boolean) => inTurn(() => spend(usage, isPriced)),
    follow: (hops: readonly Hop[], at: number) =>
      inTurn(() => followHops({ hops, at }, open, guard)),
    cleanHops: () => inTurn(() => followHops(null, open, guard)),
    complete,
    drop,
    undo: () => inTurn(undo),
    redo: () => inTurn(redo),
    pause: () => inTurn(() => change('paused')),
    resume: () => inTurn(() => change('recording')),
  };
}

async function findTab(tabId: number | null): Promise<chrome.tabs.Tab | null> {
  if (tabId !== null) return chrome.tabs.get(tabId).catch(() => null);
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  return tab ?? null;
}

/**
 * Keeps the copilot's hops with what is being recorded, without secrets; `changed` is null where only a secret
 * has become known.
 */
async function followHops(
  changed: { hops: readonly Hop[]; at: number } | null,
  open: OpenDemonstration,
  guard: SecretGuard,
): Promise<Outcome> {
  const demonstration = await open.get();
  if (demonstration?.state !== 'recording') return { ok: true };
  const { hops: before = [] } = demonstration;
  const kept = changed ? recordHops(before, changed.hops, changed.at) : before;
  const hops = redactHops(kept, await guard.search(demonstration.id));
  if (hops !== before) await open.put({ ...demonstration, hops });
  return { ok: true };
}

const ID = 'wayscribe-dialogs';

/** A tab that shows a dialog does not answer. */
const PATIENCE_MS = 2000;

/**
 * The script that sees dialogs, in the page's own world: in every new document before its first script,
 * and in every frame that is open already. It ends with the capturing that it reports to.
 */
async function startDialogScript(): Promise<void> {
  if (!(await isRegistered())) {
    await chrome.scripting.registerContentScripts([
      {
        id: ID,
        js: [dialogScript],
        matches: ['<all_urls>'],
        allFrames: true,
        matchOriginAsFallback: true,
        runAt: 'document_start',
        world: 'MAIN',
        persistAcrossSessions: false,
      },
    ]);
  }
  const tabs = await chrome.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id, url }) => {
      if (id === undefined || explainUnreachable(url ?? '')) return;
      const inject = chrome.scripting.executeScript({
        target: { tabId: id, allFrames: true },
        files: [dialogScript],
        world: 'MAIN',
        injectImmediately: true,
      });
      await settleWithin(inject, PATIENCE_MS);
    }),
  );
}

/** New documents have no such script any more. */
async function stopDialogScript(): Promise<void> {
  if (await isRegistered()) await chrome.scripting.unregisterContentScripts({ ids: [ID] });
}

async function isRegistered(): Promise<boolean> {
  return (await chrome.scripting.getRegisteredContentScripts({ ids: [ID] })).length > 0;
}
