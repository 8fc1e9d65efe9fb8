import { findPreset, isOllama, nameEndpoint } from '../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { Failure } from '../../core/navigator/run/ports.ts';
import { collapse, cut } from '../../core/ranking/page/visible-text.ts';
import type { AnswerFault } from './watched-fetch.ts';

/** What went wrong, as told by the network, the HTTP answer, or the reply itself. */
export type EndpointTrouble =
  /** `detail` is the endpoint's own explanation, empty when it gave none. */
  | { kind: 'status'; status: number; detail: string }
  /** No answer came at all: refused, no such host, no network, or CORS; browsers do not say which. */
  | { kind: 'unreachable' }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  | { kind: 'empty' }
  /** It answered with something that is no chat reply; `contentType` says what. */
  | { kind: 'not-a-reply'; contentType: string }
  /** The stream ended before the reply did. */
  | { kind: 'cut' }
  | { kind: 'garbled' }
  /** An error came where the reply should be, under a status that says that all is well. */
  | { kind: 'told'; detail: string }
  | { kind: AnswerFault };

export type Explanation = Omit<Failure, 'ok'>;

type Asked = Pick<EndpointSettings, 'baseUrl' | 'apiKey' | 'model'> &
  Partial<Pick<EndpointSettings, 'images'>>;

const KEPT = 'Your message is kept';

/** A few plain sentences: what happened, what was kept, what to do. `tries`: how often it was asked. */
export function explainError(trouble: EndpointTrouble, settings: Asked, tries = 1): Explanation {
  const who = nameEndpoint(settings);
  switch (trouble.kind) {
    case 'status':
      return explainStatus({ ...trouble, tries }, settings, who);
    case 'unreachable':
      return {
        message: `${who} could not be reached. ${KEPT}: check that it is running, that ${settings.baseUrl} is right, and that it admits browser extensions${isOllama(settings) ? ` (start Ollama with ${writeOrigins()})` : ' (CORS)'}, then send it again. “Diagnose” in Settings finds out which.`,
        fix: 'settings',
      };
    case 'timeout':
      return {
        message: `${who} did not answer in time. ${KEPT}: send it again, or choose a smaller or faster model.`,
        fix: 'retry',
      };
    case 'aborted':
      return { message: `The question to ${who} was stopped. ${KEPT}.`, fix: null };
    case 'empty':
      return {
        message: `${who} sent an empty reply. ${KEPT}: send it again, or try another model than “${settings.model}”.`,
        fix: 'retry',
      };
    case 'not-a-reply':
      return {
        message: `${who} answered with ${trouble.contentType || 'something'} instead of a chat reply. ${KEPT}: check the base URL, which usually ends in /v1.`,
        fix: 'settings',
      };
    case 'cut':
      return {
        message: `The reply of ${who} broke off in the middle, so it was not acted on. ${KEPT}: send it again.`,
        fix: 'retry',
      };
    case 'told':
      return explainDetail(trouble.detail, settings, who);
    case 'redirected':
      return {
        message: `${settings.baseUrl} leads on to another address, and your page is sent to none but the one you set. ${KEPT}: put the address it leads to in Settings, then send it again.`,
        fix: 'settings',
      };
    case 'endless':
      return {
        message: `The reply of ${who} did not come to an end, so it was not acted on. ${KEPT}: send it again, or try another model than “${settings.model}”.`,
        fix: 'retry',
      };
    case 'damaged':
      return {
        message: `The reply of ${who} arrived damaged, so it was not acted on. ${KEPT}: send it again.`,
        fix: 'retry',
      };
    case 'garbled':
      return {
        message: `${who} sent a reply that is not in the OpenAI format. ${KEPT}: check the base URL, then send it again.`,
        fix: 'settings',
      };
  }
}

/** The same in a few words, to follow the endpoint's name. */
export function nameTrouble(trouble: EndpointTrouble): string {
  if (trouble.kind === 'unreachable') return 'could not be reached';
  if (trouble.kind === 'timeout') return 'did not answer in time';
  if (trouble.kind !== 'status') return 'sent no usable reply';
  const code = String(trouble.status);
  return trouble.status === 429 ? `is asked too often (${code})` : `has a problem (${code})`;
}

/** The line in Ollama's environment that makes it admit this extension, and no other where possible. */
export function writeOrigins(): string {
  const origin = typeof location === 'undefined' ? '' : location.origin;
  const own = origin.startsWith('chrome-extension://') ? origin : 'chrome-extension://*';
  return `OLLAMA_ORIGINS=${own}`;
}

function explainDetail(detail: string, settings: Asked, who: string): Explanation {
  if (isOverflow(400, detail))
    return explainStatus({ status: 400, detail, tries: 1 }, settings, who);
  const said = detail === '' ? '' : `: “${quoteDetail(detail, settings.apiKey)}”`;
  return {
    message: `${who} answered with an error${said}. ${KEPT}: send it again, or check the model in Settings.`,
    fix: 'retry',
  };
}

