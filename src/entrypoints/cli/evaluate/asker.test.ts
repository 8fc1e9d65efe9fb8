import { afterEach, describe, expect, it } from 'vitest';
import { openBudget } from '../../../core/evaluation/row.ts';
import { DEFAULT_ENDPOINT } from '../../../core/navigator/model/endpoint-settings.ts';
import { createAsker } from '../../../platform/endpoint/asker.ts';
import { openCache } from './run-folder.ts';
import type { ChatServer, Script } from './chat-server.fixture.ts';
import { startChatServer } from './chat-server.fixture.ts';

let server: ChatServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function open(script: Script, over: { patienceMs?: number; signal?: AbortSignal } = {}) {
  server = await startChatServer(script);
  const own = { baseUrl: server.baseUrl, apiKey: 'sk-1', model: 'm' };
  const settings = { ...DEFAULT_ENDPOINT, ...own };
  const prices = { prompt: 0, completion: 0 };
  const waits: number[] = [];
  const asker = createAsker({
    ...{ settings, prices, parallel: 2, retries: 2, patienceMs: 5000 },
    ...{ cache: openCache(null, settings), budget: openBudget(prices, null, 0) },
    signal: new AbortController().signal,
    overBudget: 'over budget',
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...over,
  });
  return { asker, waits, ask: (content: string) => asker.ask([{ role: 'user', content }]) };
}

describe('asking an endpoint', { timeout: 30_000 }, () => {
  it.each([429, 500, 503])('asks again after %i, longer and longer', async (status) => {
    // The endpoint package itself tries three times before we wait.
    const { ask, waits } = await open((_asked, n) => (n < 6 ? { status, body: {} } : 'click()'));
    expect(await ask('x')).toMatchObject({ ok: true, text: 'click()', usage: { cached: false } });
    expect(waits).toEqual([2000, 8000]);
  });

  it('says at last that it failed', async () => {
    const { ask } = await open(() => ({ status: 429, body: { error: { message: 'slow down' } } }));
    const asked = await ask('x');
    expect(asked).toMatchObject({ ok: false, kind: 'failed' });
    expect(asked.ok ? '' : asked.reason).toMatch(/429.*slow down/);
    expect(server?.asked).toHaveLength(9);
  });

  it('asks again when no answer comes in time', async () => {
    const { ask, waits } = await open((_asked, n) => (n < 3 ? { silence: true } : 'load()'), {
      patienceMs: 100,
    });
    expect(await ask('x')).toMatchObject({ ok: true, text: 'load()' });
    expect(waits.length).toBeGreaterThan(0);
  });

  it('stops at once when it is aborted', async () => {
    const stop = new AbortController();
    const { ask } = await open(
      () => {
        stop.abort();
        return { silence: true };
      },
      { signal: stop.signal },
    );
    expect(await ask('x')).toMatchObject({ ok: false, kind: 'stopped' });
    expect(await ask('y')).toMatchObject({ ok: false, kind: 'stopped' });
    expect(server?.asked).toHaveLength(1);
  });

  it('sends one question for two that are the same', async () => {
    const { ask } = await open(() => 'click()');
    const [a, b] = await Promise.all([ask('x'), ask('x')]);
    expect([a, b].map((asked) => asked.ok && asked.usage.cached)).toEqual([false, true]);
    expect(server?.asked).toHaveLength(1);
  });
});
