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
import buildCli, { cliFolder } from '../../build-cli.mjs';
import { roundFigure } from '../recorder/median.ts';
import { generateDemonstration } from './generate-demonstration.ts';

export interface PublishFigures {
  demonstrations: number;
  seconds: number;
  /** Of the processor, collecting garbage included. */
  cpu_seconds: number;
  /** Of the processor. */
  demonstrations_per_second: number;
  /** The most memory the process ever had. */
  peak_mb: number;
  /** The peak over that for a quarter of the demonstrations. */
  times_peak_of_quarter: number;
}

/** About the size of a screenshot. */
const PICTURE_BYTES = 150_000;
/** Prints kB and µs. */
const REPORT =
  'process.on("exit",()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();console.error("used",maxRSS,userCPUTime+systemCPUTime)})';

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
    const many = await runPublish(join(folder, 'in'), join(folder, 'many'));
    return {
      ...{ demonstrations: count, seconds: roundFigure(many.seconds) },
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
  const { content } = generateDemonstration(number, turns, elements, picture);
  const zip = zipFiles(listArchiveFiles(content), { modifiedAt: content.demonstration.startedAt });
  await pipeline(Readable.from(zip), createWriteStream(file));
}

interface Used {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
}

function runPublish(input: string, out: string): Promise<Used> {
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(REPORT)}`];
  const options = ['--to', out, '--split', 'demonstration', '--jobs', '1', input];
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const argv = [...preload, join(cliFolder, 'wayscribe.mjs'), 'publish', ...options];
    execFile(process.execPath, argv, (error, _stdout, stderr) => {
      const [, peak, cpu] = /used (\d+) (\d+)/.exec(stderr) ?? [];
      if (error || peak === undefined) reject(new Error(stderr));
      else {
        const seconds = (performance.now() - from) / 1000;
        resolve({ seconds, cpuSeconds: Number(cpu) / 1e6, peakMb: Number(peak) / 1024 });
      }
    });
  });
}
