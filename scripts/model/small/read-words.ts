import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ENGLISH } from '../../../src/core/ranking/lexicon/english.ts';

/** What the small encoder learns from: texts that stand for one another. */
export interface Words {
  /** An icon's name first, then the words it is looked for by. */
  icons: string[][];
  /** An English interface text with what other languages call it, by language. */
  translations: { english: string; others: string[][] }[];
  /** One idea each, all of its phrases alike. */
  ideas: string[][];
  /** The lexicon's ideas: `near` ones only go together. */
  lexicon: { same: readonly string[]; near: readonly string[] }[];
}

/** Written for this project, by whom the README beside them says. */
const PHRASES = ['phrases', 'phrases-tasks', 'phrases-apps', 'phrases-languages'];
const COLLECTED = ['icons', 'translations'];

export async function readWords(): Promise<Words> {
  const [icons, translations] = await Promise.all(COLLECTED.map(readLines));
  const phrases = (await Promise.all(PHRASES.map(readLines))).flat();
  return {
    icons: (icons ?? []).map((line) => line.split('; ')),
    translations: (translations ?? []).map((line) => {
      const [english = '', ...others] = line.split('\t');
      return { english, others: others.map((other) => other.replace(/^..=/, '').split('|')) };
    }),
    ideas: phrases.map((line) => line.split('; ')),
    lexicon: ENGLISH.map(({ same, near = [] }) => ({ same, near })),
  };
}

/** SHA-256 (hex) over all of it: another one means that the encoder is out of date. */
export async function hashWords(): Promise<string> {
  const hash = createHash('sha256');
  for (const name of [...COLLECTED, ...PHRASES]) hash.update(await readText(name));
  return hash.update(JSON.stringify(ENGLISH)).digest('hex');
}

/** Without comments and empty lines. */
async function readLines(name: string): Promise<string[]> {
  const text = await readText(name);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function readText(name: string): Promise<string> {
  return readFile(new URL(`../words/${name}.txt`, import.meta.url), 'utf8');
}
