/**
 * `npm run bench:scale`: thousands of generated archives converted to Parquet by the built command line in two shards, as on two
 * machines. One zip is corrupt, one shard is killed in the middle and started again, and a tenth of the zips is converted
 * first, to compare memory. The last line is `RESULT {json}`.
 *
 * Options: --zips N (10000), --turns N (6), --elements N (150).
 */
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parquetReadObjects } from 'hyparquet';
import { listArchiveFiles } from '../../src/core/formats/archive/archive.ts';
import { zipFiles } from '../../src/platform/zip/write-zip.ts';
import buildCli, { cliFolder } from '../build-cli.mjs';
import { readPeak, REPORT_PEAK } from '../peak-memory.ts';
import { generateDemonstration } from './formats/generate-demonstration.ts';
import { roundFigure } from './recorder/median.ts';

const { values } = parseArgs({
  options: {
    zips: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '6' },
    elements: { type: 'string', default: '150' },
  },
});
const COMMAND = join(cliFolder, 'wayscribe.mjs');
/** Memory may grow by this factor from a tenth of the zips to all. */
const FLAT = 1.3;

async function main(): Promise<void> {
  const count = Number(values.zips);
  await buildCli();
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-scale-'));
  try {
    await writeArchives(folder, count);
    const tenth = await convert(join(folder, 'in/0'), join(folder, 'tenth'), '1/1');
    const out = join(folder, 'out');
    await killInTheMiddle(join(folder, 'in'), out, count);
    const before = (await listOutputs(out)).length;
    const shards = await Promise.all(
      ['1/2', '2/2'].map((shard) => convert(join(folder, 'in'), out, shard)),
    );
    const ids = await readIds(out);
    const made = count - before;
    const seconds = Math.max(...shards.map((shard) => shard.seconds));
    const peakMb = Math.max(...shards.map((shard) => shard.peakMb));
    const figures = {
      ...{ zips: count, corrupt: 1, killedAfter: before, outputs: ids.length },
      distinctIds: new Set(ids).size,
      zipsPerSecondAndCore: roundFigure(made / seconds / shards.length),
      // Other work on the machine counts less in this one.
      zipsPerProcessorSecond: roundFigure(
        made / shards.reduce((sum, shard) => sum + shard.cpuSeconds, 0),
      ),
      peakMb: roundFigure(peakMb),
      timesPeakOfTenth: roundFigure(peakMb / tenth.peakMb),
      faults: shards.flatMap(({ faults }) => faults).length,
    };
    const goals = {
      // The corrupt zip costs only itself, and the kill nothing.
      allConverted: figures.distinctIds === count && figures.outputs === count,
      oneFault: figures.faults === 1,
      flatMemory: figures.timesPeakOfTenth <= FLAT,
    };
    console.table({ ...figures, ...goals });
    console.log(`RESULT ${JSON.stringify({ ...figures, goals })}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** In ten folders, with a corrupt one beside them. */
async function writeArchives(folder: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const place = join(folder, 'in', String(number % 10));
    if (number < 10) await mkdir(place, { recursive: true });
    const { content } = generateDemonstration(
      number,
      Number(values.turns),
      Number(values.elements),
    );
    const { startedAt } = content.demonstration;
    const zip = zipFiles(listArchiveFiles(content), { modifiedAt: startedAt });
    await pipeline(Readable.from(zip), createWriteStream(join(place, `${number}.zip`)));
  }
  await writeFile(join(folder, 'in/corrupt.zip'), 'This is no zip.');
}

function listArguments(input: string, out: string, shard: string): string[] {
  const options = ['--to', 'parquet', '--out', out, '--shard', shard, '--jobs', '1', input];
  return [...REPORT_PEAK, COMMAND, 'convert', ...options];
}

interface Converted {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
  faults: string[];
}

function convert(input: string, out: string, shard: string): Promise<Converted> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const argv = listArguments(input, out, shard);
    execFile(process.execPath, argv, { maxBuffer: 1 << 28 }, (_error, _stdout, stderr) => {
      const used = readPeak(stderr);
      if (used === null) {
        reject(new Error(stderr));
        return;
      }
      const faults = stderr.split('\n').filter((line) => line.includes('.zip'));
      const seconds = (performance.now() - from) / 1000;
      resolve({ seconds, ...used, faults });
    });
  });
}

/** Kills the first shard once it has made a part of its outputs. */
async function killInTheMiddle(input: string, out: string, count: number): Promise<void> {
  const child = spawn(process.execPath, listArguments(input, out, '1/2'), { stdio: 'ignore' });
  while ((await listOutputs(out)).length < count / 20) await pause(50);
  child.kill('SIGKILL');
}

async function listOutputs(out: string): Promise<string[]> {
  const files = await readdir(out, { recursive: true }).catch(() => []);
  return files.filter((file) => file.endsWith('.parquet'));
}

/** The ids that outputs are joined by, one for each output. */
async function readIds(out: string): Promise<string[]> {
  const ids: string[] = [];
  for (const file of await listOutputs(out)) {
    const bytes = new Uint8Array(await readFile(join(out, file)));
    const rows = await parquetReadObjects({ file: bytes.buffer, columns: ['demonstration'] });
    ids.push(...new Set(rows.map((row) => String(row['demonstration']))));
  }
  return ids;
}

await main();
