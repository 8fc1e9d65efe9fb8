import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPage } from '../ranking/page.fixture.ts';
import type { ModelContext } from '../navigator/model/question.ts';
import { openLiveScene } from './live-scene.ts';
import type { PassageChoice } from './passages.ts';
import { choosePassages } from './passages.ts';
import { makeTerms, readText, see } from './scene.fixture.ts';
import { STRATEGIES } from './strategies.ts';

const BODY = `<nav><a href="/delivery">Delivery</a></nav><main><h1>About us</h1>
  <p>We have made <b>lamps</b> since 1921.</p>
  <h2>Delivery</h2><p>Parcels leave our workshop on <i>Tuesdays</i>.</p>
  <table><tr><th>Country</th><th>Days</th></tr><tr><td>Norway</td><td>4</td></tr></table>
  <p style="opacity:0">Delivery is free, says nobody.</p><button id="buy">Buy</button></main>`;

/** Of which no question here is about. */
const MORE = Array.from(
  { length: 80 },
  (_, at) => `<p>Oak ${at} is a wood that grows slowly.</p>`,
).join('');

function choose(asked: string, over: Partial<PassageChoice> = {}): string[] {
  const choice = { asked, wide: false, near: [], isSure: false, ...over };
  return choosePassages(buildPage(`<body>${BODY}</body>`), choice).map(({ text }) => text);
}

describe('what a page says', () => {
  it('is chosen by the words of the question, in whole lines, also by the heading above', () => {
    expect(choose('how many days to Norway?').slice(0, 2).sort()).toEqual([
      'Country | Days',
      'Norway | 4',
    ]);
    const chosen = choose('when do parcels leave for delivery?');
    expect(chosen[0]).toBe('Parcels leave our workshop on Tuesdays.');
  });

  it.each(['tl;dr', 'give me the gist', 'summarize this'])(
    'is its beginning where no word of the request is found: %s',
    (asked) => {
      const [first, second] = choose(asked);
      expect([first, second]).toEqual(['About us', 'We have made lamps since 1921.']);
    },
  );

  it('is what stands nearest to the elements that are probably meant', () => {
    const near = choosePassages(
      buildPage(
        '<p>One</p><p>Two</p><p>Three <a href="/" data-t=here>it</a></p><p>Four</p><p>Five</p>',
      ),
      { asked: 'press it', wide: false, near: ['here'], isSure: false },
    );
    expect(near.slice(0, 3).map(({ text }) => text)).toEqual(['Three it', 'Two', 'Four']);
  });

  it('has what stands in text areas, far beyond what a list of elements shows', () => {
    const value = 'Lemons, oat milk and a very long list of other things. '.repeat(10);
    const root = buildPage(`<label for=n>Notes</label><textarea id=n data-t=n>${value}</textarea>`);
    const chosen = choosePassages(root, { asked: 'notes', wide: false, near: [], isSure: false });
    expect(chosen.map(({ text }) => text)).toContain(`Notes: ${value.trim()}`);
  });

  it('stays within its room, however long the page is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z ]{0,80}$/), { maxLength: 200 }),
        fc.boolean(),
        (texts, wide) => {
          const root = buildPage(`<body>${texts.map((text) => `<p>${text}</p>`).join('')}</body>`);
          const asked = 'what about a b c?';
          const chosen = choosePassages(root, { asked, wide, near: [], isSure: false });
          const length = chosen.reduce((sum, { text }) => sum + text.length, 0);
          expect(length).toBeLessThanOrEqual(wide ? 6000 : 3200);
        },
      ),
      { numRuns: 30 },
    );
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

  it('shows what the page says, fenced; the more, the less sure it is what is meant', async () => {
    const text = readText(await ask('when does delivery leave?'));
    const said = text.slice(text.indexOf('What the page says'));
    expect(said).toMatch(/^What the page says[^\n]*\n<untrusted-\w+>\n/);
    expect(said).toContain('Parcels leave our workshop on Tuesdays.');
    expect(text).not.toContain('says nobody');
    const sure = await ask('press the buy button', { enough: 1 });
    expect(readText(sure)).not.toContain('Tuesdays');
    expect(sure.hasMore()).toBe(true);
    const known = await ask('when do the parcels leave the workshop?', { enough: 1 });
    expect(readText(known)).toContain('Tuesdays');
    const wide = await ask('press the buy button', { wider: true });
    expect(readText(wide)).toContain('Oak 79');
    expect(wide.hasMore()).toBe(false);
  });

  it('is not asked again for the little text of a small page', async () => {
    const seen = see(BODY, [{ kind: 'said', speaker: 'instructor', text: 'press the buy button' }]);
    let question = await strategy.open(openLiveScene(seen), makeTerms());
    while (question.kind === 'narrow') question = question.next('A');
    expect(question.hasMore()).toBe(false);
  });
});
