import type { ModelOrder, ModelSpec, TextFormat } from '../../../protocol/models.ts';

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

export type DescribedUrls = { ok: true; spec: ModelSpec } | { ok: false; reason: string };

/** A model at two addresses of the user's, of which nothing else is known. */
export function describeUrls(weights: string, vocabulary: string): DescribedUrls {
  const model = checkModelUrl(weights.trim());
  if (!model.ok) return model;
  const words = checkModelUrl(vocabulary.trim());
  if (!words.ok) return words;
  return {
    ok: true,
    spec: {
      id: `url-${encodeName(model.url.href)}`,
      name: nameModel(model.url),
      licence: null,
      roughBytes: null,
      weights: { url: model.url.href, bytes: null, sha256: null },
      vocabulary: { url: words.url.href, bytes: null, sha256: null },
      maxTokens: USUAL_TOKENS,
      weight: TRAINED_WEIGHT,
      format: 'compact',
    },
  };
}

/** The repository of a hub, or the file's name. */
function nameModel({ pathname }: URL): string {
  const parts = pathname.split('/').filter(Boolean);
  const resolve = parts.indexOf('resolve');
  const name = resolve > 0 ? parts[resolve - 1] : parts.at(-1)?.replace(/\.onnx$/i, '');
  return decodeSafely(name ?? '').slice(0, 80) || 'model';
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Different addresses must have different unfinished files: FNV-1a, 32 bits, twice. */
function encodeName(text: string): string {
  const hash = (seed: number): string => {
    let value = seed;
    for (let at = 0; at < text.length; at++) {
      value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
    }
    return value.toString(16).padStart(8, '0');
  };
  return hash(0x811c9dc5) + hash(0x9dc5811c);
}

/**
 * Loopback is a trustworthy origin (W3C Secure Contexts §3.1): its traffic can't be read or changed on the way. It
 * lets a person serve a model from their own machine, and the tests theirs.
 */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export type CheckedUrl = { ok: true; url: URL } | { ok: false; reason: string };

/** An address that a model may be fetched from: https, or this very machine. */
export function checkModelUrl(text: string): CheckedUrl {
  if (!URL.canParse(text)) return { ok: false, reason: `“${text}” is not a web address.` };
  const url = new URL(text);
  if (url.username || url.password) {
    return { ok: false, reason: 'The address must not hold a user name or password.' };
  }
  const isLoopback = url.protocol === 'http:' && LOOPBACK.includes(url.hostname);
  if (url.protocol === 'https:' || isLoopback) return { ok: true, url };
  return {
    ok: false,
    reason: `${url.protocol}//${url.host} is not safe to load a model from: the address must begin with https://.`,
  };
}

export type ChosenOrder = { ok: true; order: ModelOrder } | { ok: false; reason: string };

/** Sorts a user's files by name: the model (.onnx), its vocabulary, and config.json if it is there. */
export function chooseFiles(files: readonly File[], format: TextFormat): ChosenOrder {
  const find = (isIt: (name: string) => boolean): File[] =>
    files.filter(({ name }) => isIt(name.toLowerCase()));
  const weights = find((name) => name.endsWith('.onnx'));
  const [vocabulary] = [
    ...find((name) => name.endsWith('vocab.txt')),
    ...find((name) => name.endsWith('tokenizer.json')),
  ];
  const [config] = find((name) => name === 'config.json');
  const [model, another] = weights;
  if (!model) return fail('None of these files ends in .onnx: that is the model.');
  if (another) return fail('There are several .onnx files; choose one of them.');
  if (!vocabulary)
    return fail('The vocabulary is missing: choose vocab.txt or tokenizer.json too.');
  const name = model.name.replace(/\.onnx$/i, '').slice(0, 80);
  return {
    ok: true,
    order: { from: 'files', name, weights: model, vocabulary, config: config ?? null, format },
  };
}

function fail(reason: string): ChosenOrder {
  return { ok: false, reason };
}
