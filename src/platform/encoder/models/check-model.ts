import type { Precision } from '../../../protocol/models.ts';
import type { OnnxFacts } from './read-onnx.ts';
import { readOnnx } from './read-onnx.ts';

export interface ModelFacts {
  precision: Precision;
  /** The most tokens it takes; null if the file doesn't say. */
  places: number | null;
}

export type CheckedModel = { ok: true; facts: ModelFacts } | { ok: false; reason: string };

const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids'];
export const OUTPUTS = ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];

/** Models below this are cut off, or toys that know nothing. */
const LEAST_BYTES = 1024;

/**
 * Looks at a file without running it: is it a whole ONNX file of a BERT-type sentence encoder, all in
 * one, and does the vocabulary of `pieces` entries belong to it? `reason` is one sentence for the user.
 */
export function checkModel(bytes: Uint8Array, pieces: number): CheckedModel {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200)).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html') || start.startsWith('<?xml')) {
    return fail('The file is a web page, perhaps an error page, and not a model.');
  }
  if (start.startsWith('version https://git-lfs')) {
    return fail('The file is only a Git LFS pointer to the model, not the model itself.');
  }
  let onnx: OnnxFacts;
  try {
    onnx = readOnnx(bytes);
  } catch {
    return fail('The file is not an ONNX model, or it is cut off or damaged.');
  }
  if (onnx.nodes.length === 0 || bytes.length < LEAST_BYTES) {
    return fail('The file is not an ONNX model.');
  }
  return checkShape(onnx, pieces);
}

function checkShape(onnx: OnnxFacts, pieces: number): CheckedModel {
  if ([...onnx.tensors.values()].some(({ isExternal }) => isExternal)) {
    return fail('The model keeps its weights in a second file; export it as one file.');
  }
  const names = onnx.inputs.map(({ name }) => name);
  const foreign = names.filter((name) => !INPUTS.includes(name));
  if (!names.includes('input_ids') || foreign.length > 0) {
    return fail(
      `The model wants ${names.join(', ') || 'nothing'} as input; a BERT encoder wants input_ids, attention_mask and perhaps token_type_ids.`,
    );
  }
  if (onnx.inputs.some(({ type }) => type !== INT32 && type !== INT64)) {
    return fail('The model’s inputs are not whole numbers of 32 or 64 bits.');
  }
  const output = onnx.outputs.find(({ name }) => OUTPUTS.includes(name));
  if (!output || (output.type !== FLOAT && output.type !== FLOAT16)) {
    return fail(
      `The model gives ${onnx.outputs.map(({ name }) => name).join(', ') || 'nothing'}; a sentence encoder gives last_hidden_state or sentence_embedding.`,
    );
  }
  const words = findWords(onnx);
  if (words !== null && (pieces > words || pieces < words * 0.9)) {
    return fail(
      `The vocabulary has ${pieces} pieces and the model knows ${words}: they do not belong together.`,
    );
  }
  return { ok: true, facts: { precision: findPrecision(onnx), places: findPlaces(onnx) } };
}

/** Rows of the table that the ids look up. */
function findWords({ nodes, tensors }: OnnxFacts): number | null {
  const lookUp = nodes.find(
    ({ operator, inputs }) => operator === 'Gather' && inputs[1] === 'input_ids',
  );
  const named = [...tensors.values()].find(({ name }) => name.includes('word_embeddings.weight'));
  const table = tensors.get(lookUp?.inputs[0] ?? '') ?? named;
  return table?.shape.length === 2 ? (table.shape[0] ?? null) : null;
}

function findPlaces({ tensors }: OnnxFacts): number | null {
  const table = [...tensors.values()].find(
    ({ name, shape }) => /position(_embeddings|$)/.test(name) && shape.length === 2,
  );
  return table?.shape[0] ?? null;
}

/** By the type that holds most of the numbers. */
function findPrecision({ tensors }: OnnxFacts): Precision {
  const sums = new Map<number, number>();
  for (const { type, shape } of tensors.values()) {
    sums.set(type, (sums.get(type) ?? 0) + shape.reduce((product, size) => product * size, 1));
  }
  const count = (...types: number[]): number =>
    types.reduce((sum, type) => sum + (sums.get(type) ?? 0), 0);
  if (count(INT8, UINT8) > count(FLOAT, FLOAT16)) return 'int8';
  return count(FLOAT16) > count(FLOAT) ? 'fp16' : 'fp32';
}

function fail(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}

/** What the values of a tensor are: TensorProto.DataType of ONNX, as far as encoders hold them. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;
export const FLOAT16 = 10;

export type ReadVocabulary = { ok: true; pieces: string[] } | { ok: false; reason: string };

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Reads vocab.txt (one piece per line) or tokenizer.json (Hugging Face) with an uncased WordPiece. */
export function readVocabulary(bytes: Uint8Array): ReadVocabulary {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fail('The vocabulary is not a text file.');
  }
  const start = text.slice(0, 200).trimStart().toLowerCase();
  if (start.startsWith('<!doctype') || start.startsWith('<html')) {
    return fail('The vocabulary is a web page, perhaps an error page.');
  }
  const read = start.startsWith('{') ? readTokenizer(text) : readLines(text);
  if (!read.ok) return read;
  const missing = SPECIAL.filter((piece) => !read.pieces.includes(piece));
  if (missing.length === 0) return read;
  return fail(`The vocabulary has no ${missing.join(', ')}: it is not that of a BERT encoder.`);
}

function readLines(text: string): ReadVocabulary {
  return { ok: true, pieces: text.replace(/\r?\n$/, '').split(/\r?\n/) };
}

function readTokenizer(text: string): ReadVocabulary {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('tokenizer.json cannot be read: it is cut off or damaged.');
  }
  const model = readPart(json, 'model');
  const type = readPart(model, 'type');
  if (type !== 'WordPiece') {
    const named = typeof type === 'string' ? type : 'none';
    return fail(`tokenizer.json is of the kind ${named}; only WordPiece (BERT) can be used.`);
  }
  if (readPart(readPart(json, 'normalizer'), 'lowercase') === false) {
    return fail(
      'The tokenizer tells capitals from small letters; only uncased models can be used.',
    );
  }
  const ids = readPart(model, 'vocab');
  if (typeof ids !== 'object' || ids === null) return fail('tokenizer.json holds no vocabulary.');
  const pieces: string[] = [];
  for (const [piece, id] of Object.entries(ids) as [string, unknown][]) {
    if (typeof id === 'number') pieces[id] = piece;
  }
  const isWhole = pieces.length > 0 && Object.keys(pieces).length === pieces.length;
  return isWhole ? { ok: true, pieces } : fail('The numbers of the vocabulary have gaps.');
}

function readPart(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
