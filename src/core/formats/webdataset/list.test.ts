import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectFiles } from '../import.fixture.ts';
import { ADD_UID, SHOP } from '../shop.fixture.ts';
import { nameShortcode } from '../weblinx/turn.ts';
import { listWebDatasetFiles } from './list.ts';

describe('listWebDatasetFiles', () => {
  it('writes a tar that the system’s tar unpacks, with the files of a turn side by side', async () => {
    const files = await collectFiles(listWebDatasetFiles(SHOP));
    const tar = files.get('shard.tar') ?? new Uint8Array();
    const folder = mkdtempSync(join(tmpdir(), 'wayscribe-tar-'));
    try {
      const listed = execFileSync('tar', ['-tf', '-'], { input: tar, encoding: 'utf8' });
      execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar });
      const name = nameShortcode(SHOP.demonstration);
      const key = `${name}-000001`;
      expect(listed.trim().split('\n')).toEqual([
        `${name}-000000.json`,
        ...['json', 'html', 'png', 'after.png'].map((ending) => `${key}.${ending}`),
        `${name}-000002.json`,
      ]);
      expect(readdirSync(folder)).toHaveLength(6);
      expect(JSON.parse(readFileSync(join(folder, `${key}.json`), 'utf8'))).toMatchObject({
        ...{ demonstration: 'demo', turn_index: 1, intent: 'click', element_uid: ADD_UID },
        ...{ call: `click(uid="${ADD_UID}")`, description: 'Click Add kettle' },
        outcome: '“1 in basket” appeared',
      });
      expect(readFileSync(join(folder, `${key}.html`), 'utf8')).toContain(ADD_UID);
      expect(readFileSync(join(folder, `${key}.png`))).toHaveLength(8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
