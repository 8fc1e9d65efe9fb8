import type { LibraryEntry } from '../../../app/library/library-entries.ts';
import type { TaskOutcome } from '../../../core/demonstration/demonstration.ts';
import type { ReviewStatus } from '../../../core/demonstration/edits/edit.ts';
import { readReview } from '../../../core/demonstration/edits/edit.ts';
import { listConflicts } from '../../../core/demonstration/edits/merge-edits.ts';
import type { FindingKind } from '../../../core/demonstration/lint/finding.ts';
import { sumCounts } from '../../../core/demonstration/lint/finding.ts';
import { collectSearchText, normalizeText } from '../../../core/demonstration/name.ts';
import type { MessageName } from '../../../messages/message.ts';
import { countMessage, message } from '../../../messages/message.ts';

export type DemonstrationRow = ReturnType<typeof toRow>;

export function toRow(entry: LibraryEntry) {
  const { demonstration, name, text, turns, durationMs, bytes, findings, sites, picture } = entry;
  const { id, title, startedAt, state, form, edits = [], deletedAt } = demonstration;
  const { outcome = null, project = '', tags = [], annotator } = form;
  return {
    ...{ id, startedAt, turns, durationMs, bytes, findings, sites, picture },
    ...{ annotator, outcome, project, tags },
    /** What was asked, or as the annotator called it. */
    title: name,
    page: title,
    /** What it is found by, as normalizeText folds it. */
    text: text ?? collectSearchText(demonstration, []),
    status: readReview(edits).status,
    /** Changes of two reviewers that wait for a decision. */
    conflicts: listConflicts(edits).length,
    /** Whether it is in the bin. */
    isDeleted: deletedAt !== undefined,
    /** A demonstration that is being recorded cannot be exported or deleted. */
    isRecording: state !== 'stopped',
  };
}

export const OUTCOMES: Record<TaskOutcome, MessageName> = {
  success: 'studioOutcomeSuccess',
  partly: 'studioOutcomePartly',
  failed: 'studioOutcomeFailed',
};

export const STATUSES: Record<ReviewStatus, MessageName> = {
  draft: 'studioStatusDraft',
  ready: 'studioStatusReady',
  approved: 'studioStatusApproved',
  rejected: 'studioStatusRejected',
};

export function canExport({ isRecording, isDeleted, turns }: DemonstrationRow): boolean {
  return !isRecording && !isDeleted && turns > 0;
}

function countFound({ findings }: Pick<DemonstrationRow, 'findings'>): number {
  return sumCounts(findings ?? {});
}

type FilteredRow = Pick<DemonstrationRow, 'status' | 'findings' | 'conflicts' | 'isDeleted'>;

/** Which demonstrations a filter shows; the bin is a filter, and the others never show what is in it. */
const FILTERS = {
  all: () => true,
  'to-fix': (row: FilteredRow) =>
    row.conflicts > 0 ||
    (countFound(row) > 0 && row.status !== 'rejected' && row.status !== 'approved'),
  'to-review': ({ status }: FilteredRow) => status === 'ready',
  approved: ({ status }: FilteredRow) => status === 'approved',
  rejected: ({ status }: FilteredRow) => status === 'rejected',
  bin: ({ isDeleted }: FilteredRow) => isDeleted,
};

export type LibraryFilter = keyof typeof FILTERS;
export const LIBRARY_FILTERS = Object.keys(FILTERS) as LibraryFilter[];

export function passesFilter(row: FilteredRow, filter: LibraryFilter): boolean {
  return row.isDeleted === (filter === 'bin') && FILTERS[filter](row);
}

/** What the library shows: of a status, and of a project, with a tag and a kind of finding if they are chosen. */
export interface LibraryScope {
  filter: LibraryFilter;
  project: string | null;
  tag: string | null;
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

const COMPARE = {
  newest: (a: DemonstrationRow, b: DemonstrationRow) => b.startedAt - a.startedAt,
  oldest: (a: DemonstrationRow, b: DemonstrationRow) => a.startedAt - b.startedAt,
  name: (a: DemonstrationRow, b: DemonstrationRow) => a.title.localeCompare(b.title),
  turns: (a: DemonstrationRow, b: DemonstrationRow) => b.turns - a.turns,
  findings: (a: DemonstrationRow, b: DemonstrationRow) => countFound(b) - countFound(a),
};

export type LibraryOrder = keyof typeof COMPARE;

export function sortRows(
  rows: readonly DemonstrationRow[],
  order: LibraryOrder,
): DemonstrationRow[] {
  return rows.toSorted(COMPARE[order]);
}

/** Finds demonstrations whose text has every word of the query, in any order, case or accent. */
export function findRows(rows: readonly DemonstrationRow[], query: string): DemonstrationRow[] {
  const words = normalizeText(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return rows.filter((row) => words.every((word) => row.text.includes(word)));
}

/** Returns the next demonstration of the queue that has the same status as `id`; null if there is none. */
export function findNext(
  rows: readonly DemonstrationRow[],
  queue: readonly string[],
  id: string,
): DemonstrationRow | null {
  const status = rows.find((row) => row.id === id)?.status;
  const after = pick(rows, queue.slice(queue.indexOf(id) + 1));
  return after.find((row) => row.status === status) ?? null;
}

/** Returns the next demonstration of the queue with findings, from its beginning again after the last one. */
export function findNextToFix(
  rows: readonly DemonstrationRow[],
  queue: readonly string[],
  id: string,
): DemonstrationRow | null {
  const at = queue.indexOf(id);
  const inTurn = pick(rows, [...queue.slice(at + 1), ...queue.slice(0, at)]);
  return inTurn.find((row) => countFound(row) > 0) ?? null;
}

function pick(rows: readonly DemonstrationRow[], ids: readonly string[]): DemonstrationRow[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => known.get(id) ?? []).filter(({ isDeleted }) => !isDeleted);
}

/** Demonstrations that something can be done with: those chosen, those that the library shows, and each project. */
export interface RowGroup {
  value: string;
  ids: readonly string[];
  label: string;
}

/** Lists the groups that are not empty; projects whatever the library shows. */
export function listGroups(
  rows: readonly DemonstrationRow[],
  shown: readonly string[],
  chosen: readonly string[],
): RowGroup[] {
  const projects = Map.groupBy(
    rows.filter((row) => row.project !== '' && canExport(row)),
    ({ project }) => project,
  );
  const groups = [
    { value: 'chosen', ids: chosen, label: countMessage('studioChosen', chosen.length) },
    { value: 'shown', ids: shown, label: countMessage('studioScopeShown', shown.length) },
    ...[...projects].map(([name, members]) => ({
      value: `project:${name}`,
      ids: members.map(({ id }) => id),
      label: message('studioScopeProject', name, members.length.toLocaleString('en')),
    })),
  ];
  return groups.filter(({ ids }) => ids.length > 0);
}
