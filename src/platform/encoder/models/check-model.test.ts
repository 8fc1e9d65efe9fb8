import { describe, expect, it } from 'vitest';
import { OnnxGraph } from '../../../../scripts/model/onnx-graph.ts';
import { Message } from '../../../../scripts/model/protobuf.ts';
import { makeTinyModel } from '../../../../scripts/model/tiny-model.ts';
import { checkModel, readVocabulary } from './check-model.ts';

const files = makeTinyModel();
const model = files.get('model.onnx') ?? new Uint8Array();
const vocabulary = files.get('vocab.txt') ?? new Uint8Array();
const pieces = new TextDecoder().decode(vocabulary).trimEnd().split('\n');
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A graph that only claims inputs and outputs, big enough to be one. */
function writeGraph(inputs: string[], output: string): Uint8Array {
  const graph = new OnnxGraph('other');
  for (const name of inputs) graph.input(name, ['batch', 'sequence']);
  graph.output(output, ['batch', 'sequence', 8]);
  graph.node('Identity', [inputs[0] ?? ''], {}, output);
  graph.floats('padding', [512], new Float32Array(512));
  return graph.toBytes();
}

function writeExternal(): Uint8Array {
  const tensor = new Message().int(1, 4).int(2, 1).text(8, 'w').int(14, 1);
  const node = new Message().text(1, 'input_ids').text(4, 'Gather');
  const padding = new Message().text(10, 'x'.repeat(2000));
  return new Message()
    .message(7, new Message().message(1, node).message(5, tensor).message(1, padding))
    .toBytes();
}

function explain(checked: { ok: boolean; reason?: string }): string {
  return checked.reason ?? 'nothing wrong';
}

describe('checkModel', () => {
  it('passes the model of the right kind, and tells what it is', () => {
    const facts = { precision: 'fp32', places: 64 };
    expect(checkModel(model, pieces.length)).toEqual({ ok: true, facts });
  });

  it.each<[string, Uint8Array, string]>([
    ['a web page', toBytes('<!DOCTYPE html><html><body>Sign in</body></html>'), 'web page'],
    [
      'a Git LFS pointer',
      toBytes('version https://git-lfs.github.com/spec/v1\noid'),
      'LFS pointer',
    ],
    ['nothing', new Uint8Array(), 'not an ONNX model'],
    ['zeros', new Uint8Array(100_000), 'not an ONNX model'],
    ['a text', toBytes('hello, this is no model at all. '.repeat(100)), 'not an ONNX model'],
    ['its first half', model.subarray(0, model.length / 2), 'cut off'],
    ['all but its last byte', model.subarray(0, -1), 'cut off'],
    ['an image model', writeGraph(['pixel_values'], 'logits'), 'pixel_values'],
    ['a decoder', writeGraph(['input_ids', 'past_key_values.0'], 'last_hidden_state'), 'past_key'],
    ['a classifier', writeGraph(['input_ids', 'attention_mask'], 'logits'), 'logits'],
    ['weights elsewhere', writeExternal(), 'second file'],
  ])('refuses %s', (_name, bytes, reason) => {
    expect(explain(checkModel(bytes, pieces.length))).toContain(reason);
  });

  it('refuses a vocabulary of another model', () => {
    expect(explain(checkModel(model, 30_522))).toContain('do not belong together');
  });

  it('never throws, wherever a file is cut or hurt', () => {
    for (let at = 1; at < 400; at++) {
      const hurt = Uint8Array.from(model);
      hurt[(at * 7919) % 2000] = (at * 31) % 256;
      expect(() => checkModel(hurt, pieces.length)).not.toThrow();
      expect(checkModel(model.subarray(0, (at * 7919) % model.length), pieces.length).ok).toBe(
        false,
      );
    }
  });
});

describe('readVocabulary', () => {
  const tokenizer = (model_: object, normalizer = {}): Uint8Array =>
    toBytes(JSON.stringify({ normalizer, model: model_ }));
  const vocab = Object.fromEntries(pieces.map((piece, id) => [piece, id]));

  it('reads vocab.txt and tokenizer.json alike', () => {
    expect(readVocabulary(vocabulary)).toEqual({ ok: true, pieces });
    expect(readVocabulary(tokenizer({ type: 'WordPiece', vocab }))).toEqual({ ok: true, pieces });
    const windows = toBytes(pieces.join('\r\n') + '\r\n');
    expect(readVocabulary(windows)).toEqual({ ok: true, pieces });
  });

  it.each<[string, Uint8Array, string]>([
    ['a page', toBytes('<html><body>404</body></html>'), 'web page'],
    ['bytes', Uint8Array.of(0xff, 0xfe, 0x80), 'not a text file'],
    ['BPE', tokenizer({ type: 'BPE', vocab: {} }), 'BPE'],
    ['capitals', tokenizer({ type: 'WordPiece', vocab }, { lowercase: false }), 'uncased'],
    ['a cut file', toBytes('{"model": {"type": "Wor'), 'cut off'],
    ['gaps', tokenizer({ type: 'WordPiece', vocab: { '[PAD]': 0, '[UNK]': 2 } }), 'gaps'],
    ['GPT’s pieces', toBytes('the\nof\nand\n'), '[CLS]'],
  ])('refuses %s', (_name, bytes, reason) => {
    expect(explain(readVocabulary(bytes))).toContain(reason);
  });
});
