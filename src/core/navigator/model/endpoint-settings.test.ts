import { describe, expect, it } from 'vitest';
import { ENDPOINT_PRESETS } from './endpoint-presets.ts';
import { validateEndpoint } from './endpoint-settings.ts';

describe('validateEndpoint', () => {
  it('tidies what was pasted', () => {
    const input = {
      baseUrl: ' http://localhost:11434/v1/chat/completions/ ',
      apiKey: ' ',
      model: ' m ',
    };
    expect(validateEndpoint(input)).toEqual({
      ok: true,
      settings: {
        ...{ baseUrl: 'http://localhost:11434/v1', apiKey: '', model: 'm' },
        // What was stored before there was more to set gets these.
        ...{ strategy: 'weblinx', images: false, tools: true, contextTokens: 8192 },
        ...{ prices: null, ceiling: null },
      },
    });
  });

  it('offers tools unless the user or the kind of endpoint says otherwise', () => {
    const validate = (more: object) => validateEndpoint({ apiKey: 'k', model: 'm', ...more });
    const own = { baseUrl: 'http://a.example/v1' };
    expect(validate(own)).toMatchObject({ settings: { tools: true } });
    expect(validate({ ...own, tools: false })).toMatchObject({ settings: { tools: false } });
    for (const { baseUrl, answersInText = false } of ENDPOINT_PRESETS) {
      if (baseUrl === '') continue;
      expect(validate({ baseUrl })).toMatchObject({ settings: { tools: !answersInText } });
    }
  });

  it('keeps what else was set', () => {
    const chosen = {
      ...{ baseUrl: 'http://a.example/v1', apiKey: 'k', model: 'm', strategy: 'multimodal' },
      ...{ images: true, tools: true, contextTokens: 32_000 },
      ...{ prices: { prompt: 0.4, completion: 1.6 }, ceiling: 2 },
    };
    expect(validateEndpoint(chosen)).toEqual({ ok: true, settings: chosen });
    expect(validateEndpoint({ ...chosen, strategy: 'magic' })).toMatchObject({
      settings: { strategy: 'weblinx' },
    });
  });

  it.each([
    [{ contextTokens: 100 }, 'contextTokens'],
    [{ contextTokens: 4096.5 }, 'contextTokens'],
    [{ contextTokens: Number.NaN }, 'contextTokens'],
    [{ prices: { prompt: -1, completion: 1 } }, 'prices'],
    [{ prices: { prompt: 1, completion: Number.NaN } }, 'prices'],
    [{ ceiling: 5 }, 'ceiling'],
    [{ ceiling: 0, prices: { prompt: 1, completion: 1 } }, 'ceiling'],
  ])('does not take %j', (wrong, field) => {
    const checked = validateEndpoint({ baseUrl: 'http://a.example/v1', model: 'm', ...wrong });
    expect(!checked.ok && checked.problems.map((problem) => problem.field)).toEqual([field]);
  });

  it('asks for no key when it is sealed, nor for one of the built-in model', () => {
    const openai = { baseUrl: 'https://api.openai.com/v1', model: 'm' };
    expect(validateEndpoint(openai, true)).toMatchObject({ ok: true });
    expect(validateEndpoint({ baseUrl: 'built-in' })).toMatchObject({
      settings: { baseUrl: 'built-in', model: 'Gemini Nano' },
    });
  });

  it.each([
    [null, ['baseUrl', 'model']],
    [{ baseUrl: 'localhost', model: 'm' }, ['baseUrl']],
    [{ baseUrl: 'ftp://a.example', model: 'm' }, ['baseUrl']],
    [{ baseUrl: 'https://a.example/v1?key=1', model: 'm' }, ['baseUrl']],
    [{ baseUrl: 'https://me:secret@a.example/v1', model: 'm' }, ['baseUrl']],
    [{ baseUrl: 'https://api.openai.com/v1', model: 'm' }, ['apiKey']],
    [{ baseUrl: 'https://a.example', apiKey: 'sk–1', model: 'm' }, ['apiKey']],
    [{ baseUrl: 'https://a.example', apiKey: 'sk-1', model: '' }, ['model']],
  ])('names the fields that are wrong in %j', (input, fields) => {
    const checked = validateEndpoint(input);
    expect(!checked.ok && checked.problems.map(({ field }) => field)).toEqual(fields);
  });

  it('takes every preset as it is', () => {
    for (const { baseUrl, id } of ENDPOINT_PRESETS) {
      if (id === 'custom') continue;
      expect(validateEndpoint({ baseUrl, apiKey: 'k', model: 'm' })).toMatchObject({
        ok: true,
        settings: { baseUrl },
      });
    }
  });
});
