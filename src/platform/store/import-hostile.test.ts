import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Files } from '../../core/formats/import.fixture.ts';
import { encode, hashNow } from '../../core/formats/import.fixture.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import {
  change,
  changeLine,
  dumpStore,
  HTML,
  importZip,
  makeArchive,
  makeDemonstration,
  toZip,
} from './import.fixture.ts';
import { putDemonstration } from './write.ts';

let db: Database;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  db = await openDatabase();
});
afterEach(() => {
  db.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function readMinimal(): Files {
  const folder = join(import.meta.dirname, '../../core/formats/weblinx/golden');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
  );
  return new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]));
}

const htmlPath = `contents/${hashNow(HTML)}.html`;

/** Of our archive: how it is spoilt, and what is said. */
const ARCHIVES: [string, (files: Files) => Files, RegExp][] = [
  [
    'newer archive',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('"version": 1', '"version": 2')),
    /wayscribe\.json was written by a newer version.*archive format 2; this one reads up to 1/,
  ],
  [
    'newer demonstration',
    (f) => change(f, 'wayscribe.json', (t) => t.replace(/1(,\s+"startedAt")/, '7$1')),
    /newer version.*demonstration format 7/,
  ],
  [
    'other format',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('wayscribe-archive', 'x')),
    /wayscribe\.json does not belong to a Wayscribe archive/,
  ],
  [
    'manifest is a list',
    (f) => f.set('wayscribe.json', encode('[]')),
    /wayscribe\.json does not hold an object/,
  ],
  [
    'manifest is no JSON',
    (f) => f.set('wayscribe.json', encode('{')),
    /wayscribe\.json is not JSON/,
  ],
  [
    'manifest with NaN',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('500', 'NaN')),
    /wayscribe\.json is not JSON/,
  ],
  [
    'number without end',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('500', '1e999')),
    /demonstration\.startedAt should be a number/,
  ],
  [
    'manifest is no UTF-8',
    (f) => f.set('wayscribe.json', new Uint8Array([0x7b, 0xff, 0x7d])),
    /wayscribe\.json is not UTF-8/,
  ],
  ['manifest is empty', (f) => f.set('wayscribe.json', encode('')), /wayscribe\.json is not JSON/],
  [
    'nested deeply',
    (f) => f.set('wayscribe.json', encode('['.repeat(200_000))),
    /more than 100 levels deep/,
  ],
  [
    'wrong type',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('"userAgent": "test"', '"userAgent": 7')),
    /demonstration\.userAgent should be text/,
  ],
  [
    'missing field',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('"recorder": "1.0",', '')),
    /demonstration\.recorder should be text/,
  ],
  [
    'id of a stage',
    (f) => change(f, 'wayscribe.json', (t) => t.replace('"demo"', '"importing:x"')),
    /has an invalid id/,
  ],
  ['no turns', (f) => (f.delete('turns.jsonl'), f), /turns\.jsonl is missing/],
  [
    'turn lost',
    (f) => change(f, 'turns.jsonl', (t) => t.slice(t.indexOf('\n') + 1)),
    /has 2 turns where wayscribe\.json says 3/,
  ],
  [
    'turn is no JSON',
    (f) => change(f, 'turns.jsonl', (t) => t.replace('{', '')),
    /turns\.jsonl, turn 1 is not JSON/,
  ],
  [
    'turn twice',
    (f) => change(f, 'turns.jsonl', (t) => t.replace('"id":"c"', '"id":"b"')),
    /turn 3 has the id of an earlier one/,
  ],
  [
    'turn of another',
    (f) => changeLine(f, 1, (t) => ({ ...t, demonstrationId: 'other' })),
    /turn 2 belongs to another demonstration/,
  ],
  [
    'turn of a wrong type',
    (f) => changeLine(f, 1, (t) => ({ ...t, metadata: null })),
    /turn 2 is damaged: turn\.metadata should be an object/,
  ],
  [
    'intent unknown',
    (f) => changeLine(f, 1, (t) => ({ ...t, action: { intent: 'fly' } })),
    /turn\.action\.intent is not one that this version knows/,
  ],
  [
    'turn nested deeply',
    (f) => changeLine(f, 1, (t) => ({ ...t, properties: nest(150) })),
    /turn 2 is nested more than 100 levels deep/,
  ],
  ['no index', (f) => (f.delete('contents.jsonl'), f), /contents\.jsonl is missing/],
  [
    'index of nothing',
    (f) => f.set('contents.jsonl', encode('{"path":"a","hash":"b","bytes":1}')),
    /line 1 is damaged: it names no content/,
  ],
  ['index twice', (f) => change(f, 'contents.jsonl', (t) => t + t), /names a content twice/],
  ['content missing', (f) => (f.delete(htmlPath), f), /contents\/[0-9a-f]+\.html is missing/],
  [
    'content changed',
    (f) => f.set(htmlPath, encode('<head><title>Kettlez</title></head><body></body>')),
    /is not what its name says/,
  ],
  ['content cut', (f) => f.set(htmlPath, HTML.slice(0, 9)), /is not what its name says/],
  [
    'video of nothing',
    (f) =>
      f.set(
        'video.jsonl',
        encode('{"kind":"chunk","segment":1,"at":1,"packets":[],"path":"x","bytes":0}'),
      ),
    /a chunk is not of the segment before it/,
  ],
];

function nest(depth: number): unknown {
  return depth === 0 ? 1 : { in: nest(depth - 1) };
}

/** Of a WebLINX zip: what leaves nothing to import. */
const WEBLINX: [string, (files: Files) => Files, RegExp][] = [
  [
    'replay is no JSON',
    (f) => f.set('replay.json', encode('{"data": [')),
    /replay\.json is not JSON/,
  ],
  [
    'replay is a list',
    (f) => f.set('replay.json', encode('[]')),
    /replay\.json does not hold an object/,
  ],
  [
    'replay without turns',
    (f) => f.set('replay.json', encode('{"data": {}}')),
    /replay\.json has no list of turns/,
  ],
  [
    'a turn is a number',
    (f) => f.set('replay.json', encode('{"data": [1]}')),
    /replay\.json, turn 1 is not an object/,
  ],
  [
    'metadata with NaN',
    (f) => f.set('metadata.json', encode('{"recordingStart": NaN}')),
    /metadata\.json is not JSON/,
  ],
  ['form is text', (f) => f.set('form.json', encode('"x"')), /form\.json does not hold an object/],
  [
    'boxes are no JSON',
    (f) => f.set('bboxes/bboxes-1.json', encode('nope')),
    /bboxes\/bboxes-1\.json is not JSON/,
  ],
  [
    'boxes nested deeply',
    (f) => f.set('bboxes/bboxes-1.json', encode('{"a":'.repeat(5000))),
    /levels deep/,
  ],
];

describe('what cannot be trusted is refused with a reason, and nothing is changed', () => {
  async function expectRefused(zip: Blob, reason: RegExp): Promise<void> {
    await putDemonstration(db, makeDemonstration('before'));
    const before = await dumpStore(db);
    const outcome = await importZip(db, zip);
    expect(outcome).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string });
    expect(await dumpStore(db)).toEqual(before);
  }

  it.each(ARCHIVES)('archive: %s', async (_, spoil, reason) => {
    await expectRefused(await toZip(spoil(await makeArchive())), reason);
  });

  it.each(WEBLINX)('WebLINX: %s', async (_, spoil, reason) => {
    await expectRefused(await toZip(spoil(readMinimal())), reason);
  });
});
