import type { ModelSpec } from '../../protocol/models.ts';

/*
 * A fixed revision: what is at an address never changes, and neither do its hashes. They were compared
 * with what several independent projects publish for the same files; a download that differs is refused.
 */
const HUB =
  'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9';

const vocabulary = {
  url: `${HUB}/vocab.txt`,
  bytes: 231_508,
  sha256: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
};

/** Share of a score that a trained general sentence encoder may add. */
export const TRAINED_WEIGHT = 0.3;
/** What all-MiniLM-L6-v2 was trained with; longer texts are cut. */
export const USUAL_TOKENS = 256;

const shared = {
  licence: 'Apache-2.0',
  vocabulary,
  maxTokens: USUAL_TOKENS,
  weight: TRAINED_WEIGHT,
  format: 'compact',
} as const;

/** Models offered by name; the first is the one to take unless there is a good graphics card. */
export const MODEL_SPECS: readonly ModelSpec[] = [
  {
    ...shared,
    id: 'all-minilm-l6-v2-int8',
    name: 'all-MiniLM-L6-v2 (int8)',
    roughBytes: 23_203_878,
    weights: {
      url: `${HUB}/onnx/model_quantized.onnx`,
      bytes: 22_972_370,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
  },
  {
    ...shared,
    id: 'all-minilm-l6-v2-fp16',
    name: 'all-MiniLM-L6-v2 (fp16)',
    roughBytes: 45_500_000,
    weights: {
      url: `${HUB}/onnx/model_fp16.onnx`,
      bytes: null,
      sha256: '2cdb5e58291813b6d6e248ed69010100246821a367fa17b1b81ae9483744533d',
    },
  },
];
