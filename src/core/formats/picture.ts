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

/** Reads the size in px of a PNG (IHDR, PNG specification 11.2.2) or a JPEG (frame header, ITU-T T.81 B.2.2); null for others. */
export function readImageSize(
  bytes: Uint8Array<ArrayBuffer>,
): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) {
    return { width: view.getUint32(16), height: view.getUint32(20) };
  }
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length;) {
    const marker = view.getUint16(at);
    // Frame headers are C0 to CF but for DHT (C4), JPG (C8) and DAC (CC).
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker < 0xff00) return null;
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
