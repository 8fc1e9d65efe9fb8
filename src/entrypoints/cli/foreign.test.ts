import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtifTrajectory } from '../../core/formats/atif/list.ts';
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

  // Recorded by Playwright 1.65.1: `context.tracing.start({ screenshots: true, snapshots: true })` in a window of 320 by 240
  // CSS px; `trace.stacks`, which has the paths of the script, was removed.
  it('are read from the zip that Playwright writes, with pictures and two tabs', async () => {
    const zip = path.join(FORMATS, 'trace/recorded/two-tabs.zip');
    const given = ['--jobs', '1', '--out', at('tabs'), zip];
    expect(await runHere('convert', '--to', 'atif', ...given)).toMatchObject({ code: 0, err: '' });
    const text = await readFile(at('tabs/two-tabs.atif/trajectory.json'), 'utf8');
    const { steps } = JSON.parse(text) as AtifTrajectory;
    expect(steps.filter(({ source }) => source === 'agent').map(({ message }) => message)).toEqual([
      'Open shop.example/',
      'Type “pot” in Search',
      'Click Red pot',
      'Open a tab',
      'Switch to another tab',
      'Click Add to basket',
      'Close a tab',
      'Switch to another tab',
      'Press Enter in Search',
    ]);
    const { size } = await stat(at('tabs/two-tabs.atif/images/turn-5-before.jpeg'));
    expect(size).toBeGreaterThan(3000);
    expect(await readFile(at('tabs/two-tabs.atif/pages/turn-5.html'), 'utf8')).toContain(
      'Add to basket',
    );
  });

  it('refuse other JSON', async () => {
    await writeFile(at('other.json'), '{"steps":7}');
    const { code, err } = await runHere('stats', '--jobs', '1', at('other.json'));
    expect([code, err]).toEqual([1, expect.stringContaining('only the command “reviews” reads')]);
  });
});
