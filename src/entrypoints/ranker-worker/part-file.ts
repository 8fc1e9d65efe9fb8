import type { PartFile } from '../../platform/models/download-file.ts';
import { openModelFolder } from '../../platform/models/model-files.ts';

/** A file in the model folder, open for this worker alone: OPFS lets only workers write in place. */
export async function openPart(name: string): Promise<PartFile & { close: () => void }> {
  const folder = await openModelFolder();
  const file = await folder.getFileHandle(name, { create: true });
  const access = await file.createSyncAccessHandle();
  let size = access.getSize();
  return {
    size: () => size,
    append(bytes) {
      let written = 0;
      while (written < bytes.length) {
        const count = access.write(bytes.subarray(written), { at: size });
        if (count === 0) throw new DOMException('no room', 'QuotaExceededError');
        written += count;
        size += count;
      }
    },
    clear() {
      access.truncate(0);
      size = 0;
    },
    flush: () => access.flush(),
    read() {
      const bytes = new Uint8Array(size);
      access.read(bytes, { at: 0 });
      return bytes;
    },
    close: () => access.close(),
  };
}

/** `FileSystemFileHandle.move`, which the type library does not know yet. */
interface Movable {
  move: (name: string) => Promise<void>;
}

/** Gives a part file its final name. One that is there already under that hash is the same file. */
export async function finishPart(name: string, hash: string): Promise<void> {
  const folder = await openModelFolder();
  const part = await folder.getFileHandle(name);
  const there = await folder.getFileHandle(hash).then(
    async (handle) => (await handle.getFile()).size === (await part.getFile()).size,
    () => false,
  );
  if (there) await folder.removeEntry(name);
  else await (part as FileSystemFileHandle & Movable).move(hash);
}

export async function removePart(name: string): Promise<void> {
  const folder = await openModelFolder();
  // Not there is as good as removed.
  await folder.removeEntry(name).catch(() => undefined);
}
