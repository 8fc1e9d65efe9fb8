import { findPreset } from '../../../core/navigator/endpoint/presets.ts';
import type { EndpointSettings } from '../../../core/navigator/endpoint/endpoint-settings.ts';
import { parseJson, read, readDetail } from '../read-json.ts';

export interface ListedModel {
  id: string;
  /** Tokens it holds; null where the endpoint does not say. */
  contextTokens: number | null;
}

export type Listing =
  /** No answer came. */
  | { kind: 'unreachable' }
  /** `models` is null when the answer is no list of models. */
  | { kind: 'answered'; status: number; models: ListedModel[] | null; detail: string; ms: number };

const PATIENCE_MS = 15_000;

/** Asks `GET /models`. Never throws for what an endpoint or a network can do. */
export async function listModels(
  { baseUrl, apiKey }: Pick<EndpointSettings, 'baseUrl' | 'apiKey'>,
  signal: AbortSignal,
): Promise<Listing> {
  const begun = performance.now();
  const headers: Record<string, string> = { ...findPreset(baseUrl)?.headers };
  if (apiKey !== '') headers['authorization'] = `Bearer ${apiKey}`;
  if (apiKey !== '' && new URL(baseUrl).hostname === 'api.anthropic.com') {
    // Its list of models is not part of what it made compatible.
    headers['x-api-key'] = apiKey;
    headers['anthropic-version'] = '2023-06-01';
    delete headers['authorization'];
  }
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers,
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const body = parseJson(await response.text());
    const { status } = response;
    const models = response.ok ? readModels(body) : null;
    const ms = Math.round(performance.now() - begun);
    return { kind: 'answered', status, models, detail: readDetail(body) ?? '', ms };
  } catch {
    return { kind: 'unreachable' };
  }
}

function readModels(body: unknown): ListedModel[] | null {
  const list = [read(body, 'data'), read(body, 'models'), body].find(Array.isArray);
  if (!list) return null;
  return list.flatMap((entry: unknown): ListedModel[] => {
    const id = read(entry, 'id') ?? read(entry, 'name');
    return typeof id === 'string' ? [{ id, contextTokens: readContext(entry) }] : [];
  });
}

/** vLLM, OpenRouter and Together, Groq, LM Studio, llama.cpp: each has a name of its own for it. */
function readContext(entry: unknown): number | null {
  const said = [
    read(entry, 'max_model_len'),
    read(entry, 'loaded_context_length'),
    read(read(entry, 'top_provider'), 'context_length'),
    read(entry, 'context_length'),
    read(entry, 'context_window'),
    read(entry, 'max_context_length'),
    read(read(entry, 'meta'), 'n_ctx'),
  ];
  return said.find((tokens): tokens is number => typeof tokens === 'number' && tokens > 0) ?? null;
}

/** The model of this name: endpoints leave out Ollama's `:latest` and Gemini's `models/`. */
export function findModel(models: readonly ListedModel[], name: string): ListedModel | null {
  const fold = (id: string): string => id.replace(/^models\//, '').replace(/:latest$/, '');
  return models.find(({ id }) => id === name || fold(id) === fold(name)) ?? null;
}

/** The names, those most like the one that was set first. */
export function orderModels(models: readonly ListedModel[], name: string): string[] {
  const wanted = splitName(name);
  const likeness = (id: string): number =>
    splitName(id).filter((part) => wanted.includes(part)).length;
  return models
    .map(({ id }) => id)
    .toSorted((a, b) => likeness(b) - likeness(a) || a.localeCompare(b, 'en', { numeric: true }));
}

function splitName(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '');
}
