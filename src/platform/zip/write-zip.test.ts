import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import type { ExportFile } from '../../core/formats/export-file.ts';
import type { ZipOptions } from './write-zip.ts';
import { zipFiles } from './write-zip.ts';

const MODIFIED_AT = Date.UTC(2025, 9, 9, 8, 53, 20);

function makeFile(path: string, chunks: Uint8Array<ArrayBuffer>[], compress = true): ExportFile {
  return {
    path,
    compress,
    read: () => chunks,
  };
}

function makeText(path: string, ...texts: string[]): ExportFile {
  return makeFile(
    path,
    texts.map((text) => new TextEncoder().encode(text)),
  );
}

function zipToBlob(files: Iterable<ExportFile>, options: ZipOptions): Promise<Blob> {
  return new Response(zipFiles(files, options)).blob();
}

async function unzip(blob: Blob) {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(await blob.arrayBuffer())), {
    useWebWorkers: false,
  });
  const entries = await reader.getEntries();
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.directory) throw new Error(`${entry.filename} is a folder`);
      return { entry, bytes: await entry.getData(new Uint8ArrayWriter(), { checkCrc32: true }) };
    }),
  );
}

describe('zipFiles', () => {
  it('holds the files at its root, text deflated and images stored', async () => {
    const page = '<head></head><body>'.padEnd(20_000, 'kettle ');
    const image = crypto.getRandomValues(new Uint8Array(5000));
    const blob = await zipToBlob(
      [
        makeText('replay.json', '{"data": [', ']}'),
        makeText('pages/page-1-0.html', page),
        makeFile('screenshots/screenshot-1-0.png', [image], false),
        makeText('empty.json'),
      ],
      { modifiedAt: MODIFIED_AT },
    );
    const files = await unzip(blob);
    expect(files.map(({ entry }) => [entry.filename, entry.compressionMethod])).toEqual([
      ['replay.json', 8],
      ['pages/page-1-0.html', 8],
      ['screenshots/screenshot-1-0.png', 0],
      ['empty.json', 8],
    ]);
    expect(new TextDecoder().decode(files[0]?.bytes)).toBe('{"data": []}');
    expect(new TextDecoder().decode(files[1]?.bytes)).toBe(page);
    expect(files[2]?.bytes).toEqual(image);
    expect(blob.size).toBeLessThan(7000);
  });

  it('gives the same bytes for the same files, dated as told in any time zone', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => zipToBlob([makeText('a.json', '{}')], { modifiedAt: MODIFIED_AT })),
    );
    if (!first || !second) throw new Error('no blob');
    expect(new Uint8Array(await first.arrayBuffer())).toEqual(
      new Uint8Array(await second.arrayBuffer()),
    );
    const [file] = await unzip(first);
    const dos = Number(file?.entry.rawLastModDate);
    expect([(dos >>> 25) + 1980, (dos >>> 21) & 15, (dos >>> 16) & 31]).toEqual([2025, 10, 9]);
    expect([(dos >>> 11) & 31, (dos >>> 5) & 63, (dos & 31) * 2]).toEqual([8, 53, 20]);
  });

  it('is a valid zip without files', async () => {
    expect(await unzip(await zipToBlob([], { modifiedAt: MODIFIED_AT }))).toEqual([]);
  });

  it('reports what was written', async () => {
    const reported: unknown[] = [];
    await zipToBlob([makeText('a', '12', '3'), makeText('b', '4')], {
      modifiedAt: MODIFIED_AT,
      onProgress: (progress) => reported.push(progress),
    });
    expect(reported).toEqual([
      { files: 1, path: 'a', bytes: 3 },
      { files: 2, path: 'b', bytes: 4 },
    ]);
  });

  it('puts the sizes of what deflates to much after it, and reads as any other', async () => {
    const noise = Array.from({ length: 90 }, () => crypto.getRandomValues(new Uint8Array(60_000)));
    const blob = await zipToBlob([makeFile('video.mp4', noise), makeText('after.json', '{}')], {
      modifiedAt: MODIFIED_AT,
    });
    const [video, after] = await unzip(blob);
    expect(video?.entry.bitFlag?.dataDescriptor).toBe(true);
    expect(Buffer.compare(Buffer.concat(noise), video?.bytes ?? new Uint8Array())).toBe(0);
    expect(after?.entry.bitFlag?.dataDescriptor).toBe(false);
    expect(new TextDecoder().decode(after?.bytes)).toBe('{}');
  });

  it('lets go of a chunk when the reader has taken it, and only then', async () => {
    const chunks = [1, 2, 3].map((fill) => new Uint8Array(1000).fill(fill));
    const gone = new Set<Uint8Array>();
    // Node's CompressionStream says that a chunk is written before it has read it; see the browser test.
    const files = [makeFile('a.png', chunks, false)];
    const letGo = (chunk: Uint8Array<ArrayBuffer>): void => {
      gone.add(chunk);
      chunk.fill(0);
    };
    const stream = zipFiles(files, { modifiedAt: MODIFIED_AT, letGo });
    const copies: Uint8Array<ArrayBuffer>[] = [];
    for await (const part of stream) {
      expect(gone.has(part)).toBe(false);
      copies.push(part.slice());
    }
    expect(chunks.every((chunk) => gone.has(chunk))).toBe(true);
    const [file] = await unzip(new Blob(copies));
    expect([0, 1000, 2000].map((at) => file?.bytes[at])).toEqual([1, 2, 3]);
  });

  it('refuses bytes that were already released', async () => {
    const bytes = new TextEncoder().encode('kept');
    structuredClone(bytes, { transfer: [bytes.buffer] });
    Object.defineProperty(bytes.buffer, 'detached', { value: true });
    await expect(
      zipToBlob([makeFile('a.png', [bytes], false)], { modifiedAt: MODIFIED_AT }),
    ).rejects.toThrow('already released');
  });

  it('fails with what made a file fail', async () => {
    const broken: ExportFile = {
      path: 'broken',
      compress: true,
      *read() {
        yield new Uint8Array(3);
        throw new Error('the disk is gone');
      },
    };
    await expect(
      zipToBlob([makeText('a', 'b'), broken], { modifiedAt: MODIFIED_AT }),
    ).rejects.toThrow('the disk is gone');
  });
});

