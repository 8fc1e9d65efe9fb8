import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutCenter } from '../../core/formats/otr/cut-parts.ts';
import { readTokenizer } from './read-models.ts';
import { makeFolder, runHere } from './run-cli.fixture.ts';

/** A small byte-level vocabulary, and where Hugging Face's own tokenizers 0.23.2 put its tokens. */
interface Golden {
  tokenizer: { post_processor: object; model: object };
  trimmed: [text: string, spans: number[]][];
  whole: [text: string, spans: number[]][];
}

const GOLDEN = path.resolve(import.meta.dirname, '../../core/formats/golden/byte-level.json');

let folder = '';
let golden: Golden;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wayscribe-tokenizer-'));
  golden = JSON.parse(await readFile(GOLDEN, 'utf8')) as Golden;
});
afterAll(() => rm(folder, { recursive: true }));

async function open(name: string, tokenizer: object) {
  const file = path.join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(tokenizer));
  return readTokenizer({ file, hash: name });
}

describe('a tokenizer from its file', () => {
  it.each(['trimmed', 'whole'] as const)(
    'finds tokens where its own library does, %s',
    async (kind) => {
      const { tokenizer } = golden;
      const post_processor = { ...tokenizer.post_processor, trim_offsets: kind === 'trimmed' };
      const read = await open(kind, { ...tokenizer, post_processor });
      for (const [text, spans] of golden[kind]) {
        expect([text, read.locate(text)]).toEqual([text, spans]);
        expect(read.count(text)).toBe(spans.length / 2);
      }
    },
  );

  it('refuses to cut what its tokens do not spell', async () => {
    const normalizer = { type: 'Lowercase' };
    const read = await open('other', { ...golden.tokenizer, pre_tokenizer: null, normalizer });
    expect(() => cutCenter('The naïve kettle İ and the lamp', 5, read)).toThrow('bytes');
  });

  it('cuts the prompts of the chat export, which are written again for it', async () => {
    const file = path.join(folder, 'chat.json');
    await writeFile(file, JSON.stringify(golden.tokenizer));
    const { folder: made, drop } = await makeFolder('in/one');
    const convert = async (...more: string[]) => {
      const args = ['convert', '--to', 'chat', '--jobs', '1', '--json', ...more];
      const { lines } = await runHere(...args, '--out', `${made}/out`, `${made}/in`);
      const text = await readFile(`${made}/out/one.chat.jsonl`, 'utf8');
      return { done: lines[0]?.['done'], text };
    };
    const usual = await convert();
    const exact = await convert('--tokenizer', file);
    const again = await convert('--tokenizer', file);
    await drop();
    expect([usual.done, exact.done, again.done]).toEqual(['written', 'written', 'already there']);
    // A vocabulary this small needs more tokens, so that more is cut.
    expect(exact.text.length).toBeLessThan(usual.text.length);
    expect(exact.text.split('\n')).toHaveLength(usual.text.split('\n').length);
  });
});
