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
} from './archive/schema.ts';
import { openVideo } from './archive/video.ts';
import type { ImportRoot } from './find-roots.ts';
import type { ImportPorts, ImportSource, ReadDemonstration } from './import-source.ts';
import { ImportFault, readFile } from './import-source.ts';
import { isObject, readJsonObject } from './read-json.ts';
import { readLines } from './read-lines.ts';
import { readWeblinx } from './weblinx/read.ts';

/** `reason` is a clause without a full stop: what is wrong, and where. */
export type ReadOutcome = ({ ok: true } & ReadDemonstration) | { ok: false; reason: string };

/** Reads the demonstration at `root`, all of it or nothing. Rejects only when told to stop, or for a bug. */
export async function readDemonstration(
  source: ImportSource,
  { format, folder }: ImportRoot,
  ports: ImportPorts,
): Promise<ReadOutcome> {
  const read = format === 'archive' ? readArchive : readWeblinx;
  try {
    return { ok: true, ...(await read(source, folder, ports)) };
  } catch (error) {
    if (error instanceof ImportFault) return { ok: false, reason: error.message };
    throw error;
  }
}

/** wayscribe.json holds a title and settings, no pages. */
const MOST_MANIFEST_BYTES = 16 * 1024 * 1024;

/** Reads our own archive from `folder`, all or nothing; fails with ImportFault. See docs/format.md. */
export async function readArchive(
  source: ImportSource,
  folder: string,
  ports: ImportPorts,
): Promise<ReadDemonstration> {
  const findings: string[] = [];
  const { demonstration, count } = await readManifest(source, folder, findings);
  const { turns, damaged } = await readTurns(source, folder, demonstration, count, findings);
  const named = new Set(listHashes([demonstration, turns, damaged]));
  await readContents({ source, folder, ports, named, findings });
  const video = await openVideo(source, folder, demonstration.id);
  return { ...finish(demonstration, turns, findings), findings, ...(video && { video }) };
}

async function readManifest(
  source: ImportSource,
  folder: string,
  findings: string[],
): Promise<{ demonstration: Demonstration; count: number }> {
  const path = `${folder}wayscribe.json`;
  const bytes = await readFile(source, path, MOST_MANIFEST_BYTES);
  const { members, cleaned } = readJsonObject(bytes, path, { surrogates: 'keep' });
  if (members['format'] !== ARCHIVE_FORMAT) {
    throw new ImportFault(`${path} is not that of a Wayscribe archive`);
  }
  const { version, demonstration } = members;
  refuseNewer(path, 'archive format', version, ARCHIVE_VERSION);
  if (isObject(demonstration)) {
    const { version: stored } = demonstration;
    refuseNewer(path, 'demonstration format', stored, DEMONSTRATION_VERSION);
  }
  const fault = manifestShape(members, '');
  if (fault !== null) throw new ImportFault(`${path} is damaged: ${fault}`);
  const migrated = migrateDemonstration(demonstration);
  if (!migrated.ok) throw new ImportFault(`${path} is damaged: ${migrated.reason}`);
  checkId(migrated.value.id, path);
  if (cleaned !== null) findings.push(`In ${path}, ${cleaned}; the rest was kept.`);
  return { demonstration: migrated.value, count: Number(members['turns']) };
}

function refuseNewer(path: string, what: string, version: unknown, known: number): void {
  if (typeof version !== 'number' || version <= known) return;
  throw new ImportFault(
    `${path} was written by a newer version of Wayscribe (${what} ${version}; this one reads up to ${known}), so update Wayscribe to open it`,
  );
}

/** What was still being recorded when the archive was written has ended by now. */
function finish(
  demonstration: Demonstration,
  turns: Turn[],
  findings: string[],
): { demonstration: Demonstration; turns: Turn[] } {
  if (demonstration.state === 'stopped') return { demonstration, turns };
  const end = turns.reduce((at, turn) => Math.max(at, turn.at), demonstration.startedAt);
  findings.push('The recording was still running when it was exported; it ends at its last turn.');
  return {
    demonstration: setDemonstrationState(demonstration, 'stopped', end),
    turns: turns.map(resolvePendingScreenshot),
  };
}

/** Some days without a pause; the turns of a demonstration are held at once. */
const MOST_TURNS = 100_000;

