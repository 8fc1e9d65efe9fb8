import { readFile, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { MminaTask } from '../../../core/metrics/mmina/task.ts';
import { readGivenTask } from '../../../core/metrics/mmina/task.ts';

/**
 * Which split each demonstration is in, from WebLINX's `splits.json`: `{"train": ["name", …], …}`. Names
 * are shortcodes, ids, or an input's name.
 */
export async function readSplits(file: string): Promise<Record<string, string>> {
  const reported: unknown = JSON.parse(await readFile(file, 'utf8'));
  const lists = typeof reported === 'object' && reported !== null ? Object.entries(reported) : [];
  return Object.fromEntries(
    lists.flatMap(([split, names]: [string, unknown]) =>
      Array.isArray(names) ? names.map((name) => [String(name), split] as const) : [],
    ),
  );
}

/** Without a file of splits: the folder that an input lies in, as WebLINX's dumps are laid out. */
export function findSplit(
  splits: Readonly<Record<string, string>> | null,
  names: readonly string[],
): string {
  if (splits !== null) {
    const known = names.find((name) => Object.hasOwn(splits, name));
    return known === undefined ? 'none' : (splits[known] ?? 'none');
  }
  const folder = names.at(-1)?.split('/').slice(0, -1).join('/') ?? '';
  return folder === '' ? 'all' : folder;
}

let lastRead: { file: string; answers: Promise<Map<string, string>> } | null = null;

/** What a model wrote, by `demonstration turn`: read once in each thread. */
export function readAnswers(file: string): Promise<Map<string, string>> {
  if (lastRead?.file !== file) lastRead = { file, answers: parseAnswers(file) };
  return lastRead.answers;
}

async function parseAnswers(file: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    if (line.trim() === '') continue;
    const { demonstration, turn, output } = JSON.parse(line) as Record<string, unknown>;
    if (typeof output === 'string') answers.set(`${String(demonstration)} ${String(turn)}`, output);
  }
  return answers;
}

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
