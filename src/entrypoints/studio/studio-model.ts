import type { AgreementRate } from '../../core/demonstration/agreement.ts';
import type {
  DemonstrationForm,
  FormChange,
  ModelUsage,
  TaskOutcome,
} from '../../core/demonstration/demonstration.ts';
import type {
  Change,
  EditCommand,
  Review,
  ReviewStatus,
} from '../../core/demonstration/edits/edit.ts';
import { normalizeText } from '../../core/demonstration/search-text.ts';
import type { RecordedHops } from '../../core/demonstration/hops.ts';
import type { FindingCounts, FindingKind, Fix } from '../../core/demonstration/lint/finding.ts';
import { sumCounts } from '../../core/demonstration/lint/finding.ts';
import type { NearbyPicture } from '../../core/demonstration/pictures.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import type {
  PersonalKind,
  Pseudonym,
  PseudonymKey,
} from '../../core/demonstration/pseudonyms/key.ts';
import type { EvaluationRequest } from '../../app/library/evaluate.ts';
import type { TurnRow } from '../../core/evaluation/report/report.ts';
import type { Summary } from '../../core/evaluation/summarize.ts';
import type { Bundle, BundleRequest } from '../../app/library/export-bundle.ts';
import type { LibraryPlace } from '../../app/library/pseudonyms.ts';
import type { IndexPicture } from '../../platform/store/library-index.ts';
import type { ExportModel } from '../../ui/components/export-status.tsx';
import type { TargetChoice } from '../../app/library/targets.ts';
import type { ActionEntry, EntryFinding, UtteranceEntry } from '../../ui/conversation/entry.ts';

/** The state of Studio as plain data. */
export interface StudioModel {
  library: LibraryModel;
  /** The demonstration whose turns are shown. */
  selected: SelectedModel | null;
  /** Why the last deletion failed. */
  problem: string | null;
  /** What was done last, while that can be undone. */
  done: Undoable | null;
  importing: ImportModel;
  /** Takes the library's place; null while it is closed. */
  evaluation: EvaluationModel | null;
  /** The dialog that exports many; null while it is closed. */
  exportDialog: ExportDialogModel | null;
  /** The demonstration whose list of formats opens at once. */
  openExportMenuId: string | null;
}

export interface Undoable {
  /** What was done, in one sentence. */
  text: string;
  /** Demonstrations that are taken out of the bin again. */
  restores: readonly string[];
  /** Demonstrations that were made, and are deleted. */
  removes: readonly string[];
}

/** Ids that something can be done with: those chosen, those that the filter shows, and those of each project. */
export interface LibraryIds {
  chosen: readonly string[];
  shown: readonly string[];
  projects: ReadonlyMap<string, readonly string[]>;
}

/** A finished or stopped evaluation. */
export interface EvaluationRun {
  id: string;
  label: string;
  /** Epoch ms. */
  startedAt: number;
  /** False if it was cancelled. */
  isWhole: boolean;
  rows: readonly TurnRow[];
  summary: Summary;
  /** A sentence for each turn and demonstration without a result. */
  left: readonly string[];
  /** In the currency of the endpoint's prices; null without. */
  spent: number | null;
}

export interface EvaluationModel {
  scope: LibraryIds;
  /** The model of the connected endpoint; null without one. */
  endpoint: string | null;
  /** `done` of `total` demonstrations, in fractions of the current one. */
  running: {
    label: string;
    done: number;
    total: number;
    turns: number;
    spent: number | null;
    isPaused: boolean;
  } | null;
  problem: string | null;
  /** Of this session of Studio, oldest first. */
  runs: readonly EvaluationRun[];
  /** One run, or two side by side. */
  shown: readonly string[];
}

export interface ExportDialogModel {
  scope: LibraryIds;
  key: PseudonymKey;
  scan:
    | { state: 'idle' }
    | { state: 'running'; fraction: number }
    /** `ids`: the demonstrations that were looked through. */
    | { state: 'done'; ids: readonly string[]; places: readonly LibraryPlace[] }
    | { state: 'failed'; message: string };
  run:
    | { state: 'idle' }
    /** `done` of `total` demonstrations, in fractions of the current one, `name`. */
    | { state: 'running'; done: number; total: number; name: string }
    | { state: 'done'; bundle: Bundle }
    | { state: 'failed'; message: string };
}

