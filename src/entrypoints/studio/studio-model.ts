import type { AgreementRate } from '../../core/demonstration/agreement.ts';
import type { ModelUsage } from '../../core/demonstration/demonstration.ts';
import type { RecordedHops } from '../../core/demonstration/hops.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import type {
  ActionEntry,
  EntryEvents,
  NoticeEntry,
  UtteranceEntry,
} from '../../ui/conversation/entry.ts';

/** Everything Studio's library shows, as plain data. */
export interface StudioModel {
  library: LibraryModel;
  /** The demonstration whose turns are shown; null for none. */
  selected: SelectedModel | null;
  /** One sentence about the last deletion that failed; null when all is well. */
  problem: string | null;
  importing: ImportModel;
  /** The demonstration whose list of formats is open from the start; null for none. */
  openExportMenuId: string | null;
}

export interface ImportModel {
  /** What is read now, `fraction` (0 … 1) of it, as which of how many; null when nothing is. */
  running: { name: string; fraction: number; index: number; of: number } | null;
  /** What became of each, in order, since the last time nothing was read. */
  outcomes: readonly ImportOutcome[];
}

/** `message` says what happened; `findings` one sentence for each part left out. */
export interface ImportOutcome {
  ok: boolean;
  message: string;
  findings: readonly string[];
}

export type LibraryModel =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'ready'; demonstrations: readonly DemonstrationRow[]; storage: StorageModel };

export interface StorageModel {
  usedBytes: number;
  /** What the browser would allow; null when it does not say. */
  quotaBytes: number | null;
}

export interface DemonstrationRow {
  id: string;
  title: string;
  /** Epoch ms. */
  startedAt: number;
  turns: number;
  durationMs: number;
  bytes: number;
  /** Null while the lint has not run. */
  findings: number | null;
  /** It is being recorded: it can be looked at, not exported or deleted. */
  isRecording: boolean;
  exporting: RowExportModel;
}

/** The last export of a demonstration. */
export type RowExportModel =
  | { state: 'none' }
  /** Others come first. */
  | { state: 'waiting' }
  /** Bytes packed, and of how many. */
  | { state: 'packing'; done: number; total: number }
  | { state: 'done'; fileName: string; bytes: number }
  | { state: 'failed'; message: string };

export type TimelineEntry = UtteranceEntry | ActionEntry | NoticeEntry;

export interface SelectedModel {
  id: string;
  title: string;
  startedAt: number;
  timeline:
    | { state: 'loading' }
    | { state: 'failed'; message: string }
    | {
        state: 'ready';
        entries: readonly TimelineEntry[];
        /** How often the ranker would have picked the same; null while it was not asked. */
        agreement: AgreementRate | null;
        /** What models took while it was recorded; null where none was asked. */
        spending: ModelUsage | null;
        /** The copilot's lists of hops; empty without any. */
        hops: readonly RecordedHops[];
      };
}

export interface StudioEvents {
  /** Null closes the timeline. */
  onSelect: (id: string | null) => void;
  /** One after the other. */
  onExport: (ids: readonly string[], format: ExportFormat) => void;
  onCancelExport: (id: string) => void;
  onImport: (files: readonly File[]) => void;
  /** Files and folders were dropped; to be read while the drop is handled. */
  onDrop: (transfer: DataTransfer) => void;
  onCancelImport: () => void;
  onDismissImport: () => void;
  /** After the user confirmed it. */
  onDelete: (id: string) => void;
  /** Read the library or the timeline again after a failure. */
  onRetry: () => void;
  onDismissProblem: () => void;
  onOpenSettings: () => void;
  onNoticeAction: EntryEvents['onNoticeAction'];
}

function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The demonstrations whose title holds every word of the query, in any order, case or accent. */
export function findRows(rows: readonly DemonstrationRow[], query: string): DemonstrationRow[] {
  const words = normalizeText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return rows.filter((row) => {
    const title = normalizeText(row.title);
    return words.every((word) => title.includes(word));
  });
}
