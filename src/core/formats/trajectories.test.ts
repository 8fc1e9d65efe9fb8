import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DemonstrationContent } from '../demonstration/content.ts';
import { checkAdp } from './adp/adp-schema.fixture.ts';
import { listAdpFiles } from './adp/list.ts';
import { checkAtif } from './atif/atif-schema.fixture.ts';
import { listAtifFiles } from './atif/list.ts';
import { generated } from './arbitrary.fixture.ts';
import { checkSteps } from './browsergym/browsergym-schema.fixture.ts';
import { listBrowserGymFiles } from './browsergym/list.ts';
import { makeContent } from './content.fixture.ts';
import type { ExportFile } from './export-file.ts';
import type { Files } from './import.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from './import.fixture.ts';
import { SHOP } from './shop.fixture.ts';
import { listMessagesFiles } from './training/messages.ts';
import { checkVisionLines } from './training/trl-schema.fixture.ts';
import { listWebDatasetFiles } from './webdataset/list.ts';
import { checkShard } from './webdataset/read-tar.fixture.ts';
import { readWeblinx } from './weblinx/read.ts';

interface Format {
  name: string;
  list(content: DemonstrationContent): AsyncIterable<ExportFile>;
  /** Returns what the format's readers would refuse, a line each. */
  check(files: Files): string[];
}

const readJson = (files: Files, path: string): unknown =>
  JSON.parse(new TextDecoder().decode(files.get(path)));

const readLines = (files: Files, path: string): unknown[] =>
  new TextDecoder()
    .decode(files.get(path))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

const FORMATS: Format[] = [
  {
    name: 'atif',
    list: listAtifFiles,
    check: (files) => checkAtif(readJson(files, 'trajectory.json'), new Set(files.keys())),
  },
  {
    name: 'adp',
    list: listAdpFiles,
    check: (files) => checkAdp(readJson(files, 'trajectory.json'), new Set(files.keys())),
  },
  {
    name: 'messages',
    list: listMessagesFiles,
    check: (files) => checkVisionLines(readLines(files, 'messages.jsonl'), new Set(files.keys())),
  },
  {
    name: 'webdataset',
    list: listWebDatasetFiles,
    check: (files) => checkShard(files.get('shard.tar') ?? new Uint8Array()),
  },
  {
    name: 'browsergym',
    list: listBrowserGymFiles,
    check: (files) => checkSteps(readLines(files, 'steps.jsonl'), new Set(files.keys())),
  },
];

/** Reads the sample recording with all intents of WebLINX. */
async function readSample(): Promise<DemonstrationContent> {
  const golden = join(import.meta.dirname, 'golden/weblinx-sample');
  const names = readdirSync(golden, { recursive: true, withFileTypes: true });
  const sample: Files = new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(golden.length + 1), new Uint8Array(readFileSync(path))]),
  );
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  return toContent(await readWeblinx(makeSource(sample), '', makePorts(store)), store);
}

describe.each(FORMATS)('$name', ({ list, check }) => {
  it('is valid for the sample recording with all intents of WebLINX', async () => {
    expect(check(await collectFiles(list(await readSample())))).toEqual([]);
  });

  it('is valid for any demonstration', async () => {
    await fc.assert(
      fc.asyncProperty(generated, async (content) => {
        const files = await collectFiles(list(content));
        expect(files.size === 0 ? [] : check(files)).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('writes the same bytes each time', async () => {
    expect(await collectFiles(list(SHOP))).toEqual(await collectFiles(list(SHOP)));
  });

  it('has nothing to write without turns', async () => {
    expect(await collectFiles(list(makeContent([])))).toEqual(new Map());
  });
});
