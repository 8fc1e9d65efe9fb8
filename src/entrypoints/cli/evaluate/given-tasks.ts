import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { MminaTask } from '../../../core/metrics/mmina/task.ts';
import { readGivenTask } from '../../../core/metrics/mmina/task.ts';

/** Tasks written by hand, by the names of their demonstrations. */
export interface GivenTasks {
  tasks: Readonly<Record<string, MminaTask>>;
  /** SHA-256 of all of them. */
  hash: string;
}

/**
 * The tasks in a folder as `convert --to mmina` fills it, a file each that is called as its demonstration;
 * in one such file; or in one file of many, `{"name": task, …}`. What is wrong, where something is.
 */
export async function readTasks(place: string): Promise<GivenTasks | string> {
  const found = await stat(place).catch(() => null);
  if (!found) return `there are no tasks in ${place}`;
  const folder = found.isDirectory() ? place : path.dirname(place);
  const files = found.isDirectory()
    ? (await glob('**/*.json', { cwd: place, expandDirectories: false })).sort()
    : [path.basename(place)];
  const tasks: Record<string, MminaTask> = {};
  for (const file of files) {
    const where = path.join(folder, file);
    const values = await readValues(where, file);
    if (values === null) return `${where} is no JSON of a task`;
    const domain = path.basename(path.dirname(path.resolve(where)));
    for (const [name, value] of values) {
      const read = readGivenTask(value, domain);
      if (!read.ok) return `${where}: ${name} is no task of MMInA: ${read.reason}`;
      tasks[name] = read.task;
    }
  }
  if (Object.keys(tasks).length === 0) return `there are no tasks in ${place}`;
  return { tasks, hash: createHash('sha256').update(JSON.stringify(tasks)).digest('hex') };
}

async function readValues(where: string, file: string): Promise<[string, unknown][] | null> {
  try {
    const value: unknown = JSON.parse(await readFile(where, 'utf8'));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return 'eval' in value
      ? [[file.replace(/(?:[.-]mmina)?\.json$/, ''), value]]
      : Object.entries(value);
  } catch {
    return null;
  }
}

/** The first of a demonstration's names that a task has. */
export function findTask(
  tasks: GivenTasks['tasks'] | null,
  names: readonly string[],
): MminaTask | null {
  if (tasks === null) return null;
  const known = names.find((name) => Object.hasOwn(tasks, name));
  return known === undefined ? null : (tasks[known] ?? null);
}
