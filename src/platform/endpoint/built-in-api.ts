/*
 * What of Chrome's Prompt API (https://webmachinelearning.github.io/prompt-api/) is used here; the
 * compiler's own declarations do not have it yet.
 */

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

export interface BuiltInContent {
  type: 'text' | 'image';
  value: string | Blob;
}

export interface BuiltInPrompt {
  role: 'system' | 'user' | 'assistant';
  content: string | BuiltInContent[];
}

interface Expected {
  type: 'text' | 'image';
  languages?: string[];
}

interface CoreOptions {
  expectedInputs?: Expected[];
  expectedOutputs?: Expected[];
}

interface CreateOptions extends CoreOptions {
  initialPrompts?: BuiltInPrompt[];
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
}

export interface BuiltInSession {
  promptStreaming(
    input: BuiltInPrompt[],
    options?: { signal?: AbortSignal },
  ): ReadableStream<string>;
  /** Tokens it holds; older versions of Chrome say `inputQuota`. */
  contextWindow?: number;
  inputQuota?: number;
  contextUsage?: number;
  inputUsage?: number;
  destroy(): void;
}

export interface BuiltInModel {
  availability(options?: CoreOptions): Promise<Availability>;
  create(options?: CreateOptions): Promise<BuiltInSession>;
}

/** The model that Chrome holds; null where this browser has none to offer. */
export function findBuiltInModel(): BuiltInModel | null {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  return isBuiltInModel(found) ? found : null;
}

function isBuiltInModel(value: unknown): value is BuiltInModel {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return false;
  return ['availability', 'create'].every((name) => typeof Reflect.get(value, name) === 'function');
}

/** The same for asking whether it is there and for opening it, or the answer may be about another. */
export function expectOf(images: boolean): Required<CoreOptions> {
  const text: Expected = { type: 'text', languages: ['en'] };
  return {
    expectedInputs: images ? [text, { type: 'image' }] : [text],
    expectedOutputs: [text],
  };
}

/** Fetches the model if it is not here yet. `onShare` hears how much has come, from 0 to 1. */
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
