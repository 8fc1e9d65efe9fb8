import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listArchiveFiles } from '../../../src/core/formats/archive/archive.ts';
import { zipFiles } from '../../../src/platform/zip/write-zip.ts';
import { cliFolder } from '../../build-cli.mjs';
import { roundFigure } from '../recorder/median.ts';
import { generateDemonstration } from './generate-demonstration.ts';

export interface PublishFigures {
  demonstrations: number;
  seconds: number;
  demonstrations_per_second: number;
  /** The most memory the process ever had. */
  peak_mb: number;
  /** The peak over that for a quarter of the demonstrations. */
  times_peak_of_quarter: number;
}

/** About the size of a screenshot. */
const PICTURE_BYTES = 150_000;
const REPORT = 'process.on("exit",()=>console.error("maxRSS",process.resourceUsage().maxRSS))';

/** Publishes generated archives with the built command line, in processes of their own with one thread. */
export async function measurePublish(
  count: number,
  turns: number,
  elements: number,
): Promise<PublishFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'wayscribe-bench-'));
  try {
    const quarter = Math.max(1, Math.floor(count / 4));
    for (let number = 0; number < count; number++) {
      const place = join(folder, number < quarter ? 'in/first' : 'in/rest');
      await mkdir(place, { recursive: true });
      await writeArchive(join(place, `${number}.zip`), number, turns, elements);
    }
    const few = await runPublish(join(folder, 'in/first'), join(folder, 'few'));
    const many = await runPublish(join(folder, 'in'), join(folder, 'many'));
    return {
      ...{ demonstrations: count, seconds: roundFigure(many.seconds) },
      demonstrations_per_second: roundFigure(count / many.seconds),
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
  const { content } = generateDemonstration(number, turns, elements, picture);
  const zip = zipFiles(listArchiveFiles(content), { modifiedAt: content.demonstration.startedAt });
  await pipeline(Readable.from(zip), createWriteStream(file));
}

function runPublish(input: string, out: string): Promise<{ seconds: number; peakMb: number }> {
  const preload = ['--import', `data:text/javascript,${REPORT}`];
  const options = ['--to', out, '--split', 'demonstration', '--jobs', '1', input];
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const argv = [...preload, join(cliFolder, 'wayscribe.mjs'), 'publish', ...options];
    execFile(process.execPath, argv, (error, _stdout, stderr) => {
      const peak = /maxRSS (\d+)/.exec(stderr)?.[1];
      if (error || peak === undefined) reject(new Error(stderr));
      else resolve({ seconds: (performance.now() - from) / 1000, peakMb: Number(peak) / 1024 });
    });
  });
}