export interface ImportModel {
  /** The current file, the read fraction (0 … 1) of it, and its number among all files. */
  running: { name: string; fraction: number; index: number; of: number } | null;
  /** The results since the import started, in order. */
  outcomes: readonly ImportOutcome[];
}

/** `findings` has a sentence for each part that was not imported. */
export interface ImportOutcome {
  ok: boolean;
  message: string;
  findings: readonly string[];
}

export type LibraryModel =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | {
      state: 'ready';
      demonstrations: readonly DemonstrationRow[];
      /** Null until it was measured. */
      storage: StorageModel | null;
    };

export interface StorageModel {
  usedBytes: number;
  /** What the browser allows; null if unknown. */
  quotaBytes: number | null;
}

export interface DemonstrationRow {
  id: string;
  /** What was asked, or as the annotator called it. */
  title: string;
  /** Title of the page it began on. */
  page: string;
  /** Hosts, in order of appearance. */
  sites: readonly string[];
  /** The first screenshot; null without one. */
  picture: IndexPicture | null;
  annotator: string;
  /** What it is found by, as normalizeText folds it. */
  text: string;
  /** Epoch ms. */
  startedAt: number;
  turns: number;
  durationMs: number;
  bytes: number;
  /** By kind; null until the lint has run. */
  findings: FindingCounts | null;
  /** Changes of two reviewers that wait for a decision. */
  conflicts: number;
  /** As the annotator wrote it; null and empty while nothing is set. */
  outcome: TaskOutcome | null;
  status: ReviewStatus;
  project: string;
  tags: readonly string[];
  /** Whether it is in the bin. */
  isDeleted: boolean;
  /** A demonstration that is being recorded cannot be exported or deleted. */
  isRecording: boolean;
  exporting: ExportModel;
}

/** A turn of the timeline, and what can be changed of it. */
export interface TimelineItem {
  id: string;
  entry: UtteranceEntry | ActionEntry;
  /** Exports leave it out. */
  isNoise: boolean;
  /** The turn that led to it, such as the click before a load. */
  causedBy: string | null;
  /** The text that was said, typed, chosen or opened; null for other actions. */
  text: string | null;
  /** Whether it can become part of the turn before it. */
  canMerge: boolean;
  /** Its target; null for actions without one. */
  targetUid: string | null;
  /** Whether its action has a target, and its page was saved, so that another one can be chosen. */
  canRetarget: boolean;
  /** Screenshots of the previous and the next action; they can replace an action's own. */
  pictures: readonly NearbyPicture[];
  /** Where the pointer was, in fractions of the screenshot; null where there was none. */
  pointer: { x: number; y: number } | null;
  findings: readonly TurnFinding[];
  /** What reviewers said about it, oldest first. */
  comments: readonly string[];
}

export interface TurnFinding extends EntryFinding {
  fix: Fix | null;
}

/** The saved page of one turn. */
export type PageModel = { turnId: string } & (
  | { state: 'loading' }
  | { state: 'missing' }
  | {
      state: 'ready';
      html: string;
      /** CSS px; the boxes of targets lie in it. */
      viewport: { width: number; height: number };
      targets: readonly TargetChoice[];
      /** The ranker's first for what was asked; null while it ranks. */
      best: readonly TargetChoice[] | null;
      /** What they were ranked for. */
      request: string;
    }
);

/** The film of the selected demonstration at one turn. */
export type FilmModel = { turnId: string } & (
  | { state: 'loading' }
  | { state: 'missing' }
  /** `seconds`: when the turn was, from the beginning of the film. */
  | { state: 'ready'; url: string; seconds: number }
);

export interface ChangeModel {
  id: string;
  /** What was changed and by whom, in one line. */
  text: string;
}

/** Two changes of the same thing by people who did not know of each other's. */
export interface ConflictModel {
  /** Null for the status of the demonstration. */
  turnId: string | null;
  /** What both changed. */
  subject: string;
  sides: readonly ConflictSide[];
}

export interface ConflictSide {
  id: string;
  /** The conflicting edit; keeping this one undoes it. */
  otherId: string;
  by: string;
  text: string;
  /** Whether it counts until somebody chooses. */
  isStanding: boolean;
}

/** The timeline shows the turns as edited or as recorded. */
export type TimelineVersion = 'edited' | 'original';

