import type {
  ActionEntry,
  EntryEvents,
  NoticeEntry,
  UtteranceEntry,
} from '../../../ui/conversation/entry.ts';

/** Everything Studio's library shows, as plain data. */
export interface StudioModel {
  library: LibraryModel;
  /** The demonstration whose turns are shown; null for none. */
  selected: SelectedModel | null;
  /** One sentence about the last export or deletion that failed; null when all is well. */
  problem: string | null;
  importing: ImportModel;
}

export type ImportModel =
  | { state: 'idle' }
  /** `fraction`: 0 … 1. */
  | { state: 'running'; name: string; fraction: number }
  /** `message` says what happened; `findings` one sentence for each part left out. */
  | { state: 'done'; ok: boolean; message: string; findings: readonly string[] };

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
  live: boolean;
  /** Bytes packed, and of how many, while its zip is written; null otherwise. */
  exporting: { done: number; total: number } | null;
}

export type TimelineEntry = UtteranceEntry | ActionEntry | NoticeEntry;

export interface SelectedModel {
  id: string;
  title: string;
  startedAt: number;
  timeline:
    | { state: 'loading' }
    | { state: 'failed'; message: string }
    | { state: 'ready'; entries: readonly TimelineEntry[] };
}

export interface StudioEvents {
  /** Null closes the timeline. */
  onSelect: (id: string | null) => void;
  onExport: (id: string) => void;
  onCancelExport: (id: string) => void;
  onImport: (file: File) => void;
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
