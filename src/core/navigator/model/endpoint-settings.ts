import { isOf, number, objectWith } from '../../shape.ts';
import type { Prices } from './cost.ts';
import {
  findPreset,
  isBuiltIn,
  nameEndpoint,
  offersTools,
  trimBaseUrl,
} from './endpoint-presets.ts';

/** Which model endpoint to ask, and how. The key stays in this browser. */
export interface EndpointSettings {
  /** Without the final slash and `/chat/completions`: `https://api.openai.com/v1`; or `BUILT_IN`. */
  baseUrl: string;
  /** Empty for endpoints that need none. */
  apiKey: string;
  model: string;
  /** How the page is shown to it. */
  strategy: StrategyName;
  images: boolean;
  tools: boolean;
  /** Tokens it holds at once, question and answer together. */
  contextTokens: number;
  /** Null: costs are unknown. */
  prices: Prices | null;
  /** What a conversation may cost before it pauses, in the currency of the prices; null: any. */
  ceiling: number | null;
}

/** The defaults of a form, and of settings that older versions stored. */
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

/** Checks and tidies settings from a form or from storage. `keyIsSealed`: an empty key is stored elsewhere. */
export function validateEndpoint(input: unknown, keyIsSealed = false): ValidatedSettings {
  const given = typeof input === 'object' && input !== null ? input : {};
  const get = (field: keyof EndpointSettings): unknown => Reflect.get(given, field);
  const read = (field: keyof EndpointSettings): string => {
    const value = get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const baseUrl = trimBaseUrl(read('baseUrl'));
  const [contextTokens, ceiling] = [get('contextTokens'), get('ceiling')];
  const prices = readPrices(get('prices'));
  const settings: EndpointSettings = {
    baseUrl,
    apiKey: read('apiKey'),
    model: read('model') || (isBuiltIn({ baseUrl }) ? 'Gemini Nano' : ''),
    strategy: STRATEGY_NAMES.find((name) => name === get('strategy')) ?? DEFAULT_ENDPOINT.strategy,
    images: get('images') === true,
    tools: typeof get('tools') === 'boolean' ? get('tools') === true : offersTools({ baseUrl }),
    contextTokens:
      typeof contextTokens === 'number' ? contextTokens : DEFAULT_ENDPOINT.contextTokens,
    prices: prices === 'wrong' ? null : prices,
    ceiling: typeof ceiling === 'number' ? ceiling : null,
  };
  const problems = listProblems(settings, prices === 'wrong', keyIsSealed);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings };
}

const isPrices = isOf<Prices>(objectWith({ prompt: number, completion: number }));

function readPrices(value: unknown): Prices | null | 'wrong' {
  if (typeof value !== 'object' || value === null) return null;
  return isPrices(value) && value.prompt >= 0 && value.completion >= 0
    ? { prompt: value.prompt, completion: value.completion }
    : 'wrong';
}

function listProblems(
  { baseUrl, apiKey, model, contextTokens, prices, ceiling }: EndpointSettings,
  pricesAreWrong: boolean,
  keyIsSealed: boolean,
): SettingsProblem[] {
  const address = explainBaseUrl(baseUrl);
  const needsKey = !keyIsSealed && findPreset(baseUrl)?.needsKey === true;
  const isContext =
    Number.isInteger(contextTokens) && contextTokens >= MIN_CONTEXT && contextTokens <= MAX_CONTEXT;
  const isCeiling = ceiling === null || (Number.isFinite(ceiling) && ceiling > 0);
  const rules: readonly [isWrong: boolean, field: keyof EndpointSettings, message: string][] = [
    [address !== null, 'baseUrl', address ?? ''],
    [apiKey === '' && needsKey, 'apiKey', `${nameEndpoint({ baseUrl })} needs an API key.`],
    [
      // Such characters can't be sent in a header; they come along when a key is copied from a page.
      /[^\x21-\x7e]/.test(apiKey),
      'apiKey',
      'The API key has a character in it that no key has. Copy it again.',
    ],
    [model === '', 'model', 'Name the model to ask.'],
    [
      !isContext,
      'contextTokens',
      `The context size must be a whole number of tokens, at least ${MIN_CONTEXT}.`,
    ],
    [pricesAreWrong, 'prices', 'Both prices must be numbers from 0.'],
    [!isCeiling, 'ceiling', 'The ceiling must be a number above 0.'],
    [
      isCeiling && ceiling !== null && prices === null && !pricesAreWrong,
      'ceiling',
      'A ceiling needs the two prices, or nothing is known of the cost.',
    ],
  ];
  return rules.flatMap(([isWrong, field, message]) => (isWrong ? [{ field, message }] : []));
}

function explainBaseUrl(baseUrl: string): string | null {
  if (isBuiltIn({ baseUrl })) return null;
  if (baseUrl === '')
    return 'Give the base URL of the endpoint, for example http://localhost:11434/v1.';
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url) return 'This is no web address. A base URL looks like http://localhost:11434/v1.';
  if (!/^https?:$/.test(url.protocol)) return 'The base URL must begin with http:// or https://.';
  if (/^\w+:\/\/[^/]*@/.test(baseUrl))
    return 'The base URL must not have a name or password in it.';
  return url.hash + url.search === '' ? null : 'The base URL must not have a “?” or “#” part.';
}

/** How a model is shown the page: WebLINX's text, MindAct's elimination rounds, or a marked picture. */
export const STRATEGY_NAMES = ['weblinx', 'mindact', 'multimodal'] as const;
export type StrategyName = (typeof STRATEGY_NAMES)[number];
