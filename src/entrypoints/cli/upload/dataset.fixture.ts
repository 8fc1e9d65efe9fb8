import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CERTIFICATE_FILE, CERTIFICATE_FORMAT } from '../../../core/formats/dataset/certificate.ts';

/** A file larger than two parts of 5 MiB, and a small one. */
export const LARGE = 'data/train-00000-of-00001.parquet';
export const SMALL = 'README.md';
export const LARGE_BYTES = 12 << 20;

/** Writes a folder with a certificate like that of `publish`. */
export async function makeDataset(): Promise<{ folder: string; drop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-upload-'));
  const large = Buffer.alloc(LARGE_BYTES);
  for (let at = 0; at < large.length; at += 4096) large.writeUInt32LE(at, at);
  const contents = { [LARGE]: large, [SMALL]: Buffer.from('# Shop\n') };
  const files = [];
  for (const [name, bytes] of Object.entries(contents)) {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    files.push({ path: name, bytes: bytes.length, sha256 });
  }
  const certificate = { format: CERTIFICATE_FORMAT, files };
  await writeFile(path.join(folder, CERTIFICATE_FILE), JSON.stringify(certificate));
  return { folder, drop: () => rm(folder, { recursive: true, force: true }) };
}