/**
 * turns.jsonl, in order. A turn whose checksum is wrong was damaged before it was exported: it is left
 * out with a finding, for the others are good. Everything else that is wrong fails.
 */
async function readTurns(
  source: ImportSource,
  folder: string,
  demonstration: Demonstration,
  count: number,
  findings: string[],
): Promise<{ turns: Turn[]; damaged: Turn[] }> {
  const path = `${folder}turns.jsonl`;
  const turns: Turn[] = [];
  const damaged: Turn[] = [];
  const ids = new Set<string>();
  for await (const line of readLines(source, path)) {
    const place = `${path}, turn ${ids.size + 1}`;
    if (ids.size === MOST_TURNS) throw new ImportFault(`${path} has over ${MOST_TURNS} turns`);
    const { members, cleaned } = readJsonObject(line, place, { surrogates: 'keep' });
    const fault = turnShape(members, 'turn');
    if (fault !== null) throw new ImportFault(`${place} is damaged: ${fault}`);
    const turn = members as unknown as Turn;
    checkId(turn.id, place);
    if (turn.demonstrationId !== demonstration.id) {
      throw new ImportFault(`${place} belongs to another demonstration`);
    }
    if (ids.has(turn.id)) throw new ImportFault(`${place} has the id of an earlier one`);
    ids.add(turn.id);
    if (cleaned !== null) findings.push(`In ${place}, ${cleaned}; the rest of it was kept.`);
    if (cleaned !== null || hasValidChecksum(turn)) turns.push(turn);
    else {
      damaged.push(turn);
      findings.push(`${place} was left out: its checksum is wrong. The others were kept.`);
    }
  }
  if (ids.size !== count) {
    throw new ImportFault(`${path} has ${ids.size} turns where wayscribe.json says ${count}`);
  }
  return { turns, damaged };
}

/** Ids become keys of the store, where other characters part one kind of key from another. */
function checkId(id: string, place: string): void {
  if (!/^[\w.-]{1,200}$/.test(id)) throw new ImportFault(`${place} has an id that cannot be one`);
}

interface Reading {
  source: ImportSource;
  folder: string;
  ports: ImportPorts;
  /** What the demonstration and its turns name. */
  named: ReadonlySet<Hash>;
  findings: string[];
}

interface ContentLine {
  path: string;
  hash: Hash;
  bytes: number;
}

/** The contents that contents.jsonl lists: each is there and is what its hash says, or all fails. */
async function readContents(reading: Reading): Promise<void> {
  const { source, folder, ports, named, findings } = reading;
  const lines = await readIndex(source, folder);
  let left = 0;
  for (const [index, { path, hash, bytes }] of [...lines.values()].entries()) {
    ports.signal?.throwIfAborted();
    ports.onProgress?.(index / lines.size);
    if (!named.has(hash)) {
      left += 1;
      continue;
    }
    const content = await readFile(source, folder + path);
    const kept = await ports.keep(content);
    if (kept !== hash || content.byteLength !== bytes) {
      throw new ImportFault(
        `${folder}${path} is not what its name says: it was changed or damaged`,
      );
    }
  }
  for (const path of source.paths) {
    if (path.startsWith(`${folder}contents/`) && !lines.has(path.slice(folder.length))) left += 1;
  }
  if (left > 0) findings.push(`Files in contents that no turn names were left out (${left}).`);
}

async function readIndex(
  source: ImportSource,
  folder: string,
): Promise<ReadonlyMap<string, ContentLine>> {
  const path = `${folder}contents.jsonl`;
  const lines = new Map<string, ContentLine>();
  const hashes = new Set<Hash>();
  for await (const line of readLines(source, path)) {
    const place = `${path}, line ${lines.size + 1}`;
    const { members } = readJsonObject(line, place);
    const fault = contentLineShape(members, '');
    if (fault !== null) throw new ImportFault(`${place} is damaged: ${fault}`);
    const content = members as unknown as ContentLine;
    if (!isHash(content.hash) || !content.path.startsWith('contents/')) {
      throw new ImportFault(`${place} is damaged: it names no content`);
    }
    if (lines.has(content.path) || hashes.has(content.hash)) {
      throw new ImportFault(`${place} names a content twice`);
    }
    hashes.add(content.hash);
    lines.set(content.path, content);
  }
  return lines;
}
