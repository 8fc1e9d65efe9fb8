/** What is sent beside the text, what comes back beside it, and asking again. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startScriptedEndpoint } from '../../../e2e/fixtures/scripted-endpoint.ts';
import type { Script, ScriptedEndpoint } from '../../../e2e/fixtures/scripted-endpoint.ts';
import type { ToolSchema } from '../../core/navigator/model/tool-schema.ts';
import { writeReplySchema } from '../../core/navigator/model/tool-schema.ts';
import type { ChatMessage } from '../../core/navigator/model/question.ts';
import { askEndpoint, findReplyForm } from './ask-endpoint.ts';
import type { AskOptions, Retry } from './ask-endpoint.ts';

let endpoint: ScriptedEndpoint | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

const HELLO: ChatMessage[] = [{ role: 'user', content: 'hello' }];

async function ask(
  replies: Script,
  { messages = HELLO, images = false, ...options }: Partial<AskOptions> & Wanted = {},
) {
  endpoint = await startScriptedEndpoint(replies);
  const settings = { baseUrl: endpoint.baseUrl, apiKey: '', model: 'scripted', images };
  const { signal } = new AbortController();
  const reply = await askEndpoint(settings, messages, { signal, ...options });
  return { reply, bodies: endpoint.requests.map(({ body }) => body) };
}

interface Wanted {
  messages?: ChatMessage[];
  images?: boolean;
}

const CLICK: ToolSchema = {
  name: 'click',
  description: 'Clicks.',
  parameters: {
    type: 'object',
    properties: { uid: { type: 'string' }, button: { type: 'string' } },
    required: ['uid'],
  },
};

function refuse(parameter: string, status = 400) {
  return { status, body: { error: { message: `Unsupported value: '${parameter}'.` } } };
}

function writeChunks(...deltas: object[]) {
  const chunks = deltas.map((delta) => ({ choices: [{ index: 0, delta }] }));
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  const events = [...chunks, end].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  return { events: [...events, 'data: [DONE]\n\n'], then: 'end' as const };
}

describe('what is sent', () => {
  it('asks for the same answer each time, and for the count of tokens', async () => {
    const { bodies } = await ask(['ok']);
    expect(bodies[0]).toMatchObject({ temperature: 0, stream_options: { include_usage: true } });
    expect(bodies[0]).not.toHaveProperty('tools');
  });

  it('leaves out, from then on, what the endpoint refuses by name', async () => {
    const { bodies, reply } = await ask([
      refuse('temperature'),
      refuse('stream_options', 422),
      'ok',
    ]);
    expect(reply).toMatchObject({ ok: true });
    expect(bodies.map((body) => Object.keys(body).filter((key) => /temp|opt/.test(key)))).toEqual([
      ['temperature', 'stream_options'],
      ['stream_options'],
      [],
    ]);
  });

  it('sends pictures as data URLs, and none to a model that takes none', async () => {
    const picture = { mediaType: 'image/png', base64: 'AAAA' } as const;
    const messages: ChatMessage[] = [{ role: 'user', content: 'look', images: [picture] }];
    const shown = await ask(['ok'], { messages, images: true });
    expect(shown.bodies[0]?.['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ]);
    await endpoint?.close();
    const hidden = await ask(['ok'], { messages });
    expect(hidden.bodies[0]?.['messages']).toEqual([{ role: 'user', content: 'look' }]);
  });

  it('offers tools, and says when the model takes none', async () => {
    const words = 'registry.ollama.ai/library/gemma does not support tools';
    const { bodies, reply } = await ask([{ status: 400, body: { error: { message: words } } }], {
      tools: [CLICK],
    });
    expect(bodies[0]?.['tools']).toEqual([{ type: 'function', function: CLICK }]);
    expect(!reply.ok && reply.message).toContain(
      'takes no tools (400). Your message is saved: turn them off',
    );
  });

  it.each([
    ['Ollama', 400, 'registry.ollama.ai/library/gemma does not support tools'],
    ['vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice to be set'],
    ['OpenRouter', 404, 'No endpoints found that support tool use.'],
    ['llama.cpp', 500, 'tools param requires --jinja flag'],
  ])('knows from then on that a model of %s takes no tools', async (_who, status, words) => {
    const { reply, bodies } = await ask([{ status, body: { error: { message: words } } }], {
      tools: [CLICK],
    });
    expect(reply).toMatchObject({ ok: false, toolsRefused: true });
    expect(bodies).toHaveLength(1);
    const model = { baseUrl: endpoint?.baseUrl ?? '', model: 'scripted' };
    expect(findReplyForm(model)).toBe('json');
    expect(findReplyForm({ ...model, model: 'other' })).toBe('tools');
    // Without tools in the question, the same words are another fault.
    const plain = await askEndpoint({ ...model, apiKey: '' }, HELLO, {
      signal: new AbortController().signal,
    });
    expect(plain).not.toHaveProperty('toolsRefused');
  });
});

describe('structured replies', () => {
  it('are asked for by a strict schema of each tool where the endpoint checks arguments by it', async () => {
    endpoint = await startScriptedEndpoint([refuse('tools[0].function.strict'), 'ok']);
    const { baseUrl, requests } = endpoint;
    const settings = { baseUrl: 'https://api.openai.com/v1', apiKey: 'k', model: 'scripted' };
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      fetch(url.replace(settings.baseUrl, baseUrl), init),
    );
    const { signal } = new AbortController();
    const reply = await askEndpoint(settings, HELLO, { signal, tools: [CLICK] });
    vi.unstubAllGlobals();
    expect(reply).toMatchObject({ ok: true });
    const strict = {
      type: 'object',
      properties: {
        uid: { type: 'string' },
        button: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['uid', 'button'],
      additionalProperties: false,
    };
    expect(requests.map(({ body }) => body['tools'])).toEqual([
      [{ type: 'function', function: { ...CLICK, parameters: strict, strict: true } }],
      [{ type: 'function', function: CLICK }],
    ]);
  });

  it('are asked for as JSON by one schema', async () => {
    const text = '{"call": {"name": "click", "arguments": {"uid": "x-1"}}}';
    const schema = writeReplySchema([CLICK]);
    const { bodies, reply } = await ask([writeChunks({ content: text })], { schema });
    expect(bodies[0]?.['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema },
    });
    expect(reply).toMatchObject({ ok: true, text });
  });

  it.each([
    ['LM Studio', 400, { error: "'response_format.type' must be 'json_schema' or 'text'" }],
    [
      'llama.cpp',
      400,
      { error: { message: 'Failed to initialize samplers: failed to parse grammar' } },
    ],
    ['vLLM', 400, { message: 'Structured outputs are not supported by this model.' }],
    ['OpenRouter', 404, { error: { message: 'No endpoints found that support response_format' } }],
  ])('are not asked for again where %s refuses the schema', async (_who, status, body) => {
    const noTools = {
      status: 400,
      body: { error: { message: 'scripted does not support tools' } },
    };
    endpoint = await startScriptedEndpoint([noTools, { status, body }, 'ok', 'ok']);
    const { baseUrl, requests } = endpoint;
    const settings = { baseUrl, apiKey: '', model: 'scripted' };
    const { signal } = new AbortController();
    const forms = [findReplyForm(settings)];
    await askEndpoint(settings, HELLO, { signal, tools: [CLICK] });
    forms.push(findReplyForm(settings));
    const schema = writeReplySchema([CLICK]);
    const reply = await askEndpoint(settings, HELLO, { signal, schema });
    forms.push(findReplyForm(settings));
    expect(reply).toMatchObject({ ok: true, text: 'ok' });
    expect(forms).toEqual(['tools', 'json', 'text']);
    const sent = requests.map(({ body: { tools, response_format } }) => [
      !!tools,
      !!response_format,
    ]);
    expect(sent).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });
});

describe('thoughts', () => {
  it.each(['reasoning_content', 'reasoning'])(
    'in %s are shown, and no part of the reply',
    async (name) => {
      const shown: string[] = [];
      const { reply } = await ask(
        [writeChunks({ [name]: 'The cart is ' }, { [name]: 'empty.' }, { content: 'done()' })],
        { onText: (text) => shown.push(text) },
      );
      expect(reply).toMatchObject({ ok: true, text: 'done()' });
      expect(shown).toEqual(['The cart is', 'The cart is empty.', 'The cart is empty.\n\ndone()']);
    },
  );

  it('alone are an empty reply', async () => {
    const { reply } = await ask([writeChunks({ reasoning: 'Hm.' })]);
    expect(!reply.ok && reply.message).toMatch(/empty|said nothing|nothing/i);
  });
});

describe('tool calls', () => {
  const call = (index: number, id: string, name: string, args: string) => ({
    tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }],
  });
  const piece = (index: number, args: string) => ({
    tool_calls: [{ index, function: { arguments: args } }],
  });

  it('puts calls together whose pieces come mixed', async () => {
    const { reply } = await ask([
      writeChunks(
        { content: 'I click.' },
        call(0, 'a', 'click', ''),
        piece(0, '{"uid":'),
        call(1, 'b', 'scroll', '{"y"'),
        piece(0, '"x-1"}'),
        piece(1, ':5}'),
      ),
    ]);
    expect(reply.ok && reply.text).toBe(
      'I click.\n<tool_call>{"name":"click","arguments":{"uid":"x-1"}}</tool_call>\n<tool_call>{"name":"scroll","arguments":{"y":5}}</tool_call>',
    );
  });

  it('takes whole calls that all have the index 0, and arguments that are no text', async () => {
    const whole = {
      tool_calls: [{ index: 0, id: 'c', function: { name: 'c', arguments: { k: 1 } } }],
    };
    const { reply } = await ask([writeChunks(call(0, 'a', 'back', ''), whole)]);
    expect(reply.ok && reply.text).toBe(
      '<tool_call>{"name":"back","arguments":{}}</tool_call>\n<tool_call>{"name":"c","arguments":{"k":1}}</tool_call>',
    );
  });
});

describe('asking again', () => {
  const busy = (headers: Record<string, string>) => ({ status: 429, body: {}, headers });

  it('waits as long as the endpoint asks for, and tells each time', async () => {
    const retries: Retry[] = [];
    const { reply } = await ask(
      [busy({ 'retry-after': '0.05' }), { status: 503, body: {} }, 'ok'],
      {
        onRetry: (retry) => retries.push(retry),
      },
    );
    expect(reply).toMatchObject({ ok: true });
    expect(retries).toMatchObject([
      { attempt: 1, most: 2, waitMs: 50 },
      { attempt: 2, most: 2 },
    ]);
    expect(retries[0]?.reason).toContain('is asked too often (429)');
    expect(retries[1]?.waitMs).toBeGreaterThan(500);
  });

  it.each([
    ['to wait longer than anybody would', busy({ 'retry-after': '3600' })],
    [
      'for money',
      { status: 429, body: { error: { code: 'insufficient_quota', message: 'Pay.' } } },
    ],
  ])('does not when it asks %s', async (_what, reply) => {
    const { bodies } = await ask([reply, 'late']);
    expect(bodies).toHaveLength(1);
  });

  it('stops waiting at once when aborted', async () => {
    const stop = new AbortController();
    const { reply, bodies } = await ask([busy({ 'retry-after': '30' }), 'late'], {
      signal: stop.signal,
      onRetry: () => stop.abort(),
    });
    expect(reply).toMatchObject({ ok: false, fix: null });
    expect(bodies).toHaveLength(1);
  });

  it('is left to the caller when the question was too long', async () => {
    const words = 'the request exceeds the available context size';
    const { reply, bodies } = await ask([
      { status: 500, body: { error: { message: words } } },
      'ok',
    ]);
    expect(reply).toMatchObject({ ok: false, overflow: true });
    expect(bodies).toHaveLength(1);
  });
});
