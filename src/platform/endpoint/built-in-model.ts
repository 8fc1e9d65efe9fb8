import type { ChatMessage } from '../../core/navigator/model/question.ts';
import type { EndpointFailure } from './explain-error.ts';
import { toFailure } from './explain-error.ts';
import type { EndpointReply } from './read-reply.ts';

/*
 * The parts of Chrome's Prompt API (https://webmachinelearning.github.io/prompt-api/) that are used here. The
 * compiler's own declarations don't have it yet.
 */

interface Prompt {
  role: 'system' | 'user' | 'assistant';
  content: string | { type: 'text' | 'image'; value: string | Blob }[];
}

interface Expected {
  type: 'text' | 'image';
  languages?: string[];
}

interface ModelOptions {
  expectedInputs?: Expected[];
  expectedOutputs?: Expected[];
}

interface CreateOptions extends ModelOptions {
  initialPrompts?: Prompt[];
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
}

interface Session {
  promptStreaming(input: Prompt[], options?: { signal?: AbortSignal }): ReadableStream<string>;
  /** Tokens it holds; older versions of Chrome say `inputQuota`. */
  contextWindow?: number;
  inputQuota?: number;
  destroy(): void;
}

interface BuiltInModel {
  availability(
    options?: ModelOptions,
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options?: CreateOptions): Promise<Session>;
}

/** Returns the model that Chrome holds; null if this browser has none. */
export function findBuiltInModel(): BuiltInModel | null {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  return isBuiltInModel(found) ? found : null;
}

function isBuiltInModel(value: unknown): value is BuiltInModel {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return false;
  return ['availability', 'create'].every((name) => typeof Reflect.get(value, name) === 'function');
}

/** Used for the availability and for creating, or the answer may be about another model. */
export function expectOf(images: boolean): Required<ModelOptions> {
  const text: Expected = { type: 'text', languages: ['en'] };
  return {
    expectedInputs: images ? [text, { type: 'image' }] : [text],
    expectedOutputs: [text],
  };
}

/** Downloads the model if it isn't here yet. `onShare` gets the progress, from 0 to 1. */
export async function fetchBuiltInModel(
  model: BuiltInModel,
  images: boolean,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const session = await model.create({
    ...expectOf(images),
    signal,
    monitor: (monitor) =>
      monitor.addEventListener('downloadprogress', (event) => {
        const loaded: unknown = Reflect.get(event, 'loaded');
        if (typeof loaded === 'number') onShare(Math.min(1, loaded));
      }),
  });
  session.destroy();
}

/** Asks the model that Chrome holds; nothing leaves this computer. It is offered no tools. */
export async function askBuiltIn(
  { images = false }: { images?: boolean },
  messages: readonly ChatMessage[],
  { onText, signal }: { onText?: (text: string) => void; signal: AbortSignal },
): Promise<EndpointReply | EndpointFailure> {
  const model = findBuiltInModel();
  if (!model) return refuse('This browser has no built-in model');
  const expected = expectOf(images);
  let session: Session | null = null;
  try {
    const availability = await model.availability(expected);
    if (availability === 'unavailable')
      return refuse('Chrome’s built-in model cannot run on this computer');
    if (availability !== 'available')
      return refuse('Chrome’s built-in model is not downloaded yet: get it in Settings');
    const prompts = messages.map((message) => writePrompt(message, images));
    const last = prompts.findLastIndex(({ role }) => role === 'user');
    session = await model.create({ ...expected, initialPrompts: prompts.slice(0, last), signal });
    let text = '';
    for await (const piece of session.promptStreaming(prompts.slice(last), { signal })) {
      text += piece;
      onText?.(text);
    }
    if (signal.aborted) return STOPPED;
    if (text.trim() !== '') return { ok: true, text };
    return toFailure({ what: 'Chrome’s model said nothing', fix: 'retry' });
  } catch (error) {
    return signal.aborted ? STOPPED : explain(error);
  } finally {
    session?.destroy();
  }
}

function writePrompt({ role, content, images = [] }: ChatMessage, takesImages: boolean): Prompt {
  if (!takesImages || role !== 'user' || images.length === 0) return { role, content };
  const pictures = images.map(({ mediaType, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    return { type: 'image' as const, value: new Blob([bytes], { type: mediaType }) };
  });
  return { role, content: [{ type: 'text', value: content }, ...pictures] };
}

function explain(error: unknown): EndpointFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') {
    const what = 'The question was too long for Chrome’s built-in model';
    const remedy = 'set a smaller context size in Settings';
    return toFailure({ what, remedy, fix: 'settings', overflow: true });
  }
  if (name === 'NotSupportedError')
    return refuse('Chrome’s built-in model does not take this kind of question');
  const what = `Chrome’s built-in model failed: ${String(error)}`;
  return { ...toFailure({ what, remedy: 'send it again', fix: 'retry' }), down: true };
}

function refuse(what: string): EndpointFailure {
  return toFailure({ what, fix: 'settings' });
}

const STOPPED = toFailure({ what: 'The question was stopped', fix: null });
