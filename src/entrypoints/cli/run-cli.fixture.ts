import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cliFolder } from '../../../scripts/build-cli.mjs';
import { createProgram } from './program.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const COMMAND = path.join(cliFolder, 'wayscribe.mjs');
const SAMPLE = path.join(ROOT, 'src/core/formats/golden/weblinx-sample');

export interface Ran {
  code: number;
  out: string;
  err: string;
  /** Standard output as JSON lines. */
  lines: Record<string, unknown>[];
}

/** Runs the built command line in a new process. `flags` are Node's. */
export function runCli(
  args: readonly string[],
  cwd: string,
  { flags = [], command = COMMAND }: { flags?: readonly string[]; command?: string } = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const argv = [...flags, command, ...args];
    execFile(process.execPath, argv, { cwd, maxBuffer: 1 << 28 }, (error, out, err) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, out, err, lines: readLines(args, out) });
    });
  });
}

/** Runs the same program in this process, for tests of what it does; paths are given in full. */
export async function runHere(...args: string[]): Promise<Ran> {
  let [code, out, err] = [0, '', ''];
  const streams = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
  await createProgram(streams, (ended) => (code = ended)).parseAsync(args, { from: 'user' });
  return { code, out, err, lines: readLines(args, out) };
}

function readLines(args: readonly string[], out: string): Ran['lines'] {
  if (!args.includes('--json')) return [];
  const lines = out.trim().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A folder for one test, with WebLINX demonstrations of these names in it. */
export async function makeFolder(
  ...names: string[]
): Promise<{ folder: string; drop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-cli-'));
  for (const name of names) await cp(SAMPLE, path.join(folder, name), { recursive: true });
  return { folder, drop: () => rm(folder, { recursive: true, force: true }) };
}
