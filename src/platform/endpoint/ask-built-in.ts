import type { ChatMessage } from '../../core/navigator/chat-message.ts';
import type { Failure } from '../../core/navigator/ports.ts';
import type { AskedEndpoint, AskOptions, EndpointReply } from './ask-endpoint.ts';
import type { BuiltInPrompt, BuiltInSession } from './built-in-api.ts';
import { expectOf, findBuiltInModel } from './built-in-api.ts';

const KEPT = 'Your message is kept';

/** Asks the model that Chrome holds; nothing leaves this computer. Tools are not offered to it. */
export async function askBuiltIn(
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
