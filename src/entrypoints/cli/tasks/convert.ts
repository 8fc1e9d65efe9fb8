import path from 'node:path';
import { emitFault, eachDemonstration } from '../open-input.ts';
import { describeOutput } from '../outputs.ts';
import type { ConvertFormat } from '../outputs.ts';
import type { TokenizerFile } from '../read-tokenizer.ts';
import { readTokenizer } from '../read-tokenizer.ts';
import { isDone, markInput, noteDone, writeOutput } from '../write-output.ts';
import type { Emit, Input } from '../open-input.ts';

export interface ConvertOptions {
  to: ConvertFormat;
  /** Folder for the outputs. */
  out: string;
  /** Writes what is there already once more. */
  force: boolean;
  /** Cuts prompts; null: an approximation does. */
  tokenizer: TokenizerFile | null;
}

/** Raised when outputs change for the same input and options, so that old ones are written again. */
const OUTPUT_VERSION = 1;

/** One line per output: written, or there already. */
export async function convertInput(
  input: Input,
  { to, out, force, tokenizer: given }: ConvertOptions,
  emit: Emit,
): Promise<void> {
  const settings = { to, OUTPUT_VERSION, ...(given && { tokenizer: given.hash }) };
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
  await eachDemonstration(input, watched, async (open) => {
    const { ending, output } = describeOutput(to, open.content, tokenizer);
    const name = open.name + ending;
    try {
      await writeOutput(path.join(out, name), output);
    } catch (error) {
      emitFault(watched, open.path, error);
      return;
    }
    outputs.push(name);
    report(emit, open.path, path.join(out, name), 'written', open.notes);
  });
  // What had a fault is tried again next time.
  if (mark !== null && faults === 0) await noteDone(out, noted, { mark, outputs });
}

function report(
  emit: Emit,
  input: string,
  output: string,
  done: 'written' | 'already there',
  notes: readonly string[],
): void {
  emit({
    kind: 'result',
    text: `${input}: ${done}: ${output}`,
    data: { type: 'converted', input, output, done, notes },
  });
}
