import { readFile } from 'node:fs/promises';
import { findPersonal } from '../../../core/demonstration/pseudonyms/find-personal.ts';
import type { PersonalText, PseudonymKey } from '../../../core/demonstration/pseudonyms/key.ts';
import { extendKey, pseudonymKeyShape } from '../../../core/demonstration/pseudonyms/key.ts';
import { pseudonymize } from '../../../core/demonstration/pseudonyms/pseudonymize.ts';
import { hashBytes } from '../../../platform/hash.ts';
import { writeWhole } from '../evaluate/run-folder.ts';
import type { Emit, Input, OpenDemonstration } from '../open-input.ts';
import { eachDemonstration } from '../open-input.ts';
import { paintPng } from '../png.ts';

/** Emits the personal texts of each demonstration, for `makeKey`. */
export async function findPersonalTexts(input: Input, emit: Emit): Promise<void> {
  await eachDemonstration(input, emit, async ({ content }) => {
    const found = await findPersonal(content);
    emit({ kind: 'result', text: null, data: { type: 'personal', found } });
  });
}

/**
 * Reads the key in a file, adds what the inputs hold, and writes it back, so that the next run gives the same names. A
 * string says what is wrong with the file. What can't be read is reported by the conversion.
 */
export async function makeKey(
  file: string,
  run: (emit: Emit) => Promise<void>,
): Promise<PseudonymKey | string> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  let key: PseudonymKey;
  try {
    const given: unknown = JSON.parse(text);
    const fault = pseudonymKeyShape(given, 'pseudonyms');
    if (fault !== null) return `${file}: ${fault}`;
    key = given as PseudonymKey;
  } catch {
    return `${file} is not JSON`;
  }
  const found: PersonalText[] = [];
  await run(({ data }) => {
    if (data['type'] === 'personal') found.push(...(data['found'] as PersonalText[]));
  });
  // Threads end in any order; the numbers must not depend on it.
  found.sort((one, other) => (one.text < other.text ? -1 : 1));
  const extended = extendKey(key, found);
  await writeWhole(file, `${JSON.stringify(extended, null, 2)}\n`);
  return extended;
}

export async function replacePersonal(
  open: OpenDemonstration,
  key: PseudonymKey,
): Promise<OpenDemonstration> {
  const { content } = await pseudonymize(open.content, key, {
    hash: hashBytes,
    paint: (png, boxes, size) => Promise.resolve(paintPng(png, boxes, size)),
  });
  return { ...open, content, recorded: content };
}
