import { describe, expect, it } from 'vitest';
import { explainError } from './explain-error.ts';

const ollama = { baseUrl: 'http://localhost:11434/v1', apiKey: '', model: 'llama3.1' };

describe('explainError', () => {
  it('gives the exact line that makes Ollama admit the extension', () => {
    const { message, fix } = explainError({ kind: 'status', status: 403, detail: '' }, ollama);
    expect(message).toContain('OLLAMA_ORIGINS=chrome-extension://*');
    expect(fix).toBe('settings');
    expect(explainError({ kind: 'unreachable' }, ollama).message).toContain(
      'OLLAMA_ORIGINS=chrome-extension://*',
    );
  });

  it('adds that line when a 403 has no text and the address is unknown', () => {
    const say = (baseUrl: string, detail: string) =>
      explainError({ kind: 'status', status: 403, detail }, { ...ollama, baseUrl }).message;
    expect(say('http://192.168.1.20:8080/v1', '')).toContain('OLLAMA_ORIGINS=chrome-extension://*');
    expect(say('http://192.168.1.20:8080/v1', 'no such model')).not.toContain('OLLAMA');
    expect(say('https://api.openai.com/v1', '')).not.toContain('OLLAMA');
  });

  it('says that it tried again only where it did', () => {
    const busy = { kind: 'status', status: 429, detail: '' } as const;
    expect(explainError(busy, ollama, 3).message).toContain('also after trying again');
    expect(explainError(busy, ollama).message).not.toContain('trying again');
    const down = { ...busy, status: 503 };
    expect(explainError(down, ollama, 3).message).toContain('also after trying again');
    expect(explainError(down, ollama).message).not.toContain('trying again');
  });

  it('tells how to get a model Ollama does not have', () => {
    const detail = 'model "llama3.1" not found, try pulling it first';
    const { message } = explainError({ kind: 'status', status: 404, detail }, ollama);
    expect(message).toContain('ollama pull llama3.1');
  });

  it('does not show a key that a server repeats', () => {
    const settings = { baseUrl: 'https://api.openai.com/v1', apiKey: 'sk-123', model: 'm' };
    const detail = 'Incorrect API key provided: sk-123';
    const { message } = explainError({ kind: 'status', status: 401, detail }, settings);
    expect(message).toContain('OpenAI');
    expect(message).not.toContain('sk-123');
  });

  it('gives the same advice without a waiting message, for a diagnosis', () => {
    const busy = { kind: 'status', status: 429, detail: 'no' } as const;
    const { message, plain } = explainError(busy, ollama);
    expect(message).toContain('Your message is saved: wait a little, then send it again. It says');
    expect(plain).toMatch(/\(429\)\. Wait a little, then send it again\. It says: “no”\.$/);
    const { plain: denied } = explainError({ kind: 'status', status: 401, detail: '' }, ollama);
    expect(denied).toMatch(/\(401\)\. Set the key in Settings\.$/);
  });
});
