/** Which model endpoint to ask. The key is the user's own and stays in this browser. */
export interface EndpointSettings {
  /** Without the final slash and `/chat/completions`: `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Empty for endpoints that need none. */
  apiKey: string;
  model: string;
}

export interface EndpointPreset {
  id: string;
  label: string;
  baseUrl: string;
  needsKey: boolean;
  /** A hint for the model field. */
  modelHint: string;
  /** What must be done at the endpoint before it answers an extension; null when nothing. */
  setUp: string | null;
}

export const ENDPOINT_PRESETS = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    modelHint: 'gpt-4.1-mini',
    setUp: null,
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    modelHint: 'meta-llama/llama-3.3-70b-instruct',
    setUp: null,
  },
  {
    id: 'ollama',
    label: 'Ollama (this computer)',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    modelHint: 'llama3.1',
    setUp: 'Ollama must admit extensions: start it with OLLAMA_ORIGINS=chrome-extension://*',
  },
  {
    id: 'lm-studio',
    label: 'LM Studio (this computer)',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    modelHint: 'the name LM Studio shows',
    setUp: 'Start its server in the Developer tab, with CORS enabled.',
  },
  {
    id: 'vllm',
    label: 'vLLM',
    baseUrl: 'http://localhost:8000/v1',
    needsKey: false,
    modelHint: 'McGill-NLP/Llama-3-8B-Web',
    setUp: 'Start it with --allowed-origins \'["*"]\', so that it admits extensions.',
  },
  {
    id: 'custom',
    label: 'Another OpenAI-compatible endpoint',
    baseUrl: '',
    needsKey: false,
    modelHint: 'the name of the model',
    setUp: null,
  },
] as const satisfies readonly EndpointPreset[];

export interface SettingsProblem {
  field: keyof EndpointSettings;
  /** A sentence for the user. */
  message: string;
}

export type ValidatedSettings =
  { ok: true; settings: EndpointSettings } | { ok: false; problems: SettingsProblem[] };

/** Checks settings from a form or from storage and puts them into the form that is kept. */
export function validateEndpoint(input: unknown): ValidatedSettings {
  const given = typeof input === 'object' && input !== null ? input : {};
  const text = (field: keyof EndpointSettings) => {
    const value: unknown = Reflect.get(given, field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const settings: EndpointSettings = {
    baseUrl: trimBaseUrl(text('baseUrl')),
    apiKey: text('apiKey'),
    model: text('model'),
  };
  const problems: SettingsProblem[] = [];
  const address = explainBaseUrl(settings.baseUrl);
  if (address !== null) problems.push({ field: 'baseUrl', message: address });
  const preset = findPreset(settings.baseUrl);
  if (settings.apiKey === '' && preset?.needsKey) {
    problems.push({ field: 'apiKey', message: `${preset.label} needs an API key.` });
  }
  // Such characters cannot be sent in a header; they come along when a key is copied from a page.
  if (/[^\x21-\x7e]/.test(settings.apiKey)) {
    problems.push({
      field: 'apiKey',
      message: 'The API key has a character in it that no key has. Copy it again.',
    });
  }
  if (settings.model === '') {
    problems.push({ field: 'model', message: 'Name the model to ask.' });
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings };
}

export function findPreset(baseUrl: string): EndpointPreset | null {
  const trimmed = trimBaseUrl(baseUrl);
  return (
    ENDPOINT_PRESETS.find((preset) => preset.baseUrl !== '' && preset.baseUrl === trimmed) ?? null
  );
}

function trimBaseUrl(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
}

function explainBaseUrl(baseUrl: string): string | null {
  if (baseUrl === '')
    return 'Give the base URL of the endpoint, for example http://localhost:11434/v1.';
  try {
    const { protocol, hash, search } = new URL(baseUrl);
    if (protocol !== 'http:' && protocol !== 'https:') {
      return 'The base URL must begin with http:// or https://.';
    }
    return hash === '' && search === '' ? null : 'The base URL must not have a “?” or “#” part.';
  } catch {
    return 'This is no web address. A base URL looks like http://localhost:11434/v1.';
  }
}