/** Which demonstrations the library shows; `to-fix`: those with findings that are not rejected. */
export const LIBRARY_FILTERS = [
  'all',
  'to-fix',
  'to-review',
  'approved',
  'rejected',
  'bin',
] as const;
export type LibraryFilter = (typeof LIBRARY_FILTERS)[number];

/** What the library shows: of a status, and of a project and with a tag if they are chosen. */
export interface LibraryScope {
  filter: LibraryFilter;
  project: string | null;
  tag: string | null;
  /** Of findings. */
  kind: FindingKind | null;
}

export function passesScope(
  row: DemonstrationRow,
  { filter, project, tag, kind }: LibraryScope,
): boolean {
  return (
    passesFilter(row, filter) &&
    (project === null || row.project === project) &&
    (tag === null || row.tags.includes(tag)) &&
    (kind === null || (row.findings?.[kind] ?? 0) > 0)
  );
}

export const LIBRARY_ORDERS = ['newest', 'oldest', 'name', 'turns', 'findings'] as const;
export type LibraryOrder = (typeof LIBRARY_ORDERS)[number];

const COMPARE: Record<LibraryOrder, (a: DemonstrationRow, b: DemonstrationRow) => number> = {
  newest: (a, b) => b.startedAt - a.startedAt,
  oldest: (a, b) => a.startedAt - b.startedAt,
  name: (a, b) => a.title.localeCompare(b.title),
  turns: (a, b) => b.turns - a.turns,
  findings: (a, b) => sumCounts(b.findings ?? {}) - sumCounts(a.findings ?? {}),
};

export function sortRows(
  rows: readonly DemonstrationRow[],
  order: LibraryOrder,
): DemonstrationRow[] {
  return rows.toSorted(COMPARE[order]);
}

/** Whether the library shows a demonstration under a filter. */
export function passesFilter(
  {
    status,
    findings,
    conflicts,
    isDeleted,
  }: Pick<DemonstrationRow, 'status' | 'findings' | 'conflicts' | 'isDeleted'>,
  filter: LibraryFilter,
): boolean {
  if (isDeleted) return filter === 'bin';
  switch (filter) {
    case 'all':
      return true;
    case 'to-fix':
      if (conflicts > 0) return true;
      return sumCounts(findings ?? {}) > 0 && status !== 'rejected' && status !== 'approved';
    case 'to-review':
      return status === 'ready';
    case 'bin':
      return false;
    case 'approved':
    case 'rejected':
      return status === filter;
  }
}

export interface SelectedModel {
  id: string;
  title: string;
  startedAt: number;
  /** Whether the first turn with a finding is active at first. */
  startsAtFinding: boolean;
  /** The page that was opened last; null before. */
  page: PageModel | null;
  /** The film as it was opened last; null before. */
  film: FilmModel | null;
  timeline:
    | { state: 'loading' }
    | { state: 'failed'; message: string }
    | {
        state: 'ready';
        items: readonly TimelineItem[];
        version: TimelineVersion;
        /** The changes that stand, oldest first. */
        changes: readonly ChangeModel[];
        conflicts: readonly ConflictModel[];
        canRedo: boolean;
        /** Changes that mend findings and lose nothing. */
        safeFixes: readonly Change[];
        review: Review;
        /** A demonstration that is being recorded cannot be edited. */
        isRecording: boolean;
        hasFilm: boolean;
        /** How often the ranker would have picked the same element; null while unknown. */
        agreement: AgreementRate | null;
        /** What models used during the recording. */
        spending: ModelUsage | null;
        hops: readonly RecordedHops[];
        form: DemonstrationForm;
        /** What it is called while the form has no name: what was asked, or its first page. */
        asked: string;
      };
}

