import type {
  BrowserTurn,
  Demonstration,
  SayTurn,
  Turn,
} from '../../core/demonstration/demonstration.ts';
import type { RecordedHops } from '../../core/demonstration/hops.ts';
import { recordHops, redactHops } from '../../core/demonstration/hops.ts';
import type { RecordingOptions } from '../../core/demonstration/recording-options.ts';
import {
  setDemonstrationState,
  startDemonstration,
} from '../../core/demonstration/recording-state.ts';
import type { SecretSearch } from '../../core/demonstration/secrets/search.ts';
import {
  chooseUndoneAt,
  findRedoable,
  findUndoable,
  isUndone,
  redoTurn,
} from '../../core/demonstration/turn-list.ts';
import { NO_SPENDING, addUsage } from '../../core/navigator/model/cost.ts';
import { explainUnreachable } from '../../core/snapshot/page-access.ts';
import { openOffscreen } from '../../platform/offscreen.ts';
import { readPersonName, readRecordingOptions } from '../../platform/settings/stored-settings.ts';
import { getTurn, listStoredTurns } from '../../platform/store/read.ts';
import { addTurn, changeTurn, removeTurn } from '../../platform/store/write.ts';
import type { BackgroundFromPages, Outcome, RecordingStatus } from '../../protocol/background.ts';
import type { DataOf } from '../../protocol/message.ts';
import type { Film } from './film.ts';
import { makeLoadTurn } from './navigation/load-turn.ts';
import type { OpenDemonstration } from './open-demonstration.ts';
import {
  sendToAllTabs,
  startContentScript,
  startDialogScript,
  stopContentScript,
  stopDialogScript,
} from './tabs/content-scripts.ts';
import { listPiloted } from './tabs/piloted-list.ts';
import { bringToFront } from './tabs/tabs.ts';
import { settleWithin } from '../../platform/settle-within.ts';
import { createQueue } from './tasks.ts';
import type { Keeping } from './turns/save-turn.ts';
import { untilComplete } from './turns/save-turn.ts';
import { saveTurn, updateTurn } from './turns/write-turn.ts';

type DataFor<Type extends keyof BackgroundFromPages> = DataOf<BackgroundFromPages, Type>;
type StartOutcome = Outcome<{ demonstrationId: string }>;
type UndoOutcome = Outcome<{ turnId: string }>;

/** A recording needs this much free space to start. */
const NEEDED_BYTES = 200 * 1024 * 1024;

/** For the offscreen document to start. */
const OPENING_MS = 5000;

/** How long Stop waits for screenshots that are on their way. */
const COMPLETING_MS = 5000;

/** And then for the effects of the last actions. */
const AFTERWARDS_MS = 1000;

const IDLE = refuse('Nothing is being recorded.');
const NO_TURN = refuse('That turn is not kept.');

/** The states of a recording (idle → recording ⇄ paused → idle) and what pages add to it. */
export class Recording {
  /** One order after the other: two starts at once must not make two recordings. */
  private readonly inOrder = createQueue();

  constructor(
    private readonly keeping: Keeping,
    private readonly open: OpenDemonstration,
    private readonly film: Film,
  ) {}

  start({ tabId, options = {} }: DataFor<'recording.start'>): Promise<StartOutcome> {
    return this.inOrder(async () => {
      if (await this.open.get()) {
        return refuse('A recording is running already. Stop it before a new one.');
      }
      const tab = await findTab(tabId);
      if (!tab) return refuse('The tab to record is closed. Choose another one.');
      const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
      if (quota - usage < NEEDED_BYTES) {
        return refuse(
          'The disk is nearly full, so nothing was recorded. Free 200 MB and try again.',
        );
      }
      // Screenshots need a tab in front. Before the recording begins: it is not the person's switch.
      if (tab.id !== undefined && !tab.active) await bringToFront(tab.id);
      const demonstration = await this.createDemonstration(tab, options);
      await this.watchPages(demonstration.options);
      if (tab.id !== undefined) this.film.begin(demonstration, tab.id);
      this.keeping.report({ type: 'recording.changed' });
      return { ok: true, demonstrationId: demonstration.id };
    });
  }

  pause(): Promise<Outcome> {
    return this.change('paused', async (demonstration) => {
      this.film.pause(demonstration);
      await stopDialogScript();
      await sendToAllTabs('recording.set', { recording: null });
    });
  }

