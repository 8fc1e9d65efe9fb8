import { readArchive } from './archive/read.ts';
import type { ImportRoot } from './find-roots.ts';
import type { ImportPorts, ImportSource, ReadDemonstration } from './import-source.ts';
import { ImportFault } from './import-source.ts';
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
