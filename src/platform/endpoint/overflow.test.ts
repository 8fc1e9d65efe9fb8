import { describe, expect, it } from 'vitest';
import { isOverflow } from './explain-error.ts';

describe('isOverflow', () => {
  it.each([
    [
      400,
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    ],
    [400, 'The prompt (total length 5000) is longer than the maximum model length of 4096'],
    [
      400,
      'request (18995 tokens) exceeds the available context size (4096 tokens), try increasing it',
    ],
    [500, 'Context size has been exceeded.'],
    [400, 'the input length exceeds the context length'],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum'],
    [400, 'input length and `max_tokens` exceed context limit: 198000 + 4096 > 200000'],
    [
      400,
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    ],
    [
      422,
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000',
    ],
    [
      413,
      'Request too large for model on tokens per minute (TPM): please reduce your message size',
    ],
    [413, ''],
  ])('hears it in %i “%s”', (status, words) => {
    expect(isOverflow(status, words)).toBe(true);
  });

  it.each([
    [401, 'Incorrect API key provided'],
    [404, 'The model `gpt-x` does not exist'],
    [429, 'Rate limit reached for requests per min'],
    [400, 'max_tokens must be at least 1'],
    [400, "Unsupported value: 'temperature'"],
  ])('does not in %i “%s”', (status, words) => {
    expect(isOverflow(status, words)).toBe(false);
  });
});
