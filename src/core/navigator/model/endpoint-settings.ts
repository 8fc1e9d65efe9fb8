import type { Prices } from './cost.ts';
import {
  findPreset,
  isBuiltIn,
  nameEndpoint,
  offersTools,
  trimBaseUrl,
} from './endpoint-presets.ts';

/** Which model endpoint to ask, and how. The key is the user's own and stays in this browser. */
export interface EndpointSettings {
  /** Without the final slash and `/chat/completions`: `https://api.openai.com/v1`; or `BUILT_IN`. */
  baseUrl: string;
  /** Empty for endpoints that need none. */
  apiKey: string;
  model: string;
  /** How the page is shown to it. */
  strategy: StrategyName;
  /** Whether it is sent pictures. */
  images: boolean;
  /** Whether it is offered tools to call. */
  tools: boolean;
  /** Tokens it holds at once, question and answer together. */
  contextTokens: number;
  /** Null: costs are not told. */
  prices: Prices | null;
  /** What a conversation may cost before it pauses, in the currency of the prices; null: any. */
  ceiling: number | null;
}

/** What a form starts from, and what settings get that were stored before there was more to set. */
export const DEFAULT_ENDPOINT: EndpointSettings = {
  baseUrl: 'http://localhost:11434/v1',
  apiKey: '',
  model: '',
  strategy: 'weblinx',
  images: false,
  tools: true,
  contextTokens: 8192,
  prices: null,
  ceiling: null,
};

/** Less than this holds no page. */
const MIN_CONTEXT = 1024;
const MAX_CONTEXT = 10_000_000;

export interface SettingsProblem {
  field: keyof EndpointSettings;
  /** A sentence for the user. */
  message: string;
}

export type ValidatedSettings =
  { ok: true; settings: EndpointSettings } | { ok: false; problems: SettingsProblem[] };

/**
 * Checks settings from a form or from storage and puts them into the form that is kept. What is not
 * there gets its default. `keyIsSealed`: the key is kept elsewhere, so that an empty one is no fault.
 */
export function validateEndpoint(input: unknown, keyIsSealed = false): ValidatedSettings {
  const given = typeof input === 'object' && input !== null ? input : {};
  const get = (field: keyof EndpointSettings): unknown => Reflect.get(given, field);
  const text = (field: keyof EndpointSettings): string => {
    const value = get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const baseUrl = trimBaseUrl(text('baseUrl'));
  const prices = readPrices(get('prices'));
  const settings: EndpointSettings = {
    baseUrl,
    apiKey: text('apiKey'),
    model: text('model') || (isBuiltIn({ baseUrl }) ? 'Gemini Nano' : ''),
    strategy: STRATEGY_NAMES.find((name) => name === get('strategy')) ?? DEFAULT_ENDPOINT.strategy,
    images: get('images') === true,
    tools: typeof get('tools') === 'boolean' ? get('tools') === true : offersTools({ baseUrl }),
    contextTokens: readNumber(get('contextTokens'), DEFAULT_ENDPOINT.contextTokens),
    prices: prices === 'wrong' ? null : prices,
    ceiling: get('ceiling') === undefined ? null : readNumber(get('ceiling'), null),
  };
  const problems: SettingsProblem[] = [
    ...explainAddress(settings, keyIsSealed),
    ...explainNumbers(settings, prices === 'wrong'),
  ];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings };
}

function readNumber<T>(value: unknown, missing: T): number | T {
  return typeof value === 'number' ? value : missing;
}

function readPrices(value: unknown): Prices | null | 'wrong' {
  if (typeof value !== 'object' || value === null) return null;
  const prompt: unknown = Reflect.get(value, 'prompt');
  const completion: unknown = Reflect.get(value, 'completion');
  return isAmount(prompt) && isAmount(completion) ? { prompt, completion } : 'wrong';
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function explainAddress(
  { baseUrl, apiKey, model }: EndpointSettings,
  keyIsSealed: boolean,
): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const address = explainBaseUrl(baseUrl);
  if (address !== null) problems.push({ field: 'baseUrl', message: address });
  if (apiKey === '' && !keyIsSealed && findPreset(baseUrl)?.needsKey) {
    problems.push({ field: 'apiKey', message: `${nameEndpoint({ baseUrl })} needs an API key.` });
  }
  // Such characters cannot be sent in a header; they come along when a key is copied from a page.
  if (/[^\x21-\x7e]/.test(apiKey)) {
    problems.push({
      field: 'apiKey',
      message: 'The API key has a character in it that no key has. Copy it again.',
    });
  }
  if (model === '') problems.push({ field: 'model', message: 'Name the model to ask.' });
  return problems;
}

function explainNumbers(
  { contextTokens, prices, ceiling }: EndpointSettings,
  pricesAreWrong: boolean,
): SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const isWhole = Number.isInteger(contextTokens);
  if (!isWhole || contextTokens < MIN_CONTEXT || contextTokens > MAX_CONTEXT) {
    problems.push({
      field: 'contextTokens',
      message: `The context size must be a whole number of tokens, at least ${String(MIN_CONTEXT)}.`,
    });
  }
  if (pricesAreWrong) {
    problems.push({ field: 'prices', message: 'Both prices must be numbers from 0.' });
  }
  if (ceiling !== null && (!isAmount(ceiling) || ceiling === 0)) {
    problems.push({ field: 'ceiling', message: 'The ceiling must be a number above 0.' });
  } else if (ceiling !== null && prices === null && !pricesAreWrong) {
    problems.push({
      field: 'ceiling',
      message: 'A ceiling needs the two prices, or nothing is known of the cost.',
    });
  }
  return problems;
}

function explainBaseUrl(baseUrl: string): string | null {
  if (isBuiltIn({ baseUrl })) return null;
  if (baseUrl === '')
    return 'Give the base URL of the endpoint, for example http://localhost:11434/v1.';
  try {
    const { protocol, hash, search } = new URL(baseUrl);
    if (protocol !== 'http:' && protocol !== 'https:') {
      return 'The base URL must begin with http:// or https://.';
    }
    if (/^\w+:\/\/[^/]*@/.test(baseUrl))
      return 'The base URL must not have a name or password in it.';
    return hash === '' && search === '' ? null : 'The base URL must not have a “?” or “#” part.';
  } catch {
    return 'This is no web address. A base URL looks like http://localhost:11434/v1.';
  }
}

/** How a model is shown the page: WebLINX's text, MindAct's elimination rounds, or a marked picture. */
export const STRATEGY_NAMES = ['weblinx', 'mindact', 'multimodal'] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];
