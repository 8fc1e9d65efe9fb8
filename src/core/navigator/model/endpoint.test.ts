import { describe, expect, it } from 'vitest';
import { findPreset, nameEndpoint, suggestBaseUrls } from './endpoint-presets.ts';
import {
  estimateCost,
  measureUsage,
  addUsage,
  exceedsCeiling,
  NO_SPENDING,
  raiseCeiling,
} from './cost.ts';

const count = (text: string): number => text.length;
const prices = { prompt: 1_000_000, completion: 2_000_000 };

describe('what a question takes', () => {
  it('goes by the endpoint’s count, or by our own, which is said', () => {
    const messages = [{ role: 'user' as const, content: 'abc' }];
    const counted = { promptTokens: 5, completionTokens: 2 };
    expect(measureUsage(prices, messages, 'xy', counted, count)).toEqual({
      ...counted,
      ...{ estimated: false, cost: 9 },
    });
    const own = measureUsage(prices, messages, 'xy', undefined, count);
    expect(own).toMatchObject({ promptTokens: 7, completionTokens: 2, estimated: true, cost: 11 });
    expect(measureUsage(null, messages, 'xy', counted, count).cost).toBe(0);
  });

  it('counts pictures as prompts do, and tools', () => {
    const image = { mediaType: 'image/png', base64: '' } as const;
    const ask = (images: (typeof image)[]) =>
      estimateCost(prices, [{ role: 'user', content: 'abc', images }], count);
    expect(ask([image, image]) - ask([image])).toBe(1500);
    const parameters = { type: 'object', properties: {}, required: [] } as const;
    const tools = [{ name: 'click', description: 'Click.', parameters }];
    const withTools = estimateCost(prices, [], count, tools) - estimateCost(prices, [], count);
    expect(withTools).toBe(JSON.stringify(tools).length);
  });
});

describe('what a conversation takes', () => {
  const usage = { promptTokens: 10, completionTokens: 1, estimated: true, cost: 4 };

  it('adds up, and knows no cost without prices', () => {
    const once = addUsage(NO_SPENDING, usage, true);
    expect(addUsage(once, { ...usage, estimated: false }, true)).toEqual({
      ...{ questions: 2, promptTokens: 20, completionTokens: 2, estimated: true, cost: 8 },
    });
    expect(addUsage(NO_SPENDING, { ...usage, cost: 0 }, false).cost).toBeNull();
  });

  it('pauses before the ceiling is passed, and goes on by as much again', () => {
    const spent = addUsage(NO_SPENDING, usage, true);
    expect(exceedsCeiling(spent, 1, 5)).toBe(false);
    expect(exceedsCeiling(spent, 2, 5)).toBe(true);
    expect(exceedsCeiling(spent, 1000, null)).toBe(false);
    const allowed = raiseCeiling(spent, 2, 5);
    expect(exceedsCeiling(spent, 2, allowed)).toBe(false);
    expect(exceedsCeiling(addUsage(spent, { ...usage, cost: 7 }, true), 1, allowed)).toBe(true);
  });
});

describe('addresses', () => {
  it('are named as people do', () => {
    expect(nameEndpoint({ baseUrl: 'http://localhost:11434/v1/' })).toBe('Ollama');
    expect(nameEndpoint({ baseUrl: 'https://llm.example:8443/v1' })).toBe('llm.example:8443');
    expect(findPreset('https://api.anthropic.com/v1')?.headers).toHaveProperty(
      'anthropic-dangerous-direct-browser-access',
    );
  });

  it.each([
    ['http://localhost:11434', 'http://localhost:11434/v1'],
    ['http://localhost:11434/api/chat', 'http://localhost:11434/v1'],
    [
      'https://generativelanguage.googleapis.com/v1beta',
      'https://generativelanguage.googleapis.com/v1beta/openai',
    ],
    ['https://openrouter.ai/v1', 'https://openrouter.ai/api/v1'],
    ['https://llm.example/v1/models', 'https://llm.example/v1'],
    ['https://llm.example/team/llm', 'https://llm.example/team/llm/v1'],
  ])('near %s, %s is tried first', (given, first) => {
    expect(suggestBaseUrls(given)[0]).toBe(first);
    expect(suggestBaseUrls(given)).not.toContain(given);
  });
});
