import type { ActionOf } from '../../core/action/action.ts';
import type { PageTool, ToolAnswer } from '../../core/action/page-tool.ts';
import {
  cutAnswer,
  findToolInputFault,
  parseObject,
  readPageTools,
  readToolAnswer,
} from '../../core/action/page-tool.ts';
import type { PerformContext, Prepared, Refused } from './context.ts';
import { refuse } from './context.ts';

/**
 * Tools that a page registers for agents, where the browser has WebMCP (https://webmachinelearning.github.io/webmcp/):
 * `document.modelContext`, which content scripts see in their own world. A polyfill of the page's is not seen.
 */
interface ModelContext {
  getTools(): Promise<unknown>;
  executeTool(tool: object, input: object, options: { signal: AbortSignal }): Promise<unknown>;
}

/** How long the browser may take to list the tools. */
const LIST_MS = 1000;
/** How long a tool may take to answer. One that waits for the person to submit its form never does. */
const ANSWER_MS = 20_000;

/** Lists the tools of this document, not those of its frames. Empty where the browser has no WebMCP. */
export async function listPageTools(document: Document): Promise<PageTool[]> {
  return readPageTools(await listRegistered(document));
}

export async function prepareToolCall(
  { tool: name, input }: Pick<ActionOf<'callTool'>, 'tool' | 'input'>,
  ctx: PerformContext,
): Promise<Prepared | Refused> {
  const context = readModelContext(ctx.document);
  if (!context) return refuse('unsupported', 'This browser has no tools of pages (WebMCP).');
  const registered = await listRegistered(ctx.document);
  const found = registered.find((each) => 'name' in each && each.name === name);
  const [tool] = found ? readPageTools([found]) : [];
  if (!found || !tool) return refuse('gone', `The page has no tool “${name}” any more.`);
  const fault = findToolInputFault(tool, input);
  if (fault !== null) return refuse('invalid', `${fault}.`);
  let answer: ToolAnswer | null = null;
  return {
    ok: true,
    subject: null,
    async act() {
      const given = makeInput(parseObject(input) ?? {});
      const limit = AbortSignal.timeout(ctx.answerMs ?? ANSWER_MS);
      const signal = AbortSignal.any([ctx.signal, limit]);
      const call = (): Promise<unknown> => context.executeTool(found, given, { signal });
      const answered = await untilAnswered(call, signal);
      ctx.signal.throwIfAborted();
      answer = { ...answered, ...(tool.isReadOnly && { readOnly: true }) };
      return null;
    },
    answer: () => answer,
  };
}

/** Not by `document.modelContext`: a page can cover that with an element of this name. */
function readModelContext(document: Document): ModelContext | null {
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext') ?? {};
  const context: unknown = get?.call(document);
  return isModelContext(context) ? context : null;
}

function isModelContext(context: unknown): context is ModelContext {
  if (typeof context !== 'object' || context === null) return false;
  return ['getTools', 'executeTool'].every(
    (name) => typeof Reflect.get(context, name) === 'function',
  );
}

async function listRegistered(document: Document): Promise<object[]> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, LIST_MS, null);
  });
  try {
    const listed: unknown = await Promise.race([readModelContext(document)?.getTools(), late]);
    return Array.isArray(listed) ? listed.filter((tool) => isOwn(tool, document)) : [];
  } catch {
    // A permissions policy may forbid it.
    return [];
  }
}

/** The list has those of frames of the same origin, too. */
function isOwn(tool: unknown, document: Document): tool is object {
  if (typeof tool !== 'object' || tool === null) return false;
  return !('window' in tool) || tool.window === document.defaultView;
}

/** Chromium before 156 takes JSON text in place of the object, and gets it by converting the object to text. */
function makeInput(given: object): object {
  return Object.defineProperty(given, 'toString', { value: () => JSON.stringify(given) });
}

async function untilAnswered(
  call: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<Pick<ToolAnswer, 'state' | 'text'>> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    return readToolAnswer(await Promise.race([call(), stopped]));
  } catch (error) {
    if (signal.aborted) return { state: 'silent', text: '' };
    return { state: 'failed', text: cutAnswer(readMessage(error)) };
  }
}

/** Chromium reports every failure in the same words, which say nothing about this one. */
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error instanceof DOMException && error.name === 'UnknownError' ? '' : error.message;
}
