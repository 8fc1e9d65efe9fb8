import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeOtrTarget } from '../../../core/formats/otr/prompt.ts';
import { readSample } from '../../../core/formats/golden/golden.fixture.ts';
import { readFileSync } from 'node:fs';
import { makeFolder, runCli, runHere } from '../run-cli.fixture.ts';

const SLOW = 60_000;
const GOLDEN = path.resolve(import.meta.dirname, '../../../core/formats/golden');

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
beforeAll(async () => ({ folder, drop } = await makeFolder('in/a/one', 'in/b/two', 'in/b/three')));
afterAll(() => drop());

const at = (name: string): string => path.join(folder, name);
const read = (name: string): Promise<string> => readFile(at(name), 'utf8');

describe('runs without an endpoint', { timeout: SLOW }, () => {
  it('come to the public library’s figure when what was done is fed back as text', async () => {
    const sample = readSample((file) => readFileSync(path.join(GOLDEN, file), 'utf8'));
    const gold = await runHere('evaluate', '--gold', '--json', at('in/a'));
    const demonstration = gold.lines[0]?.['demonstration'];
    const answers = sample.turns.map((turn, index) =>
      JSON.stringify({ demonstration, turn: index, output: writeOtrTarget(turn) }),
    );
    await writeFile(at('answers.jsonl'), answers.join('\n'));
    const { lines } = await runHere(
      'evaluate',
      '--predictions',
      at('answers.jsonl'),
      '--json',
      at('in/a'),
    );
    const score: unknown = expect.closeTo(0.88, 2);
    expect(lines.at(-1)).toMatchObject({ unconditional: { overall: { score } } });
  });

  it('give the same with any number of threads, by folder as by splits', async () => {
    const base = ['evaluate', '--direct'];
    expect((await runCli([...base, '--jobs', '3', '--out', 'many', 'in'], folder)).code).toBe(0);
    expect((await runCli([...base, '--jobs', '1', '--out', 'alone', 'in'], folder)).code).toBe(0);
    for (const name of ['turns.csv', 'turns.jsonl', 'summary.json', 'summary.csv']) {
      expect(await read(`many/${name}`)).toBe(await read(`alone/${name}`));
    }
    const summary = JSON.parse(await read('many/summary.json')) as { bySplit: object };
    expect(Object.keys(summary.bySplit)).toEqual(['a', 'b']);
    await writeFile(at('splits.json'), JSON.stringify({ test: ['a/one'], train: ['b/two'] }));
    const split = ['--splits', at('splits.json'), '--json'];
    const { lines } = await runHere(...base, '--jobs', '1', ...split, at('in'));
    expect(Object.keys(lines.at(-1)?.['bySplit'] as object)).toEqual(['none', 'test', 'train']);
  });

  it('touch nothing when all is done', async () => {
    const args = ['evaluate', '--ranker', 'lexical', '--out', at('ranks'), at('in')];
    const first = await runHere(...args);
    const journal = await stat(at('ranks/journal.jsonl'));
    const second = await runHere(...args);
    expect(second.out).toBe(first.out);
    expect((await stat(at('ranks/journal.jsonl'))).mtimeMs).toBe(journal.mtimeMs);
  });

  it('are held side by side, with a report that has their pictures', async () => {
    for (const kind of ['gold', 'direct']) {
      await runHere('evaluate', `--${kind}`, '--out', at(`runs/${kind}`), at('in/a'));
    }
    const args = ['evaluate', '--compare', '--out', at('side'), at('runs/direct'), at('runs/gold')];
    const { code, lines } = await runHere(...args, '--json');
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ type: 'comparison', unit: 'turn', turns: 10 });
    const overall = (await read('side/comparison.csv')).split('\n')[1]?.split(',') ?? [];
    expect(overall.slice(0, 1)).toEqual(['overall']);
    expect(Number(overall[3])).toBeCloseTo(Number(overall[2]) - Number(overall[1]), 12);
    const page = await read('side/report.html');
    expect(page).toContain('direct and gold side by side');
    expect(page).toContain('data:image/png;base64,');
    expect(page).not.toMatch(/https?:\/\/(?!(?:shop|notes)\.example)/);
    const wrong = await runHere('evaluate', '--compare', at('runs/direct'), at('in/a'));
    expect([wrong.code, wrong.err]).toEqual([
      2,
      expect.stringContaining('no folder of a finished run'),
    ]);
  });
});