describe('the stream of zipFiles', () => {
  /** Files without an end; `state` tells how far they were pulled and whether they were let go. */
  function makeEndless() {
    const state = { pulled: 0, released: false };
    function* files(): Generator<ExportFile> {
      try {
        for (;;) {
          state.pulled += 1;
          const noise = crypto.getRandomValues(new Uint8Array(60_000));
          yield makeFile(`${state.pulled}.png`, [noise], false);
        }
      } finally {
        state.released = true;
      }
    }
    return { state, files };
  }

  it('pulls no further than its reader takes', async () => {
    const { state, files } = makeEndless();
    const reader = zipFiles(files(), { modifiedAt: MODIFIED_AT }).getReader();
    let taken = 0;
    while (taken < 600_000) taken += (await reader.read()).value?.byteLength ?? 0;
    expect(state.pulled).toBeGreaterThan(9);
    expect(state.pulled).toBeLessThan(16);
    await reader.cancel();
    await expect.poll(() => state.released).toBe(true);
  });

  it('stops when it is aborted, with the reason', async () => {
    const { state, files } = makeEndless();
    const stop = new AbortController();
    const reader = zipFiles(files(), {
      modifiedAt: MODIFIED_AT,
      signal: stop.signal,
    }).getReader();
    await reader.read();
    stop.abort(new Error('the user pressed Cancel'));
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(drain()).rejects.toThrow('the user pressed Cancel');
    await expect.poll(() => state.released).toBe(true);
  });
});
