/** An endpoint one can choose by name. */
interface Preset {
  id: string;
  label: string;
  /** Empty for `custom`. */
  baseUrl: string;
  needsKey: boolean;
  /** An example of a model's name there. */
  modelExample: string;
  /** What one must know before it works; null when nothing. */
  hint: string | null;
}

const CUSTOM: Preset = {
  id: 'custom',
  label: 'Another OpenAI-compatible endpoint',
  baseUrl: '',
  needsKey: false,
  modelExample: 'name of the model',
  hint: null,
};

export const PRESETS: readonly Preset[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    modelExample: 'gpt-5-mini',
    hint: null,
  },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    modelExample: 'qwen/qwen3-32b',
    hint: null,
  },
  {
    id: 'ollama',
    label: 'Ollama, on this computer',
    baseUrl: 'http://localhost:11434/v1',
    needsKey: false,
    modelExample: 'llama3.2',
    hint: 'Ollama must allow extensions: start it with OLLAMA_ORIGINS=chrome-extension://*',
  },
  {
    id: 'lm-studio',
    label: 'LM Studio, on this computer',
    baseUrl: 'http://localhost:1234/v1',
    needsKey: false,
    modelExample: 'qwen3-8b',
    hint: 'Start its server in the Developer tab, with CORS enabled.',
  },
  CUSTOM,
];

export function findPresetByUrl(baseUrl: string): Preset {
  return PRESETS.find((preset) => preset.baseUrl === baseUrl && baseUrl !== '') ?? CUSTOM;
}

export function findPreset(id: string): Preset {
  return PRESETS.find((preset) => preset.id === id) ?? CUSTOM;
}
