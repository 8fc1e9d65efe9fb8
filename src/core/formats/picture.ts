import type { ReadContent } from '../demonstration/content.ts';
import type { Screenshot } from '../demonstration/demonstration.ts';
import type { ExportFile } from './export-file.ts';
import { makeFile } from './export-file.ts';

export interface Picture {
  kind: 'png' | 'jpeg';
  file: ExportFile;
}

/** Reads a screenshot as a file; `stem` is its path without ending. Null where it was not taken or is not in the store. */
export async function readPicture(
  screenshot: Screenshot | undefined,
  stem: string,
  read: ReadContent,
  endings: Readonly<Record<Picture['kind'], string>> = ENDINGS,
): Promise<Picture | null> {
  const bytes = screenshot?.status === 'kept' ? await read(screenshot.image) : null;
  if (!bytes) return null;
  const kind = bytes[0] === 0xff ? 'jpeg' : 'png';
  return { kind, file: makeFile(`${stem}.${endings[kind]}`, bytes, false) };
}

const ENDINGS = { png: 'png', jpeg: 'jpeg' } as const;
