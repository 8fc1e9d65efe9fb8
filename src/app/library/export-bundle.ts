import type { PseudonymKey } from '../../core/demonstration/pseudonyms/key.ts';
import type { ExportFile } from '../../core/formats/export-file.ts';
import { makeTextFile } from '../../core/formats/export-file.ts';
import type { ExportFormat } from '../../core/formats/export-formats.ts';
import type { Split, SplitGroup } from '../../core/formats/splits.ts';
import { assignSplits, nameGroup } from '../../core/formats/splits.ts';
import { writeExportFile } from '../../platform/export-files.ts';
import { zipFiles } from '../../platform/zip/write-zip.ts';
import type { Outcome } from '../../protocol/background.ts';
import { openDemonstration } from './demonstrations.ts';
import { explainFailure, nameFile, saveExport } from './export.ts';
import { LIBRARY_MESSAGES } from './messages.ts';
import type { OpenExport } from './open-export.ts';
import { openExport } from './open-export.ts';

export interface BundleRequest {
  ids: readonly string[];
  format: ExportFormat;
  /** Null without splits. */
  splits: { group: SplitGroup; seed: number } | null;
  pseudonyms: PseudonymKey | null;
}

/** `done` of `total` demonstrations, in fractions of the current one. */
interface BundleProgress {
  done: number;
  total: number;
  /** What the current demonstration's file or folder is called; empty before the first. */
  name: string;
}

export interface BundleOptions {
  onProgress?: (progress: BundleProgress) => void;
  signal?: AbortSignal;
}

export interface Bundle {
  fileName: string;
  bytes: number;
  demonstrations: number;
  /** A sentence for each demonstration that is not in it. */
  leftOut: readonly string[];
}

/**
 * Downloads demonstrations as one zip, streamed to disk: data set formats with a folder for each and `splits.json` as in
 * WebLINX, the others as files in a folder for each split. What can't be read costs only itself; a leak stops it all.
 */
export async function downloadBundle(
  request: BundleRequest,
  { onProgress = () => undefined, signal }: BundleOptions = {},
): Promise<Outcome<Bundle>> {
  const state: BundleState = { name: '', count: 0, leftOut: [], open: null };
  const fileName = `wayscribe-${new Date().toISOString().slice(0, 10)}-${request.format}.zip`;
  try {
    const files = listBundle(request, state, onProgress, signal);
    const letGo = (chunk: Uint8Array<ArrayBuffer>): void => state.open?.letGo(chunk);
    const options = { modifiedAt: Date.now(), letGo, ...(signal && { signal }) };
    const written = await writeExportFile(zipFiles(files, options), fileName, signal);
    const { count: demonstrations, leftOut } = state;
    if (demonstrations === 0) {
      await written.remove();
      return { ok: false, message: [LIBRARY_MESSAGES.nothingInBundle, ...leftOut].join(' ') };
    }
    saveExport({ ...written, fileName });
    return { ok: true, fileName, bytes: written.file.size, demonstrations, leftOut };
  } catch (error) {
    const message = explainFailure(error, signal);
    if (message === null) throw error;
    return { ok: false, message: state.name === '' ? message : `${state.name}: ${message}` };
  } finally {
    state.open?.close();
  }
}

interface BundleState {
  name: string;
  count: number;
  leftOut: string[];
  open: OpenExport | null;
}

async function* listBundle(
  { ids, format, splits, pseudonyms }: BundleRequest,
  state: BundleState,
  onProgress: NonNullable<BundleOptions['onProgress']>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExportFile> {
  const { EXPORT_FORMATS } = await import('../../core/formats/export-formats.ts');
  const { packing, ending, empty } = EXPORT_FORMATS[format];
  const splitOf = await findSplits(ids, splits);
  const names = createNames();
  const listed: Record<Split, string[]> = { train: [], valid: [], test: [] };
  const total = ids.length;
  for (const [at, id] of ids.entries()) {
    signal?.throwIfAborted();
    onProgress({ done: at, total, name: state.name });
    const opened = await openExport(id, format, {
      ...{ pseudonyms, ...(signal && { signal }) },
      onProgress: (one) =>
        onProgress({ done: at + one.done / Math.max(1, one.total), total, name: state.name }),
    });
    if (!opened.ok) {
      state.leftOut.push(opened.message);
      continue;
    }
    state.open = opened.open;
    const name = (state.name = names.take(nameFile(opened.open.demonstration)));
    const split = splitOf.get(id);
    const hasFolder = split !== undefined && packing !== 'zip';
    const place = `${packing === 'zip' ? 'demonstrations/' : hasFolder ? `${split}/` : ''}${name}`;
    const isOneFile = packing === 'file' || packing === 'page';
    let isEmpty = true;
    for await (const file of opened.open.files) {
      const path = isOneFile ? `${place}${ending}` : `${place}/${file.path}`;
      const filled = isOneFile ? await peek(file) : file;
      if (!filled) continue;
      isEmpty = false;
      yield { ...filled, path };
    }
    if (isEmpty) state.leftOut.push(`${name}: ${empty ?? LIBRARY_MESSAGES.nothingRecorded}`);
    else state.count += 1;
    if (!isEmpty && split) listed[split].push(name);
    opened.open.close();
    state.open = null;
  }
  state.name = '';
  onProgress({ done: total, total, name: '' });
  if (splits && packing === 'zip')
    yield makeTextFile('splits.json', `${JSON.stringify(listed, null, 2)}\n`);
}

async function findSplits(
  ids: readonly string[],
  splits: BundleRequest['splits'],
): Promise<ReadonlyMap<string, Split>> {
  if (!splits) return new Map();
  const groups = new Map<string, string>();
  for (const id of ids) {
    const opened = await openDemonstration(id);
    if (opened.ok) groups.set(id, nameGroup(splits.group, opened.content));
  }
  const assigned = assignSplits([...groups.values()], splits.seed);
  return new Map([...groups].flatMap(([id, group]) => [[id, assigned.get(group) ?? 'train']]));
}

/** The file with its first bytes read; null where it has none. */
async function peek(file: ExportFile): Promise<ExportFile | null> {
  const chunks = toIterator(file.read());
  const first = await chunks.next();
  if (first.done === true) return null;
  return {
    ...file,
    async *read() {
      yield first.value;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        yield next.value;
      }
    },
  };
}

async function* toIterator<T>(items: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Numbers names that come again. */
function createNames() {
  const taken = new Set<string>();
  return {
    take(name: string): string {
      let free = name;
      for (let count = 2; taken.has(free); count += 1) free = `${name}-${count}`;
      taken.add(free);
      return free;
    },
  };
}
