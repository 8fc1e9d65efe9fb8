import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder, runCli } from './run-cli.fixture.ts';

const COOKBOOK = path.resolve(import.meta.dirname, '../../../docs/cookbook.md');

interface Recipe {
  title: string;
  commands: string[][];
  /** Files and folders that it says it makes. */
  made: string[];
}

/** Reads the recipes: their `wayscribe` commands, and the paths in the sentences that begin with "Makes". */
function readRecipes(text: string): Recipe[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const blocks = [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
      const lines = blocks.flatMap((block) => block.split('\n').filter((line) => line !== ''));
      const sentences = [...part.matchAll(/^Makes [^:]*?[.:](?= |$)/gm)].map(([said]) => said);
      return {
        title: part.split('\n')[0] ?? '',
        commands: lines.map(splitWords),
        made: sentences.flatMap((said) =>
          [...said.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        ),
      };
    });
}

function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word);
}

let folder = '';
let drop = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  ({ folder, drop } = await makeFolder('recordings/one'));
});
afterAll(() => drop());

it('runs every recipe of the cookbook', { timeout: 180_000 }, async () => {
  const recipes = readRecipes(await readFile(COOKBOOK, 'utf8'));
  expect(recipes).toHaveLength(10);
  expect(recipes.flatMap(({ made }) => made).length).toBeGreaterThan(12);
  for (const { title, commands, made } of recipes) {
    for (const [program, ...args] of commands) {
      expect(program).toBe('wayscribe');
      const { code, err } = await runCli([...args, '--jobs', '1'], folder);
      // Findings in the sample recording are no failure of the command.
      expect([title, args, code === 0 || args[0] === 'lint' ? 0 : err]).toEqual([title, args, 0]);
    }
    for (const file of made) {
      expect([
        title,
        file,
        (await stat(path.join(folder, file)).catch(() => null)) !== null,
      ]).toEqual([title, file, true]);
    }
  }
});
