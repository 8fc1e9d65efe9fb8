import { senderTo } from '../../platform/messages.ts';
import type { FileFacts } from '../../protocol/content.ts';
import type { Panel } from '../../protocol/panel.ts';

const ask = senderTo<Panel>('panel');

/** Gets the files of a turn from the panel, part by part; rejects when one is no longer to be had. */
export async function fetchFiles(
  turnId: string,
  facts: readonly FileFacts[],
  signal: AbortSignal,
): Promise<File[]> {
  const files: File[] = [];
  for (const [index, { name, type, size, lastModified }] of facts.entries()) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (let from = 0; from < size;) {
      signal.throwIfAborted();
      const part = await ask('pilot.filePart', { turnId, index, from });
      if (!part || part.length === 0) throw new Error(`${name} can no longer be read`);
      parts.push(new Uint8Array(part));
      from += part.length;
    }
    files.push(new File(parts, name, { type, lastModified }));
  }
  return files;
}
