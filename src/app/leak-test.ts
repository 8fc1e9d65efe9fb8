import type { Leak } from '../core/demonstration/leaks.ts';
import { findLeaksIn, readAll } from '../core/demonstration/leaks.ts';
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

/**
 * The files of an export as they are, each looked through for every secret that was typed while the
 * demonstration was recorded; the iteration fails with LeakFound before a file with one is handed on.
 * What was typed before the browser was last started is not known any more (docs/privacy.md).
 */
export async function* testForLeaks(
  files: AsyncIterable<ExportFile>,
  demonstrationId: string,
): AsyncGenerator<ExportFile> {
  const search = createSearch(await readDigests(demonstrationId));
  for await (const file of files) {
    if (search.isEmpty) {
      yield file;
      continue;
    }
    const bytes = await readAll(file.read());
    for (const leak of findLeaksIn(file.path, bytes, search)) throw new LeakFound(leak);
    yield { ...file, read: () => [bytes] };
  }
}
