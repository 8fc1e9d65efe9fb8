import { readFile } from 'node:fs/promises';
import type { SmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { openSmallEncoder } from '../../core/ranking/encoder/small-encoder.ts';
import { createHash } from 'node:crypto';
import {
  approximateTokenizer,
  createByteLevelTokenizer,
} from '../../core/formats/otr/tokenizer.ts';
import type { OtrTokenizer } from '../../core/formats/otr/tokenizer.ts';

/** Where the table lies from the built command, from its parts, and from this file. */
const PLACES = ['./table.bin', '../table.bin', '../../../public/models/small/table.bin'];

let opening: Promise<SmallEncoder> | null = null;

/** The small encoder of the extension. Rejects with one sentence where its table is not. */
export function readSmallEncoder(): Promise<SmallEncoder> {
  return (opening ??= read());
}

async function read(): Promise<SmallEncoder> {
  for (const place of PLACES) {
    const bytes = await readFile(new URL(place, import.meta.url)).catch(() => null);
    if (bytes) return openSmallEncoder(new Uint8Array(bytes));
  }
  throw new Error('the small encoder’s table (table.bin) is not there');
}

/** A tokenizer's file and a hash of it, which results depend on. */
export interface TokenizerFile {
  file: string;
  hash: string;
}

/** Describes the file of a tokenizer; null if it can't be read. */
export async function describeTokenizer(file: string): Promise<TokenizerFile | null> {
  const bytes = await readFile(file).catch(() => null);
  return bytes && { file, hash: createHash('sha256').update(bytes).digest('hex') };
}

let lastRead: { file: string; tokenizer: Promise<OtrTokenizer> } | null = null;

/** The tokenizer of a `tokenizer.json`, read once in each thread; without one the approximate one. */
export function readTokenizer(given: TokenizerFile | null): Promise<OtrTokenizer> {
  if (given === null) return Promise.resolve(approximateTokenizer);
  if (lastRead?.file !== given.file) {
    lastRead = { file: given.file, tokenizer: openTokenizer(given.file) };
  }
  return lastRead.tokenizer;
}

async function openTokenizer(file: string): Promise<OtrTokenizer> {
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const described = JSON.parse(await readFile(file, 'utf8')) as object;
  const tokenizer = new Tokenizer(described, {});
  return createByteLevelTokenizer({
    tokenize: (text) => tokenizer.tokenize(text, { add_special_tokens: false }),
    trimsBlanks: findTrimming(Reflect.get(described, 'post_processor')),
  });
}

/** Whether a byte-level post-processor, by itself or in a sequence, trims the spans of tokens. */
function findTrimming(processor: unknown): boolean {
  if (typeof processor !== 'object' || processor === null) return false;
  const inner: unknown = Reflect.get(processor, 'processors');
  if (Array.isArray(inner)) return inner.some(findTrimming);
  return (
    Reflect.get(processor, 'type') === 'ByteLevel' &&
    Reflect.get(processor, 'trim_offsets') !== false
  );
}
