import { afterEach, describe, expect, it } from 'vitest';
import { callTool, startScriptedEndpoint } from '../../../../e2e/fixtures/scripted-endpoint.ts';
import type {
  Manner,
  Script,
  ScriptedEndpoint,
} from '../../../../e2e/fixtures/scripted-endpoint.ts';
import type { EndpointSettings } from '../../../core/navigator/model/endpoint-settings.ts';
import { DEFAULT_ENDPOINT } from '../../../core/navigator/model/endpoint-settings.ts';
import type { Check, CheckId } from './explain-finding.ts';
import { diagnose } from './diagnose.ts';
import { explainUnreachable } from './explain-finding.ts';
import { readNetError } from './probe-address.ts';

let endpoint: ScriptedEndpoint | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

async function look(script: Script, manner: Manner = {}, over: Partial<EndpointSettings> = {}) {
  endpoint = await startScriptedEndpoint(script, manner);
  const settings = {
    ...{ ...DEFAULT_ENDPOINT, baseUrl: endpoint.baseUrl, model: 'scripted', tools: false },
    ...over,
  };
  const checks = await diagnose(settings, {
    signal: new AbortController().signal,
    onChecks: () => undefined,
    probe: () => Promise.resolve('unknown'),
  });
  const find = (id: CheckId): Partial<Check> => checks.find((check) => check.id === id) ?? {};
  return { checks, find, baseUrl: endpoint.baseUrl };
}

function listing(...models: object[]): Manner {
  return { models: { status: 200, body: { data: models } } };
}

