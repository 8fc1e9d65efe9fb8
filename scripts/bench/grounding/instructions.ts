import { readdir, readFile } from 'node:fs/promises';

export const kinds = [
  'direct',
  'paraphrase',
  'icon',
  'row',
  'ordinal',
  'position',
  'context',
  'form',
  'other-language',
  'typo',
  'no-overlap',
] as const;

/** What an instruction asks of a ranker. `no-overlap` is a fact about its words, checked by check.ts. */
export type Kind = (typeof kinds)[number];

const intents = ['click', 'textInput', 'change', 'hover', 'submit'] as const;

/** A CSS selector, or selectors from the outside in: each after the first inside the shadow root or frame before. */
export type Place = string | readonly string[];

export interface Instruction {
  id: string;
  /** File name in pages/ without its ending. */
  page: string;
  text: string;
  intent: (typeof intents)[number] | null;
  target: Place;
  kind: readonly Kind[];
  /** Other elements that are as right. */
  equivalents?: readonly Place[];
}

/** Instructions with the pages they are about, and the file that deals those pages to two halves. */
export interface InstructionSet {
  instructions: URL;
  pages: URL;
  split: URL;
}

/** How people ask for one thing on the pages of all sorts of sites. */
export const SITES: InstructionSet = {
  instructions: new URL('instructions.json', import.meta.url),
  pages: new URL('pages/', import.meta.url),
  split: new URL('split.json', import.meta.url),
};

/** Asked in the manner of public task collections: small widgets, whole tasks of which one step is wanted, icons. */
export const TASKS: InstructionSet = {
  instructions: new URL('tasks.json', import.meta.url),
  pages: new URL('task-pages/', import.meta.url),
  split: new URL('tasks-split.json', import.meta.url),
};

export async function readInstructions({ instructions }: InstructionSet): Promise<Instruction[]> {
  const read: unknown = JSON.parse(await readFile(instructions, 'utf8'));
  if (!Array.isArray(read) || !read.every(isInstruction)) {
    const bad: unknown = Array.isArray(read) ? read.find((entry) => !isInstruction(entry)) : read;
    const name = instructions.pathname.split('/').at(-1) ?? '';
    throw new Error(`${name} holds something else: ${JSON.stringify(bad).slice(0, 300)}`);
  }
  return read;
}

/** Every fixture page by name, in a fixed order. */
export async function readPages({
  pages: pagesFolder,
}: InstructionSet): Promise<Map<string, string>> {
  const names = (await readdir(pagesFolder)).filter((name) => name.endsWith('.html')).sort();
  const texts = await Promise.all(
    names.map((name) => readFile(new URL(name, pagesFolder), 'utf8')),
  );
  return new Map(names.map((name, at) => [name.replace('.html', ''), texts[at] ?? '']));
}

function isInstruction(value: unknown): value is Instruction {
  if (typeof value !== 'object' || value === null) return false;
  const { id, page, text, intent, target, kind, equivalents } = value as Record<string, unknown>;
  return (
    [id, page, text].every((part) => typeof part === 'string' && part !== '') &&
    (intent === null || intents.some((known) => known === intent)) &&
    isPlace(target) &&
    Array.isArray(kind) &&
    kind.length > 0 &&
    kind.every((each) => kinds.some((known) => known === each)) &&
    (equivalents === undefined || (Array.isArray(equivalents) && equivalents.every(isPlace)))
  );
}

function isPlace(value: unknown): value is Place {
  const parts: unknown = typeof value === 'string' ? [value] : value;
  return (
    Array.isArray(parts) && parts.length > 0 && parts.every((part) => typeof part === 'string')
  );
}
