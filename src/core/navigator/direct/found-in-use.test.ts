import { describe, expect, it } from 'vitest';
import { openPage, send } from '../run/run.fixture.ts';
import type { Done } from '../run/run.fixture.ts';

const live = new AbortController().signal;

async function run(html: string, message: string) {
  const { ports, done } = openPage(html);
  const { outcome, words } = await send(message, ports, live);
  return { done, outcome, words };
}

const type = (uid: string, text: string): Done => ({ intent: 'textInput', uid, text });

describe('a text that names fields of the page', () => {
  const LETTER =
    '<label>To: <input data-t="to"></label><label>Subject: <input data-t="subject"></label><textarea aria-label="Message" data-t="text"></textarea>';

  it('goes into those fields', async () => {
    const { done } = await run(LETTER, 'write to jo@mill.example, subject Lunch');
    expect(done).toEqual([type('to', 'jo@mill.example'), type('subject', 'Lunch')]);
    const typed = await run(LETTER, 'type subject Lunch, message See you there');
    expect(typed.done).toEqual([type('subject', 'Lunch'), type('text', 'See you there')]);
  });

  it.each([
    ['asks for the field', 'type Dear Jo, see you there', 'asked'],
    ['asks for the field of a quotation', 'type "to Jo, subject Lunch"', 'asked'],
    ['cannot write a letter', 'write to Jo about lunch', 'failed'],
  ])('%s: %s', async (_, message, outcome) => {
    expect(await run(LETTER, message)).toMatchObject({ outcome, done: [] });
  });

  it('says which part has no place', async () => {
    const { words } = await run(LETTER, 'write to jo@mill.example, copy Ann');
    expect(words).toContain('could not tell where “copy Ann” goes');
  });
});

describe('a button that is called by the verb', () => {
  it('is offered for what needs a model', async () => {
    const page = '<button data-t="compose">Compose</button><button>Reply</button>';
    const { outcome, words, done } = await run(page, 'compose a new mail');
    expect({ outcome, done }).toEqual({ outcome: 'asked', done: [] });
    expect(words).toContain('Did you mean “Compose”?');
    expect((await run(page, 'write a poem')).outcome).toBe('failed');
  });
});

describe('tables with the same column', () => {
  const table = (name: string) =>
    `<table aria-label="${name}"><tr><th tabindex="0" aria-label="Grade: activate to sort" data-t="${name}">Grade</th></tr><tr><td>A</td></tr></table>`;

  it('are asked about', async () => {
    const { outcome, words } = await run(table('New') + table('Old'), 'sort by grade');
    expect(outcome).toBe('asked');
    expect(words).toContain('2 that fit “grade”');
    expect((await run(table('New'), 'sort by grade')).done).toEqual([
      { intent: 'click', uid: 'New' },
    ]);
  });
});
