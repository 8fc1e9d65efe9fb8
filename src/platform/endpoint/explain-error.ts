import type { EndpointSettings } from '../../core/navigator/endpoint-settings.ts';
import { findPreset } from '../../core/navigator/endpoint-settings.ts';
import type { Fix } from '../../core/navigator/ports.ts';
import { collapse, cut } from '../../core/ranking/visible-text.ts';

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
  | { kind: 'garbled' };

export interface Explanation {
  message: string;
  fix: Fix;
}

const KEPT = 'Your message is kept';

/** One plain sentence: what happened, what was kept, what to do. */
export function explainError(trouble: EndpointTrouble, settings: EndpointSettings): Explanation {
  const who = nameEndpoint(settings);
  switch (trouble.kind) {
    case 'status':
      return explainStatus(trouble.status, trouble.detail, settings, who);
    case 'unreachable':
      return {
        message: `${who} could not be reached. ${KEPT}: check that it is running, that ${settings.baseUrl} is right, and that it admits browser extensions${isOllama(settings) ? ` (start Ollama with ${ORIGINS})` : ' (CORS)'}, then send it again.`,
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
    case 'garbled':
      return {
        message: `${who} sent a reply that is not in the OpenAI format. ${KEPT}: check the base URL, then send it again.`,
        fix: 'settings',
      };
  }
}

const ORIGINS = 'OLLAMA_ORIGINS=chrome-extension://*';

function explainStatus(
  status: number,
  detail: string,
  settings: EndpointSettings,
  who: string,
): Explanation {
  const said = detail === '' ? '' : ` It says: “${shorten(detail, settings.apiKey)}”.`;
  const code = String(status);
  if (status === 401) {
    const key = settings.apiKey === '' ? 'no API key was given' : 'it does not accept the API key';
    return {
      message: `${who} refused the request (401), because ${key}. ${KEPT}: set the key in Settings, then send it again.${said}`,
      fix: 'settings',
    };
  }
  if (status === 403 && isOllama(settings)) {
    return {
      message: `Ollama does not admit browser extensions yet (403). ${KEPT}: quit Ollama, start it with ${ORIGINS} in its environment, then send it again.`,
      fix: 'settings',
    };
  }
  if (status === 403) {
    return {
      message: `${who} does not allow this (403): the key may not use the model “${settings.model}”, or the server does not admit browser extensions. ${KEPT}: check both, then send it again.${said}`,
      fix: 'settings',
    };
  }
  const aboutModel = status === 404 || status === 400;
  if (
    aboutModel &&
    /model/i.test(detail) &&
    /not|no such|unknown|invalid|exist|pull/i.test(detail)
  ) {
    return {
      message: `${who} has no model “${settings.model}” (${code}). ${KEPT}: choose another model in Settings${isOllama(settings) ? `, or run “ollama pull ${settings.model}”` : ''}.${said}`,
      fix: 'settings',
    };
  }
  if (status === 404 || status === 405) {
    return {
      message: `There is no chat endpoint at ${settings.baseUrl} (${code}). ${KEPT}: check the base URL in Settings, which usually ends in /v1.${said}`,
      fix: 'settings',
    };
  }
  if (status === 429) {
    return {
      message: `${who} is asked too often or its quota is used up (429), also after trying again. ${KEPT}: wait a little, then send it again.${said}`,
      fix: 'retry',
    };
  }
  if (status >= 500) {
    return {
      message: `${who} has a problem of its own (${code}), also after trying again. ${KEPT}: send it again later.${said}`,
      fix: 'retry',
    };
  }
  return {
    message: `${who} did not accept the request (${code}). ${KEPT}: check the model and the base URL in Settings.${said}`,
    fix: 'settings',
  };
}

function nameEndpoint({ baseUrl }: EndpointSettings): string {
  const label = findPreset(baseUrl)?.label.replace(/ \(.*/, '');
  if (label !== undefined) return label;
  try {
    return new URL(baseUrl).host;
  } catch {
    return 'The endpoint';
  }
}

function isOllama({ baseUrl }: EndpointSettings): boolean {
  return /:11434(?:\/|$)|\bollama\b/i.test(baseUrl);
}

const LONGEST = 200;

/** Some servers repeat the key in their error; it is not shown again. */
function shorten(detail: string, apiKey: string): string {
  return cut(collapse(apiKey === '' ? detail : detail.replaceAll(apiKey, '…')), LONGEST);
}
