import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DemonstrationContent } from '../../demonstration/content.ts';
import type { DmrRecord } from '../dmr/record.ts';
import { readSample } from '../golden/golden.fixture.ts';
import type { ImportSource } from '../import-source.ts';
import type { OtrTokenizer } from '../otr/tokenizer.ts';
import { readWeblinx } from '../weblinx/read.ts';
import { listCandidateRecords, listChatLines } from './list.ts';
import type { RankTurn } from './rank-turn.ts';

const GOLDEN = join(import.meta.dirname, '../golden');
const sample = readSample((path) => readFileSync(join(GOLDEN, path), 'utf8'));

/** The golden prompts were made with room for everything. */
const roomy: OtrTokenizer = { count: () => 0, locate: () => [] };

/** The ranks of the golden records. */
const rankAsGolden: RankTurn = (_view, index, records) => {
  const golden = sample.records.filter(({ turn_index }) => turn_index === index);
  return Promise.resolve(
    records.map(({ uid }) => -(golden.find((record) => record.uid === uid)?.rank ?? Infinity)),
  );
};

let content: DemonstrationContent;

beforeAll(async () => {
  const folder = join(GOLDEN, 'weblinx-sample');
  const source: ImportSource = {
    paths: new Set(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        /\.\w+$/.test(path),
      ),
    ),
    async *read(path) {
      yield await Promise.resolve(new Uint8Array(readFileSync(join(folder, path))));
    },
  };
  const store = new Map<string, Uint8Array<ArrayBuffer>>();
  const hash = (bytes: Uint8Array): Promise<string> =>
    Promise.resolve(createHash('sha256').update(bytes).digest('hex'));
  const keep = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const key = await hash(bytes);
    store.set(key, bytes);
    return key;
  };
  const { demonstration, turns } = await readWeblinx(source, '', { keep, hash });
  content = { demonstration, turns, read: (key) => Promise.resolve(store.get(key) ?? null) };
});

describe('an imported WebLINX recording', () => {
  it('gives the records that the public library made of it', async () => {
    const records: DmrRecord[] = [];
    for await (const record of listCandidateRecords(content, rankAsGolden)) records.push(record);
    const strip = ({ query, doc, uid, turn_index, elem_dict, label, rank }: DmrRecord) => ({
      ...{ query, doc, uid, turn_index, elem_dict, label, rank },
    });
    expect(records.map(strip)).toEqual(sample.records.map(strip));
  });

  it('gives the prompts and answers that the public library made of it', async () => {
    const lines: unknown[] = [];
    const options = { tokenizer: roomy, rank: rankAsGolden };
    for await (const { messages } of listChatLines(content, options)) lines.push(messages);
    const golden = sample.prompts.map(({ prompt, output_target }) => {
      const [system, ...rest] = prompt;
      const empty = rest[0]?.role === 'user' ? [] : [{ role: 'user', content: '…' }];
      return [system, ...empty, ...rest, { role: 'assistant', content: output_target }];
    });
    expect(lines).toEqual(golden);
  });
});
