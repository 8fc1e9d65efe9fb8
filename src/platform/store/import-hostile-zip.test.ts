import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encode } from '../../core/formats/import.fixture.ts';
import type { RawEntry } from '../zip/raw-zip.fixture.ts';
import { buildZip } from '../zip/raw-zip.fixture.ts';
import type { Database } from './database.ts';
import { openDatabase } from './database.ts';
import {
  dumpStore,
  IMAGE,
  importZip,
  makeArchive,
  makeDemonstration,
  toEntries,
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

/** Of any zip: what it is made of, and what is said. */
const ZIPS: [string, (entries: RawEntry[]) => Promise<Uint8Array<ArrayBuffer>>, RegExp][] = [
  [
    'not a zip',
    () => Promise.resolve(encode('hello')),
    /it is not a valid zip, or the file is incomplete/,
  ],
  [
    'empty',
    () => Promise.resolve(new Uint8Array(0)),
    /it is not a valid zip, or the file is incomplete/,
  ],
  [
    'cut off',
    async (e) => (await buildZip(e)).slice(0, -40),
    /it is not a valid zip, or the file is incomplete/,
  ],
  ['beginning cut off', async (e) => (await buildZip(e)).slice(200), /./],
  ['nothing of ours', () => buildZip([{ name: 'a.txt', bytes: IMAGE }]), /no demonstration/],
  [
    'path upwards',
    (e) => buildZip([...e, { name: '../evil', bytes: IMAGE }]),
    /"\.\.\/evil" points outside/,
  ],
  [
    'path upwards inside',
    (e) => buildZip([...e, { name: 'a/../../b', bytes: IMAGE }]),
    /points outside/,
  ],
  [
    'absolute path',
    (e) => buildZip([...e, { name: '/etc/x', bytes: IMAGE }]),
    /"\/etc\/x" points outside/,
  ],
  ['drive', (e) => buildZip([...e, { name: 'C:/x', bytes: IMAGE }]), /"C:\/x" points outside/],
  [
    'backslash',
    (e) => buildZip([...e, { name: 'a\\b', bytes: IMAGE }]),
    /points outside the folder or is not a plain path/,
  ],
  [
    'NUL in a name',
    (e) => buildZip([...e, { name: 'a\0b', bytes: IMAGE }]),
    /points outside the folder or is not a plain path/,
  ],
  ['long name', (e) => buildZip([...e, { name: 'a'.repeat(600), bytes: IMAGE }]), /is too long/],
  ['name twice', (e) => buildZip([...e, ...e.slice(-1)]), /it contains .* twice/],
  [
    'link',
    (e) => buildZip([...e, { name: 'l', bytes: encode('/etc/passwd'), mode: 0o120777 }]),
    /l is a link/,
  ],
  ['encrypted', (e) => buildZip(e.map((one) => ({ ...one, flags: 0x801 }))), /is encrypted/],
  [
    'other compression',
    (e) => buildZip(e.map((one) => ({ ...one, method: 12 }))),
    /compressed in a way that Wayscribe does not read/,
  ],
  [
    'wrong CRC',
    (e) => buildZip(e.map((one) => ({ ...one, crc: 1 }))),
    /checksum \(CRC-32\) is wrong/,
  ],
  [
    'not deflated',
    (e) => buildZip(e.map((one) => ({ ...one, deflate: false, method: 8 }))),
    /is damaged|cannot be unpacked/,
  ],
  [
    'size said too small',
    (e) => buildZip(e.map((one) => ({ ...one, size: 10 }))),
    /its size differs from the declared one/,
  ],
  [
    'size said too large',
    (e) => buildZip(e.map((one) => ({ ...one, size: one.bytes.length + 5 }))),
    /its size differs from the declared one|is damaged/,
  ],
  [
    'many files',
    (e) =>
      buildZip([...e, ...Array.from({ length: 60 }, (_, n) => ({ name: `${n}`, bytes: IMAGE }))]),
    /more than 50 files/,
  ],
  [
    'one huge file',
    (e) => buildZip([...e, { name: 'z', bytes: new Uint8Array(2.5e6), deflate: true }]),
    /z is larger than 2 MB/,
  ],
  [
    'huge together',
    (e) =>
      buildZip([
        ...e,
        ...['x', 'y'].map((name) => ({ name, bytes: new Uint8Array(1.9e6), deflate: true })),
      ]),
    /unpacks to (more than|over)/,
  ],
  [
    'bomb',
    (e) => buildZip([...e, { name: 'z', bytes: new Uint8Array(1.9e6), deflate: true }]),
    /over 200 times its size, like a zip bomb/,
  ],
  ['overlapping', (e) => buildZip(overlap(e)), /overlaps another file|listed otherwise/],
];

/** Every file is the first one once more. */
function overlap(entries: RawEntry[]): RawEntry[] {
  return entries.map((entry, index) =>
    index === 0 ? entry : { ...entry, bytes: entries[0]?.bytes ?? entry.bytes, at: 0 },
  );
}

describe('a zip that cannot be trusted is refused with a reason, and nothing is changed', () => {
  async function expectRefused(zip: Blob, reason: RegExp): Promise<void> {
    await putDemonstration(db, makeDemonstration('before'));
    const before = await dumpStore(db);
    const outcome = await importZip(db, zip);
    expect(outcome).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) as string });
    expect(await dumpStore(db)).toEqual(before);
  }

  it.each(ZIPS)('zip: %s', async (_, make, reason) => {
    await expectRefused(new Blob([await make(toEntries(await makeArchive()))]), reason);
  });
});