export interface StudioEvents {
  /** The demonstrations that are gone through, in order: those chosen, else those that the library shows. */
  onQueue: (ids: readonly string[]) => void;
  /** Opens the next demonstration with findings, at its first one. */
  onNextToFix: () => void;
  /** Null closes the timeline. */
  onSelect: (id: string | null) => void;
  onExport: (ids: readonly string[], format: ExportFormat) => void;
  onCancelExport: (id: string) => void;
  onOpenEvaluation: (scope: LibraryIds) => void;
  onCloseEvaluation: () => void;
  onEvaluate: (request: EvaluationRequest) => void;
  onPauseEvaluation: (isPaused: boolean) => void;
  onCancelEvaluation: () => void;
  /** One run, or two to compare. */
  onShowRuns: (ids: readonly string[]) => void;
  onExportReport: (ids: readonly string[]) => void;
  onOpenExportDialog: (scope: LibraryIds) => void;
  onCloseExportDialog: () => void;
  /** Finds personal texts and where they stand. */
  onLookForPersonal: (ids: readonly string[]) => void;
  onChangePseudonym: (text: string, change: Partial<Pseudonym>) => void;
  onAddPersonal: (text: string, kind: PersonalKind) => void;
  onExportBundle: (request: BundleRequest) => void;
  onCancelBundle: () => void;
  onImport: (files: readonly File[]) => void;
  /** Must read the dropped files while the event is handled. */
  onDrop: (transfer: DataTransfer) => void;
  onCancelImport: () => void;
  onDismissImport: () => void;
  /** Calls a demonstration otherwise; an empty name is what was asked. */
  onRename: (id: string, name: string) => void;
  /** Changes the turns of the selected demonstration; the view is updated when it is stored. */
  onEdit: (command: EditCommand) => void;
  /** Mends all findings that can be mended without a decision. */
  onFixAll: () => void;
  onVersion: (version: TimelineVersion) => void;
  /** Reads the saved page of a turn. */
  onOpenPage: (turnId: string) => void;
  /** Opens the film at a turn. */
  onOpenFilm: (turnId: string) => void;
  /** Makes what the video shows the screenshot of a turn. */
  onFrame: (turnId: string, video: HTMLVideoElement) => void;
  /** Ranks the elements of the opened page for other words. */
  onRankTargets: (request: string) => void;
  /** Makes an element of the opened page the target of its turn. */
  onRetarget: (turnId: string, uid: string) => void;
  /** Writes into the form of the selected demonstration. */
  onDescribe: (change: FormChange) => void;
  /** Puts a demonstration into the bin. */
  onDelete: (id: string) => void;
  /** Takes a demonstration out of the bin. */
  onRestore: (id: string) => void;
  onDeleteForever: (id: string) => void;
  onEmptyBin: () => void;
  /** Makes two demonstrations of the selected one: the second begins with the turn. */
  onDivide: (turnId: string) => void;
  /** Makes one demonstration of several. */
  onJoin: (ids: readonly string[]) => void;
  onUndoDone: () => void;
  onDismissDone: () => void;
  /** Reads the library or the timeline again after a failure. */
  onRetry: () => void;
  onDismissProblem: () => void;
  onOpenSettings: () => void;
}

/** Whether a demonstration can be exported now. */
export function canExport({ isRecording, isDeleted, turns }: DemonstrationRow): boolean {
  return !isRecording && !isDeleted && turns > 0;
}

/** Finds demonstrations whose text has every word of the query, in any order, case or accent. */
export function findRows(rows: readonly DemonstrationRow[], query: string): DemonstrationRow[] {
  const words = normalizeText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return rows.filter((row) => {
    return words.every((word) => row.text.includes(word));
  });
}

/** Returns the next demonstration of the queue that has the same status as `id`; null if there is none. */
export function findNext(
  rows: readonly DemonstrationRow[],
  queue: readonly string[],
  id: string,
): DemonstrationRow | null {
  const status = rows.find((row) => row.id === id)?.status;
  return listAfter(rows, queue, id).find((row) => row.status === status) ?? null;
}

/** Returns the next demonstration of the queue with findings, from its beginning again after the last one. */
export function findNextToFix(
  rows: readonly DemonstrationRow[],
  queue: readonly string[],
  id: string,
): DemonstrationRow | null {
  const before = queue.slice(0, queue.indexOf(id));
  const inTurn = [...listAfter(rows, queue, id), ...pick(rows, before)];
  return inTurn.find((row) => sumCounts(row.findings ?? {}) > 0) ?? null;
}

function listAfter(
  rows: readonly DemonstrationRow[],
  queue: readonly string[],
  id: string,
): DemonstrationRow[] {
  return pick(rows, queue.slice(queue.indexOf(id) + 1));
}

function pick(rows: readonly DemonstrationRow[], ids: readonly string[]): DemonstrationRow[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []).filter(({ isDeleted }) => !isDeleted);
}
