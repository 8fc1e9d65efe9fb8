import type { Hash } from '../../demonstration/demonstration.ts';
import { isHash } from '../../demonstration/hashes.ts';
import type { ImportPorts, ImportSource } from '../import-source.ts';
import { ImportFault, readFile } from '../import-source.ts';
import { readJsonObject } from '../read-json.ts';
import { readLines } from '../read-lines.ts';
import { contentLineShape } from './shape.ts';

interface Reading {
  source: ImportSource;
  folder: string;
  ports: ImportPorts;
  /** What the demonstration and its turns name. */
  named: ReadonlySet<Hash>;
  findings: string[];
}

interface ContentLine {
  path: string;
  hash: Hash;
  bytes: number;
}

/** The contents that contents.jsonl lists: each is there and is what its hash says, or all fails. */
export async function readContents(reading: Reading): Promise<void> {
  const { source, folder, ports, named, findings } = reading;
  const lines = await readIndex(source, folder);
  let left = 0;
  for (const [index, { path, hash, bytes }] of [...lines.values()].entries()) {
    ports.signal?.throwIfAborted();
    ports.onProgress?.(index / lines.size);
    if (!named.has(hash)) {
      left += 1;
      continue;
    }
    const content = await readFile(source, folder + path);
    const kept = await ports.keep(content);
    if (kept !== hash || content.byteLength !== bytes) {
      throw new ImportFault(
        `${folder}${path} is not what its name says: it was changed or damaged`,
      );
    }
  }
  for (const path of source.paths) {
    if (path.startsWith(`${folder}contents/`) && !lines.has(path.slice(folder.length))) left += 1;
  }
  if (left > 0) findings.push(`Files in contents that no turn names were left out (${left}).`);
}

async function readIndex(
  source: ImportSource,
  folder: string,
): Promise<ReadonlyMap<string, ContentLine>> {
  const path = `${folder}contents.jsonl`;
  const lines = new Map<string, ContentLine>();
  const hashes = new Set<Hash>();
  for await (const line of readLines(source, path)) {
    const place = `${path}, line ${lines.size + 1}`;
    const { members } = readJsonObject(line, place);
    const fault = contentLineShape(members, '');
    if (fault !== null) throw new ImportFault(`${place} is damaged: ${fault}`);
    const content = members as unknown as ContentLine;
    if (!isHash(content.hash) || !content.path.startsWith('contents/')) {
      throw new ImportFault(`${place} is damaged: it names no content`);
    }
    if (lines.has(content.path) || hashes.has(content.hash)) {
      throw new ImportFault(`${place} names a content twice`);
    }
    hashes.add(content.hash);
    lines.set(content.path, content);
  }
  return lines;
}
