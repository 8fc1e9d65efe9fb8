import { findPreset, isOllama, nameEndpoint } from '../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { Failure } from '../../core/navigator/run/ports.ts';
import { collapse, cut } from '../../core/ranking/page/visible-text.ts';

/** What went wrong, according to the network, the HTTP status or the reply. */
export type EndpointTrouble =
  /** `detail` is the endpoint's own explanation; empty without one. */
  | { kind: 'status'; status: number; detail: string }
  /** The reply is an error, although the status says success. */
  | { kind: 'told'; detail: string }
  | { kind: 'not-a-reply'; contentType: string }
  /** Refused, no such host, no network, or CORS: browsers don't say which. */
  | { kind: 'unreachable' }
  /** `cut`: the stream ended before the reply did. */
  | { kind: 'timeout' | 'aborted' | 'empty' | 'cut' | 'garbled' }
  | { kind: 'redirected' | 'endless' | 'damaged' };

/** Which part of the setup is at fault. */
type FaultyPart = 'access' | 'path' | 'model' | 'answer';

interface Explanation {
  what: string;
  remedy?: string;
  fix: Failure['fix'];
  about?: FaultyPart;
  /** Added at the end, as sentences. */
  said?: string;
  overflow?: true;
  /** A line of a command or an environment to copy. */
  line?: string;
}

export interface EndpointFailure extends Failure, Pick<Explanation, 'line'> {
  about: FaultyPart;
  /** What happened, without advice. */
  reason: string;
  /** The same advice where no message is waiting. */
  plain: string;
}

type Asked = Pick<EndpointSettings, 'baseUrl' | 'apiKey' | 'model'> &
  Partial<Pick<EndpointSettings, 'images'>>;

/** Says what happened, what was saved and what to do. */
export function toFailure(explanation: Explanation): EndpointFailure {
  const { what, remedy = '', fix, about = 'answer', said = '', overflow, line } = explanation;
  const again = fix === 'settings' ? ', then send it again' : '';
  const advice = remedy === '' ? '' : `: ${remedy}${again}`;
  const plainAdvice = remedy === '' ? '' : ` ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`;
  const end = said === '' ? '' : ` ${said}`;
  return {
    ...{ ok: false, fix, about },
    message: `${what}. Your message is saved${advice}.${end}`,
    plain: `${what}.${plainAdvice}${end}`,
    reason: `${what}.${end}`,
    ...(overflow && { overflow }),
    ...(line !== undefined && { line }),
  };
}

/** `tries`: how often the question was sent. */
export function explainError(
  trouble: EndpointTrouble,
  settings: Asked,
  tries = 1,
): EndpointFailure {
  const isDown = trouble.kind !== 'aborted' && !isTooLong(trouble);
  return { ...toFailure(explain(trouble, settings, tries)), ...(isDown && { down: true }) };
}

function explain(trouble: EndpointTrouble, settings: Asked, tries: number): Explanation {
  const { baseUrl, model } = settings;
  const who = nameEndpoint(settings);
  const passing = (what: string, remedy = 'send it again'): Explanation => ({
    ...{ what: `${who} ${what}`, remedy, fix: 'retry' },
  });
  const lasting = (about: FaultyPart, what: string, remedy: string): Explanation => ({
    ...{ what, remedy, fix: 'settings', about },
  });
  switch (trouble.kind) {
    case 'status':
      return explainStatus(trouble.status, trouble.detail, settings, tries);
    case 'told': {
      if (isTooLong(trouble)) return explainStatus(400, trouble.detail, settings, tries);
      const said = trouble.detail && `: “${quoteDetail(trouble.detail, settings.apiKey)}”`;
      return passing(
        `answered with an error${said}`,
        'send it again, or check the model in Settings',
      );
    }
    case 'unreachable':
      return {
        ...lasting(
          'answer',
          `${who} could not be reached`,
          `check that it is running, that ${baseUrl} is right, and that it admits browser extensions${isOllama(settings) ? ` (start Ollama with ${writeOrigins()})` : ' (CORS)'}`,
        ),
        said: '“Diagnose” in Settings finds out which.',
      };
    case 'timeout':
      return passing(
        'did not answer in time',
        'send it again, or choose a smaller or faster model',
      );
    case 'aborted':
      return { what: `The question to ${who} was stopped`, fix: null };
    case 'empty':
      return passing('sent an empty reply', `send it again, or try another model than “${model}”`);
    case 'not-a-reply':
      return lasting(
        'path',
        `${who} answered with ${trouble.contentType || 'something'} instead of a chat reply`,
        'check the base URL, which usually ends in /v1',
      );
    case 'garbled':
      return lasting(
        'answer',
        `${who} sent a reply that is not in the OpenAI format`,
        'check the base URL',
      );
    case 'redirected':
      return lasting(
        'answer',
        `${baseUrl} leads on to another address, and your page is sent to none but the one you set`,
        'put the address it leads to in Settings',
      );
    case 'cut':
      return passing('sent a reply that broke off in the middle, so it was not acted on');
    case 'damaged':
      return passing('sent a reply that arrived damaged, so it was not acted on');
    case 'endless':
      return passing(
        'sent a reply that did not come to an end, so it was not acted on',
        `send it again, or try another model than “${model}”`,
      );
  }
}

