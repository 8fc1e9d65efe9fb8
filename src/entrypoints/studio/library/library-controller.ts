import { create } from 'zustand';
import { order } from '../../../app/connection.ts';
import { dropLeftImports } from '../../../app/library/import-demonstration.ts';
import type { LibraryEntry } from '../../../app/library/library-entries.ts';
import {
  countFindings,
  keepEntry,
  listEntries,
  readEntry,
} from '../../../app/library/library-entries.ts';
import { pageClosing } from '../../../app/page-work.ts';
import type { EditCommand } from '../../../core/demonstration/edits/edit.ts';
import { message } from '../../../messages/message.ts';
import { removeLeftExports } from '../../../platform/export-files.ts';
import { listenToNews } from '../../../platform/news.ts';
import { carryOut, useNotices } from '../notices.ts';
import { check, describe, select, storeEdit, useReview } from '../review/review-controller.ts';
import type { DemonstrationRow } from './library-rows.ts';
import { findNext, findNextToFix, toRow } from './library-rows.ts';

/** So many rows are read before they are shown: more than a screen has. */
const READ_FIRST = 50;

/** What is deleted stays in the bin for 30 days. */
const BIN_MS = 30 * 24 * 60 * 60 * 1000;

export const useLibrary = create(() => ({
  /** Null until they are read. */
  rows: null as readonly DemonstrationRow[] | null,
  /** Why they could not be read. */
  failure: null as string | null,
  /** Null until it was measured; `quotaBytes` is what the browser allows. */
  storage: null as { usedBytes: number; quotaBytes: number | null } | null,
  /** The demonstration whose list of formats opens at once. */
  openMenuId: null as string | null,
}));

/** Ids of rows that are to be read. */
let waiting: string[] = [];
let isReading = false;
let queue: readonly string[] = [];

/** Opens the library; `toExport` and `toReview` are demonstrations that another page asked for. */
export function openLibrary(toExport: string | null, toReview: string | null): void {
  useLibrary.setState({ openMenuId: toExport });
  listenToNews((news) => {
    if (news.type === 'demonstrations.changed' && news.id !== undefined) refresh(news.id, true);
    else if (news.type === 'recording.changed' || news.type === 'demonstrations.changed') {
      void loadLibrary();
    }
  }, pageClosing);
  void loadLibrary(toReview);
  void order('bin.empty', { olderThanMs: BIN_MS });
  void removeLeftExports();
  void dropLeftImports();
}

/** `reviewed` is selected once it is listed. */
export async function loadLibrary(reviewed: string | null = null): Promise<void> {
  try {
    const listed = await listEntries();
    const first = await Promise.all(listed.slice(0, READ_FIRST).map(complete));
    const entries = [...first, ...listed.slice(READ_FIRST)];
    useLibrary.setState({ rows: entries.map(toRow), failure: null });
    void readStorage();
    if (reviewed !== null) void selectRow(reviewed);
    for (const { id, findings, isEarly } of entries) {
      if (findings === null || isEarly) refresh(id);
    }
  } catch (error) {
    useLibrary.setState({ failure: String(error) });
  }
}

async function readStorage(): Promise<void> {
  const { usage = 0, quota = null } = await navigator.storage.estimate();
  useLibrary.setState({ storage: { usedBytes: usage, quotaBytes: quota } });
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
  const { edits = [] } = entry.demonstration;
  const findings = isSelected(id) ? await check(edits) : await countFindings(id);
  changeRow(id, { findings });
  await keepEntry({ ...entry, findings });
}

function changeRow(id: string, change: Partial<DemonstrationRow>): void {
  useLibrary.setState(({ rows }) => ({
    rows: rows && rows.map((row) => (row.id === id ? { ...row, ...change } : row)),
  }));
}

function listRows(): readonly DemonstrationRow[] {
  return useLibrary.getState().rows ?? [];
}

function findRow(id: string): DemonstrationRow | undefined {
  return listRows().find((row) => row.id === id);
}

function isSelected(id: string): boolean {
  return useReview.getState()?.selection.id === id;
}

/** The demonstrations that are gone through, in order: those chosen, else those that the library shows. */
export function setQueue(ids: readonly string[]): void {
  queue = ids;
}

export async function selectRow(id: string, atFinding = false): Promise<void> {
  const row = findRow(id);
  if (row) await select(row, atFinding);
}

/** Opens the next demonstration with findings, at its first one. */
export async function selectNextToFix(): Promise<void> {
  const id = useReview.getState()?.selection.id;
  const next = id === undefined ? null : findNextToFix(listRows(), queue, id);
  if (next) await select(next, true);
}

/** Edits the selected demonstration; a judgement opens the next one with the status that this one had. */
export async function editSelected(command: EditCommand): Promise<void> {
  const id = useReview.getState()?.selection.id;
  // Read first: the judgement changes the status of this row.
  const next = id === undefined ? null : findNext(listRows(), queue, id);
  await storeEdit(command);
  if (command.kind === 'judge' && next) await selectRow(next.id);
}

/** Calls a demonstration otherwise; an empty name is what was asked. */
export async function rename(id: string, name: string): Promise<void> {
  const form = { description: name.trim() };
  if (isSelected(id)) await describe(form);
  else await carryOut(order('demonstration.describe', { id, form }));
}

export async function moveToBin(id: string): Promise<void> {
  const title = findRow(id)?.title ?? '';
  if (!(await carryOut(order('demonstration.bin', { id, isDeleted: true })))) return;
  if (isSelected(id)) await select(null);
  showDone(message('studioDeleted', title), [id], []);
}

export async function restore(id: string): Promise<void> {
  await carryOut(order('demonstration.bin', { id, isDeleted: false }));
}

export async function deleteForever(id: string): Promise<void> {
  await carryOut(order('demonstration.delete', { id }));
}

export async function emptyBin(): Promise<void> {
  await carryOut(order('bin.empty', { olderThanMs: 0 }));
}

/** Makes two demonstrations of the selected one: the second begins with the turn. */
export async function divide(turnId: string): Promise<void> {
  const id = useReview.getState()?.selection.id;
  if (id === undefined) return;
  const divided = await carryOut(order('demonstration.divide', { id, turnId }));
  if (!divided) return;
  await select(null);
  showDone(message('studioDivided'), [id], divided.ids);
}

/** Makes one demonstration of several. */
export async function join(ids: readonly string[]): Promise<void> {
  const joined = await carryOut(order('demonstration.join', { ids }));
  if (joined) showDone(message('studioJoined', String(ids.length)), ids, joined.ids);
}

/** Offers to take demonstrations out of the bin again, and to delete those that were made. */
function showDone(text: string, binned: readonly string[], made: readonly string[]): void {
  const undo = async (): Promise<void> => {
    for (const id of binned) await restore(id);
    for (const id of made) await deleteForever(id);
  };
  useNotices.setState({ done: { text, undo } });
}
