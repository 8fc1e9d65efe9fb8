import { afterEach, describe, expect, it } from 'vitest';
import type { PerformContext } from './context.ts';
import { listPageTools } from './page-tools.ts';
import { performAction } from './perform.ts';
import { find, makeContext, mount, receiptOf } from './perform.fixture.ts';

interface StandInTool {
  name: string;
  description: string;
  inputSchema?: unknown;
  annotations?: object;
  execute?: (input: Record<string, unknown>) => unknown;
}

interface StandIn {
  signals: AbortSignal[];
}

/** Puts a stand-in for the browser's WebMCP where the real one is. `asText`: as Chromium before 156 has it. */
function offer(tools: readonly StandInTool[], asText = false): StandIn {
  const signals: AbortSignal[] = [];
  const context = {
    getTools: () => Promise.resolve(tools.map((tool) => ({ ...tool, execute: undefined }))),
    executeTool(tool: object, input: object, options: { signal: AbortSignal }) {
      signals.push(options.signal);
      const { name } = tool as StandInTool;
      const found = tools.find((each) => each.name === name);
      // oxlint-disable-next-line typescript/no-base-to-string -- as WebIDL converts it
      const given = asText ? String(input) : JSON.stringify(input);
      const parsed = JSON.parse(given) as Record<string, unknown>;
      return Promise.resolve(parsed).then((each) => found?.execute?.(each));
    },
  };
  Object.defineProperty(Document.prototype, 'modelContext', {
    ...{ get: () => context, configurable: true },
  });
  return { signals };
}

afterEach(() => {
  Reflect.deleteProperty(Document.prototype, 'modelContext');
});

const ADD: StandInTool = {
  name: 'add_to_cart',
  description: 'Adds a product to the cart.',
  inputSchema: {
    type: 'object',
    properties: { product: { type: 'string' }, amount: { type: 'integer' } },
    required: ['product'],
  },
  execute: ({ product, amount = 1 }) => {
    find('#cart').textContent = `${String(amount)} ${String(product)} in the cart`;
    return { content: [{ type: 'text', text: 'Added' }] };
  },
};

const call = (tool: string, input: object = {}, over: Partial<PerformContext> = {}) =>
  performAction({ intent: 'callTool', tool, input: JSON.stringify(input) }, makeContext(over));

describe('the tools of a page', () => {
  it('are none without WebMCP, also where an element is called so', async () => {
    mount('<form name="modelContext"><input name="getTools"></form>');
    expect(await listPageTools(document)).toEqual([]);
    expect(await call('add_to_cart')).toMatchObject({ ok: false, reason: 'unsupported' });
  });

  it.each([false, true])('are called, and what they changed is seen (as text: %s)', async (old) => {
    mount('<p id="cart">The cart is empty</p>');
    offer([ADD], old);
    const performed = await call('add_to_cart', { product: 'lamp', amount: 2 });
    expect(receiptOf(performed)).toMatchObject({
      verdict: 'changed',
      tool: { state: 'answered', text: 'Added' },
      changes: [
        { kind: 'appeared', text: '2 lamp in the cart' },
        { kind: 'vanished', text: 'The cart is empty' },
      ],
    });
  });

  it('are not called without a required argument, with one of another type, or when gone', async () => {
    mount('<p id="cart">The cart is empty</p>');
    const { signals } = offer([ADD]);
    expect(await call('add_to_cart')).toMatchObject({
      ...{ ok: false, reason: 'invalid', message: '“add_to_cart” needs product.' },
    });
    expect(await call('add_to_cart', { product: 'lamp', amount: '2' })).toMatchObject({
      message: 'Amount should be an integer.',
    });
    expect(await call('remove')).toMatchObject({ ok: false, reason: 'gone' });
    expect(signals).toEqual([]);
  });

  it('report what they say although the page did not change', async () => {
    mount('<p id="cart">The cart is empty</p>');
    offer([
      { name: 'lie', description: '', execute: () => 'Ordered' },
      {
        name: 'look',
        description: '',
        annotations: { readOnlyHint: true },
        execute: () => ({ a: 1 }),
      },
    ]);
    expect(receiptOf(await call('lie'))).toEqual({
      ...{ verdict: 'unchanged', changes: [], tool: { state: 'answered', text: 'Ordered' } },
    });
    expect(receiptOf(await call('look')).tool).toEqual({
      ...{ state: 'answered', text: '{"a":1}', readOnly: true },
    });
  });

  it('may throw, and answer with anything', async () => {
    mount('');
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    offer([
      {
        name: 'throw',
        description: '',
        execute: () => {
          throw new Error('boom');
        },
      },
      { name: 'cyclic', description: '', execute: () => cyclic },
      { name: 'huge', description: '', execute: () => 'x'.repeat(5_000_000) },
      { name: 'error', description: '', execute: () => '{"content":[],"isError":true}' },
    ]);
    expect(receiptOf(await call('throw')).tool).toEqual({ state: 'failed', text: 'boom' });
    expect(receiptOf(await call('cyclic')).tool?.state).toBe('failed');
    expect(receiptOf(await call('huge')).tool?.text).toHaveLength(2000);
    expect(receiptOf(await call('error')).tool?.state).toBe('failed');
  });

  it('are given up after a time and by Stop, and told so', async () => {
    mount('');
    const { signals } = offer([
      { name: 'wait', description: '', execute: () => new Promise(() => undefined) },
    ]);
    const late = await call('wait', {}, { answerMs: 50 });
    expect(receiptOf(late).tool).toEqual({ state: 'silent', text: '' });
    const stop = new AbortController();
    const stopped = call('wait', {}, { signal: stop.signal });
    await expect.poll(() => signals).toHaveLength(2);
    stop.abort();
    expect(await stopped).toMatchObject({ ok: false, reason: 'stopped' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('are left out when they are of another document, or the list never comes', async () => {
    mount('');
    offer([ADD, { ...ADD, name: 'framed', ...{ window: { name: 'another' } } }]);
    expect((await listPageTools(document)).map(({ name }) => name)).toEqual(['add_to_cart']);
    Object.defineProperty(Document.prototype, 'modelContext', {
      configurable: true,
      get: () => ({ getTools: () => new Promise(() => undefined), executeTool: () => null }),
    });
    expect(await listPageTools(document)).toEqual([]);
  });
});
