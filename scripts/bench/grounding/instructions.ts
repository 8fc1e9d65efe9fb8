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

export const instructionsFile = new URL('instructions.json', import.meta.url);
const pagesFolder = new URL('pages/', import.meta.url);

export async function readInstructions(): Promise<Instruction[]> {
  const read: unknown = JSON.parse(await readFile(instructionsFile, 'utf8'));
  if (!Array.isArray(read) || !read.every(isInstruction)) {
    const bad: unknown = Array.isArray(read) ? read.find((entry) => !isInstruction(entry)) : read;
    throw new Error(`instructions.json holds something else: ${JSON.stringify(bad).slice(0, 300)}`);
  }
  return read;
}

/** Every fixture page by name, in a fixed order. */
export async function readPages(): Promise<Map<string, string>> {
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
