import {
  startDemonstration,
  setDemonstrationState,
} from '../../core/demonstration/recording-state.ts';
import { addChecksum } from '../../core/demonstration/checksum.ts';
import type { Demonstration, Turn } from '../../core/demonstration/demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../../core/demonstration/make-turn.fixture.ts';
import { listArchiveFiles } from '../../core/formats/archive/archive.ts';
import { findRoots } from '../../core/formats/find-roots.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import type { Files } from '../../core/formats/import.fixture.ts';
import { collectFiles, encode, hashNow } from '../../core/formats/import.fixture.ts';
import { IMPORT_LIMITS } from '../zip/read-zip.ts';
import type { RawEntry } from '../zip/raw-zip.fixture.ts';
import { buildZip } from '../zip/raw-zip.fixture.ts';
import { openZip } from '../zip/read-zip.ts';
import type { Database } from './database.ts';
import type { ImportOutcome } from './import-demonstration.ts';
import { importDemonstration } from './import-demonstration.ts';

export const HTML = encode('<head><title>Kettles</title></head><body></body>');
export const BOXES = encode('{}');
export const IMAGE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);

export function makeDemonstration(id = 'demo', title = 'Kettles'): Demonstration {
  const begun = startDemonstration({
    ...{ id, at: 500, title, userAgent: 'test', timezoneOffsetMinutes: 0, recorder: '1.0' },
  });
  return setDemonstrationState(begun, 'stopped', 9000);
}

export function makeTurns(demonstrationId = 'demo'): Turn[] {
  const frame = {
    frameId: 0,
    parentFrameId: null,
    ownerUid: null,
    place: null,
    url: 'https://shop.example/',
    title: 'Kettles',
    html: hashNow(HTML),
    boxes: hashNow(BOXES),
    viewport: { width: 1280, height: 720 },
    scroll: { x: 0, y: 0 },
    exact: true,
  };
  return [
    makeSayTurn({ id: 'a', demonstrationId }),
    makeBrowserTurn({
      ...{ id: 'b', demonstrationId, at: 2000 },
      snapshot: { frames: [frame], devicePixelRatio: 1, takenAt: 2000, exact: true },
      screenshot: {
        status: 'kept',
        image: hashNow(IMAGE),
        width: 2,
        height: 2,
        proof: { kind: 'unchanged', requestedAt: 1, doneAt: 2 },
      },
    }),
    makeBrowserTurn({ id: 'c', demonstrationId, at: 3000, causedBy: 'b' }),
  ].map(addChecksum);
}

export function makeArchive(
  demonstration = makeDemonstration(),
  turns = makeTurns(),
): Promise<Files> {
  const store = new Map([HTML, BOXES, IMAGE].map((bytes) => [hashNow(bytes), bytes]));
  const read = (hash: string) => Promise.resolve(store.get(hash) ?? null);
  return collectFiles(listArchiveFiles({ demonstration, turns, read }));
}

export function toEntries(files: Files): RawEntry[] {
  return [...files].map(([name, bytes]) => ({ name, bytes, deflate: true }));
}

export async function toZip(files: Files): Promise<Blob> {
  return new Blob([await buildZip(toEntries(files))]);
}

const SMALL = { ...IMPORT_LIMITS, files: 50, fileBytes: 2e6, totalBytes: 3e6, smallBytes: 1e5 };

/** What becomes of a zip's first demonstration. */
export async function importZip(
  db: Database,
  zip: Blob,
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  try {
    const source = await openZip(zip, { limits: SMALL });
    const [root] = findRoots(source.paths);
    if (!root) return { kind: 'refused', reason: 'no demonstration' } as const;
    return await importDemonstration(db, source, root, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'refused', reason: error.message } as const;
    throw error;
  }
}

export async function dumpStore(db: Database): Promise<unknown> {
  const names = ['demonstrations', 'turns', 'blobs', 'refs', 'videoSegments'] as const;
  return Promise.all(names.map((name) => db.getAll(name)));
}

export function change(files: Files, path: string, by: (text: string) => string): Files {
  return files.set(path, encode(by(new TextDecoder().decode(files.get(path)))));
}

export function changeLine(
  files: Files,
  line: number,
  by: (turn: Record<string, unknown>) => unknown,
) {
  return change(files, 'turns.jsonl', (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((one, index) =>
        index === line ? JSON.stringify(by(JSON.parse(one) as Record<string, unknown>)) : one,
      )
      .join('\n'),
  );
}
