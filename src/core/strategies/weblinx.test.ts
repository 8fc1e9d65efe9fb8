import { describe, expect, it } from 'vitest';
import type { Question } from '../navigator/model/question.ts';
import type { HistoryEntry } from '../navigator/run/history.ts';
import { openLiveScene } from './live-scene.ts';
import { makeTerms, readText, see } from './scene.fixture.ts';
import type { EndpointTerms } from './strategy.ts';
import { weblinxStrategy } from './weblinx.ts';

const BODY = `<main><h1>Lamps</h1><form id="form"><input id="search" type="search" aria-label="Search the shop" value="oak">
  <select id="size" aria-label="Size"><option>Small</option><option>Large</option></select>
  <button id="send">Go</button></form></main>`;

async function ask(question: Promise<Question>) {
  const asked = await question;
  if (asked.kind !== 'decide') throw new Error('asks once');
  return asked;
}

describe('weblinx, live', () => {
  it('shows the pruned page, the candidates with what WebLINX does not tell, and our own calls', async () => {
    const seen = see(BODY, [
      { kind: 'said', speaker: 'instructor', text: 'hello' },
      {
        kind: 'acted',
        action: { intent: 'textInput', uid: 'search', text: 'oak' },
        receipt: null,
        outcome: 'Search the shop holds “oak”.',
      },
      {
        kind: 'acted',
        action: { intent: 'press', uid: null, key: 'End' },
        receipt: null,
        outcome: 'Nothing changed.',
      },
      { kind: 'said', speaker: 'instructor', text: 'now the large ones' },
    ]);
    const question = await ask(weblinxStrategy.open(openLiveScene(seen), makeTerms()));
    const text = readText(question);
    expect(text).toContain('(main(heading "Lamps")(input #1)(select #2)(button #3))');
    expect(text).toContain(
      '(uid = size) [[tag]] select [[name]] Size [[value]] Small [[options]] Small | Large\n',
    );
    expect(text).not.toMatch(/\[\[(?:xpath|bbox|children)\]\]/);
    expect(text).toContain('text_input(text="oak", uid="search")');
    expect(text).toContain('press(key="End")');
    expect(text).toContain('Search the shop holds “oak”.');
    expect(text).toContain('Viewport size: 800h x 1200w');
    expect(text).toContain('press(key, uid)');
    expect(text.match(/now the large ones/g)).toHaveLength(1);
    expect(question.prompt.messages.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user'],
    ]);
    expect(question.prompt.messages.every(({ content }) => content !== '')).toBe(true);
    expect(question.choices.map(({ uid }) => uid)).toContain('size');
  });

  it('offers the calls as tools where the endpoint takes them and they leave room for the page', async () => {
    const open = async (over: Partial<EndpointTerms>) =>
      (await ask(weblinxStrategy.open(openLiveScene(see(BODY)), makeTerms(over)))).prompt;
    const { tools, messages, tokens } = await open({ form: 'tools' });
    const find = (name: string) => tools.find((tool) => tool.name === name)?.parameters;
    expect(find('text_input')).toEqual({
      type: 'object',
      properties: { text: { type: 'string' }, uid: { type: 'string' } },
      required: ['text', 'uid'],
    });
    expect(find('press')).toMatchObject({ required: ['key'] });
    expect(find('wait')).toEqual({
      type: 'object',
      properties: { seconds: { type: 'number' } },
      required: [],
    });
    expect(messages[0]?.content).toContain('Answer by calling exactly one function.');
    expect(messages[0]?.content).not.toContain('text_input(');
    const plain = await open({ form: 'text' });
    expect(plain.tools).toEqual([]);
    expect(plain.messages[0]?.content).toContain('text_input(text, uid)');
    expect(tokens).toBeGreaterThan(plain.tokens);
    expect((await open({ form: 'tools', budget: 2000 })).tools).toEqual([]);
  });

  it('offers the calls as one schema of a JSON reply, and lists them in the prompt as well', async () => {
    const terms = makeTerms({ form: 'json' });
    const { prompt } = await ask(weblinxStrategy.open(openLiveScene(see(BODY)), terms));
    const press = {
      type: 'object',
      description: 'Press a key, such as Enter, in an element or on the page.',
      properties: {
        name: { type: 'string', enum: ['press'] },
        arguments: {
          type: 'object',
          properties: {
            key: { type: 'string' },
            uid: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          },
          required: ['key', 'uid'],
          additionalProperties: false,
        },
      },
      required: ['name', 'arguments'],
      additionalProperties: false,
    };
    expect(prompt.schema).toMatchObject({
      ...{ type: 'object', required: ['call'], additionalProperties: false },
      properties: { call: { anyOf: expect.arrayContaining([press]) as unknown } },
    });
    expect(prompt.tools).toEqual([]);
    expect(prompt.messages[0]?.content).toContain('text_input(text, uid)');
    expect(prompt.messages[0]?.content).toContain('{"call": {"name": "click"');
  });

  it('shows as many elements as are enough, and those that were acted on last', async () => {
    const buttons = Array.from({ length: 30 }, (_, at) => `<button id="b${at}">No. ${at}</button>`);
    const history = [
      { kind: 'said', speaker: 'instructor', text: 'press the first' },
      {
        kind: 'acted',
        action: { intent: 'click', uid: 'b20' },
        receipt: null,
        outcome: 'Nothing changed.',
      },
    ] as const;
    const first = { ...see(buttons.join('')), enough: 4 };
    const { prompt, choices, hasMore } = await ask(
      weblinxStrategy.open(openLiveScene(first), makeTerms()),
    );
    expect(choices.map(({ uid }) => uid)).toEqual(['b0', 'b1', 'b2', 'b3']);
    expect(prompt.elements).toEqual({ shown: 4, of: 30 });
    expect(prompt.cuts).toEqual([]);
    expect(hasMore()).toBe(true);
    const later = { ...see(buttons.join(''), history), enough: 4 };
    const next = await ask(weblinxStrategy.open(openLiveScene(later), makeTerms()));
    expect(next.choices.map(({ uid }) => uid)).toEqual(['b0', 'b1', 'b2', 'b20']);
    const wide = openLiveScene({ ...later, wider: true });
    const all = await ask(weblinxStrategy.open(wide, makeTerms()));
    expect(all.choices).toHaveLength(30);
    expect(all.hasMore()).toBe(false);
  });

  it('gives up the worst ranked elements when there is no room, and says so', async () => {
    const many = Array.from(
      { length: 30 },
      (_, at) =>
        `<button id="b${at}" title="${'word '.repeat(30)}">Button ${at} ${'that says a lot '.repeat(5)}</button>`,
    );
    const terms = makeTerms({ budget: 1024 });
    const seen = { ...see(many.join('')), enough: 20 };
    const { prompt, choices } = await ask(weblinxStrategy.open(openLiveScene(seen), terms));
    expect(prompt.tokens).toBeLessThanOrEqual(1024);
    expect(choices.length).toBeGreaterThan(0);
    expect(prompt.cuts).toEqual([{ part: 'page', kept: choices.length, of: 20 }]);
  });

  it('tells nothing twice and nothing empty: what was said, and what a row and its button tell', async () => {
    const rows = ['4000', '4001'].map(
      (order) => `<tr><td>Order ${order}</td><td>Paid</td><td><button>Invoice</button></td></tr>`,
    );
    const seen = see(`<table>${rows.join('')}</table>`, [
      { kind: 'said', speaker: 'instructor', text: 'hello' },
      { kind: 'said', speaker: 'navigator', text: 'Hello!' },
      { kind: 'said', speaker: 'instructor', text: 'open the invoice of order 4001' },
    ]);
    const question = await ask(weblinxStrategy.open(openLiveScene(seen), makeTerms()));
    const text = readText(question);
    expect(text).toContain('(row "Order 4000 Paid"(button #1))');
    expect(text.match(/Order 4001/g)).toHaveLength(1);
    expect(text).not.toMatch(/\[\[\w+\]\] (?:\[\[|\n)/);
    expect(question.prompt.messages.map(({ role, content }) => [role, content]).slice(1)).toEqual([
      ['user', 'hello'],
      ['assistant', 'say(speaker="navigator", utterance="Hello!")'],
      [
        'user',
        'What the instructor said last:\n- open the invoice of order 4001\nSelect the best action.',
      ],
    ]);
  });

  it('tells earlier requests apart, and names what is no longer on the page', async () => {
    const acted = (uid: string, description: string): HistoryEntry => ({
      kind: 'acted',
      action: { intent: 'click', uid },
      receipt: null,
      outcome: 'Done.',
      description,
    });
    const seen = see('<button id="here">Here</button>', [
      { kind: 'said', speaker: 'instructor', text: 'first wish' },
      acted('gone-1', 'Click Old one'),
      acted('here', 'Click Here'),
      { kind: 'said', speaker: 'instructor', text: 'second wish' },
      acted('gone-2', 'Click Menu'),
    ]);
    const text = readText(await ask(weblinxStrategy.open(openLiveScene(seen), makeTerms())));
    expect(text).not.toContain('Old one');
    expect(text).not.toMatch(/gone-\d/);
    expect(text).toContain('(Click Menu)');
    expect(text).toContain(
      'Earlier, for “first wish”:\nClick Here → Done.\nFor this request:\nClick Menu → Done.',
    );
  });

  it('knows what was done before a break, and what the instructor did by hand', async () => {
    const acted = (uid: string, description: string): HistoryEntry => ({
      ...{ kind: 'acted', action: { intent: 'click', uid }, receipt: null },
      ...{ outcome: 'Done.', description },
    });
    const seen = see('<button id="here">Here</button>', [
      { kind: 'said', speaker: 'instructor', text: 'first wish' },
      { ...acted('gone-1', 'Click By hand'), byInstructor: true } as HistoryEntry,
      { kind: 'said', speaker: 'instructor', text: 'second wish' },
      acted('gone-2', 'Click Menu'),
      { kind: 'said', speaker: 'instructor', text: 'second wish' },
    ]);
    const text = readText(await ask(weblinxStrategy.open(openLiveScene(seen), makeTerms())));
    expect(text).toContain('Click By hand → Done.');
    expect(text).toContain('Click Menu → Done.');
  });

  it('takes no label for a field from what cannot be seen', async () => {
    const field = (style: string) =>
      see(`<p><span style="${style}">Ghost label</span><input id="field"></p>`);
    const write = async (style: string) =>
      readText(await ask(weblinxStrategy.open(openLiveScene(field(style)), makeTerms())));
    expect(await write('color:red')).toContain('[[label]] Ghost label');
    expect(await write('opacity:0')).not.toContain('Ghost label');
  });

  it('says how far the page is scrolled', async () => {
    const seen = see('<button id="here">Here</button>');
    const [frame] = seen.observation.page?.frames ?? [];
    if (frame) frame.scroll.y = 564.4;
    const text = readText(await ask(weblinxStrategy.open(openLiveScene(seen), makeTerms())));
    expect(text).toContain('Viewport size: 800h x 1200w, scrolled 564 px down');
  });
});