function explainStatus(
  { status, detail, tries }: { status: number; detail: string; tries: number },
  settings: Asked,
  who: string,
): Explanation {
  const also = tries > 1 ? ', also after trying again' : '';
  const said = detail === '' ? '' : ` It says: “${quoteDetail(detail, settings.apiKey)}”.`;
  const code = String(status);
  if (isOverflow(status, detail)) {
    return {
      message: `The question was too long for “${settings.model}” (${code}). ${KEPT}: set a smaller context size in Settings, or choose a model that holds more.${said}`,
      fix: 'settings',
      overflow: true,
    };
  }
  if (status === 401) {
    const key = settings.apiKey === '' ? 'no API key was given' : 'it does not accept the API key';
    return {
      message: `${who} refused the request (401), because ${key}. ${KEPT}: set the key in Settings, then send it again.${said}`,
      fix: 'settings',
    };
  }
  if (status === 403 && isOllama(settings)) {
    return {
      message: `Ollama does not admit browser extensions yet (403). ${KEPT}: quit Ollama, start it with ${writeOrigins()} in its environment, then send it again.`,
      fix: 'settings',
    };
  }
  if (status === 403 && mayBeOllama(settings, detail)) {
    return {
      message: `${who} refused the request (403) and does not say why. ${KEPT}: if it is Ollama, quit it and start it with ${writeOrigins()} in its environment; else check whether it admits browser extensions and the key may use “${settings.model}”. Then send it again.`,
      fix: 'settings',
    };
  }
  if (status === 403) {
    return {
      message: `${who} does not allow this (403): the key may not use the model “${settings.model}”, or the server does not admit browser extensions. ${KEPT}: check both, then send it again.${said}`,
      fix: 'settings',
    };
  }
  const refusal = explainRefusal(status, detail, settings);
  if (refusal !== null) {
    return { message: `${refusal} (${code}). ${KEPT}.${said}`, fix: 'settings' };
  }
  if (status === 404 || status === 405) {
    return {
      message: `There is no chat endpoint at ${settings.baseUrl} (${code}). ${KEPT}: check the base URL in Settings, which usually ends in /v1.${said}`,
      fix: 'settings',
    };
  }
  if (status === 429) {
    return {
      message: `${who} is asked too often or its quota is used up (429)${also}. ${KEPT}: wait a little, then send it again.${said}`,
      fix: 'retry',
    };
  }
  if (status >= 500) {
    return {
      message: `${who} has a problem of its own (${code})${also}. ${KEPT}: send it again later.${said}`,
      fix: 'retry',
    };
  }
  return {
    message: `${who} did not accept the request (${code}). ${KEPT}: check the model and the base URL in Settings.${said}`,
    fix: 'settings',
  };
}

/** Ollama refuses origins without a word, and runs on other ports and computers, too. */
export function mayBeOllama(settings: Pick<Asked, 'baseUrl'>, detail: string): boolean {
  return detail === '' && findPreset(settings.baseUrl) === null;
}

/** Whether an error is about the tools that were offered; vLLM, Ollama, OpenRouter and llama.cpp differ in words and status. */
export function refusesTools(trouble: EndpointTrouble): boolean {
  if (trouble.kind !== 'status' && trouble.kind !== 'told') return false;
  if (trouble.kind === 'status' && ![400, 404, 422, 500, 501].includes(trouble.status))
    return false;
  return /\btools?\b|tool_choice|function.?call/i.test(trouble.detail);
}

/** What of the request a model does not take; null when the answer does not say. */
function explainRefusal(status: number, detail: string, settings: Asked): string | null {
  if (status !== 400 && status !== 404 && status !== 422) return null;
  const model = `“${settings.model}”`;
  if (settings.images && /image|vision|multi-?modal|modalit/i.test(detail)) {
    return `${model} takes no pictures: turn them off in Settings, or choose a model that does`;
  }
  if (refusesTools({ kind: 'status', status, detail })) {
    return `${model} takes no tools: turn them off in Settings`;
  }
  if (/model/i.test(detail) && /not|no such|unknown|invalid|exist|pull/i.test(detail)) {
    const pull = isOllama(settings) ? `, or run “ollama pull ${settings.model}”` : '';
    return `${nameEndpoint(settings)} has no model ${model}: choose another model in Settings${pull}`;
  }
  return null;
}

const LONGEST = 200;

/** Some servers repeat the key in their error; it is not shown again. */
export function quoteDetail(detail: string, apiKey: string): string {
  return cut(collapse(apiKey === '' ? detail : detail.replaceAll(apiKey, '…')), LONGEST);
}

/*
 * How endpoints say that a question was longer than the model can hold. Statuses differ (400, 413,
 * 422, 500, 429 for a limit per minute that one question exceeds), so the words decide.
 */
const PATTERNS: readonly RegExp[] = [
  // OpenAI, vLLM, OpenRouter, and most that follow them
  /context_length_exceeded|maximum context length|context window/i,
  // vLLM
  /longer than the maximum model length|max_model_len/i,
  // llama.cpp, and Ollama where it runs on it
  /exceeds? the available context size|exceed_context_size|context size (?:has been )?exceeded/i,
  // Ollama
  /exceeds? (?:the )?(?:max(?:imum)? )?context (?:length|limit)|prompt too long/i,
  // Anthropic
  /prompt is too long|input is too long|exceed context limit|request_too_large/i,
  // Gemini
  /input token count.{0,60}exceeds|exceeds the maximum number of tokens/i,
  // TGI
  /inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i,
  // LM Studio
  /greater than the context length|initial prompt when context the overflows/i,
  // Groq, Mistral
  /reduce (?:the length of the messages|your message size)|too large for model/i,
];

/** Whether an error says that the question was too long: asked again in fewer tokens, it may work. */
export function isOverflow(status: number, detail: string): boolean {
  if (status === 413) return true;
  return status >= 400 && PATTERNS.some((pattern) => pattern.test(detail));
}
