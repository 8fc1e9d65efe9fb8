import { describe, expect, it } from 'vitest';
import { checkEndpoint, hasProblem, trimEndpoint } from './check-endpoint.ts';

const local = {
  preset: 'ollama',
  baseUrl: 'http://localhost:11434/v1',
  apiKey: '',
  model: 'llama3.2',
};

describe('checkEndpoint', () => {
  it('accepts a local endpoint without a key', () => {
    expect(hasProblem(checkEndpoint(local))).toBe(false);
  });

  it.each([
    ['', /address/],
    ['localhost:11434', /https:\/\//],
    ['file:///etc', /https:\/\//],
    ['http://localhost:1/v1/chat/completions', /leave out/i],
  ])('refuses the address %j', (baseUrl, sentence) => {
    expect(checkEndpoint({ ...local, baseUrl }).baseUrl).toMatch(sentence);
  });

  it('asks for a key only where one is needed, and always for a model', () => {
    const problems = checkEndpoint({ ...local, preset: 'openai', model: ' ' });
    expect(problems.apiKey).not.toBeNull();
    expect(problems.model).not.toBeNull();
  });

  it('drops what copying adds', () => {
    expect(trimEndpoint({ ...local, baseUrl: ' http://a.test/v1/ ', apiKey: 'k\n' })).toEqual({
      ...local,
      baseUrl: 'http://a.test/v1',
      apiKey: 'k',
    });
  });
});