  resume(): Promise<Outcome> {
    return this.change('recording', async (demonstration) => {
      await this.watchPages(demonstration.options);
      this.film.resume(demonstration);
    });
  }

  stop(): Promise<StartOutcome> {
    return this.inOrder(async () => {
      const demonstration = await this.open.get();
      if (!demonstration) return IDLE;
      await stopContentScript();
      await stopDialogScript();
      // Frames hand over what they still hold (text being typed) before they fall silent.
      await sendToAllTabs('recording.set', { recording: null });
      // Until then pages are asked where their secrets are.
      await Promise.all([
        settleWithin(untilComplete(this.keeping), COMPLETING_MS),
        this.film.end(demonstration),
      ]);
      await settleWithin(Promise.all(this.keeping.afterwards), AFTERWARDS_MS);
      await this.removeUndone(demonstration.id);
      await this.open.put(setDemonstrationState(demonstration, 'stopped', Date.now()));
      // Not before: while something is recorded, the copilot leaves the script in tabs that it has finished with.
      await sendToAllTabs('script.end', null, await listPiloted());
      this.keeping.report({ type: 'recording.changed' });
      return { ok: true, demonstrationId: demonstration.id };
    });
  }

  async status(): Promise<RecordingStatus> {
    const demonstration = await this.open.get();
    if (!demonstration || demonstration.state === 'stopped') {
      return { demonstrationId: null, state: 'idle', startedAt: null };
    }
    const { id, state, startedAt } = demonstration;
    return { demonstrationId: id, state, startedAt };
  }

  /** Opens the offscreen document, to which pages hand over turns at unload. Returns false if it doesn't open. */
  async reopen(): Promise<boolean> {
    if (!(await this.findRecording())) return false;
    return (await settleWithin(openOffscreen(), OPENING_MS)) !== null;
  }

  async say(data: DataFor<'recording.say'>): Promise<Outcome<{ kept: boolean }>> {
    const demonstration = await this.findRecording();
    if (!demonstration) return { ok: true, kept: false };
    const { turnId, at, by, speaker, utterance, isReport } = data;
    const turn: SayTurn = {
      kind: 'say',
      id: turnId,
      demonstrationId: demonstration.id,
      at,
      seq: 0,
      by,
      action: { intent: 'say', speaker, utterance },
      ...(isReport && { isReport }),
    };
    await saveTurn(this.keeping, turn);
    return { ok: true, kept: true };
  }

  /** Adds what a model's answer cost. */
  spend({ usage, isPriced }: DataFor<'recording.spent'>): Promise<Outcome> {
    return this.update((before) => {
      const spending = addUsage(before.spending ?? NO_SPENDING, usage, isPriced);
      return { ...before, spending };
    });
  }

  followHops({ hops, at }: DataFor<'recording.hops'>): Promise<Outcome> {
    return this.updateHops((before) => recordHops(before, hops, at));
  }

  /** Names who navigates, unless the recording has a name already. */
  nameNavigator(navigatorName: string): Promise<Outcome> {
    return this.update((demonstration) => {
      const { form } = demonstration;
      const isNamed = form.navigatorName !== '';
      return isNamed ? demonstration : { ...demonstration, form: { ...form, navigatorName } };
    });
  }

  /** Removes a secret that has just become known from the copilot's hops. */
  cleanHops(): Promise<Outcome> {
    return this.updateHops((before) => before);
  }

  /** Adds to a turn what is known only after it was saved. */
  async complete(turnId: string, added: Partial<BrowserTurn>): Promise<Outcome> {
    const turn = await updateTurn(this.keeping, turnId, (stored) => ({ ...stored, ...added }));
    return turn ? { ok: true } : NO_TURN;
  }

  /** Deletes a turn of the copilot that was saved but not performed. */
  async drop(turnId: string): Promise<Outcome> {
    const db = await this.settle();
    const turn = await getTurn(db, turnId);
    if (turn?.by !== 'copilot') return NO_TURN;
    await removeTurn(db, turnId);
    const { demonstrationId } = turn;
    this.keeping.report({ type: 'turn.removed', demonstrationId, turnId });
    return { ok: true };
  }

  undo(): Promise<UndoOutcome> {
    const undo = (turn: Turn, turns: readonly Turn[]): Turn => {
      return { ...turn, undoneAt: chooseUndoneAt(turns, Date.now()) };
    };
    return this.changeLast('turn.removed', 'There is no turn to take back.', findUndoable, undo);
  }

