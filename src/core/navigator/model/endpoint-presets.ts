/** A model endpoint that many people use. */
export interface EndpointPreset {
  id: string;
  label: string;
  baseUrl: string;
  needsKey?: true;
  /** A hint for the model field. */
  modelHint: string;
  /** What the endpoint needs before it answers an extension. `{origin}` stands for the extension's own origin. */
  setUp?: string;
  /** Its models answer in text unless the user says otherwise; those of others are offered tools. */
  answersInText?: true;
  /** It checks a tool's arguments while the model writes them, if the schema is strict. */
  takesStrict?: true;
  headers?: Readonly<Record<string, string>>;
}

/** Replaces the address of the model that Chrome itself holds (Prompt API). */
export const BUILT_IN = 'built-in';

export const ENDPOINT_PRESETS: readonly EndpointPreset[] = [
  {
    ...{ id: 'openai', label: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
    ...{ modelHint: 'gpt-4.1-mini', needsKey: true, takesStrict: true },
  },
  {
    ...{ id: 'openrouter', label: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
    ...{ modelHint: 'meta-llama/llama-3.3-70b-instruct', needsKey: true, takesStrict: true },
  },
  {
    ...{ id: 'anthropic', label: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' },
    ...{ modelHint: 'claude-sonnet-4-5', needsKey: true },
    // Without it, requests that a browser marks with an origin are refused.
    headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
  },
  {
    ...{ id: 'gemini', label: 'Gemini', modelHint: 'gemini-2.5-flash', needsKey: true },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
  },
  {
    ...{ id: 'ollama', label: 'Ollama (this computer)', baseUrl: 'http://localhost:11434/v1' },
    modelHint: 'llama3.1',
    setUp: 'Ollama must admit Wayscribe: start it with OLLAMA_ORIGINS={origin}',
  },
  {
    ...{ id: 'lm-studio', label: 'LM Studio (this computer)', baseUrl: 'http://localhost:1234/v1' },
    modelHint: 'the name LM Studio shows',
    setUp: 'Start its server in the Developer tab, with CORS enabled.',
  },
  {
    ...{ id: 'vllm', label: 'vLLM', baseUrl: 'http://localhost:8000/v1' },
    modelHint: 'McGill-NLP/Llama-3-8B-Web',
  },
  {
    ...{ id: 'tgi', label: 'TGI (Text Generation Inference)', modelHint: 'tgi' },
    baseUrl: 'http://localhost:3000/v1',
    // It forces a model into the form of a tool call, also one that was trained on WebLINX's.
    answersInText: true,
  },
  {
    ...{ id: 'built-in', label: 'Chrome’s built-in model', baseUrl: BUILT_IN },
    modelHint: 'Gemini Nano',
    setUp: 'It runs inside Chrome, without a key; nothing leaves this computer.',
    answersInText: true,
  },
  {
    ...{ id: 'custom', label: 'Another OpenAI-compatible endpoint', baseUrl: '' },
    modelHint: 'the name of the model',
  },
];

export function findPreset(baseUrl: string): EndpointPreset | null {
  const trimmed = trimBaseUrl(baseUrl);
  return (
    ENDPOINT_PRESETS.find((preset) => preset.baseUrl !== '' && preset.baseUrl === trimmed) ?? null
  );
}

/** The default of the setting. */
export function offersTools({ baseUrl }: { baseUrl: string }): boolean {
  return findPreset(baseUrl)?.answersInText !== true;
}

/** Without the final slash and `/chat/completions`. */
export function trimBaseUrl(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
}

export function isBuiltIn({ baseUrl }: { baseUrl: string }): boolean {
  return baseUrl === BUILT_IN;
}

export function isOllama({ baseUrl }: { baseUrl: string }): boolean {
  return /:11434(?:\/|$)|\bollama\b/i.test(baseUrl);
}

export function nameEndpoint({ baseUrl }: { baseUrl: string }): string {
  const label = findPreset(baseUrl)?.label.replace(/ \(.*/, '');
  if (label !== undefined) return label;
  return /^https?:\/\/([^/?#]+)/i.exec(baseUrl)?.[1] ?? 'The endpoint';
}

/** Lists probable base URLs, likeliest first: most end in `/v1`, and addresses of pages and of single functions get pasted. */
export function suggestBaseUrls(baseUrl: string): string[] {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]+)([^?#]*)/i.exec(baseUrl) ?? [];
  if (origin === '') return [];
  const version = /^(.*?\/v\d+\w*)(?:\/|$)/.exec(path)?.[1];
  const known = ENDPOINT_PRESETS.filter((preset) => preset.baseUrl.startsWith(`${origin}/`));
  const ways = [
    ...known.map((preset) => preset.baseUrl),
    ...(version === undefined ? [] : [origin + version]),
    `${trimBaseUrl(origin + path)}/v1`,
    `${origin}/v1`,
    `${origin}/api/v1`,
    `${origin}/openai/v1`,
  ];
  return [...new Set(ways)].filter((way) => way !== trimBaseUrl(baseUrl));
}
