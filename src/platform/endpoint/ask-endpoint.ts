import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import {
  findPreset,
  isBuiltIn,
  nameEndpoint,
} from '../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { ChatMessage, ToolSchema } from '../../core/navigator/model/question.ts';
import type { Failure } from '../../core/navigator/run/ports.ts';
import type { BuiltInPrompt, BuiltInSession } from './built-in-api.ts';
import { expectOf, findBuiltInModel } from './built-in-api.ts';
import type { EndpointTrouble } from './explain-error.ts';
import { explainError, nameTrouble, refusesTools } from './explain-error.ts';
import type { PartialReply } from './read-chunk.ts';
import {
  endsWithinCall,
  parseJson,
  read,
  readChunk,
  readDetail,
  writeReply,
  writeShown,
} from './read-chunk.ts';
import type { Retry } from './retry.ts';
import { MOST_RETRIES, chooseWait, isPassing, wait } from './retry.ts';
import type { AnswerWatch } from './watched-fetch.ts';
import { watchFetch } from './watched-fetch.ts';

export interface EndpointReply {
  ok: true;
  text: string;
  /** Absent when the endpoint did not count. */
  usage?: { promptTokens: number; completionTokens: number };
}

export interface AskOptions {
  /** Gets all that has arrived so far: what the model thought, and its reply. */
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
 * Asks an OpenAI-compatible endpoint, or Chrome's own model, for one reply, streamed. Retries 429, 5xx and refused
 * connections twice, when the endpoint says. Omits an optional parameter that the endpoint refuses, and asks again.
 * Refused tools are a failure with `toolsRefused`: the caller must write the question for an answer in text. Never throws
 * for errors of an endpoint or a network.
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
    if (tools.length > 0 && refusesTools(trouble)) {
      remember(asked, ['tools']);
      return { ...failure, toolsRefused: true };
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
    thoughts: '',
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
      if (readChunk(chunk, reply)) onText?.(writeShown(reply));
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
  if (reply.calls.length > 0) onText?.(writeShown(reply));
  return { ok: true, text, ...(reply.usage === undefined ? {} : { usage: reply.usage }) };
}

function give(trouble: EndpointTrouble): FailedTry {
  return { trouble, passing: false, headers: null, body: '' };
}

function measure({ text, thoughts, calls }: PartialReply): number {
  return calls.reduce((length, { args }) => length + args.length, text.length + thoughts.length);
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
    // The library's retries are silent; ours are reported.
    maxRetries: 0,
    logLevel: 'off',
    // The key is the user's, in their own extension: web pages cannot read it.
    dangerouslyAllowBrowser: true,
  });
}

function fail(trouble: EndpointTrouble, settings: AskedEndpoint, tries = 1): Failure {
  const explained = explainError(trouble, settings, tries);
  const isDown = trouble.kind !== 'aborted' && !explained.overflow;
  return { ok: false, ...explained, ...(isDown && { down: true }) };
}

const KEPT = 'Your message is kept';

/** Asks the model that Chrome holds; nothing leaves this computer. Tools are not offered to it. */
async function askBuiltIn(
  { images = false }: Pick<AskedEndpoint, 'images'>,
  messages: readonly ChatMessage[],
  { onText, signal }: AskOptions,
): Promise<EndpointReply | Failure> {
  const model = findBuiltInModel();
  if (!model) return refuse('This browser has no built-in model.');
  const expected = expectOf(images);
  let session: BuiltInSession | null = null;
  try {
    const availability = await model.availability(expected);
    if (availability === 'unavailable') {
      return refuse('Chrome’s built-in model cannot run on this computer.');
    }
    if (availability !== 'available') {
      return refuse('Chrome’s built-in model is not downloaded yet: get it in Settings.');
    }
    const prompts = messages.map((message) => writePrompt(message, images));
    const last = prompts.findLastIndex(({ role }) => role === 'user');
    session = await model.create({ ...expected, initialPrompts: prompts.slice(0, last), signal });
    let text = '';
    for await (const piece of readPieces(
      session.promptStreaming(prompts.slice(last), { signal }),
    )) {
      text += piece;
      onText?.(text);
    }
    if (signal.aborted) return stopped();
    if (text.trim() === '') {
      return { ok: false, message: `Chrome’s model said nothing. ${KEPT}.`, fix: 'retry' };
    }
    return { ok: true, text };
  } catch (error) {
    return signal.aborted ? stopped() : explain(error);
  } finally {
    session?.destroy();
  }
}

/** Not every browser lets a stream be iterated over. */
async function* readPieces(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

function writePrompt({ role, content, images = [] }: ChatMessage, takesImages: boolean) {
  const prompt: BuiltInPrompt = { role, content };
  if (!takesImages || role !== 'user' || images.length === 0) return prompt;
  prompt.content = [
    { type: 'text', value: content },
    ...images.map(({ mediaType, base64 }) => ({
      type: 'image' as const,
      value: new Blob([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], {
        type: mediaType,
      }),
    })),
  ];
  return prompt;
}

function explain(error: unknown): Failure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') {
    return {
      ok: false,
      message: `The question was too long for Chrome’s built-in model. ${KEPT}: set a smaller context size in Settings.`,
      fix: 'settings',
      overflow: true,
    };
  }
  if (name === 'NotSupportedError') {
    return refuse('Chrome’s built-in model does not take this kind of question.');
  }
  return {
    ok: false,
    message: `Chrome’s built-in model failed: ${String(error)}. ${KEPT}: send it again.`,
    fix: 'retry',
    down: true,
  };
}

