import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** Inside the output folder, because renaming replaces a file only within one file system. */
const PARTS_FOLDER = '.wayscribe/parts';

/** `out` may be written to by processes of several machines. */
const PROCESS_NAME = `${process.pid}-${hostname()}`;

/** Returns a new path for an output until it is complete. */
export function namePart(out: string): string {
  return path.join(out, PARTS_FOLDER, PROCESS_NAME, randomUUID());
}

/** Removes the parts of this process, and those that killed processes of this machine left. */
export async function dropParts(out: string): Promise<void> {
  const folder = path.join(out, PARTS_FOLDER);
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid, host] = /^(\d+)-(.*)$/.exec(name) ?? [];
    const isOver = name === PROCESS_NAME || (host === hostname() && !isRunning(Number(pid)));
    if (isOver) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's process.
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}
