import { connectStore } from '../../app/connection.ts';
import { storeReader } from '../../app/store-reader.ts';
import type { Turn } from '../../core/demonstration/demonstration.ts';
import { createTurnLint } from '../../core/demonstration/lint.ts';
import { isUndone } from '../../core/demonstration/undo.ts';
import {
  findOpenDemonstration,
  getTurn,
  listStoredTurns,
  measureDemonstration,
} from '../../platform/store/read.ts';
import type { Entry, Finding } from '../../ui/conversation/entry.ts';
import { entryOfTurn, toFinding } from '../../ui/conversation/entry-of-turn.ts';
import { LOST } from './panel-model.ts';
import type { PanelStore } from './panel-state.ts';

/** The space taken is measured at most this often. */
const MEASURE_MS = 2000;

/** Shows what the store holds of the recording: its turns, what is wrong with them, its size. */
export function openTurnFeed(store: PanelStore, signal: AbortSignal) {
  /** Turns that are still to be looked through, the newest last: it is the next one. */
  const unchecked: string[] = [];
  const lint = createTurnLint(storeReader.read, storeReader.holds);
  let isChecking = false;
  let measuring: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(measuring));

  /** What the store says: also after the service worker or this panel was gone. */
  async function refresh(): Promise<void> {
    const db = await connectStore();
    const open = await findOpenDemonstration(db);
    const before = store.getState().demonstration;
    if (open && open.id !== before?.id) {
      const turns = await listStoredTurns(db, open.id);
      const shown = turns.filter((turn) => !isUndone(turn));
      store.setState({
        kept: new Map(shown.map((turn) => [turn.id, entryOfTurn(turn, [])])),
        asides: [],
        undone: turns.filter(isUndone).map(placeTurn),
        space: null,
        finished: null,
      });
      for (const { id } of shown) unchecked.push(id);
      void check();
    }
    store.setState({ demonstration: open, loading: false });
    if (open) measureSoon();
  }

  /** Shows a turn that is new, fuller, or back again. */
  async function show(turnId: string): Promise<void> {
    const turn = await getTurn(await connectStore(), turnId);
    if (!turn || turn.demonstrationId !== store.getState().demonstration?.id) return;
    if (isUndone(turn)) {
      hide(turn.id, turn);
      return;
    }
    store.setState(({ kept, asides, undone }) => ({
      kept: new Map(kept).set(turnId, entryOfTurn(turn, findingsOf(kept.get(turnId)))),
      asides: asides.filter(({ id }) => id !== LOST + turnId),
      undone: undone.filter(({ id }) => id !== turnId),
    }));
    unchecked.push(turnId);
    void check();
    measureSoon();
  }

  async function hideRemoved(turnId: string): Promise<void> {
    hide(turnId, await getTurn(await connectStore(), turnId));
  }

  function hide(turnId: string, turn: Turn | null): void {
    store.setState(({ kept, live, asides, undone }) => {
      const rest = new Map(kept);
      rest.delete(turnId);
      const others = undone.filter(({ id }) => id !== turnId);
      return {
        kept: rest,
        live: live.filter((entry) => entry.id !== turnId || wasNotDone(entry)),
        asides: asides.filter(({ id }) => id !== turnId),
        undone: turn && isUndone(turn) ? [...others, placeTurn(turn)] : others,
      };
    });
  }

  /** Looks through one turn after the other, so that a long recording is not in memory at once. */
  async function check(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      const db = await connectStore();
      for (let id = unchecked.pop(); id !== undefined && !signal.aborted; id = unchecked.pop()) {
        const turn = await getTurn(db, id);
        const isPending = turn?.kind === 'browser' && turn.screenshot.status === 'pending';
        if (!turn || isPending) continue;
        setFindings(turn.id, (await lint(turn)).map(toFinding));
      }
    } finally {
      isChecking = false;
    }
  }

  function setFindings(turnId: string, findings: readonly Finding[]): void {
    const entry = store.getState().kept.get(turnId);
    if (entry?.kind !== 'action' || (findings.length === 0 && entry.findings.length === 0)) return;
    store.setState(({ kept }) => ({ kept: new Map(kept).set(turnId, { ...entry, findings }) }));
  }

  function measureSoon(): void {
    measuring ??= setTimeout(() => {
      measuring = undefined;
      void measure();
    }, MEASURE_MS);
  }

  async function measure(): Promise<void> {
    const id = store.getState().demonstration?.id;
    if (id === undefined || signal.aborted) return;
    const keptBytes = await measureDemonstration(await connectStore(), id);
    const { quota, usage = 0 } = await navigator.storage.estimate();
    const freeBytes = quota === undefined ? null : Math.max(0, quota - usage);
    store.setState({ space: { keptBytes, freeBytes } });
  }

  return { refresh, show, hideRemoved };
}

function placeTurn({ id, at, seq, undoneAt }: Turn) {
  return { id, at, seq, ...(undoneAt !== undefined && { undoneAt }) };
}

function findingsOf(entry: Entry | undefined): readonly Finding[] {
  return entry?.kind === 'action' ? entry.findings : [];
}

/** It is no turn, but still something to read. */
function wasNotDone(entry: Entry): boolean {
  return entry.kind === 'action' && ['acting', 'refused', 'stopped'].includes(entry.state);
}
