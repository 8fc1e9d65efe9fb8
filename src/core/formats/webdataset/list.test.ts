import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectFiles } from '../import.fixture.ts';
import { ADD_UID, SHOP } from '../shop.fixture.ts';
import { nameShortcode } from '../weblinx/turn.ts';
import { listWebDatasetFiles } from './list.ts';
import { checkShard } from './read-tar.fixture.ts';

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

describe('checkShard', () => {
  const END = new Uint8Array(1024);
  /** The members of SHOP's shard: a json, the four files of the click, and a json. */
  const readMembers = async (): Promise<Uint8Array[]> => {
    const shard = (await collectFiles(listWebDatasetFiles(SHOP))).get('shard.tar');
    const members: Uint8Array[] = [];
    for (let left = shard ?? END; left.length > END.length;) {
      const size = Number.parseInt(new TextDecoder().decode(left.subarray(124, 136)), 8);
      const end = 512 + 512 * Math.ceil(size / 512);
      members.push(left.slice(0, end));
      left = left.subarray(end);
    }
    return members;
  };
  const check = (members: readonly Uint8Array[]): string[] =>
    checkShard(Uint8Array.from([...members, END].flatMap((member) => [...member])));

  it('takes whole shards', async () => {
    const members = await readMembers();
    expect([members.length, check(members)]).toEqual([6, []]);
  });

  it('refuses a repeated name, and files of a sample that are apart', async () => {
    const [first = END, json = END, ...others] = await readMembers();
    expect(check([first, first])).toEqual(['a name is repeated']);
    expect(check([json, first, ...others])).toEqual(['the files of a sample are apart']);
  });

  it('refuses names that say no type', async () => {
    const [first = END] = await readMembers();
    // The checksum doesn't change with the order of letters.
    const name = new TextDecoder().decode(first.subarray(0, 100)).replace('.json', '.nojs');
    const renamed = Uint8Array.from([...new TextEncoder().encode(name), ...first.subarray(100)]);
    expect(check([renamed])).toEqual([expect.stringContaining('.nojs')]);
  });

  it('fails where the tar is damaged', async () => {
    const [first = END] = await readMembers();
    const changed = first.slice();
    changed[0] = 0x7a;
    expect(() => check([changed])).toThrow('its checksum is wrong');
    expect(() => checkShard(Uint8Array.from([...first, ...END.subarray(512)]))).toThrow(
      'it does not end with two empty blocks',
    );
  });
});
