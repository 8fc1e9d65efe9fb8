import { createStore } from 'zustand/vanilla';
import { order } from '../../app/connection.ts';
import type { LibraryEntry } from '../../app/library/library-entries.ts';
import {
  countFindings,
  keepEntry,
  listEntries,
  readEntry,
} from '../../app/library/library-entries.ts';
import { openImages } from '../../app/library/images.ts';
import type { EditCommand } from '../../core/demonstration/edits/edit.ts';
import { readReview } from '../../core/demonstration/edits/edit.ts';
import { listConflicts } from '../../core/demonstration/edits/merge-edits.ts';
import { collectSearchText } from '../../core/demonstration/search-text.ts';
import { message } from '../../messages/message.ts';
import { removeLeftExports } from '../../platform/export-files.ts';
import type { Outcome } from '../../protocol/background.ts';
import { listenToNews } from '../../platform/news.ts';
import { createEvaluationController } from './evaluation-controller.ts';
import { createExportDialogController } from './export-controller.ts';
import {
  createExportController,
  IDLE_IMPORT,
  createImportController,
} from './transfer-controllers.ts';
import type { ExportModel } from '../../ui/components/export-status.tsx';
import { createReviewController } from './review-controller.ts';
import type { DemonstrationRow, StudioEvents, StudioModel } from './studio-model.ts';
import { findNext, findNextToFix } from './studio-model.ts';

/** CSS px, as in view/timeline.module.css. */
const THUMBNAIL_WIDTH = 168;

/** So many rows are read before they are shown: more than a screen has. */
const READ_FIRST = 50;

/** What is deleted stays in the bin for 30 days. */
const BIN_MS = 30 * 24 * 60 * 60 * 1000;

/** What another page opened Studio for. */
interface StudioRequest {
  exportId: string | null;
  reviewId: string | null;
}

