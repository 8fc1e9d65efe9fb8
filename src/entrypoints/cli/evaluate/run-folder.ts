import type { TurnNotice } from '../../../core/evaluation/evaluate-turns.ts';
import { appendFileSync, closeSync, openSync, truncateSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '../../../core/evaluation/row.ts';
import type { ReadContent } from '../../../core/demonstration/content.ts';
import { createHash } from 'node:crypto';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import type { AnswerCache, KeptAnswer } from '../../../platform/endpoint/asker.ts';
import { openMemoryCache } from '../../../platform/endpoint/asker.ts';

/** What a run is; never who is asked where, nor with which key. */
export interface RunSettings {
  version: number;
  of: string;
  /** The model's name as it was asked for. */
  model?: string;
  strategy?: string;
  /** Set when the model was shown the screen. */
  images?: true;
  /** Set when turns without a proven screenshot were judged too. */
  unproven?: true;
  /** SHA-256 of the tokenizer that cut the prompts; an approximation where it is not said. */
  tokenizer?: string;
  /** Of the file of predictions, of the splits, and of the tasks by hand. */
  predictions?: string;
  splits?: string;
  tasks?: string;
}

type InputDone = Extract<Notice, { type: 'input' }>;
export type JournalLine = Row | InputDone;

/** The folder of a run: settings, journal, pictures and, when it ends, its figures. */
export interface RunFolder {
  folder: string;
  /** What is there from before. */
  rows: ReadonlyMap<string, Row>;
  inputs: ReadonlyMap<string, InputDone>;
  /** Adds a line; it is with the system when this returns, so that a kill loses none. */
  append(line: JournalLine): void;
  close(): void;
}

export const SETTINGS_FILE = 'run.json';
const JOURNAL = 'journal.jsonl';
const ROWS = 'turns.jsonl';

/** Opens a folder for a run, new or to go on with; a reason when another run is in it. */
export async function openRun(
  folder: string,
  settings: RunSettings,
  fresh: boolean,
): Promise<{ ok: true; run: RunFolder } | { ok: false; reason: string }> {
  await mkdir(folder, { recursive: true });
  if (fresh) {
    for (const name of [SETTINGS_FILE, JOURNAL, ROWS, SHOTS_FOLDER]) {
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
  }
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  const before = await readFile(path.join(folder, SETTINGS_FILE), 'utf8').catch(() => null);
  if (before !== null && before !== text) {
    const reason = `${folder} holds a run of something else; choose another folder, or start over with --fresh`;
    return { ok: false, reason };
  }
  if (before === null) await writeWhole(path.join(folder, SETTINGS_FILE), text);
  const file = path.join(folder, JOURNAL);
  const lines = await readLines(file, true);
  const journal = openSync(file, 'a');
  return {
    ok: true,
    run: {
      folder,
      rows: new Map(lines.flatMap((line) => ('key' in line ? [[line.key, line] as const] : []))),
      inputs: new Map(
        lines.flatMap((line) => (line.type === 'input' ? [[line.input, line] as const] : [])),
      ),
      append: (line) => appendFileSync(journal, `${JSON.stringify(line)}\n`),
      close: () => closeSync(journal),
    },
  };
}

/** The lines of a journal. A kill may have cut the last one short: it is left out, and cut off. */
async function readLines(file: string, mend = false): Promise<JournalLine[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const end = text.lastIndexOf('\n') + 1;
  if (mend && end < text.length) truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  return text
    .slice(0, end)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalLine);
}

let lastRead: { start: string; keys: Promise<Set<string>> } | null = null;

/** Keys of the rows that were there when the command started: read once in each thread. */
export function readDoneKeys(out: string | null, start: string): Promise<Set<string>> {
  if (lastRead?.start !== start) lastRead = { start, keys: readKeys(out) };
  return lastRead.keys;
}

async function readKeys(out: string | null): Promise<Set<string>> {
  const lines = out === null ? [] : await readLines(path.join(out, JOURNAL));
  return new Set(lines.flatMap((line) => ('key' in line ? line.key : [])));
}

/** The rows of a finished run, as comparisons and reports read them. */
export async function writeRows(folder: string, rows: readonly Row[]): Promise<void> {
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeWhole(path.join(folder, ROWS), text);
}

export async function readRun(
  folder: string,
): Promise<{ settings: RunSettings; rows: Row[] } | null> {
  try {
    const settings = JSON.parse(
      await readFile(path.join(folder, SETTINGS_FILE), 'utf8'),
    ) as RunSettings;
    const text = await readFile(path.join(folder, ROWS), 'utf8');
    const rows = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Row);
    return { settings, rows };
  } catch {
    return null;
  }
}

/** Text goes to a file beside it, which gets the name when it is whole. */
export async function writeWhole(file: string, text: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.part-${process.pid}`, text);
  await rename(`${file}.part-${process.pid}`, file);
}

/** What a task says besides rows: `opened` and `kept` for the progress, `input` at its end. */
export type Notice = TurnNotice | { type: 'input'; input: string; mark: string; keys: string[] };

/** Pictures of a run lie here by their hash, so that its report needs none of the inputs. */
export const SHOTS_FOLDER = 'shots';

const kept = new Map<string, Promise<void>>();

/** Keeps a screenshot of a judged turn in the run's folder, once. */
export function keepShot(out: string, hash: string, read: ReadContent): Promise<void> {
  const target = path.join(out, SHOTS_FOLDER, hash);
  const before = kept.get(target);
  if (before) return before;
  const writing = write(target, hash, read);
  kept.set(target, writing);
  return writing;
}

async function write(target: string, hash: string, read: ReadContent): Promise<void> {
  const bytes = await read(hash);
  if (bytes === null) return;
  await mkdir(path.dirname(target), { recursive: true });
  const part = `${target}.part-${process.pid}-${Math.random().toString(36).slice(2)}`;
  await writeFile(part, bytes);
  await rename(part, target);
}

/** A file per answer, named by a hash; a folder may serve many runs at a time. Null: in memory. */
export function openCache(
  folder: string | null,
  { baseUrl, model }: EndpointSettings,
): AnswerCache {
  const fileOf = (name: string): string =>
    path.join(folder ?? '', name.slice(0, 2), `${name}.json`);
  const held = openMemoryCache();
  return {
    nameOf: (messages) =>
      createHash('sha256')
        .update(JSON.stringify([baseUrl, model, messages]))
        .digest('hex'),
    async read(name) {
      if (folder === null) return held.read(name);
      try {
        const kept = JSON.parse(await readFile(fileOf(name), 'utf8')) as KeptAnswer;
        return typeof kept.text === 'string' ? kept : null;
      } catch {
        return null;
      }
    },
    async write(name, answer) {
      if (folder === null) return held.write(name, answer);
      await mkdir(path.dirname(fileOf(name)), { recursive: true });
      await writeWhole(fileOf(name), JSON.stringify(answer));
    },
  };
}