function explainStatus(
  status: number,
  detail: string,
  settings: Asked,
  tries: number,
): Explanation {
  const { baseUrl, model, apiKey } = settings;
  const who = nameEndpoint(settings);
  const also = tries > 1 ? ', also after trying again' : '';
  const said = detail && `It says: “${quoteDetail(detail, apiKey)}”.`;
  const lasting = (about: FaultyPart, what: string, remedy: string): Explanation => ({
    ...{ what: `${what} (${status})`, remedy, fix: 'settings', about, said },
  });
  if (isOverflow(status, detail)) {
    const what = `The question was too long for “${model}”`;
    const remedy = 'set a smaller context size in Settings, or choose a model that holds more';
    return { ...lasting('answer', what, remedy), overflow: true };
  }
  if (status === 401) {
    const what = apiKey === '' ? 'asks for an API key' : 'does not accept the API key';
    return lasting('access', `${who} ${what}`, 'set the key in Settings');
  }
  const env = `start it with ${writeOrigins()} in its environment`;
  if (status === 403 && isOllama(settings)) {
    const what = 'Ollama does not admit browser extensions yet';
    return {
      ...lasting('access', what, `quit Ollama, and ${env}`),
      said: '',
      line: writeOrigins(),
    };
  }
  // Ollama refuses origins without a word, and also runs on other ports and computers.
  if (status === 403 && detail === '' && findPreset(baseUrl) === null) {
    const remedy = `if it is Ollama, quit it, and ${env}; else check whether it admits browser extensions and the key may use “${model}”`;
    return {
      ...lasting('access', `${who} refuses and does not say why`, remedy),
      line: writeOrigins(),
    };
  }
  if (status === 403) {
    const remedy = `check whether the key may use the model “${model}”, and whether the server admits browser extensions`;
    return lasting('access', `${who} does not allow this`, remedy);
  }
  const refusal = explainRefusal(status, detail, settings);
  if (refusal) return lasting(...refusal);
  if (status === 404 || status === 405) {
    const remedy = 'check the base URL in Settings, which usually ends in /v1';
    return lasting('path', `There is no chat endpoint at ${baseUrl}`, remedy);
  }
  if (status === 429) {
    const what = `${who} is asked too often or its quota is used up (429)${also}`;
    return { what, remedy: 'wait a little, then send it again', fix: 'retry', said };
  }
  if (status >= 500) {
    const what = `${who} has a problem of its own (${status})${also}`;
    return { what, remedy: 'send it again later', fix: 'retry', said };
  }
  const remedy = 'check the model and the base URL in Settings';
  return lasting('answer', `${who} did not accept the request`, remedy);
}

/** What of the request a model doesn't take; null when the answer doesn't say. */
function explainRefusal(
  status: number,
  detail: string,
  settings: Asked,
): [FaultyPart, string, string] | null {
  if (status !== 400 && status !== 404 && status !== 422) return null;
  const model = `“${settings.model}”`;
  if (settings.images && /image|vision|multi-?modal|modalit/i.test(detail)) {
    const remedy = 'turn them off in Settings, or choose a model that does';
    return ['answer', `${model} takes no pictures`, remedy];
  }
  if (refusesTools({ kind: 'status', status, detail })) {
    return ['answer', `${model} takes no tools`, 'turn them off in Settings'];
  }
  if (/model/i.test(detail) && /not|no such|unknown|invalid|exist|pull/i.test(detail)) {
    const pull = isOllama(settings) ? `, or run “ollama pull ${settings.model}”` : '';
    const what = `${nameEndpoint(settings)} has no model ${model}`;
    return ['model', what, `choose another model in Settings${pull}`];
  }
  return null;
}

/** The same in a few words, to follow the endpoint's name. */
export function nameTrouble(trouble: EndpointTrouble): string {
  if (trouble.kind === 'unreachable') return 'could not be reached';
  if (trouble.kind === 'timeout') return 'did not answer in time';
  if (trouble.kind !== 'status') return 'sent no usable reply';
  return `${trouble.status === 429 ? 'is asked too often' : 'has a problem'} (${trouble.status})`;
}

/** The line in Ollama's environment that makes it admit this extension, and no other where possible. */
export function writeOrigins(): string {
  const origin = typeof location === 'undefined' ? '' : location.origin;
  const own = origin.startsWith('chrome-extension://') ? origin : 'chrome-extension://*';
  return `OLLAMA_ORIGINS=${own}`;
}

/** Whether an error is about the offered tools. vLLM, Ollama, OpenRouter and llama.cpp differ in words and status. */
export function refusesTools(trouble: EndpointTrouble): boolean {
  if (trouble.kind !== 'status' && trouble.kind !== 'told') return false;
  if (trouble.kind === 'status' && ![400, 404, 422, 500, 501].includes(trouble.status))
    return false;
  return /\btools?\b|tool_choice|function.?call/i.test(trouble.detail);
}

const LONGEST = 200;

/** Some servers repeat the key in their error; it isn't shown again. */
function quoteDetail(detail: string, apiKey: string): string {
  return cut(collapse(apiKey === '' ? detail : detail.replaceAll(apiKey, '…')), LONGEST);
}

/*
 * How endpoints say that a question was longer than the model can hold. Statuses differ (400, 413, 422, 500, and
 * 429 for a limit per minute that one question exceeds), so the words decide.
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

function isTooLong(trouble: EndpointTrouble): boolean {
  if (trouble.kind === 'status') return isOverflow(trouble.status, trouble.detail);
  return trouble.kind === 'told' && isOverflow(400, trouble.detail);
}

/** Whether an error says that the question was too long, so that fewer tokens may work. */
export function isOverflow(status: number, detail: string): boolean {
  return status === 413 || (status >= 400 && PATTERNS.some((pattern) => pattern.test(detail)));
}
