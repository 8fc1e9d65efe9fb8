import { describe, expect, it } from 'vitest';
import type { Question } from '../navigator/question.ts';
import { openLiveScene } from './live-scene.ts';
import { makeTerms, readText, see } from './scene.fixture.ts';
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
    expect(text).toMatch(/\(form data-webtasks-id="form"|\(form\(input/);
    expect(text).toContain('(button data-webtasks-id="send"Go)');
    expect(text).toMatch(
      /\(uid = size\) \[\[tag\]\] select .*\[\[name\]\] Size .*\[\[options\]\] Small \| Large/,
    );
    expect(text).toContain('text_input(text="oak", uid="search")');
    expect(text).toContain('press(key="End")');
    expect(text).toContain('Search the shop holds “oak”.');
    expect(text).toContain('Viewport size: 800h x 1200w');
    expect(text).toContain('press(key="Enter", uid=[str])');
    expect(question.prompt.messages.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user'],
    ]);
    expect(question.prompt.messages.every(({ content }) => content !== '')).toBe(true);
    expect(question.choices.map(({ uid }) => uid)).toContain('size');
  });

  it('gets smaller in all parts alike when the paper’s budgets do not fit, and says so', async () => {
    const many = Array.from(
      { length: 30 },
      (_, at) => `<button id="b${at}" title="${'word '.repeat(30)}">Button ${at}</button>`,
    );
    const terms = makeTerms({ budget: 1200 });
    const { prompt } = await weblinxStrategy.open(openLiveScene(see(many.join(''))), terms);
    expect(prompt.tokens).toBeLessThanOrEqual(1200);
    expect(prompt.cuts).toEqual([{ part: 'text', kept: expect.any(Number) as number, of: 100 }]);
  });
});
