import { moveDemonstration, settlePending } from '../../demonstration/append.ts';
import type { Demonstration, Turn } from '../../demonstration/demonstration.ts';
import { listHashes } from '../../demonstration/hashes.ts';
import { DEMONSTRATION_VERSION } from '../../demonstration/demonstration.ts';
import { migrateDemonstration } from '../../demonstration/migrate.ts';
import type { ImportPorts, ImportSource, ReadDemonstration } from '../import-source.ts';
import { ImportFault, readFile } from '../import-source.ts';
import { isObject, readJsonObject } from '../read-json.ts';
import { checkId } from './check-id.ts';
import { readContents } from './read-contents.ts';
import { readTurns } from './read-turns.ts';
import { openVideo } from './video.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, manifestShape } from './shape.ts';

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
    demonstration: moveDemonstration(demonstration, 'stopped', end),
    turns: turns.map(settlePending),
  };
}
