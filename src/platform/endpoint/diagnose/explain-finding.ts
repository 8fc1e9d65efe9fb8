import { isOllama, nameEndpoint } from '../../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { mayBeOllama, quoteDetail, writeOrigins } from '../explain-error.ts';
import type { AddressFinding } from './probe-address.ts';
import { isLoopback } from './probe-address.ts';

type Asked = Pick<EndpointSettings, 'baseUrl' | 'apiKey' | 'model' | 'contextTokens'>;

/** Why no answer came from the address, and what to do. */
export function explainUnreachable(found: AddressFinding, { baseUrl }: Asked): Finding {
  const { host, hostname, port } = new URL(baseUrl);
  const who = nameEndpoint({ baseUrl });
  switch (found) {
    case 'refused':
      return failWith(
        isLoopback(baseUrl)
          ? `Nothing listens at ${host}: start ${who === host ? 'the server' : who}, or check the port.`
          : `${host} refuses connections: check the port, and that the server runs.`,
      );
    case 'unknown-host':
      return failWith(`There is no server called ${hostname}: check the spelling.`);
    case 'offline':
      return failWith('This computer has no connection to it just now: check the network.');
    case 'certificate':
      return failWith(
        `The browser does not trust the certificate of ${host}: open ${new URL(baseUrl).origin} in a tab to see why.`,
      );
    case 'no-https':
      return failWith(`${host} does not speak https: does the address begin with http:// there?`, {
        remedy: { kind: 'base-url', baseUrl: baseUrl.replace(/^https:/, 'http:') },
      });
    case 'timeout':
      return failWith(
        `${host} did not answer in time: check the address${port === '' ? '' : ' and the port'}, and that no firewall is between.`,
      );
    case 'answers':
      return explainBarred(baseUrl, host);
    case 'unknown':
      return failWith(`${host} could not be reached, and the browser does not say why.`);
  }
}

/** Something is there and the browser kept its answer from us: CORS, or the user's own site access. */
function explainBarred(baseUrl: string, host: string): Finding {
  const access = `let Wayscribe read ${host} (chrome://extensions, Details, Site access)`;
  if (!isOllama({ baseUrl })) {
    return failWith(
      `${host} is there, but Wayscribe is kept from it (CORS): ${access}, or have the server admit this origin.`,
    );
  }
  return failWith(
    `Ollama is there, but Wayscribe is kept from it (CORS): ${access}, or start it with this line.`,
    { line: writeOrigins() },
  );
}

/** What a refusal means; null when the status is none. */
export function explainAccess(status: number, detail: string, settings: Asked): Finding | null {
  const said = detail === '' ? '' : ` It says: “${quoteDetail(detail, settings.apiKey)}”.`;
  if (status === 401) {
    return failWith(
      settings.apiKey === ''
        ? `It asks for a key (401), and none is set: enter it above.${said}`
        : `It does not accept this key (401): copy it again, or make a new one.${said}`,
    );
  }
  if (status === 403 && isOllama(settings)) {
    return failWith(
      'It does not admit Wayscribe (403): quit Ollama, and start it with this in its environment.',
      { line: writeOrigins() },
    );
  }
  if (status === 403 && mayBeOllama(settings, detail)) {
    return failWith(
      'It refuses (403) and does not say why: if it is Ollama, quit it, and start it with this in its environment; else the key may not use this model, or the server admits no browser extensions.',
      { line: writeOrigins() },
    );
  }
  if (status === 403) {
    return failWith(
      `It refuses (403): the key may not use this model, or the server admits no browser extensions.${said}`,
    );
  }
  return null;
}

/** Over this, a round of several questions becomes tedious. */
const SLOW_MS = 8000;

export function explainPace(ms: number): Finding {
  const seconds = (ms / 1000).toFixed(1);
  return ms < SLOW_MS
    ? pass(`The first word came after ${seconds} s.`)
    : warn(
        `The first word came after ${seconds} s, which is slow. A local model is loaded first: try again, or choose a smaller one.`,
      );
}

export function explainContext(reported: number | null, settings: Asked): Finding {
  const { contextTokens } = settings;
  if (reported === null) {
    return isOllama(settings)
      ? warn(
          `Ollama does not say what it holds, and cuts silently what is more; by default it is often 4096 tokens. For ${String(contextTokens)}, start it with this line.`,
          { line: `OLLAMA_CONTEXT_LENGTH=${String(contextTokens)}` },
        )
      : pass(`The endpoint does not say; ${String(contextTokens)} tokens are used.`);
  }
  if (reported < contextTokens) {
    return failWith(
      `It holds ${String(reported)} tokens, and ${String(contextTokens)} are set: longer questions would fail.`,
      { remedy: { kind: 'context', tokens: reported } },
    );
  }
  return pass(`It holds ${String(reported)} tokens; ${String(contextTokens)} are used.`);
}

/** An explanation made for a message that waits, where none does. */
export function writePlainly(message: string): string {
  return message
    .replace(/Your message is kept(?:: (.)|(?=\.))/, (_kept, first?: string) =>
      (first ?? '').toUpperCase(),
    )
    .replace(/, then send it again/, '')
    .replace(/(?<=[.!?]) \.(?= |$)/, '');
}

/** What is looked at, in this order. */
export const CHECK_TITLES = {
  address: 'Address',
  access: 'Access',
  path: 'Path',
  model: 'Model',
  answer: 'Answer',
  images: 'Pictures',
  tools: 'Tools',
  context: 'Context size',
} as const;

export type CheckId = keyof typeof CHECK_TITLES;

/** What a click can put right. */
export type Remedy =
  | { kind: 'base-url'; baseUrl: string }
  /** Those it has, likeliest first. */
  | { kind: 'model'; models: readonly string[] }
  | { kind: 'context'; tokens: number }
  | { kind: 'turn-off'; option: 'images' | 'tools' }
  | { kind: 'get-model' };

/** One line of a diagnosis. */
export interface Check {
  id: CheckId;
  state: 'running' | 'passed' | 'warned' | 'failed' | 'skipped';
  /** What was found and what to do, in plain words; empty while nothing is known. */
  message: string;
  /** To be copied as it stands. */
  line?: string;
  remedy?: Remedy;
}

/** What was found out about one thing. */
export type Finding = Omit<Check, 'id'>;

export function pass(message: string, rest: Pick<Check, 'remedy'> = {}): Finding {
  return { state: 'passed', message, ...rest };
}

export function warn(message: string, rest: Pick<Check, 'remedy' | 'line'> = {}): Finding {
  return { state: 'warned', message, ...rest };
}

export function failWith(message: string, rest: Pick<Check, 'remedy' | 'line'> = {}): Finding {
  return { state: 'failed', message, ...rest };
}
