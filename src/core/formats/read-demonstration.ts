import { hasValidChecksum } from '../demonstration/checksum.ts';
import { isHash, listHashes } from '../demonstration/content.ts';
import type { Demonstration, Hash, Turn } from '../demonstration/demonstration.ts';
import { DEMONSTRATION_VERSION } from '../demonstration/demonstration.ts';
import { migrateDemonstration, turnShape } from '../demonstration/migrate.ts';
import {
  resolvePendingScreenshot,
  setDemonstrationState,
} from '../demonstration/recording-state.ts';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  contentLineShape,
  manifestShape,
  openVideo,
} from './archive/archive.ts';
import type { ImportFormat, ImportRoot } from './find-roots.ts';
import { pathOf } from './find-roots.ts';
import type { ImportPorts, ImportSource, ReadDemonstration } from './import-source.ts';
import {
  checkId,
  checkShape,
  ImportFault,
  readFile,
  readJsonObject,
  readLines,
} from './import-source.ts';
import { FAULTS, FINDINGS } from './messages.ts';
import { readRecorderFlow } from './recorder/read.ts';
import { readRrweb } from './rrweb/read.ts';
import { readTrace } from './trace/read.ts';
import { readWeblinx } from './weblinx/read.ts';
import { isObject } from '../shape.ts';

/** `reason` is a clause (messages.ts). */
export type ReadOutcome = ({ ok: true } & ReadDemonstration) | { ok: false; reason: string };

/** Reads the demonstration at `root`, all of it or nothing. Rejects when aborted, or for a bug. */
export async function readDemonstration(
  source: ImportSource,
  root: ImportRoot,
  ports: ImportPorts,
): Promise<ReadOutcome> {
  try {
    return { ok: true, ...(await READERS[root.format](source, root, ports)) };
  } catch (error) {
    if (error instanceof ImportFault) return { ok: false, reason: error.message };
    throw error;
  }
}

type Read = (
  source: ImportSource,
  root: ImportRoot,
  ports: ImportPorts,
) => Promise<ReadDemonstration>;

const READERS: Readonly<Record<ImportFormat, Read>> = {
  archive: (source, { folder }, ports) => readArchive(source, folder, ports),
  weblinx: (source, { folder }, ports) => readWeblinx(source, folder, ports),
  playwright: (source, { folder }, ports) => readTrace(source, folder, ports),
  recorder: (source, root, ports) => readRecorderFlow(source, pathOf(root), ports),
  rrweb: (source, root, ports) => readRrweb(source, pathOf(root), ports),
};

/** wayscribe.json holds a title and settings, no pages. */
const MOST_MANIFEST_BYTES = 16 * 1024 * 1024;
/** Some days without a pause; all turns of a demonstration are in memory together. */
const MOST_TURNS = 100_000;

type Report = (finding: string) => void;

/** Reads a Wayscribe archive (docs/format.md), all of it or nothing; fails with ImportFault. */
export async function readArchive(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const findings: string[] = [];
  const report: Report = (finding) => void findings.push(finding);
  const { demonstration, count } = await readManifest(source, `${folder}wayscribe.json`, report);
  const path = `${folder}turns.jsonl`;
  const { turns, damaged } = await readTurns(source, path, demonstration.id, report);
  const found = turns.length + damaged.length;
  if (found !== count) throw new ImportFault(FAULTS.turnCount(path, found, count));
  const named = new Set(listHashes([demonstration, turns, damaged]));
  await readContents(source, folder, ports, named, report);
  const video = await openVideo(source, folder, demonstration.id);
  const read = { demonstration, turns, findings, ...(video && { video }) };
  if (demonstration.state === 'stopped') return read;
  report(FINDINGS.stillRecording);
  const end = turns.reduce((at, turn) => Math.max(at, turn.at), demonstration.startedAt);
  return {
    ...read,
    demonstration: setDemonstrationState(demonstration, 'stopped', end),
    turns: turns.map(resolvePendingScreenshot),
  };
}

