import { nameDemonstration } from '../../core/demonstration/name.ts';
import { findPersonal } from '../../core/demonstration/pseudonyms/find-personal.ts';
import type { PseudonymKey } from '../../core/demonstration/pseudonyms/key.ts';
import { extendKey } from '../../core/demonstration/pseudonyms/key.ts';
import type { PersonalPlace } from '../../core/demonstration/pseudonyms/pseudonymize.ts';
import { pseudonymize } from '../../core/demonstration/pseudonyms/pseudonymize.ts';
import { hashBytes } from '../../platform/hash.ts';
import { readPseudonyms, writePseudonyms } from '../../platform/settings/stored-settings.ts';
import { openDemonstration } from './demonstrations.ts';
import { openStoreReader } from './store-reader.ts';

/** A place with what its demonstration is called. */
export type LibraryPlace = PersonalPlace & { demonstration: string };

export interface PersonalScan {
  key: PseudonymKey;
  places: readonly LibraryPlace[];
}

interface ScanOptions {
  /** Fractions from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** Finds personal texts of demonstrations, stores them with pseudonyms, and lists where every text of the key stands. */
export async function lookForPersonal(
  ids: readonly string[],
  { onProgress = () => undefined, signal }: ScanOptions = {},
): Promise<PersonalScan> {
  let key = await readPseudonyms();
  const each = openEach(ids, signal);
  const report = (part: number, at: number, fraction: number): void =>
    onProgress((part + (at + fraction) / ids.length) / 2);
  for await (const { at, content } of each()) {
    const options = { onProgress: (fraction: number) => report(0, at, fraction) };
    key = extendKey(key, await findPersonal(content, { ...options, ...(signal && { signal }) }));
  }
  await writePseudonyms(key);
  const places: LibraryPlace[] = [];
  for await (const { at, content } of each()) {
    const demonstration = nameDemonstration(content.demonstration, content.turns);
    const found = await pseudonymize(content, key, {
      hash: hashBytes,
      // Nothing is painted to count pictures.
      paint: (png) => Promise.resolve(png),
      onProgress: (fraction) => report(1, at, fraction),
      ...(signal && { signal }),
    });
    places.push(...found.places.map((place) => ({ ...place, demonstration })));
  }
  onProgress(1);
  return { key, places };
}

/** Opens one demonstration after the other; those that can't be read are skipped, as in the export. */
function openEach(ids: readonly string[], signal: AbortSignal | undefined) {
  return async function* each() {
    for (const [at, id] of ids.entries()) {
      signal?.throwIfAborted();
      const opened = await openDemonstration(id);
      if (!opened.ok) continue;
      const reader = openStoreReader();
      try {
        yield { at, content: { ...opened.content, read: reader.read } };
      } finally {
        reader.close();
      }
    }
  };
}
