import type { ModelSpec } from '../../protocol/models.ts';
import { checkModelUrl } from './model-url.ts';
import { TRAINED_WEIGHT, USUAL_TOKENS } from './model-specs.ts';

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