  redo(): Promise<UndoOutcome> {
    return this.changeLast('turn.kept', 'There is no turn to put back.', findRedoable, redoTurn);
  }

  private changeLast(
    type: 'turn.kept' | 'turn.removed',
    refusal: string,
    find: (turns: readonly Turn[]) => Turn | null,
    change: (turn: Turn, turns: readonly Turn[]) => Turn,
  ): Promise<UndoOutcome> {
    return this.inOrder(async () => {
      const demonstration = await this.open.get();
      if (!demonstration) return IDLE;
      const db = await this.settle();
      const turns = await listStoredTurns(db, demonstration.id);
      const last = find(turns);
      if (!last) return refuse(refusal);
      await changeTurn(db, last.id, (turn) => change(turn, turns));
      this.keeping.report({ type, demonstrationId: demonstration.id, turnId: last.id });
      return { ok: true, turnId: last.id };
    });
  }

  /** Resolves when turns on their way are in the store: they may be what is to be undone. */
  private async settle(): ReturnType<Keeping['db']> {
    await Promise.allSettled(this.keeping.inFlight);
    return this.keeping.db();
  }

  private async findRecording(): Promise<Demonstration | null> {
    const demonstration = await this.open.get();
    return demonstration?.state === 'recording' ? demonstration : null;
  }

  private async createDemonstration(
    tab: chrome.tabs.Tab,
    options: Partial<RecordingOptions>,
  ): Promise<Demonstration> {
    const at = Date.now();
    const url = tab.url ?? '';
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
    await this.open.put(demonstration);
    if (tab.id !== undefined && !explainUnreachable(url)) {
      const properties = { transitionType: 'start_page', transitionQualifiers: [] };
      const load = { tabId: tab.id, url, at, properties, causedBy: null, by: 'person' } as const;
      await addTurn(await this.keeping.db(), makeLoadTurn(demonstration.id, load), []);
    }
    return demonstration;
  }

  private async watchPages(options: RecordingOptions): Promise<void> {
    // First, because pages open a port to it for turns that they cannot hand over at unload.
    if (!(await this.reopen())) {
      this.keeping.report({
        type: 'warning',
        about: 'recording',
        message:
          'A part of Wayscribe did not start: an action that leaves its page in the very moment in which the browser stops the recorder may be lost. Everything else is recorded. It is tried again with the next action; if this stays, start the browser again.',
      });
    }
    await startContentScript();
    await sendToAllTabs('recording.set', { recording: options });
    if (options.dialogs) await startDialogScript();
  }

  private change(
    state: 'recording' | 'paused',
    enter: (demonstration: Demonstration) => Promise<void>,
  ): Promise<Outcome> {
    return this.inOrder(async () => {
      const demonstration = await this.open.get();
      if (!demonstration) return IDLE;
      await this.open.put(setDemonstrationState(demonstration, state, Date.now()));
      await enter(demonstration);
      this.keeping.report({ type: 'recording.changed' });
      return { ok: true };
    });
  }

  private update(
    change: (before: Demonstration, search: SecretSearch) => Demonstration,
  ): Promise<Outcome> {
    return this.inOrder(async () => {
      const before = await this.findRecording();
      if (!before) return { ok: true };
      const after = change(before, await this.keeping.guard.search(before.id));
      if (after !== before) await this.open.put(after);
      return { ok: true };
    });
  }

  private updateHops(
    change: (before: readonly RecordedHops[]) => readonly RecordedHops[],
  ): Promise<Outcome> {
    return this.update((demonstration, search) => {
      const { hops: before = [] } = demonstration;
      const hops = redactHops(change(before), search);
      return hops === before ? demonstration : { ...demonstration, hops };
    });
  }

  /** Undone turns are deleted at the end of the recording. */
  private async removeUndone(id: string): Promise<void> {
    const db = await this.keeping.db();
    const undone = (await listStoredTurns(db, id)).filter(isUndone);
    for (const turn of undone) await removeTurn(db, turn.id);
  }
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

async function findTab(tabId: number | null): Promise<chrome.tabs.Tab | null> {
  if (tabId !== null) return chrome.tabs.get(tabId).catch(() => null);
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  return tab ?? null;
}