/** Controls Studio: the library, one demonstration's turns, export, import and deletion. */
export function createLibraryController(
  { exportId: toExport, reviewId: toReview }: StudioRequest,
  signal: AbortSignal,
) {
  const store = createStore<StudioModel>(() => ({
    library: { state: 'loading' },
    selected: null,
    problem: null,
    done: null,
    importing: IDLE_IMPORT,
    exportDialog: null,
    evaluation: null,
    openExportMenuId: toExport,
  }));
  const importing = createImportController((next) => store.setState({ importing: next }), signal);
  const exports = new Map<string, ExportModel>();
  const review = createReviewController(
    (selected) => store.setState({ selected }),
    (problem) => store.setState({ problem }),
  );
  /** Ids of rows that are to be read. */
  let waiting: string[] = [];
  let isReading = false;
  let queue: readonly string[] = [];
  const exporting = createExportController((id, model) => {
    exports.set(id, model);
    changeRow(id, { exporting: model });
  }, signal);

  /** `reviewed` is selected once it is listed. */
  async function load(reviewed: string | null = null): Promise<void> {
    try {
      const listed = await listEntries();
      const first = await Promise.all(listed.slice(0, READ_FIRST).map(complete));
      const entries = [...first, ...listed.slice(READ_FIRST)];
      store.setState(({ library }) => ({
        library: {
          state: 'ready',
          demonstrations: entries.map(toRow),
          storage: library.state === 'ready' ? library.storage : null,
        },
      }));
      void readStorage();
      if (reviewed !== null) void select(reviewed);
      for (const { id, findings, isEarly } of entries) {
        if (findings === null || isEarly) refresh(id);
      }
    } catch (error) {
      store.setState({ library: { state: 'failed', message: String(error) } });
    }
  }

  async function readStorage(): Promise<void> {
    const { usage = 0, quota = null } = await navigator.storage.estimate();
    const storage = { usedBytes: usage, quotaBytes: quota };
    store.setState(({ library }) =>
      library.state === 'ready' ? { library: { ...library, storage } } : {},
    );
  }

  /** Reads the turns of an entry that was not in the index; what cannot be read stays as it is. */
  async function complete(entry: LibraryEntry): Promise<LibraryEntry> {
    if (entry.text !== null) return entry;
    return (await readEntry(entry.id).catch(() => null)) ?? entry;
  }

  /** Reads and checks a row again, in turn; a row that has just been changed comes first. */
  function refresh(id: string, isChanged = false): void {
    if (isChanged) waiting = [id, ...waiting.filter((each) => each !== id)];
    else if (!waiting.includes(id)) waiting.push(id);
    if (!isReading) void readWaiting();
  }

  async function readWaiting(): Promise<void> {
    isReading = true;
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await readRow(id);
    isReading = false;
  }

  async function readRow(id: string): Promise<void> {
    const entry = await readEntry(id).catch(() => null);
    if (!entry) return;
    // The old number of findings until the new one is known.
    changeRow(id, { ...toRow(entry), findings: findRow(id)?.findings ?? null });
    const isSelected = store.getState().selected?.id === id;
    const edits = entry.demonstration.edits ?? [];
    const findings = isSelected ? await review.check(edits) : await countFindings(id);
    changeRow(id, { findings });
    await keepEntry({ ...entry, findings });
  }

  async function rename(id: string, description: string): Promise<void> {
    if (store.getState().selected?.id === id) {
      await review.describe({ description });
      return;
    }
    const outcome = await order('demonstration.describe', { id, form: { description } });
    if (!outcome.ok) store.setState({ problem: outcome.message });
  }

  const toRow = (entry: LibraryEntry): DemonstrationRow =>
    toDemonstrationRow(entry, exports.get(entry.id) ?? { state: 'none' });

  function changeRow(id: string, change: Partial<DemonstrationRow>): void {
    store.setState(({ library }) => {
      if (library.state !== 'ready') return {};
      const demonstrations = library.demonstrations.map((row) =>
        row.id === id ? { ...row, ...change } : row,
      );
      return { library: { ...library, demonstrations } };
    });
  }

  async function select(id: string, atFinding = false): Promise<void> {
    const row = findRow(id);
    if (row) await review.select(row, atFinding);
  }

  async function selectNextToFix(): Promise<void> {
    const { library, selected } = store.getState();
    if (library.state !== 'ready' || !selected) return;
    const next = findNextToFix(library.demonstrations, queue, selected.id);
    if (next) await select(next.id, true);
  }

  function findRow(id: string): DemonstrationRow | undefined {
    const { library } = store.getState();
    return library.state === 'ready'
      ? library.demonstrations.find((one) => one.id === id)
      : undefined;
  }

  async function edit(command: EditCommand): Promise<void> {
    const id = store.getState().selected?.id;
    if (id === undefined) return;
    // Read first: the judgement changes the status of this row.
    const { library } = store.getState();
    const next = library.state === 'ready' ? findNext(library.demonstrations, queue, id) : null;
    await review.edit(command);
    if (command.kind === 'judge' && next) await select(next.id);
  }

  /** Runs an order that may delete; a refusal is shown. */
  async function run(ordered: Promise<Outcome>): Promise<boolean> {
    const outcome = await ordered;
    if (!outcome.ok) store.setState({ problem: outcome.message });
    return outcome.ok;
  }

  async function putIntoBin(id: string): Promise<void> {
    const title = findRow(id)?.title ?? '';
    if (!(await run(order('demonstration.bin', { id, isDeleted: true })))) return;
    if (store.getState().selected?.id === id) await review.select(null);
    showDone(message('studioDeleted', title), [id], []);
  }

  function showDone(text: string, restores: readonly string[], removes: readonly string[]): void {
    store.setState({ done: { text, restores, removes } });
  }

  async function restore(id: string): Promise<void> {
    await run(order('demonstration.bin', { id, isDeleted: false }));
  }

  async function undoDone(): Promise<void> {
    const { done } = store.getState();
    store.setState({ done: null });
    for (const id of done?.restores ?? []) await restore(id);
    for (const id of done?.removes ?? []) await run(order('demonstration.delete', { id }));
  }

  async function divide(turnId: string): Promise<void> {
    const id = store.getState().selected?.id;
    if (id === undefined) return;
    const outcome = await order('demonstration.divide', { id, turnId });
    if (!outcome.ok) {
      store.setState({ problem: outcome.message });
      return;
    }
    await review.select(null);
    showDone(message('studioDivided'), [id], outcome.ids);
  }

  async function join(ids: readonly string[]): Promise<void> {
    const outcome = await order('demonstration.join', { ids });
    if (outcome.ok) showDone(message('studioJoined', String(ids.length)), ids, outcome.ids);
    else store.setState({ problem: outcome.message });
  }

  listenToNews((news) => {
    if (news.type === 'demonstrations.changed' && news.id !== undefined) refresh(news.id, true);
    else if (news.type === 'recording.changed' || news.type === 'demonstrations.changed') {
      void load();
    }
  }, signal);
  void load(toReview);
  void order('bin.empty', { olderThanMs: BIN_MS });
  void removeLeftExports();

  const events: StudioEvents = {
    onQueue(ids) {
      queue = ids;
    },
    onNextToFix: () => void selectNextToFix(),
    onSelect(id) {
      if (id === null) void review.select(null);
      else void select(id);
    },
    ...exporting,
    onExport(ids, format) {
      store.setState({ openExportMenuId: null });
      exporting.onExport(ids, format);
    },
    ...importing,
    ...createExportDialogController((exportDialog) => store.setState({ exportDialog }), signal),
    ...createEvaluationController((evaluation) => store.setState({ evaluation }), signal),
    onEdit: (command) => void edit(command),
    onFixAll: () => void review.fixAll(),
    onVersion: review.setVersion,
    onOpenPage: (turnId) => void review.openPage(turnId),
    onOpenFilm: (turnId) => void review.openFilm(turnId),
    onFrame: (turnId, video) => void review.takeFrame(turnId, video),
    onRankTargets: (request) => void review.rankTargets(request),
    onRetarget: (turnId, uid) => void review.retarget(turnId, uid),
    onDescribe: (change) => void review.describe(change),
    onRename: (id, title) => void rename(id, title.trim()),
    onDelete: (id) => void putIntoBin(id),
    onRestore: (id) => void restore(id),
    onDeleteForever: (id) => void run(order('demonstration.delete', { id })),
    onEmptyBin: () => void run(order('bin.empty', { olderThanMs: 0 })),
    onDivide: (turnId) => void divide(turnId),
    onJoin: (ids) => void join(ids),
    onUndoDone: () => void undoDone(),
    onDismissDone: () => store.setState({ done: null }),
    onRetry: () => void load(),
    onDismissProblem: () => store.setState({ problem: null }),
    onOpenSettings: () => void chrome.runtime.openOptionsPage(),
  };
  return { store, events, images: openImages(signal, THUMBNAIL_WIDTH) };
}

function toDemonstrationRow(entry: LibraryEntry, exporting: ExportModel): DemonstrationRow {
  const { demonstration, name, text, turns, durationMs, bytes, findings, sites, picture } = entry;
  const { id, title, startedAt, state, form, edits = [], deletedAt } = demonstration;
  const { outcome = null, project = '', tags = [] } = form;
  return {
    ...{ id, startedAt, turns, durationMs, bytes, findings, outcome, project, tags, exporting },
    ...{ sites, picture, annotator: form.annotator },
    title: name,
    page: title,
    text: text ?? collectSearchText(demonstration, []),
    status: readReview(edits).status,
    conflicts: listConflicts(edits).length,
    isDeleted: deletedAt !== undefined,
    isRecording: state !== 'stopped',
  };
}
