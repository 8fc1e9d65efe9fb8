import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPage } from '../ranking/page.fixture.ts';
import type { ModelContext } from '../navigator/model/question.ts';
import { openLiveScene } from './live-scene.ts';
import { isReadingRequest, choosePassages } from './passages.ts';
import { makeTerms, readText, see } from './scene.fixture.ts';
import { STRATEGIES } from './strategies.ts';

const BODY = `<nav><a href="/delivery">Delivery</a></nav><main><h1>About us</h1>
  <p>We have made <b>lamps</b> since 1921.</p>
  <h2>Delivery</h2><p>Parcels leave our workshop on <i>Tuesdays</i>.</p>
  <table><tr><th>Country</th><th>Days</th></tr><tr><td>Norway</td><td>4</td></tr></table>
  <p style="opacity:0">Delivery is free, says nobody.</p><button id="buy">Buy</button></main>`;

/** Of which no question here is about. */
const MORE = Array.from(
  { length: 12 },
  (_, at) => `<p>Oak ${at} is a wood that grows slowly.</p>`,
).join('');

function choose(asked: string, wide = false): string[] {
  return choosePassages(buildPage(`<body>${BODY}</body>`), asked, wide).map(({ text }) => text);
}

describe('what a page says', () => {
  it('is chosen by the words of the question, in whole lines, also by the heading above', () => {
    expect(choose('how many days to Norway?')).toEqual(['Country | Days', 'Norway | 4']);
    expect(choose('when is delivery?')).toContain('Parcels leave our workshop on Tuesdays.');
    expect(choose('when is delivery?').join()).not.toContain('1921');
  });

  it('is its beginning where no word of the question is found, and all of it when more is wanted', () => {
    expect(choose('summarize this').slice(0, 2)).toEqual([
      'About us',
      'We have made lamps since 1921.',
    ]);
    expect(choose('Norway', true)).toContain('We have made lamps since 1921.');
  });

  it('stays within its room, however long the page is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z ]{0,80}$/), { maxLength: 200 }),
        fc.boolean(),
        (texts, wide) => {
          const root = buildPage(`<body>${texts.map((text) => `<p>${text}</p>`).join('')}</body>`);
          const chosen = choosePassages(root, 'what about a b c?', wide);
          const length = chosen.reduce((sum, { text }) => sum + text.length, 0);
          expect(length).toBeLessThanOrEqual(wide ? 6000 : 1600);
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a request that may need reading', () => {
  it.each([
    ['what does it say about delivery?', true],
    ['配送はいつですか？', true],
    ['summarize the article', true],
    ['how long does it take', true],
    ['add the cheapest lamp to the cart', true],
    ['could you tell me the price?', true],
    ['could you please click Send?', false],
    ['add the walnut lamp to the cart', false],
    ['type hello in the search box', false],
  ])('%j: %j', (asked, reads) => {
    expect(isReadingRequest(asked)).toBe(reads);
  });
});

describe.each(Object.values(STRATEGIES))('$name', (strategy) => {
  const ask = async (text: string, over: Partial<ModelContext> = {}) => {
    const seen = {
      ...see(`${BODY}${MORE}`, [{ kind: 'said', speaker: 'instructor', text }]),
      ...over,
    };
    let question = await strategy.open(openLiveScene(seen), makeTerms());
    while (question.kind === 'narrow') question = question.next('A');
    return question;
  };

  it('shows what the page says, fenced, to a question; to others once the model lacks something', async () => {
    const text = readText(await ask('when does delivery leave?'));
    const said = text.slice(text.indexOf('What the page says'));
    expect(said).toMatch(/^What the page says[^\n]*\n<untrusted-\w+>\n/);
    expect(said).toContain('Parcels leave our workshop on Tuesdays.');
    expect(text).not.toContain('says nobody');
    const other = await ask('press the buy button');
    expect(readText(other)).not.toContain('Tuesdays');
    expect(other.hasMore()).toBe(true);
    const wide = await ask('press the buy button', { wider: true });
    expect(readText(wide)).toContain('Tuesdays');
    expect(wide.hasMore()).toBe(false);
  });

  it('is not asked again for the little text of a small page', async () => {
    const seen = see(BODY, [{ kind: 'said', speaker: 'instructor', text: 'press the buy button' }]);
    let question = await strategy.open(openLiveScene(seen), makeTerms());
    while (question.kind === 'narrow') question = question.next('A');
    expect(question.hasMore()).toBe(false);
  });
});
