import { joinBytes } from '../bytes.ts';
import type { PseudonymKey } from '../demonstration/pseudonyms/key.ts';
import { digestSecret } from '../demonstration/secrets/digest.ts';
import type { SecretLeak } from '../demonstration/secrets/leaks.ts';
import { findLeaks } from '../demonstration/secrets/leaks.ts';
import type { SecretSearch } from '../demonstration/secrets/search.ts';
import { createSecretSearch } from '../demonstration/secrets/search.ts';
import type { ExportFile } from './export-file.ts';

/** Stops an export. */
export class LeakFound extends Error {
  /** One sentence for the user. */
  readonly explanation: string;

  constructor(leak: SecretLeak, explain: (leak: SecretLeak) => string) {
    super(`a leak in ${leak.path}`);
    this.explanation = explain(leak);
  }
}

/** What an export must not contain, and the sentence for the user if it does. */
export interface LeakTest {
  search: SecretSearch;
  explain: (leak: SecretLeak) => string;
}

/** Larger files are searched in pieces of this size. */
const PIECE_BYTES = 16 * 1024 * 1024;
/** How far pieces overlap; no form of a typed secret is longer. */
const OVERLAP_BYTES = 64 * 1024;

/** Hides nothing here: these digests stay beside their texts, in memory. */
const SALT = '0'.repeat(32);

/** Makes the search for what pseudonyms have replaced, in encodings that `pseudonymize` doesn't read, too. */
export function testForPersonal(key: PseudonymKey): LeakTest {
  const texts = key.filter(({ isReplaced }) => isReplaced);
  const search = createSecretSearch(texts.flatMap(({ text }) => digestSecret(text, SALT)));
  return {
    search,
    explain: ({ path }) =>
      `Nothing was exported: ${path} still contains a text that has a pseudonym, in an encoding that can’t be replaced. Leave that demonstration or its turn out.`,
  };
}

/**
 * Yields the files of an export unchanged, but searches each. Reading a file with a leak fails with LeakFound, in a file of
 * several pieces after its beginning was written.
 */
export async function* testForLeaks(
  files: AsyncIterable<ExportFile>,
  tests: readonly LeakTest[],
): AsyncGenerator<ExportFile> {
  for await (const file of files) {
    const read = tests.reduce(
      (source, test) =>
        test.search.isEmpty ? source : () => testFile({ path: file.path, read: source }, test),
      file.read,
    );
    yield file.isPixels ? file : { ...file, read };
  }
}

export async function* testFile(
  { path, read }: Pick<ExportFile, 'path' | 'read'>,
  { search, explain }: LeakTest,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;
  let before: Uint8Array<ArrayBuffer> = new Uint8Array();
  const test = (): void => {
    const [only] = held;
    const isWhole = held.length === 1 && before.length === 0;
    const piece = only && isWhole ? only : joinBytes([before, ...held]);
    for (const leak of findLeaks(path, piece, search)) throw new LeakFound(leak, explain);
    before = piece.slice(Math.max(0, piece.length - OVERLAP_BYTES));
  };
  for await (const chunk of read()) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < pieceBytes) continue;
    test();
    yield* held;
    held = [];
    heldBytes = 0;
  }
  test();
  yield* held;
}
