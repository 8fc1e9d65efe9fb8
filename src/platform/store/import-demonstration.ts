import type { ImportRoot } from '../../core/formats/find-roots.ts';
import type { ImportPorts, ImportSource } from '../../core/formats/import-source.ts';
import { ImportFault } from '../../core/formats/import-source.ts';
import { readDemonstration } from '../../core/formats/read-demonstration.ts';
import { hashBytes } from '../hash.ts';
import { chooseIds } from './choose-ids.ts';
import type { Database } from './database.ts';
import { stageImport } from './stage-import.ts';

/** `copied`: something else is stored under its id, so it got another. */
export type ImportOutcome =
  | {
      kind: 'imported';
      id: string;
      title: string;
      turns: number;
      copied: boolean;
      findings: string[];
    }
  | { kind: 'known'; id: string; title: string }
  /** A clause: what is wrong, and where. */
  | { kind: 'refused'; reason: string };

/**
 * Imports one demonstration, all of it or nothing: until the last moment nobody sees any of it, and what is
 * stored stays as it is. Rejects when told to stop, when the disk is full (QuotaExceededError) and for bugs;
 * nothing is left of it then.
 */
export async function importDemonstration(
  db: Database,
  source: ImportSource,
  root: ImportRoot,
  options: Pick<ImportPorts, 'onProgress' | 'signal'> = {},
): Promise<ImportOutcome> {
  const staged = stageImport(db, options.signal);
  let committed = false;
  try {
    const ports: ImportPorts = { ...options, hash: hashBytes, keep: staged.keep };
    const read = await readDemonstration(source, root, ports);
    if (!read.ok) return { kind: 'refused', reason: read.reason };
    const chosen = await chooseIds(db, read);
    const { title } = read.demonstration;
    if (chosen.kind === 'known') return { kind: 'known', id: chosen.id, title };
    options.signal?.throwIfAborted();
    await staged.commit(chosen.demonstration, chosen.turns, read.video);
    committed = true;
    return {
      kind: 'imported',
      id: chosen.demonstration.id,
      title,
      turns: chosen.turns.length,
      copied: chosen.renamed,
      findings: read.findings,
    };
  } catch (error) {
    if (error instanceof ImportFault) return { kind: 'refused', reason: error.message };
    throw error;
  } finally {
    if (!committed) await staged.discard();
  }
}
