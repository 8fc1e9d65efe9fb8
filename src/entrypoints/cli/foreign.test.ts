import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
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

  it('cost only themselves when damaged, with one line each', async () => {
    const [trace, events] = await Promise.all([
      readFile(at('run/trace.trace')),
      readFile(at('events.json')),
    ]);
    await Promise.all([mkdir(at('empty')), mkdir(at('half'))]);
    await writeFile(at('empty/trace.trace'), trace.subarray(0, 300));
    await writeFile(at('half/trace.trace'), trace.subarray(0, trace.length >> 1));
    await writeFile(at('cut.json'), events.subarray(0, events.length >> 1));
    await writeFile(at('odd.json'), '[{"type":4,"data":{},"timestamp":"x"}]');
    const files = ['cut.json', 'empty', 'events.json', 'half', 'odd.json', 'run'].map(at);
    const { code, out, err } = await runHere(
      ...['convert', '--to', 'archive', '--jobs', '1', '--out', at('archives')],
      ...files,
    );
    expect(code).toBe(1);
    expect(err.split('\n')).toEqual([
      `${at('cut.json')}: cut.json is not JSON; left out`,
      `${at('empty')}: trace.trace has no action of a person; left out`,
      `${at('odd.json')}: odd.json has no action of a person; left out`,
      '',
    ]);
    expect(out).toMatch(/half: written: .*\n.*damaged/);
    expect(out.match(/: written: /g)).toHaveLength(3);
    expect((await readdir(at('archives'))).filter((name) => name.endsWith('.zip'))).toEqual(
      ['events', 'half', 'run'].map((name) => `${name}.wayscribe.zip`),
    );
  });

  it('refuse other JSON', async () => {
    await writeFile(at('other.json'), '{"steps":7}');
    const { code, err } = await runHere('stats', '--jobs', '1', at('other.json'));
    expect([code, err]).toEqual([1, expect.stringContaining('only the command “reviews” reads')]);
  });
});
