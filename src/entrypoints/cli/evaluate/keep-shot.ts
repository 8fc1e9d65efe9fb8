import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReadContent } from '../../../core/demonstration/content.ts';

/** Pictures of a run lie here by their hash, so that its report needs none of the inputs. */
export const SHOTS_FOLDER = 'shots';

const kept = new Map<string, Promise<void>>();

/** Keeps a screenshot of a judged turn in the run's folder, once. */
export function keepShot(out: string, hash: string, read: ReadContent): Promise<void> {
  const target = path.join(out, SHOTS_FOLDER, hash);
  const before = kept.get(target);
  if (before) return before;
  const writing = write(target, hash, read);
  kept.set(target, writing);
  return writing;
}

async function write(target: string, hash: string, read: ReadContent): Promise<void> {
  const bytes = await read(hash);
  if (bytes === null) return;
  await mkdir(path.dirname(target), { recursive: true });
  const part = `${target}.part-${process.pid}-${Math.random().toString(36).slice(2)}`;
  await writeFile(part, bytes);
  await rename(part, target);
}
