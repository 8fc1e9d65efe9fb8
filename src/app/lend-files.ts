import { receive } from '../platform/messages.ts';
import type { FileFacts } from '../protocol/content.ts';
import type { Panel } from '../protocol/panel.ts';

/** A message holds no more than 64 MiB; smaller parts keep the memory of both sides low. Bytes. */
const PART = 4 * 1024 * 1024;

/** Hands files out, in parts, to the one tab that is to upload them in this turn, until `signal` aborts. */
export function lendFiles(
  files: readonly File[],
  { tabId, turnId }: { tabId: number; turnId: string },
  signal: AbortSignal,
): FileFacts[] {
  if (files.length === 0) return [];
  receive<Pick<Panel, 'pilot.filePart'>>(
    'panel',
    {
      async 'pilot.filePart'({ turnId: asked, index, from }) {
        const file = asked === turnId ? files[index] : undefined;
        if (!file) return null;
        return new Uint8Array(await file.slice(from, from + PART).arrayBuffer());
      },
    },
    (_type, sender) => sender.tab?.id === tabId,
    signal,
  );
  return files.map(({ name, type, size, lastModified }) => ({ name, type, size, lastModified }));
}
