import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startScriptedEndpoint, writeEvents } from '../../../e2e/fixtures/scripted-endpoint.ts';
import type {
  Script,
  ScriptedEndpoint,
  ScriptedReply,
} from '../../../e2e/fixtures/scripted-endpoint.ts';
import { askEndpoint } from './ask-endpoint.ts';

const MESSAGES = [
  { role: 'system', content: 'Act.' },
  { role: 'user', content: 'click Save' },
] as const;

let endpoint: ScriptedEndpoint | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

async function ask(replies: Script, options: { patienceMs?: number; apiKey?: string } = {}) {
  endpoint = await startScriptedEndpoint(replies);
  const { apiKey = 'sk-mine', ...rest } = options;
  const seen: string[] = [];
  const reply = await askEndpoint(
    { baseUrl: endpoint.baseUrl, apiKey, model: 'scripted' },
    MESSAGES,
    { signal: new AbortController().signal, onText: (text) => seen.push(text), ...rest },
  );
  return { reply, seen, requests: endpoint.requests };
}

describe('askEndpoint', () => {
  it('sends messages, model and key, and streams the reply', async () => {
    const { reply, seen, requests } = await ask(['click(uid="a-1")']);
    expect(reply).toEqual({
      ok: true,
      text: 'click(uid="a-1")',
      usage: { promptTokens: 7, completionTokens: 4 },
    });
    expect(seen.at(0)).toBe('clic');
    expect(seen.at(-1)).toBe('click(uid="a-1")');
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ model: 'scripted', stream: true, messages: MESSAGES });
    expect(requests[0]?.headers.authorization).toBe('Bearer sk-mine');
  });

  it('sends no authorisation without a key, and no headers a server would have to admit', async () => {
    const { requests } = await ask(['ok'], { apiKey: '' });
    const names = Object.keys(requests[0]?.headers ?? {});
    expect(names).not.toContain('authorization');
    expect(names.filter((name) => name.startsWith('x-stainless'))).toEqual([]);
  });

  it.each([1, 2, 3, 5])(
    'puts characters together that arrive %i bytes at a time',
    async (bytes) => {
      const text = 'say(utterance="Žluť, 東京 and 🫖 [DONE]")';
      const { reply } = await ask([{ text, bytesPerWrite: bytes }]);
      expect(reply).toMatchObject({ ok: true, text });
    },
  );

  it.each([
    [
      401,
      { error: { message: 'Incorrect API key: sk-mine' } },
      'does not accept the API key',
      'settings',
    ],
    [403, { error: { message: 'no' } }, 'does not allow this (403)', 'settings'],
    [
      404,
      { error: { message: 'The model `scripted` does not exist' } },
      'no model “scripted”',
      'settings',
    ],
    [404, 'page not found', 'usually ends in /v1', 'settings'],
    [422, { detail: 'stream must be false' }, 'stream must be false', 'settings'],
  ])('explains status %i and asks only once', async (status, body, part, fix) => {
    const { reply, requests } = await ask([{ status, body }]);
    expect(reply).toMatchObject({ ok: false, fix });
    expect(!reply.ok && reply.message).toContain(part);
    expect(!reply.ok && reply.message).toContain('Your message is saved');
    expect(JSON.stringify(reply)).not.toContain('sk-mine');
    expect(requests).toHaveLength(1);
  });

  it('tries again after a server error', async () => {
    const { reply, requests } = await ask([{ status: 500, body: {} }, 'back()']);
    expect(reply).toMatchObject({ ok: true, text: 'back()' });
    expect(requests).toHaveLength(2);
  });

  it.each([429, 503])('gives up on status %i after two more tries', async (status) => {
    const busy = {
      status,
      body: { error: { message: 'busy' } },
      headers: { 'retry-after-ms': '5' },
    };
    const { reply, requests } = await ask([busy, busy, busy, 'too late']);
    expect(reply).toMatchObject({ ok: false, fix: 'retry' });
    expect(!reply.ok && reply.message).toContain('also after trying again');
    expect(requests).toHaveLength(3);
  });

  it('does not act on a reply that broke off', async () => {
    const whole = writeEvents('click(uid="a-1")').split(/(?<=\n\n)/);
    const { reply } = await ask([{ events: whole.slice(0, 2), then: 'break' }]);
    expect(reply).toMatchObject({ ok: false, fix: 'retry' });
    expect(!reply.ok && reply.message).toContain('broke off');
    await endpoint?.close();
    const ended = await ask([{ events: whole.slice(0, 2), then: 'end' }]);
    expect(!ended.reply.ok && ended.reply.message).toContain('broke off');
  });

  it('takes a reply without a finish reason that has its end mark', async () => {
    const event = 'data: {"choices":[{"delta":{"content":"back()"}}]}\n\n';
    const { reply } = await ask([{ events: [event, 'data: [DONE]\n\n'], then: 'end' }]);
    expect(reply).toEqual({ ok: true, text: 'back()' });
  });

  it('takes a whole reply from a server that does not stream', async () => {
    const body = { choices: [{ message: { role: 'assistant', content: 'back()' } }] };
    const { reply } = await ask([{ status: 200, body }]);
    expect(reply).toEqual({ ok: true, text: 'back()' });
  });

  it.each<[ScriptedReply, string]>([
    [{ events: ['data: [DONE]\n\n'], then: 'end' }, 'empty reply'],
    [{ events: ['data: {"choices": [\n\n'], then: 'end' }, 'not in the OpenAI format'],
    [{ events: ['data: {"error":{"message":"overloaded"}}\n\n'], then: 'end' }, 'overloaded'],
    [
      { status: 200, body: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } },
      'text/html instead of a chat reply',
    ],
  ])('explains what is no reply: %j', async (scripted, part) => {
    const { reply } = await ask([scripted]);
    expect(!reply.ok && reply.message).toContain(part);
  });

  it('loses patience with an endpoint that stops in the middle', async () => {
    const event = 'data: {"choices":[{"delta":{"content":"cli"}}]}\n\n';
    const { reply, seen } = await ask([{ events: [event], then: 'hang' }], { patienceMs: 150 });
    expect(seen).toEqual(['cli']);
    expect(!reply.ok && reply.message).toContain('did not answer in time');
  });

  it('stops at once when aborted, before and during the reply', async () => {
    const event = 'data: {"choices":[{"delta":{"content":"cli"}}]}\n\n';
    endpoint = await startScriptedEndpoint([{ events: [event], then: 'hang' }, { silence: true }]);
    const settings = { baseUrl: endpoint.baseUrl, apiKey: '', model: 'm' };
    const during = new AbortController();
    const streaming = await askEndpoint(settings, MESSAGES, {
      signal: during.signal,
      onText: () => during.abort(),
    });
    expect(streaming).toMatchObject({ ok: false, fix: null });
    const before = new AbortController();
    const waiting = askEndpoint(settings, MESSAGES, { signal: before.signal });
    await expect.poll(() => endpoint?.requests.length).toBe(2);
    before.abort();
    expect(await waiting).toMatchObject({ ok: false, fix: null });
  });

  it('says when nothing listens there', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const baseUrl = `http://127.0.0.1:${String(port)}/v1`;
    const reply = await askEndpoint({ baseUrl, apiKey: '', model: 'm' }, MESSAGES, {
      signal: new AbortController().signal,
    });
    expect(reply).toMatchObject({ ok: false, fix: 'settings' });
    expect(!reply.ok && reply.message).toContain('could not be reached');
  });
});
