import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../core/navigator/model/question.ts';
import { BUILT_IN } from '../../core/navigator/model/endpoint-presets.ts';
import { askEndpoint } from './ask-endpoint.ts';
import { findBuiltInModel } from './built-in-model.ts';

const MESSAGES: ChatMessage[] = [
  { role: 'system', content: 'Act.' },
  { role: 'user', content: 'look', images: [{ mediaType: 'image/png', base64: 'AAAA' }] },
];

afterEach(() => vi.unstubAllGlobals());

/** Stands in for Chrome's `LanguageModel`; notes what it was given. */
function standIn(pieces: readonly string[] | Error, availability = 'available') {
  const seen: { created: unknown[]; prompts: unknown[]; destroyed: number } = {
    ...{ created: [], prompts: [], destroyed: 0 },
  };
  vi.stubGlobal('LanguageModel', {
    availability: () => Promise.resolve(availability),
    create: (options: unknown) => {
      seen.created.push(options);
      return Promise.resolve({
        promptStreaming(input: unknown, { signal }: { signal: AbortSignal }) {
          seen.prompts.push(input);
          return new ReadableStream<string>({
            start(controller) {
              if (pieces instanceof Error) {
                controller.error(pieces);
                return;
              }
              for (const piece of pieces) controller.enqueue(piece);
              if (pieces.at(-1) !== '…') controller.close();
              signal.addEventListener('abort', () => controller.error(signal.reason));
            },
          });
        },
        destroy: () => (seen.destroyed += 1),
      });
    },
  });
  return seen;
}

function ask(
  images = false,
  options: { onText?: (text: string) => void; signal?: AbortSignal } = {},
) {
  const settings = { baseUrl: BUILT_IN, apiKey: '', model: 'Gemini Nano', images };
  return askEndpoint(settings, MESSAGES, { signal: new AbortController().signal, ...options });
}

describe('Chrome’s built-in model', () => {
  it('is not there in browsers without it', async () => {
    expect(findBuiltInModel()).toBeNull();
    expect(await ask()).toMatchObject({ ok: false, fix: 'settings' });
  });

  it('streams, gets the rules first, and is released afterwards', async () => {
    const seen = standIn(['cli', 'ck()']);
    const texts: string[] = [];
    expect(await ask(false, { onText: (text) => texts.push(text) })).toEqual({
      ok: true,
      text: 'click()',
    });
    expect(texts).toEqual(['cli', 'click()']);
    expect(seen.created[0]).toMatchObject({
      initialPrompts: [{ role: 'system', content: 'Act.' }],
    });
    expect(seen.prompts[0]).toEqual([{ role: 'user', content: 'look' }]);
    expect(seen.destroyed).toBe(1);
  });

  it('is shown pictures when they are on', async () => {
    const seen = standIn(['ok']);
    await ask(true);
    expect(seen.created[0]).toMatchObject({
      expectedInputs: [{ type: 'text' }, { type: 'image' }],
    });
    const [prompt] = seen.prompts[0] as { content: { type: string; value: unknown }[] }[];
    expect(prompt?.content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(prompt?.content[1]?.value).toBeInstanceOf(Blob);
  });

  it('stops at once when aborted', async () => {
    const seen = standIn(['cli', '…']);
    const stop = new AbortController();
    const reply = await ask(false, { signal: stop.signal, onText: () => stop.abort() });
    expect(reply).toMatchObject({ ok: false, fix: null });
    expect(seen.destroyed).toBe(1);
  });

  it('says that it must be got first, or that the question was too long', async () => {
    standIn([], 'downloadable');
    const waiting = await ask();
    expect(!waiting.ok && waiting.message).toContain('get it in Settings');
    standIn(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    expect(await ask()).toMatchObject({ ok: false, overflow: true });
  });
});
