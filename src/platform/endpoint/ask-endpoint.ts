import {
  findPreset,
  isBuiltIn,
  nameEndpoint,
} from '../../core/navigator/model/endpoint-presets.ts';
import type { EndpointSettings } from '../../core/navigator/model/endpoint-settings.ts';
import type { ChatMessage } from '../../core/navigator/model/question.ts';
import type { ReplyForm, ReplyTerms, ToolSchema } from '../../core/navigator/model/tool-schema.ts';
import { writeStrictParameters } from '../../core/navigator/model/tool-schema.ts';
import { askBuiltIn } from './built-in-model.ts';
import type { EndpointFailure, EndpointTrouble } from './explain-error.ts';
import { explainError, nameTrouble, refusesTools } from './explain-error.ts';
import type { EndpointReply } from './read-reply.ts';
import {
  EndpointError,
  parseJson,
  read,
  readDetail,
  readErrorBody,
  readReply,
} from './read-reply.ts';

/** Reported before a question is sent again. */
export interface Retry {
  /** 1 for the first retry. */
  attempt: number;
  most: number;
  waitMs: number;
  /** To stand in a sentence: `OpenAI is asked too often (429)`. */
  reason: string;
}

/** Calls of offered tools come as `<tool_call>` behind the text. */
export interface AskOptions extends ReplyTerms {
  /** Gets everything that has arrived so far: what the model thought, and its reply. */
  onText?: (text: string) => void;
  onRetry?: (retry: Retry) => void;
  signal: AbortSignal;
  /** How long the answer may take to begin, and then to continue, ms. */
  patienceMs?: number;
}

/** The settings that a question needs. */
export type AskedEndpoint = Pick<EndpointSettings, 'baseUrl' | 'apiKey' | 'model'> &
  Partial<Pick<EndpointSettings, 'images'>>;

/** Local models on slow machines take long to begin. */
const PATIENCE_MS = 120_000;
const MOST_RETRIES = 2;
const FIRST_WAIT_MS = 500;
/** An endpoint may ask to wait so long; for longer, the user is asked to come back. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Asks an OpenAI-compatible endpoint, or Chrome's own model, for one reply, streamed. Retries 429, 5xx and refused
 * connections twice, when the endpoint says. Omits an optional parameter that the endpoint refuses, and asks again.
 * Refused tools are a failure with `toolsRefused`: the caller must write the question for an answer in another form. Never
 * throws for errors of an endpoint or a network.
 */
export async function askEndpoint(
  settings: AskedEndpoint,
  messages: readonly ChatMessage[],
  options: AskOptions,
): Promise<EndpointReply | EndpointFailure> {
  if (isBuiltIn(settings)) return askBuiltIn(settings, messages, options);
  const { signal, onRetry, tools = [] } = options;
  const isOver = (): boolean => signal.aborted;
  for (let attempt = 1; ;) {
    const request = writeRequest(settings, messages, options);
    const tried = await tryOnce(settings, request, options);
    if ('ok' in tried) return tried;
    const { trouble } = tried;
    const failure = explainError(trouble, settings, attempt);
    if (isOver()) return explainError({ kind: 'aborted' }, settings);
    if (omitRefused(request, settings, tried)) continue;
    if (tools.length > 0 && refusesTools(trouble)) {
      remember(settings, ['tools']);
      return { ...failure, toolsRefused: true };
    }
    if (!tried.mayPass || failure.overflow || attempt > MOST_RETRIES) return failure;
    const waitMs = chooseWait(attempt, tried.headers, Date.now());
    if (waitMs === null) return failure;
    const reason = `${nameEndpoint(settings)} ${nameTrouble(trouble)}`;
    onRetry?.({ attempt, most: MOST_RETRIES, waitMs, reason });
    attempt += 1;
    await wait(waitMs, signal);
    if (isOver()) return explainError({ kind: 'aborted' }, settings);
  }
}

interface FailedTry {
  trouble: EndpointTrouble;
  /** Another try may help. */
  mayPass?: boolean;
  headers?: Headers;
  /** Of the answer, if it was an error. */
  body?: string;
}