function refuse(reason: string): Failure {
  return { ok: false, message: `${reason} ${KEPT}.`, fix: 'settings' };
}

function stopped(): Failure {
  return { ok: false, message: `The question was stopped. ${KEPT}.`, fix: null };
}

/** Why one try came to nothing, and what it takes to decide about another. */
interface FailedTry {
  trouble: EndpointTrouble;
  /** Another try may help. */
  passing: boolean;
  headers: Headers | null;
  /** Of the answer, when it was an error. */
  body: string;
}

function readTrouble(
  error: unknown,
  watch: AnswerWatch,
  signal: AbortSignal,
  stalled: AbortSignal,
): FailedTry {
  const give = (trouble: EndpointTrouble, passing = false): FailedTry => ({
    trouble,
    passing,
    headers: null,
    body: watch.errorBody,
  });
  if (signal.aborted) return give({ kind: 'aborted' });
  if (watch.fault) return give({ kind: watch.fault });
  if (stalled.aborted) return give({ kind: 'timeout' });
  if (error instanceof APIConnectionTimeoutError) return give({ kind: 'timeout' }, true);
  if (error instanceof APIConnectionError) return give({ kind: 'unreachable' }, true);
  if (error instanceof APIError) return readAnswer(error, watch);
  if (error instanceof SyntaxError) return give({ kind: 'garbled' });
  return give({ kind: 'cut' });
}

function readAnswer(error: unknown, { errorBody }: AnswerWatch): FailedTry {
  // An error that comes inside the stream has no status of its own, and part of a reply may be shown.
  const given = read(error, 'status');
  const status = typeof given === 'number' ? given : null;
  const headers = read(error, 'headers');
  const detail = readDetail(read(error, 'error')) ?? readDetail(parseJson(errorBody));
  // Waiting does not fill an account.
  const isSpent = read(error, 'code') === 'insufficient_quota';
  return {
    trouble:
      status === null
        ? { kind: 'told', detail: detail ?? '' }
        : { kind: 'status', status, detail: detail ?? '' },
    passing: status !== null && isPassing(status) && !isSpent,
    headers: headers instanceof Headers ? headers : null,
    body: errorBody,
  };
}

/** What helps where it is taken, and what a question can do without. */
const DISPENSABLE = ['temperature', 'stream_options'] as const;
export type Dispensable = (typeof DISPENSABLE)[number];

/** What each endpoint and model refused before; known until the page is closed. */
const refused = new Map<string, Set<Dispensable | 'tools'>>();

/** Whether tools may be offered: Chrome's own model takes none, and no model that refused them is asked again. */
export function takesTools(settings: Asked): boolean {
  return !isBuiltIn(settings) && refused.get(nameModel(settings))?.has('tools') !== true;
}

function remember(settings: Asked, names: readonly (Dispensable | 'tools')[]): void {
  const known = refused.get(nameModel(settings)) ?? [];
  refused.set(nameModel(settings), new Set([...known, ...names]));
}

type Asked = Pick<EndpointSettings, 'baseUrl' | 'model'>;

/** The request in OpenAI's form. Pictures go along only where the settings say that the model takes them. */
function writeRequest(
  settings: Asked & Pick<EndpointSettings, 'images'>,
  messages: readonly ChatMessage[],
  tools: readonly ToolSchema[],
): ChatCompletionCreateParamsStreaming {
  const without = refused.get(nameModel(settings));
  return {
    model: settings.model,
    messages: messages.map((message) => writeMessage(message, settings.images)),
    stream: true,
    // The same question is to get the same answer.
    ...(without?.has('temperature') ? {} : { temperature: 0 }),
    ...(without?.has('stream_options') ? {} : { stream_options: { include_usage: true } }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...parameters } },
          })),
        }),
  };
}

/**
 * Whether an error names something in the request that it can do without; the next request then
 * leaves it out. `body` is the whole answer, since servers name parameters in places of their own.
 */
function leaveOutRefused(
  request: ChatCompletionCreateParamsStreaming,
  settings: Asked,
  { status, body }: { status: number; body: string },
): boolean {
  if (status !== 400 && status !== 422) return false;
  const named = DISPENSABLE.filter((name) => name in request && body.includes(name));
  if (named.length === 0) return false;
  remember(settings, named);
  return true;
}

function nameModel({ baseUrl, model }: Asked): string {
  return JSON.stringify([baseUrl, model]);
}

type Message = ChatCompletionCreateParamsStreaming['messages'][number];

function writeMessage({ role, content, images = [] }: ChatMessage, takesImages: boolean): Message {
  if (role !== 'user' || images.length === 0 || !takesImages) return { role, content };
  return {
    role,
    content: [
      { type: 'text', text: content },
      ...images.map(({ mediaType, base64 }) => ({
        type: 'image_url' as const,
        image_url: { url: `data:${mediaType};base64,${base64}` },
      })),
    ],
  };
}
