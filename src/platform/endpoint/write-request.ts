import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ChatMessage } from '../../core/navigator/chat-message.ts';
import type { EndpointSettings } from '../../core/navigator/endpoint/endpoint-settings.ts';
import type { ToolSchema } from '../../core/navigator/tool-schema.ts';

/** What helps where it is taken, and what a question can do without. */
const DISPENSABLE = ['temperature', 'stream_options'] as const;
export type Dispensable = (typeof DISPENSABLE)[number];

/** What each endpoint and model refused before; known until the page is closed. */
const refused = new Map<string, Set<Dispensable>>();

type Asked = Pick<EndpointSettings, 'baseUrl' | 'model' | 'images'>;

/** The request in OpenAI's form. Pictures go along only where the settings say that the model takes them. */
export function writeRequest(
  settings: Asked,
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
export function leaveOutRefused(
  request: ChatCompletionCreateParamsStreaming,
  settings: Asked,
  { status, body }: { status: number; body: string },
): boolean {
  if (status !== 400 && status !== 422) return false;
  const named = DISPENSABLE.filter((name) => name in request && body.includes(name));
  if (named.length === 0) return false;
  const known = refused.get(nameModel(settings)) ?? [];
  refused.set(nameModel(settings), new Set([...known, ...named]));
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
