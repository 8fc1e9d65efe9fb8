import { createStore } from 'zustand/vanilla';
import { order } from '../../app/connection.ts';
import type { DemonstrationSummary } from '../../app/library/demonstrations.ts';
import {
  lintStored,
  readName,
  summarizeAll,
  summarizeOne,
} from '../../app/library/demonstrations.ts';
import { openImages } from '../../app/library/images.ts';
import type { EditCommand } from '../../core/demonstration/edit.ts';
import { readReview } from '../../core/demonstration/edit.ts';
import { removeLeftExports } from '../../platform/export-files.ts';
import { listenToNews } from '../../platform/news.ts';
import {
  createExportController,
  IDLE_IMPORT,
  createImportController,
} from './transfer-controllers.ts';
import type { ExportModel } from '../../ui/components/export-status.tsx';
import { createReviewController } from './review-controller.ts';
import type { DemonstrationRow, StudioEvents, StudioModel } from './studio-model.ts';
import { findNext } from './studio-model.ts';

/** CSS px, as in view/timeline.module.css. */
const THUMBNAIL_WIDTH = 168;

/** So many rows are named before they are shown: more than a screen has. */
const NAMED_FIRST = 50;

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
    importing: IDLE_IMPORT,
    openExportMenuId: toExport,
  }));
  const importing = createImportController((next) => store.setState({ importing: next }), signal);
  const findings = new Map<string, number>();
  const exports = new Map<string, ExportModel>();
  const review = createReviewController(
    (selected) => store.setState({ selected }),
    (problem) => store.setState({ problem }),
  );
  const names = new Map<string, string>();
  const exporting = createExportController((id, model) => {
    exports.set(id, model);
    changeRow(id, { exporting: model });
  }, signal);

  /** `reviewed` is selected once it is listed. */
  async function load(reviewed: string | null = null): Promise<void> {
    try {
      const summaries = await summarizeAll();
      names.clear();
      await Promise.all(summaries.slice(0, NAMED_FIRST).map(name));
      const { usage = 0, quota } = await navigator.storage.estimate();
      store.setState({
        library: {
          state: 'ready',
          demonstrations: summaries.map((summary) =>
            toDemonstrationRow(summary, { names, findings, exports }),
          ),
          storage: { usedBytes: usage, quotaBytes: quota ?? null },
        },
      });
      if (reviewed !== null) void select(reviewed);
      for (const summary of summaries.slice(NAMED_FIRST)) await name(summary);
      for (const { demonstration } of summaries) await lint(demonstration.id);
    } catch (error) {
      store.setState({ library: { state: 'failed', message: String(error) } });
    }
  }

  /** Reads one row again, since a large library takes long to read. */
  async function refresh(id: string): Promise<void> {
    const summary = await summarizeOne(id);
    if (!summary) return;
    changeRow(id, toDemonstrationRow(summary, { names, findings, exports }));
    await name(summary);
  }

  async function name({ demonstration }: DemonstrationSummary): Promise<void> {
    const title = await readName(demonstration).catch(() => demonstration.title);
    names.set(demonstration.id, title);
    changeRow(demonstration.id, { title });
  }

  async function rename(id: string, description: string): Promise<void> {
    if (store.getState().selected?.id === id) {
      await review.describe({ description });
      return;
    }
    const outcome = await order('demonstration.describe', { id, form: { description } });
    if (!outcome.ok) store.setState({ problem: outcome.message });
  }

  /** A demonstration that cannot be linted counts as one finding. */
  async function lint(id: string): Promise<void> {
    if (findings.has(id)) return;
    const count = await lintStored(id).then(
      (found) => found.length,
      () => 1,
    );
    findings.set(id, count);
    changeRow(id, { findings: count });
  }

  function changeRow(id: string, change: Partial<DemonstrationRow>): void {
    store.setState(({ library }) => {
      if (library.state !== 'ready') return {};
      const demonstrations = library.demonstrations.map((row) =>
        row.id === id ? { ...row, ...change } : row,
      );
      return { library: { ...library, demonstrations } };
    });
  }

  async function select(id: string): Promise<void> {
    const { library } = store.getState();
    const row = library.state === 'ready' && library.demonstrations.find((one) => one.id === id);
    if (row) await review.select(row);
  }

  async function edit(command: EditCommand): Promise<void> {
    const id = store.getState().selected?.id;
    if (id === undefined) return;
    // Read first: the judgement changes the status of this row.
    const { library } = store.getState();
    const next = library.state === 'ready' ? findNext(library.demonstrations, id) : null;
    await review.edit(command);
    if (command.kind === 'judge') {
      if (next) await select(next.id);
      return;
    }
    await checkAgain(id);
  }

  async function checkAgain(id: string): Promise<void> {
    findings.delete(id);
    await Promise.all([lint(id), review.check()]);
  }

  /** Runs a change of the selected demonstration's turns, then checks them. */
  async function change(work: () => Promise<void>): Promise<void> {
    const id = store.getState().selected?.id;
    if (id === undefined) return;
    await work();
    await checkAgain(id);
  }

  async function remove(id: string): Promise<void> {
    const outcome = await order('demonstration.delete', { id });
    if (!outcome.ok) store.setState({ problem: outcome.message });
    else if (store.getState().selected?.id === id) await review.select(null);
    await load();
  }

  listenToNews((news) => {
    if (news.type === 'demonstrations.changed' && news.id !== undefined) void refresh(news.id);
    else if (news.type === 'recording.changed' || news.type === 'demonstrations.changed') {
      void load();
    }
  }, signal);
  void load(toReview);
  void removeLeftExports();

  const events: StudioEvents = {
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
    onEdit: (command) => void edit(command),
    onFixAll: () => void change(review.fixAll),
    onVersion: review.setVersion,
    onOpenPage: (turnId) => void review.openPage(turnId),
    onRankTargets: (request) => void review.rankTargets(request),
    onRetarget: (turnId, uid) => void change(() => review.retarget(turnId, uid)),
    onDescribe: (change) => void review.describe(change),
    onRename: (id, title) => void rename(id, title.trim()),
    onDelete: (id) => void remove(id),
    onRetry: () => void load(),
    onDismissProblem: () => store.setState({ problem: null }),
    onOpenSettings: () => void chrome.runtime.openOptionsPage(),
  };
  return { store, events, images: openImages(signal, THUMBNAIL_WIDTH) };
}

function toDemonstrationRow(
  { demonstration, turns, durationMs, bytes }: DemonstrationSummary,
  known: {
    names: ReadonlyMap<string, string>;
    findings: ReadonlyMap<string, number>;
    exports: ReadonlyMap<string, ExportModel>;
  },
): DemonstrationRow {
  const { id, title, startedAt, state, form, edits = [] } = demonstration;
  return {
    id,
    title: known.names.get(id) ?? title,
    page: title,
    startedAt,
    turns,
    durationMs,
    bytes,
    findings: known.findings.get(id) ?? null,
    outcome: form.outcome ?? null,
    status: readReview(edits).status,
    project: form.project ?? '',
    tags: form.tags ?? [],
    isRecording: state !== 'stopped',
    exporting: known.exports.get(id) ?? { state: 'none' },
  };
}
