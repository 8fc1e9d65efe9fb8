import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import type { Trial } from '../../../core/evaluation/live/trial.ts';

const TRIALS_FILE = 'trials.jsonl';
const RUN_FILE = 'run.json';

/** What decides the results of a run, beside its tasks. Holds no keys. */
export interface RunSettings extends Readonly<Record<string, unknown>> {
  /** Stands in the report. */
  navigator: string;
}

export interface OpenRun {
  trials: Trial[];
  add(trial: Trial): void;
}

/**
 * Opens the folder of a run. A run that was stopped continues: trials that are written are not repeated, except those
 * with an error. Returns the reason if the folder holds a run with other settings.
 */
export async function openRun(
  out: string,
  settings: RunSettings,
  isFresh: boolean,
): Promise<OpenRun | string> {
  await mkdir(out, { recursive: true });
  const file = path.join(out, TRIALS_FILE);
  if (isFresh)
    await Promise.all([file, path.join(out, RUN_FILE)].map((each) => rm(each, { force: true })));
  const before = await readSettings(out);
  const changed = before ? listChanged(before, settings) : [];
  if (changed.length > 0) {
    return `${out} holds a run with another ${changed.join(', ')}; choose another folder, or start over with --fresh`;
  }
  await writeFile(path.join(out, RUN_FILE), `${JSON.stringify(settings, null, 2)}\n`);
  const trials = (await readTrials(out)).filter(({ error }) => error === undefined);
  await writeFile(file, trials.map(writeLine).join(''));
  return {
    trials,
    add(trial: Trial): void {
      trials.push(trial);
      appendFileSync(file, writeLine(trial));
    },
  };
}

function listChanged(before: RunSettings, now: RunSettings): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
}

function writeLine(trial: Trial): string {
  return `${JSON.stringify(trial)}\n`;
}

export async function readSettings(folder: string): Promise<RunSettings | null> {
  const text = await readFile(path.join(folder, RUN_FILE), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as RunSettings);
}

/** A kill may have cut the last line short. */
export async function readTrials(folder: string): Promise<Trial[]> {
  const text = await readFile(path.join(folder, TRIALS_FILE), 'utf8').catch(() => '');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Trial);
}

/** Returns a SHA-256 of the names and bytes of a folder's files. */
export async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await glob('**', { cwd: folder, dot: true })).sort()) {
    const bytes = await readFile(path.join(folder, name));
    hash.update(`${name}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
