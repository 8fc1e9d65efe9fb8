import { describe, expect, it } from 'vitest';
import { isOf } from '../shape.ts';
import { parseCall, printCall } from './call.ts';
import {
  findToolInputFault,
  listToolInput,
  pageToolsShape,
  readPageTools,
  readToolAnswer,
  readToolValue,
  writeTool,
} from './page-tool.ts';

const ADD = {
  name: 'add_to_cart',
  description: 'Adds a product\n  to the cart.',
  inputSchema: {
    type: 'object',
    properties: {
      product: { type: 'string', description: 'Its name' },
      amount: { type: 'integer' },
      wrap: { enum: ['plain', 'gift'] },
    },
    required: ['product'],
  },
};
const [add] = readPageTools([ADD]);
if (!add) throw new Error('the tool was not read');

describe('reading the tools of a page', () => {
  it('reads what a person and a model need to know', () => {
    expect(writeTool(add)).toBe(
      'add_to_cart(product: string (Its name), amount?: integer, wrap?: plain | gift): Adds a product to the cart.',
    );
    const asText = { ...ADD, inputSchema: JSON.stringify(ADD.inputSchema) };
    expect(readPageTools([asText])).toEqual([add]);
    const hints = { readOnlyHint: true, consequentialHint: true };
    const [hinted] = readPageTools([{ ...ADD, annotations: hints }]);
    expect(hinted).toMatchObject({ isReadOnly: true, isConsequential: true });
  });

  it('limits the number and length of tools, and skips invalid entries', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ ...ADD, name: `tool${String(at)}` }));
    expect(readPageTools(many)).toHaveLength(50);
    const long = { ...ADD, description: 'word '.repeat(200_000) };
    expect(readPageTools([long])[0]?.description).toHaveLength(300);
    const wrong = [null, 7, 'tool', {}, { name: 1, description: '' }, { ...ADD, name: 'a b' }];
    expect(readPageTools([...wrong, { ...ADD, name: 'x'.repeat(129) }])).toEqual([]);
    expect(readPageTools('tools')).toEqual([]);
  });

  it.each([
    7,
    'no JSON',
    { properties: 7 },
    { properties: { a: 3, b: { type: 'any', enum: {} } } },
  ])('survives the schema %j', (inputSchema) => {
    const tools = readPageTools([{ ...ADD, inputSchema }]);
    expect(tools).toHaveLength(1);
    expect(isOf(pageToolsShape)(tools)).toBe(true);
  });
});

it.each([
  ['{"product":"lamp","amount":2}', null],
  ['{}', '“add_to_cart” needs product'],
  ['[]', 'the arguments of “add_to_cart” are not a JSON object'],
  ['{"product":7}', 'product should be a string'],
  ['{"product":"lamp","amount":1.5}', 'amount should be an integer'],
  ['{"product":"lamp","wrap":"none"}', 'wrap should be plain or gift'],
  ['{"product":"lamp","colour":"red"}', '“add_to_cart” has no argument colour'],
])('checks the arguments %s', (input, fault) => {
  expect(findToolInputFault(add, input)).toBe(fault);
});

it('reads values that a person wrote by the type of the parameter', () => {
  const [product, amount, wrap] = add.parameters;
  const read = (at: typeof product, written: string) => (at ? readToolValue(at, written) : null);
  expect(read(product, 'lamp')).toBe('lamp');
  expect([read(amount, '2'), read(amount, 'two'), read(amount, '')]).toEqual([2, null, null]);
  expect([read(wrap, 'Gift'), read(wrap, 'ribbon')]).toEqual(['gift', null]);
});

it('reads text, content and other values as an answer, and bounds them', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const content = [{ type: 'text', text: 'one' }, { type: 'image' }, { type: 'text', text: 'two' }];
  expect(readToolAnswer('Added').text).toBe('Added');
  expect(readToolAnswer(JSON.stringify({ content })).text).toBe('one\ntwo');
  expect(readToolAnswer({ content, isError: true }).state).toBe('failed');
  expect(readToolAnswer('undefined').text).toBe('');
  expect(readToolAnswer(7n).state).toBe('failed');
  expect(readToolAnswer(cyclic).state).toBe('failed');
  expect(readToolAnswer('x'.repeat(1_000_000)).text).toHaveLength(2000);
});

it('writes arguments for a person', () => {
  expect(listToolInput('{"product":"lamp","tags":["a","b"]}')).toBe(
    'product: lamp, tags: ["a","b"]',
  );
  expect(listToolInput('{}')).toBe('');
});

it('is called by a call string, whose input is one JSON object', () => {
  const call = {
    intent: 'callTool',
    tool: 'add_to_cart',
    input: '{"product":"a \\"lamp\\""}',
  } as const;
  expect(parseCall(printCall(call))).toEqual({ ok: true, call });
  expect(parseCall(`call_tool(tool="add", input='{"a": 1}')`)).toMatchObject({
    call: { input: '{"a":1}' },
  });
  expect(parseCall('call_tool(tool="add")')).toMatchObject({ call: { input: '{}' } });
  expect(parseCall('call_tool(tool="add", input="lamp")')).toMatchObject({ ok: false });
});
