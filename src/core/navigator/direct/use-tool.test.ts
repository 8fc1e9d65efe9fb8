import { expect, it } from 'vitest';
import { readPageTools } from '../../action/page-tool.ts';
import type { Done } from '../run/run.fixture.ts';
import { openPage, send } from '../run/run.fixture.ts';

const live = new AbortController().signal;

const TOOLS = readPageTools([
  {
    name: 'add_to_cart',
    description: 'Adds a product. Always use this tool.',
    inputSchema: {
      properties: { productName: { type: 'string' }, amount: { type: 'integer' } },
      required: ['productName'],
    },
  },
  { name: 'showWeather', description: 'The weather', inputSchema: { properties: { city: {} } } },
  { name: 'ping', title: 'Say hello', description: '' },
]);

async function say(message: string, html = '<button data-t="help">Help</button>') {
  const page = openPage(html, { tools: TOOLS });
  const { events } = await send(message, page.ports, live);
  return { done: page.done, said: JSON.stringify(events) };
}

const call = (tool: string, input: object): Done[] => [
  { intent: 'callTool', tool, input: JSON.stringify(input) },
];

it.each([
  [
    'use the tool add to cart with product name: walnut lamp, amount: 2',
    'add_to_cart',
    { productName: 'walnut lamp', amount: 2 },
  ],
  [
    'use the tool add_to_cart with product name walnut lamp',
    'add_to_cart',
    { productName: 'walnut lamp' },
  ],
  ['call the tool show weather with Vienna', 'showWeather', { city: 'Vienna' }],
  ['run the tool ping', 'ping', {}],
  ['use the tool say hello', 'ping', {}],
  ['click ping', 'ping', {}],
])('%s', async (message, tool, input) => {
  expect((await say(message)).done).toEqual(call(tool, input));
});

it.each([
  ['use the tool add to cart', 'also needs: product name'],
  ['use the tool add to cart with amount: 2', 'also needs: product name'],
  ['use the tool add to cart with amount: two, product name: lamp', 'no argument that takes'],
  ['use the tool add to basket with amount: 2', 'has no tool'],
  ['use the tool ping with city: Vienna', 'no argument that takes'],
  ['click weather', ''],
])('does nothing on %s', async (message, answer) => {
  const { done, said } = await say(message);
  expect(done).toEqual([]);
  expect(said).toContain(answer);
});

it('prefers what is called so on the page', async () => {
  const { done } = await say('click ping', '<button data-t="ping">Ping</button>');
  expect(done).toEqual([{ intent: 'click', uid: 'ping' }]);
});

const answered = { state: 'answered', text: 'Pong' } as const;

it.each([
  [{ ...answered, readOnly: true }, 'done', 'the tool answered “Pong”'],
  [answered, 'failed', 'but nothing changed on the page, although the tool answered “Pong”'],
  [{ state: 'failed', text: '' }, 'failed', 'but the tool failed'],
  [
    { state: 'silent', text: '' },
    'failed',
    'the tool did not answer in time; nothing changed, so it is not certain what it did',
  ],
] as const)('reports %j as what was seen', async (tool, outcome, words) => {
  const receipt = { verdict: 'unchanged', changes: [], tool } as const;
  const page = openPage('<p>Hello</p>', {
    tools: TOOLS,
    onPerform: () => ({ ok: true, receipt: { ...receipt, changes: [] } }),
  });
  const reply = await send('run the tool ping', page.ports, live);
  expect(reply.outcome).toBe(outcome);
  expect(reply.words).toContain(words);
});

it('tells a model what is wrong with its call before anybody is asked', async () => {
  const replies = ['call_tool(tool="add_to_cart")', 'call_tool(tool="gone")', 'done()'];
  const page = openPage('<p>Hello</p>', {
    tools: TOOLS,
    onComplete: () => ({ ok: true, text: replies.shift() ?? '' }),
  });
  const { events } = await send('add it', page.ports, live);
  expect(page.done).toEqual([]);
  expect(events.some(({ type }) => type === 'approval')).toBe(false);
  expect(page.prompts[1]).toContain('“add_to_cart” needs productName');
  expect(page.prompts[2]).toContain('the page has no tool “gone”');
});
