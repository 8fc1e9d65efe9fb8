import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openZip } from '../../platform/zip/read-zip.ts';
import { paintPng } from './png.ts';
import { makeFolder, runHere } from './run-cli.fixture.ts';

const SLOW = 60_000;

describe('conversion with pseudonyms', { timeout: SLOW }, () => {
  let folder = '';
  let drop: () => Promise<void>;
  const at = (file: string): string => path.join(folder, file);
  beforeAll(async () => {
    ({ folder, drop } = await makeFolder('one'));
  });
  afterAll(() => drop());

  async function readTexts(zip: string): Promise<string> {
    const opened = await openZip(new Blob([new Uint8Array(await readFile(zip))]));
    const parts: Uint8Array[] = [];
    for (const file of opened.paths) {
      if (file.endsWith('.png')) continue;
      for await (const part of opened.read(file)) parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  it('replaces what the file names, and adds what it finds', async () => {
    const plain = ['convert', '--to', 'weblinx', '--jobs', '1', '--out'];
    await runHere(...plain, at('plain'), at('one'));
    const before = await readTexts(at('plain/one.zip'));
    // A word that the sample says often.
    const [word = ''] = /\bprofessor\b|\bflight\w*|\bsearch\w*/i.exec(before) ?? [];
    const key = [{ text: word, kind: 'other', surrogate: 'Text1', isReplaced: true }];
    await writeFile(at('who.json'), JSON.stringify(key));
    const given = ['--pseudonyms', at('who.json'), at('one')];
    expect(await runHere(...plain, at('out'), ...given)).toMatchObject({ code: 0 });
    const after = await readTexts(at('out/one.zip'));
    expect(before.toLowerCase()).toContain(word.toLowerCase());
    expect(after).not.toMatch(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'));
    expect(after).toContain('Text1');
    const written = JSON.parse(await readFile(at('who.json'), 'utf8')) as unknown[];
    expect(written[0]).toEqual(key[0]);
    // Another key makes another output.
    const again = await runHere(...plain, at('out'), ...given);
    expect(again.out).toContain('already there');
  });

  it('refuses a file that is not a list of pseudonyms', async () => {
    await writeFile(at('bad.json'), '{"a":1}');
    const args = ['convert', '--to', 'chat', '--out', at('x'), '--pseudonyms', at('bad.json')];
    const { code, err } = await runHere(...args, at('one'));
    expect([code, err]).toEqual([2, expect.stringContaining('should be a list')]);
  });
});

describe('paintPng', () => {
  it('paints the boxes at their scale, and leaves the rest', () => {
    const image = new PNG({ width: 40, height: 20 });
    image.data.fill(255);
    const png = new Uint8Array(PNG.sync.write(image));
    const size = { scale: 2, width: 40, height: 20 };
    const painted = PNG.sync.read(
      Buffer.from(paintPng(png, [{ x: 4, y: 4, width: 4, height: 2 }], size)),
    );
    const colour = (x: number, y: number) => painted.data[(y * 40 + x) * 4];
    expect([colour(8, 8), colour(15, 11), colour(4, 4)]).toEqual([128, 128, 128]);
    expect([colour(3, 8), colour(20, 8), colour(8, 16)]).toEqual([255, 255, 255]);
    expect(paintPng(png, [], size)).toBe(png);
  });
});
