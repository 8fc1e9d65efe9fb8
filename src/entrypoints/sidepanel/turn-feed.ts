import { connectStore } from '../../app/connection.ts';
import { storeReader } from '../../app/library/store-reader.ts';
import type { Turn } from '../../core/demonstration/demonstration.ts';
import { createTurnLint } from '../../core/demonstration/lint/lint.ts';
import { isUndone } from '../../core/demonstration/turn-list.ts';
import {
  findOpenDemonstration,
  getTurn,
  listStoredTurns,
  measureDemonstration,
} from '../../platform/store/read.ts';
import type { Entry } from '../../ui/conversation/entry.ts';
import { createTurnEntry, toEntryFinding } from '../../ui/conversation/turn-entry.ts';
import { UNSAVED } from './panel-model.ts';
import type { PanelStore, UndoneTurn } from './panel-state.ts';

/** Shows the stored turns of the recording, their findings and their size. */
export function openTurnFeed(store: PanelStore, signal: AbortSignal) {
  const check = createChecker(store, signal);
  const measure = createMeasurer(store, signal);

  /** Reads what is being recorded, also after the service worker or this panel was closed. */
  async function refresh(): Promise<void> {
    const db = await connectStore();
    const open = await findOpenDemonstration(db);
    if (open && open.id !== store.getState().demonstration?.id) {
      const turns = await listStoredTurns(db, open.id);
      const shown = turns.filter((turn) => !isUndone(turn));
      store.setState({
        stored: new Map(shown.map((turn) => [turn.id, createTurnEntry(turn, [])])),
        asides: [],
        undone: turns.filter(isUndone).map(toUndoneTurn),
        space: null,
        finished: null,
      });
      check(...shown.map(({ id }) => id));
    }
    store.setState({ demonstration: open, loading: false });
    if (open) measure();
  }

  /** Shows a turn that was added, completed, undone, redone or removed. */
  async function update(turnId: string): Promise<void> {
    const turn = await getTurn(await connectStore(), turnId);
    if (!turn || isUndone(turn)) {
      hide(turnId, turn);
      return;
    }
    if (turn.demonstrationId !== store.getState().demonstration?.id) return;
    store.setState(({ stored, asides, undone }) => {
      const before = stored.get(turnId);
      const findings = before?.kind === 'action' ? before.findings : [];
      return {
        stored: new Map(stored).set(turnId, createTurnEntry(turn, findings)),
        asides: asides.filter(({ id }) => id !== UNSAVED + turnId),
        undone: undone.filter(({ id }) => id !== turnId),
      };
    });
    check(turnId);
    measure();
  }

  function hide(turnId: string, turn: Turn | null): void {
    const isOther = ({ id }: { id: string }): boolean => id !== turnId;
    store.setState(({ stored, live, asides, undone }) => ({
      stored: new Map([...stored].filter(([id]) => id !== turnId)),
      live: live.filter((entry) => isOther(entry) || wasNotDone(entry)),
      asides: asides.filter(isOther),
      undone: [...undone.filter(isOther), ...(turn ? [toUndoneTurn(turn)] : [])],
    }));
  }

  return { refresh, update };
}

/** Lints one turn after the other, the newest first, so that a long recording isn't in memory at once. */
function createChecker(store: PanelStore, signal: AbortSignal) {
  const unchecked: string[] = [];
  const lint = createTurnLint(storeReader.read, storeReader.holds);
  let isChecking = false;

  async function check(): Promise<void> {
    const db = await connectStore();
    for (let id = unchecked.pop(); id !== undefined && !signal.aborted; id = unchecked.pop()) {
      const turn = await getTurn(db, id);
      const isPending = turn?.kind === 'browser' && turn.screenshot.status === 'pending';
      if (!turn || isPending) continue;
      const findings = (await lint(turn)).map(toEntryFinding);
      const { stored } = store.getState();
      const entry = stored.get(id);
      if (entry?.kind !== 'action' || findings.length + entry.findings.length === 0) continue;
      store.setState({ stored: new Map(stored).set(id, { ...entry, findings }) });
    }
  }

  return (...turnIds: readonly string[]): void => {
    unchecked.push(...turnIds);
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => (isChecking = false));
  };
}

/** The stored size is measured at most this often. */
const MEASURE_MS = 2000;

function createMeasurer(store: PanelStore, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function measure(): Promise<void> {
    timer = undefined;
    const id = store.getState().demonstration?.id;
    if (id === undefined || signal.aborted) return;
    const usedBytes = await measureDemonstration(await connectStore(), id);
    const { quota, usage = 0 } = await navigator.storage.estimate();
    const freeBytes = quota === undefined ? null : Math.max(0, quota - usage);
    store.setState({ space: { usedBytes, freeBytes } });
  }

  return (): void => {
    timer ??= setTimeout(() => void measure(), MEASURE_MS);
  };
}

function toUndoneTurn({ id, at, seq, undoneAt }: Turn): UndoneTurn {
  return { id, at, seq, ...(undoneAt !== undefined && { undoneAt }) };
}

/** An action that didn't become a turn, but still informs the reader. */
function wasNotDone(entry: Entry): boolean {
  return entry.kind === 'action' && ['acting', 'refused', 'stopped'].includes(entry.state);
}
