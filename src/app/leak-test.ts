import type { Leak } from '../core/demonstration/leaks.ts';
import { findLeaksIn } from '../core/demonstration/leaks.ts';
import type { Search } from '../core/demonstration/leaks/search.ts';
import { createSearch } from '../core/demonstration/leaks/search.ts';
import type { ExportFile } from '../core/formats/export-file.ts';
import { readDigests } from '../platform/secret-digests.ts';

/** Stops an export. */
export class LeakFound extends Error {
  readonly leak: Leak;

  constructor(leak: Leak) {
    super(`a secret in ${leak.path}`);
    this.leak = leak;
  }
}

/** A file is looked through in one piece up to this size, and a larger one piece by piece. */
const PIECE_BYTES = 16 * 1024 * 1024;
/** How far pieces overlap: no form of a secret that was typed is longer. */
const OVERLAP_BYTES = 64 * 1024;

/**
 * The files of an export as they are, each looked through for every secret that was typed while the
 * demonstration was recorded. Reading a file with one fails with LeakFound, for a file of more than one
 * piece after its beginning was handed on. What was typed before the browser was last started is not
 * known any more (docs/privacy.md).
 */
export async function* testForLeaks(
  files: AsyncIterable<ExportFile>,
  demonstrationId: string,
): AsyncGenerator<ExportFile> {
  const search = createSearch(await readDigests(demonstrationId));
  for await (const file of files) {
    yield search.isEmpty || file.isPixels ? file : { ...file, read: () => testFile(file, search) };
  }
}

/** The bytes of one file, handed on once they are looked through. */
export async function* testFile(
  { path, read }: Pick<ExportFile, 'path' | 'read'>,
  search: Search,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let before: Uint8Array<ArrayBuffer> = new Uint8Array();
  const test = ({ isLast }: { isLast: boolean }): void => {
    const [only] = held;
    const isWhole = held.length === 1 && before.length === 0;
    const piece = only && isWhole ? only : join([before, ...held]);
    for (const leak of findLeaksIn(path, piece, search)) throw new LeakFound(leak);
    if (!isLast) before = piece.slice(Math.max(0, piece.length - OVERLAP_BYTES));
  };
  for await (const chunk of read()) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < pieceBytes) continue;
    test({ isLast: false });
    yield* held;
    held = [];
    heldBytes = 0;
  }
  test({ isLast: true });
  yield* held;
}

function join(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
