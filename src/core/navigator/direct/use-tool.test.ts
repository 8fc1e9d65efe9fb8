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