async function tryOnce(
  settings: AskedEndpoint,
  request: ChatRequest,
  { onText, signal, patienceMs = PATIENCE_MS }: AskOptions,
): Promise<EndpointReply | FailedTry> {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasAnswered = false;
  const expectMore = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), patienceMs);
  };
  expectMore();
  try {
    const response = await fetch(`${settings.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...writeHeaders(settings) },
      body: JSON.stringify(request),
      credentials: 'omit',
      // The question goes to the address that the user has set, and nowhere else.
      redirect: 'manual',
      signal: AbortSignal.any([signal, stalled.signal]),
    });
    hasAnswered = true;
    expectMore();
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      return { trouble: { kind: 'redirected' } };
    if (!response.ok) return await readRefusal(response);
    return await readReply(response, (shown) => {
      expectMore();
      if (shown !== null) onText?.(shown);
      signal.throwIfAborted();
    });
  } catch (error) {
    if (signal.aborted) return { trouble: { kind: 'aborted' } };
    if (error instanceof EndpointError) return { trouble: error.trouble };
    if (stalled.signal.aborted) return { trouble: { kind: 'timeout' }, mayPass: !hasAnswered };
    return { trouble: { kind: hasAnswered ? 'cut' : 'unreachable' }, mayPass: !hasAnswered };
  } finally {
    clearTimeout(timer);
  }
}

async function readRefusal(response: Response): Promise<FailedTry> {
  const { status, headers } = response;
  const body = await readErrorBody(response);
  const parsed = parseJson(body);
  const error = read(parsed, 'error');
  const detail = readDetail(error) ?? readDetail(parsed) ?? '';
  // Waiting doesn't fill an account.
  const isSpent = read(error, 'code') === 'insufficient_quota';
  const mayPass = !isSpent && ([408, 409, 429].includes(status) || status >= 500);
  return { trouble: { kind: 'status', status, detail }, mayPass, headers, body };
}

/** The headers of a request, as the endpoint wants them. */
export function writeHeaders({
  baseUrl,
  apiKey,
}: Pick<AskedEndpoint, 'baseUrl' | 'apiKey'>): Record<string, string> {
  const authorization = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
  return { ...findPreset(baseUrl)?.headers, ...authorization };
}

/**
 * Returns the wait before the given attempt, ms: what the endpoint asked for (`Retry-After` in seconds or as a date,
 * RFC 9110 §10.2.3; OpenAI's `retry-after-ms`), else longer each time. Null if the endpoint asks for more than anybody
 * would wait.
 */
function chooseWait(attempt: number, headers: Headers | undefined, now: number): number | null {
  const asked = readRetryAfter(headers, now);
  if (asked !== null) return asked <= LONGEST_WAIT_MS ? Math.max(0, asked) : null;
  // Spread, so that questions that failed together don't come back together.
  return Math.round(FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2));
}

function readRetryAfter(headers: Headers | undefined, now: number): number | null {
  const ms = headers?.get('retry-after-ms')?.trim() ?? '';
  if (ms !== '' && Number.isFinite(Number(ms))) return Number(ms);
  const after = headers?.get('retry-after')?.trim() ?? '';
  if (after === '') return null;
  if (Number.isFinite(Number(after))) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : date - now;
}

/** Resolves after the time, or at once when the signal aborts. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

/**
 * Parameters that help, and that a question can do without, with the words by which endpoints refuse them: OpenAI and vLLM
 * name the parameter, Gemini the part of a schema that it doesn't know, llama.cpp and vLLM the grammar made of a schema.
 */
const DISPENSABLE = {
  temperature: /temperature/,
  stream_options: /stream_options/,
  strict: /\bstrict\b|additionalProperties|invalid schema/i,
  response_format: /response_format|json.?schema|structured.?output|guided|grammar/i,
} as const;
type Dispensable = keyof typeof DISPENSABLE;
type Refusable = Dispensable | 'tools';

/** What each endpoint and model refused before; known until the page is closed. */
const refused = new Map<string, ReadonlySet<Refusable>>();

type ModelName = Pick<EndpointSettings, 'baseUrl' | 'model'>;

/** The best form that the model hasn't refused. Chrome's own model takes text only. */
export function findReplyForm(settings: ModelName): ReplyForm {
  if (isBuiltIn(settings)) return 'text';
  const without = listRefused(settings);
  if (!without.has('tools')) return 'tools';
  return without.has('response_format') ? 'text' : 'json';
}

function listRefused({ baseUrl, model }: ModelName): ReadonlySet<Refusable> {
  return refused.get(JSON.stringify([baseUrl, model])) ?? new Set();
}

function remember(settings: ModelName, names: readonly Refusable[]): void {
  const { baseUrl, model } = settings;
  refused.set(JSON.stringify([baseUrl, model]), new Set([...listRefused(settings), ...names]));
}

type ChatRequest = ReturnType<typeof writeRequest>;

/** The request in OpenAI's form. Pictures are only sent if the settings say that the model takes them. */
function writeRequest(
  settings: ModelName & Partial<Pick<EndpointSettings, 'images'>>,
  messages: readonly ChatMessage[],
  { tools = [], schema }: ReplyTerms,
) {
  const without = listRefused(settings);
  const isStrict = findPreset(settings.baseUrl)?.takesStrict === true && !without.has('strict');
  return {
    model: settings.model,
    messages: messages.map((message) => writeMessage(message, settings.images ?? false)),
    stream: true,
    // The same question should get the same answer.
    ...(!without.has('temperature') && { temperature: 0 }),
    ...(!without.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(tools.length > 0 && { tools: tools.map((tool) => writeTool(tool, isStrict)) }),
    ...(schema && !without.has('response_format') && { response_format: writeFormat(schema) }),
  };
}

function writeTool(tool: ToolSchema, strict: boolean) {
  const { parameters } = tool;
  const written = { ...tool, parameters: strict ? writeStrictParameters(parameters) : parameters };
  return { type: 'function', function: { ...written, ...(strict && { strict }) } };
}

function writeFormat(schema: object) {
  return { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } };
}

function writeMessage({ role, content, images = [] }: ChatMessage, takesImages: boolean) {
  if (role !== 'user' || images.length === 0 || !takesImages) return { role, content };
  const pictures = images.map(({ mediaType, base64 }) => ({
    ...{ type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } },
  }));
  return { role, content: [{ type: 'text', text: content }, ...pictures] };
}

/** llama.cpp answers 500 to what it can't make a grammar of, OpenRouter 404 where no server takes a parameter. */
const REFUSING = new Set([400, 404, 422, 500]);

/**
 * Whether an error names something in the request that it can do without, which the next request then omits. The
 * whole body counts, since servers name parameters in different places.
 */
function omitRefused(
  request: ChatRequest,
  settings: ModelName,
  { trouble, body = '' }: FailedTry,
): boolean {
  if (trouble.kind !== 'status' || !REFUSING.has(trouble.status)) return false;
  const sent = new Set(Object.keys(request));
  if (request.tools?.some(({ function: { strict } }) => strict)) sent.add('strict');
  const named = (Object.keys(DISPENSABLE) as Dispensable[]).filter(
    (name) => sent.has(name) && DISPENSABLE[name].test(body),
  );
  remember(settings, named);
  return named.length > 0;
}
