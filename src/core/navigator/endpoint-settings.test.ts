import { describe, expect, it } from 'vitest';
import { ENDPOINT_PRESETS, validateEndpoint } from './endpoint-settings.ts';

describe('validateEndpoint', () => {
  it('tidies what was pasted', () => {
    const input = {
      baseUrl: ' http://localhost:11434/v1/chat/completions/ ',
      apiKey: ' ',
      model: ' m ',
    };
    expect(validateEndpoint(input)).toEqual({
      ok: true,
      settings: { baseUrl: 'http://localhost:11434/v1', apiKey: '', model: 'm' },
    });
  });

  it.each([
    [null, ['baseUrl', 'model']],
    [{ baseUrl: 'localhost', model: 'm' }, ['baseUrl']],
    [{ baseUrl: 'ftp://a.example', model: 'm' }, ['baseUrl']],
    [{ baseUrl: 'https://a.example/v1?key=1', model: 'm' }, ['baseUrl']],
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
