import { afterEach, expect, it } from 'vitest';
import { BROKEN_ANSWERS } from '../../../e2e/fixtures/broken-answers.ts';
import { ODD_ANSWERS } from '../../../e2e/fixtures/odd-answers.ts';
import { startScriptedEndpoint } from '../../../e2e/fixtures/scripted-endpoint.ts';
import type { ScriptedEndpoint, ScriptedReply } from '../../../e2e/fixtures/scripted-endpoint.ts';
import { askEndpoint } from './ask-endpoint.ts';

let endpoint: ScriptedEndpoint | null = null;
afterEach(async () => {
  await endpoint?.close();
  endpoint = null;
});

async function ask(reply: ScriptedReply) {
  endpoint = await startScriptedEndpoint([reply, reply, reply]);
  const settings = { baseUrl: endpoint.baseUrl, apiKey: 'sk-mine', model: 'scripted' };
  const { signal } = new AbortController();
  const answer = await askEndpoint(settings, [{ role: 'user', content: 'Act.' }], { signal });
  return { answer, asked: endpoint.requests.length };
}

it.each(BROKEN_ANSWERS)('takes $name for no reply, and says so', async ({ reply, says, asked }) => {
  const reported = await ask(reply);
  expect(reported.answer).toMatchObject({ ok: false });
  expect(reported.answer.ok ? '' : reported.answer.message).toMatch(says);
  expect(reported.answer.ok ? '' : reported.answer.message).toContain('Your message is saved');
  expect(reported.asked).toBe(asked);
});

it.each(ODD_ANSWERS)('reads $name', async ({ reply }) => {
  const { answer } = await ask(reply);
  expect(answer.ok ? answer.text : answer.message).toContain('Here I am.');
});
