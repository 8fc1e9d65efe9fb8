import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage } from '../../core/navigator/chat-message.ts';
import { findPreset, isBuiltIn, nameEndpoint } from '../../core/navigator/endpoint/presets.ts';
import type { EndpointSettings } from '../../core/navigator/endpoint/endpoint-settings.ts';
import type { Failure } from '../../core/navigator/ports.ts';
import type { ToolSchema } from '../../core/navigator/tool-schema.ts';
import { askBuiltIn } from './ask-built-in.ts';
import { explainError, nameTrouble } from './explain-error.ts';
import type { EndpointTrouble } from './explain-error.ts';
import type { PartialReply } from './read-chunk.ts';
import { endsWithinCall, readChunk, writeReply } from './read-chunk.ts';
import type { FailedTry } from './read-trouble.ts';
import { readTrouble } from './read-trouble.ts';
import type { Retry } from './retry.ts';
import { chooseWait, MOST_RETRIES, wait } from './retry.ts';
import { watchFetch } from './watched-fetch.ts';
import type { AnswerWatch } from './watched-fetch.ts';
import { leaveOutRefused, writeRequest } from './write-request.ts';

export interface EndpointReply {
  ok: true;
  text: string;
  /** Absent when the endpoint did not count. */
  usage?: { promptTokens: number; completionTokens: number };
}

export interface AskOptions {
  /** Gets all of the reply that has arrived so far. */
  onText?: (text: string) => void;
  /** Told before each further try. */
  onRetry?: (retry: Retry) => void;
  /** Offered to the model; its calls of them come as `<tool_call>` behind the text. */
  tools?: readonly ToolSchema[];
  signal: AbortSignal;
  /** How long the answer may take to begin, and then to go on, ms. */
  patienceMs?: number;
}

/** What of the settings a question needs. */
export type AskedEndpoint = Pick<EndpointSettings, 'baseUrl' | 'apiKey' | 'model'> &
  Partial<Pick<EndpointSettings, 'images'>>;

/** Local models on slow machines take long to begin. */
const PATIENCE_MS = 120_000;

/** UTF-16 units; a model that goes on for longer has lost the thread. */
const LONGEST_REPLY = 200_000;

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
 * Asks an OpenAI-compatible endpoint, or Chrome's own model, for one reply, streamed. 429, 5xx and
 * refused connections are tried twice more, as late as the endpoint asks for; a parameter that it
 * refuses and that is not needed is left out. Never throws for what an endpoint or a network can do.
 */
export async function askEndpoint(
  settings: AskedEndpoint,
  messages: readonly ChatMessage[],
  options: AskOptions,
): Promise<EndpointReply | Failure> {
  if (isBuiltIn(settings)) return askBuiltIn(settings, messages, options);
  const { signal, onRetry, tools = [] } = options;
  const asked = { ...settings, images: settings.images ?? false };
  const isOver = (): boolean => signal.aborted;
  for (let attempt = 1; ;) {
    const request = writeRequest(asked, messages, tools);
    const tried = await tryOnce(settings, request, options);
    if ('ok' in tried) return tried;
    const failure = fail(tried.trouble, settings, attempt);
    const { trouble } = tried;
    if (isOver()) return fail({ kind: 'aborted' }, settings);
    if (trouble.kind === 'status' && leaveOutRefused(request, asked, { ...trouble, ...tried })) {
      continue;
    }
    if (!tried.passing || failure.overflow || attempt > MOST_RETRIES) return failure;
    const waitMs = chooseWait(attempt, tried.headers, Date.now());
    if (waitMs === null) return failure;
    const reason = `${nameEndpoint(settings)} ${nameTrouble(trouble)}`;
    onRetry?.({ attempt, most: MOST_RETRIES, waitMs, reason });
    attempt += 1;
    await wait(waitMs, signal);
    if (isOver()) return fail({ kind: 'aborted' }, settings);
  }
}

async function tryOnce(
  settings: AskedEndpoint,
  request: ChatCompletionCreateParamsStreaming,
  { onText, signal, patienceMs = PATIENCE_MS }: AskOptions,
): Promise<EndpointReply | FailedTry> {
  const watch: AnswerWatch = { contentType: '', sawDone: false, errorBody: '', fault: null };
  const stalled = new AbortController();
  const client = openClient(settings, watch, patienceMs);
  const reply: PartialReply = {
    text: '',
    calls: [],
    finished: false,
    isFull: false,
    usage: undefined,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const stream = await client.chat.completions.create(request, {
      signal: AbortSignal.any([signal, stalled.signal]),
    });
    const expectMore = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), patienceMs);
    };
    expectMore();
    for await (const chunk of stream) {
      expectMore();
      if (readChunk(chunk, reply)) onText?.(reply.text);
      if (measure(reply) > LONGEST_REPLY) return give({ kind: 'endless' });
    }
  } catch (error) {
    return readTrouble(error, watch, signal, stalled.signal);
  } finally {
    clearTimeout(timer);
  }
  const trouble = findTrouble(reply, watch, signal, stalled.signal);
  if (trouble) return give(trouble);
  const text = writeReply(reply);
  if (reply.calls.length > 0) onText?.(text);
  return { ok: true, text, ...(reply.usage === undefined ? {} : { usage: reply.usage }) };
}

function give(trouble: EndpointTrouble): FailedTry {
  return { trouble, passing: false, headers: null, body: '' };
}

function measure({ text, calls }: PartialReply): number {
  return calls.reduce((length, { args }) => length + args.length, text.length);
}

/** What is wrong with a stream that ended without an error; null when it is whole. */
function findTrouble(
  reply: PartialReply,
  watch: AnswerWatch,
  signal: AbortSignal,
  stalled: AbortSignal,
): EndpointTrouble | null {
  // The package ends an aborted stream quietly, as if it were whole.
  if (signal.aborted) return { kind: 'aborted' };
  if (stalled.aborted) return { kind: 'timeout' };
  const isEmpty = writeReply(reply).trim() === '';
  if (isEmpty && !/^(?:text\/event-stream|application\/json)?$/.test(watch.contentType)) {
    return { kind: 'not-a-reply', contentType: watch.contentType };
  }
  if (!reply.finished && !watch.sawDone) return { kind: 'cut' };
  if (reply.isFull && endsWithinCall(reply)) return { kind: 'cut' };
  return isEmpty ? { kind: 'empty' } : null;
}

function openClient(settings: AskedEndpoint, watch: AnswerWatch, patienceMs: number): OpenAI {
  const headers: Record<string, string | null> = {
    ...Object.fromEntries(UNWANTED_HEADERS.map((name) => [name, null])),
    ...findPreset(settings.baseUrl)?.headers,
  };
  return new OpenAI({
    baseURL: settings.baseUrl,
    // The package insists on a key; without one of the user's, none is sent.
    apiKey: settings.apiKey === '' ? 'none' : settings.apiKey,
    defaultHeaders: settings.apiKey === '' ? { ...headers, Authorization: null } : headers,
    organization: null,
    project: null,
    fetch: watchFetch(watch),
    timeout: patienceMs,
    // Its retries are silent; ours are told.
    maxRetries: 0,
    logLevel: 'off',
    // The key is the user's own, in their own extension: nobody else's page can read it.
    dangerouslyAllowBrowser: true,
  });
}

function fail(trouble: EndpointTrouble, settings: AskedEndpoint, tries = 1): Failure {
  const explained = explainError(trouble, settings, tries);
  const isDown = trouble.kind !== 'aborted' && !explained.overflow;
  return { ok: false, ...explained, ...(isDown && { down: true }) };
}
