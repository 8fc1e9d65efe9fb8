import path from 'node:path';
import { emitFault, eachDemonstration } from '../open-input.ts';
import { EXPORT_FORMATS } from '../../../core/formats/export-formats.ts';
import { describeOutput, isDone, markInput, noteDone, writeOutput } from '../outputs.ts';
import type { ConvertFormat } from '../outputs.ts';
import type { TokenizerFile } from '../read-models.ts';
import { readTokenizer } from '../read-models.ts';
import type { PseudonymKey } from '../../../core/demonstration/pseudonyms/key.ts';
import { testForPersonal } from '../../../core/formats/leak-test.ts';
import { replacePersonal } from './pseudonyms.ts';
import type { Emit, Input, OpenDemonstration } from '../open-input.ts';

export interface ConvertOptions {
  to: ConvertFormat;
  /** Folder for the outputs. */
  out: string;
  /** Writes what is there already once more. */
  force: boolean;
  /** Cuts prompts; null: an approximation does. */
  tokenizer: TokenizerFile | null;
  /** Includes turns without a proven screenshot where no picture is used. */
  unproven: boolean;
  /** Replaces personal texts; null exports what was recorded. */
  pseudonyms: PseudonymKey | null;
}

/** Raised when outputs change for the same input and options, so that old ones are written again. */
const OUTPUT_VERSION = 2;

/** One line per output: written, or there already. */
export async function convertInput(
  input: Input,
  emit: Emit,
  { to, out, force, unproven, tokenizer: given, pseudonyms }: ConvertOptions,
): Promise<void> {
  const settings = {
    ...{ to, OUTPUT_VERSION },
    ...(given && { tokenizer: given.hash }),
    ...(unproven && { unproven }),
    ...(pseudonyms && { pseudonyms }),
  };
  const mark = await markInput(input, settings).catch(() => null);
  const noted = `${input.name}.${to}`;
  const there = mark === null || force ? null : await isDone(out, noted, mark);
  for (const output of there ?? []) {
    report(emit, input.path, path.join(out, output), 'already there', []);
  }
  if (there) return;
  const outputs: string[] = [];
  let faults = 0;
  const watched: Emit = (line) => {
    if (line.kind === 'fault') faults += 1;
    emit(line);
  };
  const tokenizer = await readTokenizer(given);
  await eachDemonstration(input, watched, async (opened) => {
    const open = pseudonyms ? await replacePersonal(opened, pseudonyms) : opened;
    const tests = pseudonyms ? [testForPersonal(pseudonyms)] : [];
    let skipped = 0;
    const onSkipped = (turns: number): void => void (skipped = turns);
    const { ending, output } = describeOutput(to, open, {
      ...{ tokenizer, unproven, onSkipped, tests },
    });
    const name = open.name + ending;
    try {
      const isWritten = await writeOutput(out, name, output);
      if (isWritten) outputs.push(name);
      const done = isWritten ? 'written' : 'nothing to write';
      report(
        emit,
        open.path,
        path.join(out, name),
        done,
        describeSkipped(to, isWritten, skipped, open),
      );
    } catch (error) {
      emitFault(watched, open.path, error);
    }
  });
  // What had a fault is tried again next time.
  if (mark !== null && faults === 0) await noteDone(out, noted, { mark, outputs });
}

function describeSkipped(
  to: ConvertFormat,
  isWritten: boolean,
  skipped: number,
  { notes, content }: OpenDemonstration,
): string[] {
  const { empty, lacks } = to === 'parquet' ? {} : EXPORT_FORMATS[to];
  const isImported = content.demonstration.imported !== undefined;
  const count = skipped === 1 ? '1 turn' : `${skipped} turns`;
  return [
    ...notes,
    ...(isWritten || empty === undefined ? [] : [empty]),
    ...(isWritten && isImported && lacks !== undefined ? [lacks] : []),
    ...(skipped === 0
      ? []
      : [
          `Skipped ${count} without a proven screenshot${to === 'messages' ? '' : '; --unproven includes them'}.`,
        ]),
  ];
}

function report(
  emit: Emit,
  input: string,
  output: string,
  done: 'written' | 'already there' | 'nothing to write',
  notes: readonly string[],
): void {
  const head = done === 'nothing to write' ? `${input}: ${done}` : `${input}: ${done}: ${output}`;
  emit({
    kind: 'result',
    text: [head, ...notes].join('\n  '),
    data: {
      ...{ type: 'converted', input, done, notes },
      output: done === 'nothing to write' ? null : output,
    },
  });
}
