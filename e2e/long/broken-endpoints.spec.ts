/** Whatever an endpoint answers: one clear message, nothing done, and the next question is asked as if nothing had been. */
import { askCopilot } from '../../scripts/ask-copilot.mjs';
import { BROKEN_ANSWERS } from '../fixtures/broken-answers.ts';
import { ODD_ANSWERS } from '../fixtures/odd-answers.ts';
import { expect, test } from '../fixtures/connected.ts';
import { openMadePage } from '../fixtures/conversation.ts';
import { findStop } from '../fixtures/stopping.ts';

test.beforeEach(({ page }) =>
  openMadePage(page, '<button onclick="document.title = \'pressed\'">Start</button>'),
);

// Half of the answers in each test, so that two workers share them.
for (const half of [0, 1]) {
  test(`reports each broken answer once and goes on with the next message (${half + 1} of 2)`, async ({
    page,
    panel,
    connect,
  }) => {
    for (const { name, reply, says, asked } of BROKEN_ANSWERS.filter((_, n) => n % 2 === half)) {
      await test.step(name, async () => {
        const replies = Array.from({ length: asked }, () => reply);
        const endpoint = await connect([...replies, 'say(utterance="Here I am.")']);
        const lines = await askCopilot(panel, 'hello?');
        expect(lines.at(-1)).toMatch(says);
        expect(lines.at(-1)).toContain('Your message is saved');
        expect(endpoint.requests).toHaveLength(asked);
        expect((await askCopilot(panel, 'and now?')).at(-1)).toContain('Here I am.');
        await expect(findStop(panel)).toHaveCount(0);
        await expect(page).toHaveTitle('Made page');
      });
    }
  });
}

test('reads unusual but complete answers', async ({ panel, connect }) => {
  await connect(ODD_ANSWERS.map(({ reply }) => reply));
  for (const { name } of ODD_ANSWERS) {
    expect((await askCopilot(panel, 'hello?')).at(-1), name).toContain('Here I am.');
  }
});

test('asks once more when it cannot read a call, and never invents an element', async ({
  page,
  panel,
  connect,
}) => {
  const call = (name: string, args: string) => ({
    events: [
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'c', function: { name, arguments: args } }] } }] })}\n\n`,
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n',
    ],
    then: 'end' as const,
  });
  const endpoint = await connect([call('click', '{"uid": "made-up-'), call('click', '{"uid": 1}')]);
  const reported = await askCopilot(panel, 'begin');
  expect(endpoint.requests).toHaveLength(2);
  expect(endpoint.requests[1]?.messages.at(-1)?.content).toContain('That reply could not be used');
  expect(reported.at(-1)).toContain('The model replied twice with something that is no action');
  expect(reported.at(-1)).toContain('Nothing was done on the page.');
  await expect(page).toHaveTitle('Made page');
});

test('Stop ends a stream that hangs halfway', async ({ panel, connect }) => {
  const endpoint = await connect([
    { events: ['data: {"choices":[{"index":0,"delta":{"content":"cli"}}]}\n\n'], then: 'hang' },
    'say(utterance="Here I am.")',
  ]);
  const asked = askCopilot(panel, 'begin');
  await panel.locator('summary').click();
  await expect(panel.getByText('cli', { exact: true })).toBeVisible();
  await findStop(panel).click();
  expect((await asked).at(-1)).toContain('Stopped.');
  await expect.poll(() => endpoint.hungUp()).toBe(1);
  expect((await askCopilot(panel, 'and now?')).at(-1)).toContain('Here I am.');
});
