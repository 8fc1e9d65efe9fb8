/** A reply as far as it has come. */
export interface PartialReply {
  text: string;
  /** What a reasoning model thought, where the endpoint tells it apart: shown to the user, and not part of the reply. */
  thoughts: string;
  /** Calls of tools, in order; `args` is JSON in pieces until the reply is whole. */
  calls: { id: string; name: string; args: string }[];
  finished: boolean;
  /** It ends where it does because the model was allowed no more tokens. */
  isFull: boolean;
  usage: { promptTokens: number; completionTokens: number } | undefined;
}

/** DeepSeek and vLLM; OpenRouter, Groq and Ollama. */
const THOUGHTS = ['reasoning_content', 'reasoning'] as const;

/** Adds a chunk, which may be anything: servers differ. Whether text or thoughts were added. */
export function readChunk(chunk: unknown, reply: PartialReply): boolean {
  const usage = read(chunk, 'usage');
  const prompt = read(usage, 'prompt_tokens');
  const completion = read(usage, 'completion_tokens');
  if (typeof prompt === 'number' && typeof completion === 'number') {
    reply.usage = { promptTokens: prompt, completionTokens: completion };
  }
  const choice = read(read(chunk, 'choices'), '0');
  const reason = read(choice, 'finish_reason');
  reply.finished ||= typeof reason === 'string';
  reply.isFull ||= reason === 'length';
  const delta = read(choice, 'delta') ?? read(choice, 'message');
  const calls = read(delta, 'tool_calls');
  if (Array.isArray(calls)) for (const call of calls) readCall(call, reply);
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

/** Whether a call was begun and not written to its end. */
export function endsWithinCall({ text, calls }: PartialReply): boolean {
  const last = calls.at(-1);
  return last ? parseJson(last.args.trim() || '{}') === undefined : /[({][^)}]*$/u.test(text);
}

/** A piece goes to the call of its index; some servers send whole calls, all with index 0 or none. */
function readCall(piece: unknown, { calls }: PartialReply): void {
  const given = (key: string, from: unknown = piece): string => {
    const value = read(from, key);
    if (typeof value === 'string') return value;
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
  };
  const of = read(piece, 'function');
  const [id, name, args] = [given('id'), given('name', of), given('arguments', of)];
  const index = read(piece, 'index');
  const at = typeof index === 'number' ? index : calls.length - (name === '' ? 1 : 0);
  const open = calls[at];
  const isSame = open && (id === '' || open.id === '' || open.id === id);
  if (!isSame) {
    calls.push({ id, name, args });
    return;
  }
  open.id ||= id;
  open.name ||= name;
  open.args += args;
}

/** The whole reply, tool calls written as text behind it, so that one parser reads all forms. */
export function writeReply({ text, calls }: PartialReply): string {
  const written = calls.map(
    ({ name, args }) =>
      `<tool_call>{"name":${JSON.stringify(name)},"arguments":${args.trim() || '{}'}}</tool_call>`,
  );
  return [text, ...written].filter((part) => part !== '').join('\n');
}

/** What is shown of a reply while it arrives: thoughts, then the reply. */
export function writeShown(reply: PartialReply): string {
  return [reply.thoughts.trim(), writeReply(reply)].filter((part) => part !== '').join('\n\n');
}

/** A property of something that may be anything; undefined where there is none. */
export function read(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

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
  const first = Array.isArray(body) ? read(body, '0') : undefined;
  const said = [
    body,
    read(body, 'message'),
    read(body, 'detail'),
    error,
    read(error, 'message'),
    read(read(first, 'error'), 'message'),
    read(read(read(body, 'detail'), '0'), 'msg'),
  ];
  return said.find((text) => typeof text === 'string');
}
