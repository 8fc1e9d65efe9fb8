import { describe, expect, it } from 'vitest';
import { writeEncoder } from '../../../../scripts/model/encoder-graph.ts';
import type { EncoderShape } from '../../../../scripts/model/weights.ts';
import { makeWeights } from '../../../../scripts/model/weights.ts';
import type { OnnxFacts, OnnxNode } from '../models/read-onnx.ts';
import { readOnnx } from '../models/read-onnx.ts';
import { writeExported } from '../../kernel/exported.fixture.ts';
import { findEncoder, recogniseEncoder } from './recognise-encoder.ts';

const shape: EncoderShape = {
  ...{ layers: 3, hidden: 32, heads: 2, inner: 64, vocabulary: 40, places: 24 },
};
const weights = makeWeights(shape, 5);
const files = {
  'fp32, whole operators': writeEncoder(shape, weights),
  'int8, whole operators': writeEncoder(shape, weights, 'int8'),
  'fp32, exported': writeExported(shape, weights, { weights: 'fp32', attention: 'divided' }),
  'int8, exported': writeExported(shape, weights, {
    ...{ weights: 's8 per column', attention: 'scaled by shape' },
  }),
};

/** What is not looked at: how the mask is made, how shapes are worked out, what changes only the precision. */
const UNSEEN = new Set([
  'Shape',
  'Unsqueeze',
  'Sub',
  'Mul',
  'Slice',
  'Cast',
  'Div',
  'Sqrt',
  'Identity',
]);

describe('recogniseEncoder', () => {
  it.each(Object.entries(files))('finds sizes and layers in order: %s', (_name, file) => {
    const found = recogniseEncoder(file);
    expect(found).toMatchObject({ hidden: 32, inner: 64, heads: 2 });
    expect(found?.layers).toHaveLength(3);
    expect(found?.layers.map(({ up }) => up.bias)).toEqual(weights.layers.map(({ up }) => up.bias));
    expect(found?.layers[1]?.attention.key.bias).toEqual(weights.layers[1]?.key.bias);
    expect(found?.layers[1]?.outputNorm.gain).toEqual(weights.layers[1]?.outputNorm.scale);
    expect(found?.embeddings.words).toMatchObject({ rows: 40, width: 32 });
    expect(found?.embeddings.places).toMatchObject({ rows: 24, width: 32 });
    expect(found?.embeddings.types).toMatchObject({ rows: 2, width: 32 });
  });

  it.each(Object.entries(files))(
    'leaves what does something else to the runtime: %s',
    (_, file) => {
      const facts = readOnnx(file);
      const change = (at: number): OnnxFacts => ({
        ...facts,
        nodes: facts.nodes.map((node, index) =>
          index === at ? { ...node, operator: 'SomethingElse' } : node,
        ),
      });
      const passed = facts.nodes
        .filter((_node, at) => findEncoder(change(at)) !== null)
        .map(({ operator }) => operator);
      expect(passed.filter((operator) => !UNSEEN.has(operator))).toEqual([]);
      expect(passed.length).toBeLessThan(facts.nodes.length / 3);
    },
  );

  it.each<[string, (node: OnnxNode) => OnnxNode]>([
    [
      'key and value in each other’s place',
      (node) =>
        node.operator === 'MatMul' ? { ...node, inputs: [...node.inputs].reverse() } : node,
    ],
    [
      'heads turned otherwise',
      (node) => (node.operator === 'Transpose' ? { ...node, attributes: new Map() } : node),
    ],
    [
      'a residual that is left out',
      (node) =>
        node.operator === 'Add' && !node.inputs.some((name) => name.includes('bias'))
          ? { ...node, inputs: [node.inputs[0] ?? '', node.inputs[0] ?? ''] }
          : node,
    ],
    [
      'ids that are counted',
      (node) => (node.operator === 'Slice' ? { ...node, operator: 'CumSum' } : node),
    ],
  ])('is not misled by %s', (_what, change) => {
    const facts = readOnnx(files['fp32, exported']);
    expect(findEncoder({ ...facts, nodes: facts.nodes.map(change) })).toBeNull();
  });

  it('takes no other scale of scores, and no sizes that its registers do not hold', () => {
    const narrow: EncoderShape = { ...shape, heads: 8 };
    expect(recogniseEncoder(writeEncoder(narrow, makeWeights(narrow, 5)))).toBeNull();
    const facts = readOnnx(files['fp32, exported']);
    const tensors = new Map(facts.tensors);
    for (const [name, tensor] of tensors) {
      const [value] = tensor.raw ? new Float32Array(new Uint8Array(tensor.raw).buffer) : [];
      // √size
      if (value !== 4 || tensor.shape.length > 0) continue;
      tensors.set(name, { ...tensor, raw: new Uint8Array(Float32Array.of(5).buffer) });
    }
    expect(findEncoder({ ...facts, tensors })).toBeNull();
  });

  it('finds none in a file of another kind', () => {
    expect(recogniseEncoder(new Uint8Array(0))).toBeNull();
    expect(() => recogniseEncoder(files['fp32, exported'].subarray(0, 900))).toThrow('too early');
  });
});
