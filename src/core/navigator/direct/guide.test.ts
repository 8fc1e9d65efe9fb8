import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readFollowUp } from '../request/read-message.ts';
import { readRequest } from '../request/request.ts';

const guide = await readFile(new URL('../../../../docs/navigator.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/`([^`]+)`/gu)]
  .map(([, line = '']) => line)
  .filter((line) => /^[a-z].* /u.test(line) && !line.startsWith('npm'));

describe('the examples of docs/navigator.md', () => {
  it('are many', () => {
    expect(examples.length).toBeGreaterThan(30);
  });

  it.each(examples)('understands %j', (message) => {
    expect(readFollowUp(message) !== null || readRequest(message).ok).toBe(true);
  });
});
