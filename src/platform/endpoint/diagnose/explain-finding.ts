import { isOllama, nameEndpoint } from '../../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { writeOrigins } from '../explain-error.ts';
import type { AddressFinding } from './probe-address.ts';
import { isLoopback } from './probe-address.ts';

/** The parts of a diagnosis, in order. */
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

/** What a click can fix. */
export type Remedy =
  | { kind: 'base-url'; baseUrl: string }
  /** The available models, likeliest first. */
  | { kind: 'model'; models: readonly string[] }
  | { kind: 'context'; tokens: number }
  | { kind: 'turn-off'; option: 'images' | 'tools' }
  | { kind: 'get-model' };

/** One line of a diagnosis. */
export interface Check {
  id: CheckId;
  state: 'running' | 'passed' | 'warned' | 'failed' | 'skipped';
  /** What was found and what to do; empty while nothing is known. */
  message: string;
  /** A line of an environment or a command to copy. */
  line?: string;
  remedy?: Remedy;
}

export type Finding = Omit<Check, 'id'>;
type Extra = Pick<Check, 'remedy' | 'line'>;

const makeFinding =
  (state: Check['state']) =>
  (message: string, extra: Extra = {}): Finding => ({ state, message, ...extra });

export const pass = makeFinding('passed');
export const warn = makeFinding('warned');
export const failWith = makeFinding('failed');

/** Why no answer came from the address, and what to do. */
export function explainUnreachable(
  found: AddressFinding,
  { baseUrl }: Pick<EndpointSettings, 'baseUrl'>,
): Finding {
  const { host, hostname, port, origin } = new URL(baseUrl);
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
        `The browser does not trust the certificate of ${host}: open ${origin} in a tab to see why.`,
      );
    case 'no-https':
      return failWith(`${host} does not speak https: does the address begin with http:// there?`, {
        remedy: { kind: 'base-url', baseUrl: baseUrl.replace(/^https:/, 'http:') },
      });
    case 'timeout':
      return failWith(
        `${host} did not answer in time: check the address${port === '' ? '' : ' and the port'}, and that no firewall is between.`,
      );
    case 'answers': {
      // The browser withheld the answer: CORS, or the user's own site access.
      const ollama = isOllama({ baseUrl });
      const other = ollama ? 'start it with this line' : 'have the server admit this origin';
      return failWith(
        `${ollama ? 'Ollama' : host} is there, but Wayscribe is kept from it (CORS): let Wayscribe read ${host} (chrome://extensions, Details, Site access), or ${other}.`,
        ollama ? { line: writeOrigins() } : {},
      );
    }
    case 'unknown':
      return failWith(`${host} could not be reached, and the browser does not say why.`);
  }
}

/** `availability`: of Chrome's built-in model; undefined in browsers without it. */
export function explainAvailability(
  availability: string | undefined,
  { images }: Pick<EndpointSettings, 'images'>,
): Finding {
  switch (availability) {
    case undefined:
      return failWith('This browser has no built-in model: choose another endpoint.');
    case 'unavailable':
      return failWith(
        `Chrome’s model cannot run here: it takes 22 GB of free space, and a graphics card of more than 4 GB or 16 GB of memory.${images ? ' Perhaps it takes no pictures: turn them off.' : ''}`,
      );
    case 'available':
      return pass('Chrome’s model is on this computer.');
    default:
      return failWith('Chrome’s model is not on this computer yet; it takes some gigabytes.', {
        remedy: { kind: 'get-model' },
      });
  }
}

/** Over this, a run of several questions becomes tedious. */
const SLOW_MS = 8000;

export function explainPace(ms: number): Finding {
  const came = `The first word came after ${(ms / 1000).toFixed(1)} s`;
  if (ms < SLOW_MS) return pass(`${came}.`);
  return warn(
    `${came}, which is slow. A local model is loaded first: try again, or choose a smaller one.`,
  );
}

/** `reported`: the tokens that the model holds; null if the endpoint doesn't say. */
export function explainContext(reported: number | null, settings: EndpointSettings): Finding {
  const { contextTokens } = settings;
  if (reported === null && isOllama(settings)) {
    return warn(
      `Ollama does not say what it holds, and cuts silently what is more; by default it is often 4096 tokens. For ${contextTokens}, start it with this line.`,
      { line: `OLLAMA_CONTEXT_LENGTH=${contextTokens}` },
    );
  }
  if (reported === null)
    return pass(`The endpoint does not say; ${contextTokens} tokens are used.`);
  if (reported >= contextTokens)
    return pass(`It holds ${reported} tokens; ${contextTokens} are used.`);
  return failWith(
    `It holds ${reported} tokens, and ${contextTokens} are set: longer questions would fail.`,
    { remedy: { kind: 'context', tokens: reported } },
  );
}
