import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Certificate } from '../../../core/formats/dataset/certificate.ts';
import { CERTIFICATE_FILE, CERTIFICATE_FORMAT } from '../../../core/formats/dataset/certificate.ts';

export interface CheckedFile {
  /** Relative to the dataset's folder, with slashes. */
  path: string;
  /** On this computer. */
  place: string;
  bytes: number;
  sha256: Buffer;
  /** For servers that know no SHA-256. */
  md5: Buffer;
  /** Digests of each part of `partBytes` bytes, in order; at least one. */
  parts: readonly Digests[];
}

export interface Digests {
  sha256: Buffer;
  md5: Buffer;
}

/** Why a file may not be sent. */
export interface Refusal {
  file: string;
  reason: string;
}

/**
 * Compares every file of a published dataset with its certificate. Returns the files, the certificate last, so that an upload
 * with a certificate is complete; or the first file that is missing, changed or not listed.
 */
export async function checkDataset(
  folder: string,
  partBytes: number,
): Promise<readonly CheckedFile[] | Refusal> {
  const listed = await readListed(folder);
  if (!listed) return { file: CERTIFICATE_FILE, reason: 'is missing or unreadable' };
  const found = await listFiles(folder);
  const missing = [...listed.keys()].find((name) => !found.has(name));
  if (missing !== undefined) return { file: missing, reason: 'is missing' };
  const files: CheckedFile[] = [];
  for (const [name, isFile] of found) {
    const expected = listed.get(name);
    if (expected === undefined && name !== CERTIFICATE_FILE) {
      return { file: name, reason: 'is not in the certificate' };
    }
    if (!isFile) return { file: name, reason: 'is not a regular file' };
    const checked = await hashFile(folder, name, partBytes);
    if (expected !== undefined && checked.sha256.toString('hex') !== expected) {
      return { file: name, reason: 'differs from its SHA-256 in the certificate' };
    }
    files.push(checked);
  }
  const isLast = ({ path: name }: CheckedFile) => name === CERTIFICATE_FILE;
  return [...files.filter((file) => !isLast(file)), ...files.filter(isLast)];
}

/** SHA-256 of each file in the certificate, by path; null where the folder has no readable certificate. */
async function readListed(folder: string): Promise<Map<string, string> | null> {
  try {
    const text = await readFile(path.join(folder, CERTIFICATE_FILE), 'utf8');
    const { format, files } = JSON.parse(text) as Pick<Certificate, 'files'> & { format: unknown };
    if (format !== CERTIFICATE_FORMAT) return null;
    return new Map(files.map((file) => [file.path, file.sha256]));
  } catch {
    return null;
  }
}

/** All files below the folder, sorted, and whether each is a regular file (a link is not). */
async function listFiles(folder: string): Promise<Map<string, boolean>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry): [string, boolean] => {
      const name = path.relative(folder, path.join(entry.parentPath, entry.name));
      return [name.split(path.sep).join('/'), entry.isFile()];
    });
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function hashFile(folder: string, name: string, partBytes: number): Promise<CheckedFile> {
  const place = path.join(folder, name);
  const whole = startDigests();
  const parts: Digests[] = [];
  let [part, room, bytes] = [startDigests(), partBytes, 0];
  for await (const chunk of createReadStream(place) as AsyncIterable<Buffer>) {
    whole.update(chunk);
    bytes += chunk.length;
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + room);
      part.update(piece);
      at += piece.length;
      room -= piece.length;
      if (room > 0) continue;
      parts.push(part.digest());
      [part, room] = [startDigests(), partBytes];
    }
  }
  if (room < partBytes || parts.length === 0) parts.push(part.digest());
  return { path: name, place, bytes, ...whole.digest(), parts };
}

function startDigests() {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  return {
    update: (bytes: Buffer): void => {
      sha256.update(bytes);
      md5.update(bytes);
    },
    digest: (): Digests => ({ sha256: sha256.digest(), md5: md5.digest() }),
  };
}
