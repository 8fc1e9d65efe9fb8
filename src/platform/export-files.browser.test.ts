import { afterEach, describe, expect, it } from 'vitest';
import { removeLeftExports, writeExportFile } from './export-files.ts';

async function listFolders(): Promise<string[]> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('exports', { create: true });
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  return names;
}

/** Chunks of odd sizes, so that pieces and chunks do not end together. */
function makeStream(chunks: number, failure?: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  let made = 0;
  return new ReadableStream({
    pull(controller) {
      if (made === chunks) {
        if (failure) controller.error(failure);
        else controller.close();
        return;
      }
      controller.enqueue(new Uint8Array(300_007).fill(made % 251));
      made += 1;
    },
  });
}

afterEach(async () => {
  await removeLeftExports();
});

describe('writeExportFile', () => {
  it('writes all of it, in order, and removes it when told', async () => {
    const { file, remove } = await writeExportFile(makeStream(9), 'a.zip');
    expect([file.name, file.type, file.size]).toEqual(['a.zip', 'application/zip', 9 * 300_007]);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.every((byte, at) => byte === Math.floor(at / 300_007))).toBe(true);
    await removeLeftExports();
    expect(await listFolders()).toHaveLength(1);
    await remove();
    expect(await listFolders()).toEqual([]);
  });

  it('leaves nothing of what fails or is stopped', async () => {
    const failing = writeExportFile(makeStream(5, new Error('the store is gone')), 'a.zip');
    await expect(failing).rejects.toThrow('the store is gone');
    const stop = new AbortController();
    const endless = writeExportFile(makeStream(Infinity), 'a.zip', stop.signal);
    setTimeout(() => stop.abort(new Error('Cancel was pressed')), 50);
    await expect(endless).rejects.toThrow('Cancel was pressed');
    await expect(
      writeExportFile(makeStream(1), 'a.zip', AbortSignal.abort(new Error('too late'))),
    ).rejects.toThrow('too late');
    expect(await listFolders()).toEqual([]);
  });
});