describe('diagnose', () => {
  it('finds nothing wrong with what works', async () => {
    const { checks } = await look(['ready'], listing({ id: 'scripted', max_model_len: 32_768 }));
    expect(checks.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'address passed',
      'access passed',
      'path passed',
      'model passed',
      'answer passed',
      'context passed',
    ]);
  });

  it('tells a missing key from a wrong one', async () => {
    const without = await look(['ready'], { key: 'right' });
    expect(without.find('access')).toMatchObject({ state: 'failed' });
    expect(without.find('access').message).toContain('asks for an API key (401)');
    expect(without.find('answer')).toMatchObject({ state: 'skipped' });
    await endpoint?.close();
    const wrong = await look(['ready'], { key: 'right' }, { apiKey: 'wrong' });
    expect(wrong.find('access').message).toContain(
      'does not accept the API key (401). Set the key',
    );
  });

  it('hears of a wrong key from the question, where models are listed to anybody', async () => {
    const { find } = await look([{ status: 401, body: {} }], {}, { apiKey: 'wrong' });
    expect(find('access')).toMatchObject({ state: 'failed' });
  });

  it('gives Ollama’s line where a server refuses without a word, and its words where it has any', async () => {
    const silent = await look([], { models: { status: 403, body: '' } });
    expect(silent.find('access')).toMatchObject({ state: 'failed' });
    expect(silent.find('access').line).toContain('OLLAMA_ORIGINS=chrome-extension://');
    await endpoint?.close();
    const refusal = { status: 403, body: { error: { message: 'Your plan has no such model.' } } };
    const reported = await look([refusal]);
    expect(reported.find('access').message).toContain('Your plan has no such model.');
    expect(reported.find('access').line).toBeUndefined();
  });

  it('finds the base URL when /v1 is missing', async () => {
    const { find, baseUrl } = await look([], { path: '/api/v1' });
    expect(find('path')).toMatchObject({
      state: 'failed',
      remedy: { kind: 'base-url', baseUrl: baseUrl.replace('/v1', '/api/v1') },
    });
  });

  it('lists the models when there is none of that name, those most like it first', async () => {
    const { find } = await look(
      [{ status: 404, body: { error: { message: 'model "llama" not found' } } }],
      listing({ id: 'qwen' }, { id: 'llama3.1:8b' }, { id: 'phi' }),
      { model: 'llama3.1' },
    );
    expect(find('model')).toMatchObject({
      state: 'failed',
      remedy: { kind: 'model', models: ['llama3.1:8b', 'phi', 'qwen'] },
    });
  });

  it.each(['scripted:latest', 'models/scripted'])('knows the model in %s', async (id) => {
    const { find } = await look(['ready'], listing({ id }));
    expect(find('model')).toMatchObject({ state: 'passed' });
  });

  it('goes by the answer when a model answers that is not listed, or nothing is listed', async () => {
    const unlisted = await look(['ready'], listing({ id: 'other' }));
    expect(unlisted.find('model')).toMatchObject({ state: 'warned' });
    await endpoint?.close();
    const silent = await look(['ready'], { models: { status: 404, body: 'no' } });
    expect(silent.find('model')).toMatchObject({ state: 'passed' });
    expect(silent.find('path')).toMatchObject({ state: 'passed' });
  });

  it('tells whether pictures and tools are taken', async () => {
    const both = { images: true, tools: true };
    const good = await look(['ready', 'Red.', callTool('report', {})], {}, both);
    expect([good.find('images').state, good.find('tools').state]).toEqual(['passed', 'passed']);
    await endpoint?.close();
    const blind = { status: 400, body: { error: { message: 'image_url is not supported' } } };
    const bad = await look(['ready', blind, 'I will not.'], {}, both);
    expect(bad.find('images')).toMatchObject({
      state: 'failed',
      remedy: { kind: 'turn-off', option: 'images' },
    });
    expect(bad.find('tools')).toMatchObject({ state: 'warned' });
    await endpoint?.close();
    const plain = { status: 400, body: { error: { message: 'scripted does not support tools' } } };
    const json = '{"call": {"name": "report", "arguments": {"word": "ready"}}}';
    const other = await look(['ready', plain, json], {}, { tools: true });
    expect(other.find('tools')).toMatchObject({ state: 'passed' });
    expect(other.find('tools').message).toContain('as JSON');
    await endpoint?.close();
    const text = await look(['ready', plain, 'ready'], {}, { tools: true });
    expect(text.find('tools')).toMatchObject({
      state: 'warned',
      remedy: { kind: 'turn-off', option: 'tools' },
    });
    expect(text.find('tools').message).toContain('asked in text instead');
  });

  it('offers the context size that the endpoint holds', async () => {
    const { find } = await look(['ready'], listing({ id: 'scripted', context_length: 4096 }));
    expect(find('context')).toMatchObject({
      state: 'failed',
      remedy: { kind: 'context', tokens: 4096 },
    });
  });

  it('stops at once when cancelled', async () => {
    endpoint = await startScriptedEndpoint([{ silence: true }]);
    const stop = new AbortController();
    const settings = { ...DEFAULT_ENDPOINT, baseUrl: endpoint.baseUrl, model: 'scripted' };
    const checks = await diagnose(settings, {
      signal: stop.signal,
      onChecks: (seen) => {
        if (seen.some(({ id, message }) => id === 'answer' && message !== '')) stop.abort();
      },
      probe: () => Promise.resolve('unknown'),
    });
    expect(checks.find(({ id }) => id === 'answer')).toMatchObject({ state: 'skipped' });
    expect(checks.find(({ id }) => id === 'address')).toMatchObject({ state: 'passed' });
  });
});

describe('explaining what was found', () => {
  const ollama = { ...DEFAULT_ENDPOINT, model: 'm' };

  it('gives Ollama’s exact line, and says what to do about each kind of silence', () => {
    expect(explainUnreachable('answers', ollama).line).toContain(
      'OLLAMA_ORIGINS=chrome-extension://',
    );
    expect(explainUnreachable('refused', ollama).message).toContain('start Ollama');
    const secure = { ...ollama, baseUrl: 'https://nas.example:8443/v1' };
    expect(explainUnreachable('unknown-host', secure).message).toContain('nas.example');
    expect(explainUnreachable('no-https', secure).remedy).toEqual({
      kind: 'base-url',
      baseUrl: 'http://nas.example:8443/v1',
    });
  });

  it.each([
    ['net::ERR_CONNECTION_REFUSED', 'refused'],
    ['net::ERR_NAME_NOT_RESOLVED', 'unknown-host'],
    ['net::ERR_CERT_AUTHORITY_INVALID', 'certificate'],
    ['net::ERR_SSL_PROTOCOL_ERROR', 'no-https'],
    ['net::ERR_CONNECTION_TIMED_OUT', 'timeout'],
    ['net::ERR_BLOCKED_BY_RESPONSE', 'answers'],
    ['net::ERR_INTERNET_DISCONNECTED', 'offline'],
    ['net::ERR_SOMETHING_NEW', 'unknown'],
  ])('reads %s', (error, found) => {
    expect(readNetError(error)).toBe(found);
  });
});
