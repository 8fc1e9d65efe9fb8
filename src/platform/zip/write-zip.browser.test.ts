import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { expect, it } from 'vitest';
import { zipFiles } from './write-zip.ts';

it('releases every chunk, deflated ones after they were read', async () => {
  const chunks = Array.from({ length: 40 }, (_, fill) =>
    crypto.getRandomValues(new Uint8Array(60_000)).fill(fill, 0, 20_000),
  );
  const wanted = new Uint8Array(await new Blob(chunks).arrayBuffer());
  const gone = new Set<Uint8Array>();
  const files = [{ path: 'a.html', compress: true, read: () => chunks }];
  const zip = await new Response(
    zipFiles(files, {
      modifiedAt: 0,
      letGo: (chunk) => {
        gone.add(chunk);
        chunk.fill(0);
      },
    }),
  ).bytes();
  expect(chunks.filter((chunk) => !gone.has(chunk))).toEqual([]);
  expect(gone.size).toBeGreaterThan(chunks.length);
  const [entry] = await new ZipReader(new Uint8ArrayReader(zip), {
    useWebWorkers: false,
  }).getEntries();
  if (!entry || entry.directory) throw new Error('no file in the zip');
  const bytes = await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true });
  expect(bytes.length).toBe(wanted.length);
  expect(bytes.findIndex((byte, at) => byte !== wanted[at])).toBe(-1);
});
