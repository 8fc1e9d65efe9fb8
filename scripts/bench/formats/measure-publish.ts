import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listArchiveFiles } from '../../../src/core/formats/archive/archive.ts';
import { checkCroissant } from '../../../src/core/formats/dataset/croissant-schema.fixture.ts';
import { checkDataset } from '../../../src/entrypoints/cli/upload/check-dataset.ts';
import { zipFiles } from '../../../src/platform/zip/write-zip.ts';
import buildCli, { cliFolder } from '../../build-cli.mjs';
import { readPeak, REPORT_PEAK } from '../../peak-memory.ts';
import { roundFigure } from '../recorder/median.ts';
import { generateDemonstration } from './generate-demonstration.ts';

export interface PublishFigures {
  demonstrations: number;
  /** Of each demonstration, and elements of each page. */
  turns: number;
  elements: number;
  seconds: number;
  /** Of the processor, collecting garbage included. */
  cpu_seconds: number;
  /** Of the processor. */
  demonstrations_per_second: number;
  /** The most memory the process ever had. */
  peak_mb: number;
  /** The peak over that for a quarter of the demonstrations. */
  times_peak_of_quarter: number;
  /** What the validator finds wrong with the Croissant metadata, and files that differ from the certificate. */
  warnings: { croissant: number; certificate: number };
}

/** About the size of a screenshot. */
const PICTURE_BYTES = 150_000;
/** Publishes generated archives with the built command line, in processes of their own with one thread. */
export async function measurePublish(
  count: number,
  turns: number,
  elements: number,
): Promise<PublishFigures> {
  await buildCli();
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  try {
    const quarter = Math.max(1, Math.floor(count / 4));
    for (let number = 0; number < count; number++) {
      const place = join(folder, number < quarter ? 'in/first' : 'in/rest');
      await mkdir(place, { recursive: true });
      await writeArchive(join(place, `${number}.zip`), number, turns, elements);
    }
    const few = await runPublish(join(folder, 'in/first'), join(folder, 'few'));
    await rm(join(folder, 'few'), { recursive: true });
    const out = join(folder, 'many');
    const many = await runPublish(join(folder, 'in'), out);
    return {
      ...{ demonstrations: count, turns, elements, warnings: await checkPublished(out) },
      seconds: roundFigure(many.seconds),
      cpu_seconds: roundFigure(many.cpuSeconds),
      demonstrations_per_second: roundFigure(count / many.cpuSeconds),
      peak_mb: roundFigure(many.peakMb),
      times_peak_of_quarter: roundFigure(many.peakMb / few.peakMb),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeArchive(
  file: string,
  number: number,
  turns: number,
  elements: number,
): Promise<void> {
  const picture = new Uint8Array(randomBytes(PICTURE_BYTES));
  const { content } = generateDemonstration(number, turns, elements, () => picture);
  const zip = zipFiles(listArchiveFiles(content), { modifiedAt: content.demonstration.startedAt });
  await pipeline(Readable.from(zip), createWriteStream(file));
}

async function checkPublished(out: string): Promise<PublishFigures['warnings']> {
  const croissant: unknown = JSON.parse(await readFile(join(out, 'croissant.json'), 'utf8'));
  const checked = await checkDataset(out, 1 << 24);
  return {
    croissant: checkCroissant(croissant).length,
    certificate: 'reason' in checked ? 1 : 0,
  };
}

type Used = NonNullable<ReturnType<typeof readPeak>> & { seconds: number };

function runPublish(input: string, out: string): Promise<Used> {
  const options = ['--to', out, '--split', 'demonstration', '--jobs', '1', input];
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const argv = [...REPORT_PEAK, join(cliFolder, 'wayscribe.mjs'), 'publish', ...options];
    execFile(process.execPath, argv, (error, _stdout, stderr) => {
      const used = readPeak(stderr);
      if (error || used === null) reject(new Error(stderr));
      else resolve({ ...used, seconds: (performance.now() - from) / 1000 });
    });
  });
}
