import type { TextFormat } from '../../protocol/models.ts';

interface ModelSettings {
  name: string | null;
  maxTokens: number | null;
  weight: number | null;
  /** Null when the file does not tell. */
  format: TextFormat | null;
}

export type ReadSettings = ({ ok: true } & ModelSettings) | { ok: false; reason: string };

/**
 * What a model's config.json says that matters here: Hugging Face's `model_type` and
 * `max_position_embeddings`, the model it was made of (`_name_or_path`), and our own `name`, `maxTokens`,
 * `weight` (0 … 1) and `format`.
 */
export function readSettings(text: string | null): ReadSettings {
  if (text === null) return { ok: true, name: null, maxTokens: null, weight: null, format: null };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'config.json cannot be read: it is cut off or damaged.' };
  }
  if (typeof json !== 'object' || json === null) {
    return { ok: false, reason: 'config.json is not the settings of a model.' };
  }
  const config = json as Record<string, unknown>;
  const kind = config['model_type'];
  if (typeof kind === 'string' && kind !== 'bert') {
    return {
      ok: false,
      reason: `The model is of the kind ${kind}; only BERT encoders can be used.`,
    };
  }
  const tokens = config['maxTokens'] ?? config['max_position_embeddings'];
  const { name, weight } = config;
  return {
    ok: true,
    name: typeof name === 'string' && name !== '' ? name.slice(0, 80) : null,
    maxTokens: typeof tokens === 'number' && tokens >= 8 ? Math.min(512, Math.floor(tokens)) : null,
    weight: typeof weight === 'number' && weight >= 0 && weight <= 1 ? weight : null,
    format: readFormat(config),
  };
}

/** WebLINX's fine-tuned encoders are called `MiniLM-L6-dmr`, `bge-small-dmr` and the like. */
function readFormat(config: Record<string, unknown>): TextFormat | null {
  const { format } = config;
  if (format === 'compact' || format === 'dmr-exact') return format;
  const origin = config['_name_or_path'];
  return typeof origin === 'string' && /[-/_]dmr(?:$|[-/_])/i.test(origin) ? 'dmr-exact' : null;
}