async function readManifest(
  source: ImportSource,
  path: string,
  report: Report,
): Promise<{ demonstration: Demonstration; count: number }> {
  const bytes = await readFile(source, path, MOST_MANIFEST_BYTES);
  const { members } = readJsonObject(bytes, path, { surrogates: 'keep', report });
  if (members['format'] !== ARCHIVE_FORMAT) throw new ImportFault(FAULTS.notArchive(path));
  const { version, demonstration } = members;
  refuseNewer(path, 'archive format', version, ARCHIVE_VERSION);
  if (isObject(demonstration)) {
    const { version: stored } = demonstration;
    refuseNewer(path, 'demonstration format', stored, DEMONSTRATION_VERSION);
  }
  checkShape(manifestShape, members, path);
  const migrated = migrateDemonstration(demonstration);
  if (!migrated.ok) throw new ImportFault(FAULTS.damaged(path, migrated.reason));
  checkId(migrated.value.id, path);
  return { demonstration: migrated.value, count: Number(members['turns']) };
}

function refuseNewer(path: string, what: string, version: unknown, known: number): void {
  if (typeof version !== 'number' || version <= known) return;
  throw new ImportFault(FAULTS.newer(path, what, version, known));
}

/**
 * Reads turns.jsonl, in order. A turn whose checksum is wrong was damaged before it was exported: it is dropped with a
 * finding, since the others are good. Everything else that is wrong fails.
 */
async function readTurns(
  source: ImportSource,
  path: string,
  demonstrationId: string,
  report: Report,
): Promise<{ turns: Turn[]; damaged: Turn[] }> {
  const turns: Turn[] = [];
  const damaged: Turn[] = [];
  const ids = new Set<string>();
  for await (const line of readLines(source, path)) {
    const place = `${path}, turn ${ids.size + 1}`;
    if (ids.size === MOST_TURNS) throw new ImportFault(FAULTS.tooManyTurns(path, MOST_TURNS));
    const { members, isCleaned } = readJsonObject(line, place, { surrogates: 'keep', report });
    checkShape(turnShape, members, place, 'turn');
    const turn = members as unknown as Turn;
    checkId(turn.id, place);
    if (turn.demonstrationId !== demonstrationId) {
      throw new ImportFault(FAULTS.otherDemonstration(place));
    }
    if (ids.has(turn.id)) throw new ImportFault(FAULTS.repeatedId(place));
    ids.add(turn.id);
    if (isCleaned || hasValidChecksum(turn)) turns.push(turn);
    else {
      damaged.push(turn);
      report(FINDINGS.wrongChecksum(place));
    }
  }
  return { turns, damaged };
}

interface ContentLine {
  path: string;
  hash: Hash;
  bytes: number;
}

/** Stores the contents that contents.jsonl lists; fails unless each is there and matches its hash. */
async function readContents(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
  named: ReadonlySet<Hash>,
  report: Report,
): Promise<void> {
  const lines = await readIndex(source, `${folder}contents.jsonl`);
  let dropped = 0;
  for (const [index, { path, hash, bytes }] of [...lines.values()].entries()) {
    ports.signal?.throwIfAborted();
    ports.onProgress?.(index / lines.size);
    if (!named.has(hash)) {
      dropped += 1;
      continue;
    }
    const content = await readFile(source, folder + path);
    if ((await ports.keep(content)) !== hash || content.byteLength !== bytes) {
      throw new ImportFault(FAULTS.wrongHash(folder + path));
    }
  }
  for (const path of source.paths) {
    const isContent = path.startsWith(`${folder}contents/`);
    if (isContent && !lines.has(path.slice(folder.length))) dropped += 1;
  }
  if (dropped > 0) report(FINDINGS.unnamedContents(dropped));
}

async function readIndex(
  source: ImportSource,
  path: string,
): Promise<ReadonlyMap<string, ContentLine>> {
  const lines = new Map<string, ContentLine>();
  const hashes = new Set<Hash>();
  for await (const line of readLines(source, path)) {
    const place = `${path}, line ${lines.size + 1}`;
    const { members } = readJsonObject(line, place);
    checkShape(contentLineShape, members, place);
    const content = members as unknown as ContentLine;
    if (!isHash(content.hash) || !content.path.startsWith('contents/')) {
      throw new ImportFault(FAULTS.damaged(place, 'it names no content'));
    }
    if (lines.has(content.path) || hashes.has(content.hash)) {
      throw new ImportFault(FAULTS.repeatedContent(place));
    }
    hashes.add(content.hash);
    lines.set(content.path, content);
  }
  return lines;
}
