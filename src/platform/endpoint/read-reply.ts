import type { EndpointTrouble } from './explain-error.ts';

export interface EndpointReply {
  ok: true;
  text: string;
  /** Absent when the endpoint didn't count. */
  usage?: { promptTokens: number; completionTokens: number };
}

/** Thrown by what reads an answer; `askEndpoint` turns it into a failure. */
export class EndpointError extends Error {
  constructor(readonly trouble: EndpointTrouble) {
    super(trouble.kind);
  }
}

/** A reply as far as it has come. */
interface PartialReply {
  text: string;
  /** What a reasoning model thought, where the endpoint separates it: shown to the user, but not part of the reply. */
  thoughts: string;
  /** Calls of tools, in order; `args` is JSON in pieces until the reply is whole. */
  calls: { id: string; name: string; args: string }[];
  isFinished: boolean;
  /** The model was allowed no more tokens. */
  isFull: boolean;
  usage?: EndpointReply['usage'];
}

/** No answer is longer, with everything around its words. */
const MOST_BYTES = 32 * 1024 * 1024;
/** UTF-16 units, like the next. */
const LONGEST_LINE = 1024 * 1024;
/** A model that goes on for longer has lost the thread. */
const LONGEST_REPLY = 200_000;
/** An error's explanation may have no end either. */
const LONGEST_ERROR = 64 * 1024;

/**
 * Reads a streamed chat reply, or one JSON object from a server that ignores `stream`. `onChunk` gets what to show
 * of it after each chunk; null if the chunk added nothing. Throws `EndpointError` for what isn't a whole reply.
 */
export async function readReply(
  response: Response,
  onChunk: (shown: string | null) => void,
): Promise<EndpointReply> {
  const reply: PartialReply = {
    text: '',
    thoughts: '',
    calls: [],
    isFinished: false,
    isFull: false,
  };
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
  const other: string[] = [];
  const add = (data: string): void => {
    const isNew = addChunk(parseJson(data), reply);
    onChunk(isNew ? writeShown(reply) : null);
    const { text, thoughts, calls } = reply;
    const length = calls.reduce(
      (sum, { args }) => sum + args.length,
      text.length + thoughts.length,
    );
    if (length > LONGEST_REPLY) throw new EndpointError({ kind: 'endless' });
  };
  // Browsers differ in the body of a 204.
  const isEmptyStatus = response.status === 204 || response.status === 205;
  reply.isFinished = isEmptyStatus;
  for await (const line of readLines(isEmptyStatus ? null : response.body)) {
    const data = /^data:\s*(.*)/s.exec(line)?.[1];
    if (data === undefined) other.push(line);
    else if (data.startsWith('[DONE]')) {
      reply.isFinished = true;
      break;
    } else if (data !== '') add(data);
  }
  const whole = other.join('\n').trim();
  // Some servers call a stream JSON, too.
  if (contentType === 'application/json' && whole !== '' && !/^(?:event|id|retry)?:/.test(whole)) {
    add(whole);
    reply.isFinished = true;
  }
  const text = writeReply(reply);
  const isEmpty = text.trim() === '';
  if (isEmpty && !/^(?:text\/event-stream|application\/json)?$/.test(contentType) && !isEmptyStatus)
    throw new EndpointError({ kind: 'not-a-reply', contentType });
  if (!reply.isFinished || (reply.isFull && endsWithinCall(reply)))
    throw new EndpointError({ kind: 'cut' });
  if (isEmpty) throw new EndpointError({ kind: 'empty' });
  if (reply.calls.length > 0) onChunk(writeShown(reply));
  return { ok: true, text, ...(reply.usage && { usage: reply.usage }) };
}

async function* readLines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    try {
      rest += decoder.decode(chunk, { stream: true });
    } catch {
      throw new EndpointError({ kind: 'damaged' });
    }
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (bytes > MOST_BYTES || rest.length > LONGEST_LINE)
      throw new EndpointError({ kind: 'endless' });
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Reads the beginning of an error's body. Never throws, since the status says the most of it. */
export async function readErrorBody({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > LONGEST_ERROR) break;
    }
  } catch {
    // What has arrived is enough.
  }
  return text.slice(0, LONGEST_ERROR);
}

