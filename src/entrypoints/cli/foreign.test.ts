import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, runHere } from './run-cli.fixture.ts';

const FORMATS = path.resolve(import.meta.dirname, '../../core/formats');

describe('recordings of other tools', { timeout: 60_000 }, () => {
  let folder = '';
  let drop: () => Promise<void>;
  const at = (file: string): string => path.join(folder, file);
  beforeAll(async () => {
    ({ folder, drop } = await makeFolder());
    await cp(path.join(FORMATS, 'trace/golden'), at('run'), { recursive: true });
    await cp(path.join(FORMATS, 'rrweb/golden/events.json'), at('events.json'));
  });
  afterAll(() => drop());

  it('are converted from a folder and from a JSON file', async () => {
    const given = ['convert', '--to', 'webdataset', '--jobs', '1', '--out', at('out')];
    const { code, out, err } = await runHere(...given, at('run'), at('events.json'));
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('pictures that may be late');
    expect(await readdir(at('out'))).toEqual(expect.arrayContaining(['events.tar', 'run.tar']));
    const tar = await readFile(at('out/run.tar'));
    const names = execFileSync('tar', ['-tf', '-'], { input: tar, encoding: 'utf8' });
    expect(
      names
        .trim()
        .split('\n')
        .filter((name) => name.endsWith('.json')),
    ).toHaveLength(9);
  });

  it('refuse other JSON', async () => {
    await writeFile(at('other.json'), '{"steps":7}');
    const { code, err } = await runHere('stats', '--jobs', '1', at('other.json'));
    expect([code, err]).toEqual([1, expect.stringContaining('only the command “reviews” reads')]);
  });
});
