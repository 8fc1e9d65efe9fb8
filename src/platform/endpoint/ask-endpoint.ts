import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { ChatMessage } from '../../core/navigator/chat-message.ts';
import type { EndpointSettings } from '../../core/navigator/endpoint-settings.ts';
import type { Failure } from '../../core/navigator/ports.ts';
import { explainError } from './explain-error.ts';
import type { EndpointTrouble } from './explain-error.ts';
import { watchFetch } from './watched-fetch.ts';
import type { AnswerWatch } from './watched-fetch.ts';

export interface EndpointReply {
  ok: true;
  text: string;
  /** Absent when the endpoint did not count. */
  usage?: { promptTokens: number; completionTokens: number };
}

export interface AskOptions {
  /** Gets all of the reply that has arrived so far. */
  onText?: (text: string) => void;
  signal: AbortSignal;
  /** How long the answer may take to begin, and then to go on, ms. */
  patienceMs?: number;
}

/** Local models on slow machines take long to begin. */
const PATIENCE_MS = 120_000;
const RETRIES = 2;

/** Sent by the package on every request; servers that name the headers they admit refuse them (CORS). */
const UNWANTED_HEADERS = [
  'Lang',
  'Package-Version',
  'OS',
  'Arch',
  'Runtime',
  'Runtime-Version',
  'Retry-Count',
  'Timeout',
].map((name) => `X-Stainless-${name}`);

/**
 * Asks an OpenAI-compatible endpoint for one reply, streamed. 429, 5xx and refused connections are
 * retried twice with the package's back-off. Never throws for what an endpoint or a network can do.
 */
export async function askEndpoint(
  settings: EndpointSettings,
  messages: readonly ChatMessage[],
  { onText, signal, patienceMs = PATIENCE_MS }: AskOptions,
): Promise<EndpointReply | Failure> {
  const watch: AnswerWatch = { contentType: '', sawDone: false, errorBody: '' };
  const stalled = new AbortController();
  const client = openClient(settings, watch, patienceMs);
  const reply: Reply = { text: '', finished: false, usage: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const stream = await client.chat.completions.create(
      {
        model: settings.model,
        messages: messages.map(({ role, content }) => ({ role, content })),
        stream: true,
      },
      { signal: AbortSignal.any([signal, stalled.signal]) },
    );
    const expectMore = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), patienceMs);
    };
    expectMore();
    for await (const chunk of stream) {
      expectMore();
      if (readChunk(chunk, reply)) onText?.(reply.text);
    }
  } catch (error) {
    return fail(readTrouble(error, watch, signal, stalled.signal), settings);
  } finally {
    clearTimeout(timer);
  }
  // The package ends an aborted stream quietly, as if it were whole.
  if (signal.aborted) return fail({ kind: 'aborted' }, settings);
  if (stalled.signal.aborted) return fail({ kind: 'timeout' }, settings);
  if (reply.text.trim() === '' && /html|text\/plain/.test(watch.contentType)) {
    return fail({ kind: 'not-a-reply', contentType: watch.contentType }, settings);
  }
  if (!reply.finished && !watch.sawDone) return fail({ kind: 'cut' }, settings);
  if (reply.text.trim() === '') return fail({ kind: 'empty' }, settings);
  return {
    ok: true,
    text: reply.text,
    ...(reply.usage === undefined ? {} : { usage: reply.usage }),
  };
}

function openClient(settings: EndpointSettings, watch: AnswerWatch, patienceMs: number): OpenAI {
  const headers: Record<string, null> = Object.fromEntries(
    UNWANTED_HEADERS.map((name) => [name, null]),
  );
  return new OpenAI({
    baseURL: settings.baseUrl,
    // The package insists on a key; without one of the user's, none is sent.
    apiKey: settings.apiKey === '' ? 'none' : settings.apiKey,
    defaultHeaders: settings.apiKey === '' ? { ...headers, Authorization: null } : headers,
    organization: null,
    project: null,
    fetch: watchFetch(watch),
    timeout: patienceMs,
    maxRetries: RETRIES,
    logLevel: 'off',
    // The key is the user's own, in their own extension: nobody else's page can read it.
    dangerouslyAllowBrowser: true,
  });
}

interface Reply {
  text: string;
  finished: boolean;
  usage: EndpointReply['usage'];
}

/** Adds a chunk, which may be anything: servers differ. Whether text was added. */
function readChunk(chunk: unknown, reply: Reply): boolean {
  const usage = read(chunk, 'usage');
  const prompt = read(usage, 'prompt_tokens');
  const completion = read(usage, 'completion_tokens');
  if (typeof prompt === 'number' && typeof completion === 'number') {
    reply.usage = { promptTokens: prompt, completionTokens: completion };
  }
  const choice = read(read(chunk, 'choices'), '0');
  reply.finished ||= typeof read(choice, 'finish_reason') === 'string';
  const content = read(read(choice, 'delta') ?? read(choice, 'message'), 'content');
  if (typeof content !== 'string' || content === '') return false;
  reply.text += content;
  return true;
}

function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function readTrouble(
  error: unknown,
  watch: AnswerWatch,
  signal: AbortSignal,
  stalled: AbortSignal,
): EndpointTrouble {
  if (signal.aborted) return { kind: 'aborted' };
  if (stalled.aborted || error instanceof APIConnectionTimeoutError) return { kind: 'timeout' };
  if (error instanceof APIConnectionError) return { kind: 'unreachable' };
  if (error instanceof APIError) {
    // An error that comes inside the stream has no status of its own.
    const { status = 500 } = error as { status: number | undefined };
    const detail = readDetail(error.error) ?? readDetail(parseJson(watch.errorBody));
    return { kind: 'status', status, detail: detail ?? '' };
  }
  if (error instanceof SyntaxError) return { kind: 'garbled' };
  return { kind: 'cut' };
}

/** The endpoint's own words: OpenAI's `error.message`, Ollama's bare `error`, FastAPI's `detail`. */
function readDetail(body: unknown): string | undefined {
  const said = [body, read(body, 'message'), read(body, 'detail'), read(body, 'error')];
  return said.find((text) => typeof text === 'string');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fail(trouble: EndpointTrouble, settings: EndpointSettings): Failure {
  return { ok: false, ...explainError(trouble, settings) };
}