/** DeepSeek and vLLM; OpenRouter, Groq and Ollama. */
const THOUGHTS = ['reasoning_content', 'reasoning'] as const;

/** Adds a chunk, which may be anything: servers differ. Returns whether text or thoughts were added. */
function addChunk(chunk: unknown, reply: PartialReply): boolean {
  if (chunk === undefined) throw new EndpointError({ kind: 'garbled' });
  const error = read(chunk, 'error');
  if (error) throw new EndpointError({ kind: 'told', detail: readDetail(error) ?? '' });
  const usage = read(chunk, 'usage');
  const promptTokens = read(usage, 'prompt_tokens');
  const completionTokens = read(usage, 'completion_tokens');
  if (typeof promptTokens === 'number' && typeof completionTokens === 'number')
    reply.usage = { promptTokens, completionTokens };
  const choice = read(read(chunk, 'choices'), '0');
  const reason = read(choice, 'finish_reason');
  reply.isFinished ||= typeof reason === 'string';
  reply.isFull ||= reason === 'length';
  const delta = read(choice, 'delta') ?? read(choice, 'message');
  const calls = read(delta, 'tool_calls');
  if (Array.isArray(calls)) for (const call of calls) addCall(call, reply);
  const content = readContent(read(delta, 'content'));
  const thought = THOUGHTS.map((name) => read(delta, name)).find(
    (each) => typeof each === 'string',
  );
  reply.text += content;
  reply.thoughts += thought ?? '';
  return content !== '' || (thought ?? '') !== '';
}

/** Text, or a list of parts of which some are text. */
function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => read(part, 'text'));
  return texts.filter((text) => typeof text === 'string').join('');
}

/** A piece goes to the call of its index; some servers send whole calls, all with index 0 or none. */
function addCall(piece: unknown, { calls }: PartialReply): void {
  const given = (key: string, from: unknown = piece): string => {
    const value = read(from, key);
    if (typeof value === 'string') return value;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
  };
  const of = read(piece, 'function');
  const [id, name, args] = [given('id'), given('name', of), given('arguments', of)];
  const index = read(piece, 'index');
  const open = calls[typeof index === 'number' ? index : calls.length - (name === '' ? 1 : 0)];
  if (!open || (id !== '' && open.id !== '' && open.id !== id)) {
    calls.push({ id, name, args });
    return;
  }
  open.id ||= id;
  open.name ||= name;
  open.args += args;
}

function endsWithinCall({ text, calls }: PartialReply): boolean {
  const last = calls.at(-1);
  return last ? parseJson(last.args.trim() || '{}') === undefined : /[({][^)}]*$/u.test(text);
}

/** Writes tool calls as text behind the reply, so that one parser reads all forms. */
function writeReply({ text, calls }: PartialReply): string {
  const written = calls.map(
    ({ name, args }) =>
      `<tool_call>{"name":${JSON.stringify(name)},"arguments":${args.trim() || '{}'}}</tool_call>`,
  );
  return [text, ...written].filter((part) => part !== '').join('\n');
}

function writeShown(reply: PartialReply): string {
  return [reply.thoughts.trim(), writeReply(reply)].filter((part) => part !== '').join('\n\n');
}

/** Returns a property of something that may be anything. */
export function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns undefined for what isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The endpoint's own words: OpenAI's `error.message`, Ollama's bare `error`, FastAPI's `detail`. */
export function readDetail(body: unknown): string | undefined {
  const error = read(body, 'error');
  const said = [
    body,
    read(body, 'message'),
    read(body, 'detail'),
    error,
    read(error, 'message'),
    // Gemini
    read(read(read(body, '0'), 'error'), 'message'),
    read(read(read(body, 'detail'), '0'), 'msg'),
  ];
  return said.find((text) => typeof text === 'string');
}
