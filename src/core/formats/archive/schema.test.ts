import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnShape } from '../../demonstration/migrate.ts';
import { generated } from '../arbitrary.fixture.ts';
import type { Files } from '../import.fixture.ts';
import { collectFiles, makePorts, makeSource, toContent } from '../import.fixture.ts';
import { readWeblinx } from '../weblinx/read.ts';
import { listArchiveFiles, PUBLISHED_SCHEMAS, writeSchema } from './archive.ts';

const FOLDER = join(import.meta.dirname, '../../../../docs/schema');
const GOLDEN = join(import.meta.dirname, '../weblinx/golden');

function readPublished(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

const ajv = new Ajv2020({ strict: true, strictTypes: false });
const validators = Object.fromEntries(
  Object.keys(PUBLISHED_SCHEMAS).map((name) => [
    name.replace('.schema.json', ''),
    ajv.compile(JSON.parse(readPublished(name)) as object),
  ]),
);

function faultsOf(kind: string, value: unknown): unknown {
  const validate = validators[kind];
  if (!validate) throw new Error(`no schema ${kind}`);
  return validate(value) ? null : validate.errors;
}

function readLines(files: Files, path: string): unknown[] {
  const lines = new TextDecoder().decode(files.get(path)).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

function expectValid(files: Files): void {
  const manifest = JSON.parse(new TextDecoder().decode(files.get('wayscribe.json'))) as unknown;
  expect(faultsOf('archive', manifest)).toBeNull();
  for (const turn of readLines(files, 'turns.jsonl')) expect(faultsOf('turn', turn)).toBeNull();
  for (const line of readLines(files, 'contents.jsonl')) {
    expect(faultsOf('content', line)).toBeNull();
  }
}

describe('the published schemas', () => {
  it.each(Object.entries(PUBLISHED_SCHEMAS))('%s is the one of the shapes', (name, schema) => {
    expect(readPublished(name), 'run npx tsx scripts/make-schema.ts').toBe(writeSchema(schema));
  });

  it('accept every archive', async () => {
    const check = async (content: Parameters<typeof listArchiveFiles>[0]): Promise<void> =>
      expectValid(await collectFiles(listArchiveFiles(content)));
    await fc.assert(fc.asyncProperty(generated, check), { numRuns: 25 });
  });

  it('accept an archive of an imported sample', async () => {
    const files = ['replay.json', 'metadata.json', 'form.json', 'pages/page-1-0.html'];
    const read = files.map(
      (path) => [path, new Uint8Array(readFileSync(join(GOLDEN, path)))] as const,
    );
    const store = new Map<string, Uint8Array<ArrayBuffer>>();
    const imported = await readWeblinx(makeSource(new Map(read)), '', makePorts(store));
    expectValid(await collectFiles(listArchiveFiles(toContent(imported, store))));
  });

  it('refuse and accept the same turns as reading does', () => {
    const spoil = (value: unknown, at: number, by: unknown): unknown => {
      let left = at;
      return JSON.parse(
        JSON.stringify(value, (_key, member: unknown) => (left-- === 0 ? by : member)),
      ) as unknown;
    };
    const by = fc.constantFrom<unknown>(null, 7, 'x', true, [], {}, undefined);
    let refused = 0;
    fc.assert(
      fc.property(generated, fc.integer({ min: 1, max: 60 }), by, ({ turns }, at, value) => {
        for (const turn of turns) {
          const spoilt = spoil(turn, at, value);
          const fault = turnShape(spoilt, 'turn');
          expect(faultsOf('turn', spoilt) === null, String(fault)).toBe(fault === null);
          if (fault !== null) refused += 1;
        }
      }),
      { numRuns: 300 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});
