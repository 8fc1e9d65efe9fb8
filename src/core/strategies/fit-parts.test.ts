import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approximateTokenizer, codePointTokenizer } from '../formats/otr/tokenizer.ts';
import type { HistoryEntry } from '../navigator/run/history.ts';
import { countPrompt } from '../navigator/model/cost.ts';
import { fitPrompt } from './fit-prompt.ts';
import type { FlexiblePart, PartTexts } from './fit-prompt.ts';
import { openLiveScene } from './live-scene.ts';
import { makeTerms, readText, see } from './scene.fixture.ts';
import { STRATEGIES } from './strategies.ts';

function makePart(name: FlexiblePart['name'], of: number, share: number, least = 0): FlexiblePart {
  return { name, of, share, least, write: (kept) => (name[0] ?? '').repeat(kept * 10) };
}

const write = ({ utterances = '', page = '' }: PartTexts) => [
  { role: 'user' as const, content: `rules ${utterances}|${page}` },
];

describe('fitPrompt', () => {
  const parts = [makePart('utterances', 5, 0.5), makePart('page', 50, 0.5)];

  it('keeps everything where there is room, and says that nothing was cut', () => {
    const room = { budget: 10_000, tokenizer: codePointTokenizer };
    const { cuts, messages, tokens } = fitPrompt({ parts, write }, room);
    expect(cuts).toEqual([]);
    expect(tokens).toBe(countPrompt(messages, [], codePointTokenizer.count));
    expect(messages[0]?.content).toContain(`${'u'.repeat(50)}|${'p'.repeat(500)}`);
  });

  it('gives each part its own share, what one does not need to the other, and says what it cut', () => {
    const room = { budget: 211, tokenizer: codePointTokenizer };
    const { cuts, tokens } = fitPrompt({ parts, write }, room);
    // 200 beside what is fixed: 100 for each, of which the utterances need 50.
    expect(cuts).toEqual([{ part: 'page', kept: 15, of: 50 }]);
    expect(tokens).toBeLessThanOrEqual(211);
  });

  it('never gives up what a part has to keep', () => {
    const kept = [makePart('utterances', 5, 0.1, 2), makePart('page', 50, 0.9)];
    const { messages, cuts } = fitPrompt(
      { parts: kept, write },
      { budget: 0, tokenizer: codePointTokenizer },
    );
    expect(messages[0]?.content).toBe(`rules ${'u'.repeat(20)}|`);
    expect(cuts.map(({ kept: left }) => left)).toEqual([2, 0]);
  });
});

const words = fc.array(
  fc.constantFrom('lamp', 'walnut', 'cart', '“€40”', 'Größe', '<b>', '日本語', 'x'),
  {
    minLength: 1,
    maxLength: 60,
  },
);
const said = fc.record({
  kind: fc.constant('said' as const),
  speaker: fc.constantFrom('instructor' as const, 'navigator' as const),
  text: words.map((each) => each.join(' ')),
});
const acted = words.map((each): HistoryEntry => ({
  kind: 'acted',
  action: { intent: 'textInput', uid: 'b0', text: each.join(' ') },
  receipt: null,
  outcome: each.join(' ').repeat(5),
}));
const page = fc
  .array(words, { maxLength: 60 })
  .map((names) =>
    names
      .map(
        (name, at) =>
          `<section aria-label="${at}"><h2>${name.join(' ').replaceAll('<b>', '')}</h2><button id="b${at}">${name.join(' ').replaceAll('<b>', '')}</button></section>`,
      )
      .join(''),
  );

describe.each(Object.values(STRATEGIES))('$name, live', (strategy) => {
  it('never passes its budget, does the same twice, and keeps the instructor’s last words', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(said, acted), { maxLength: 12 }),
        words,
        page,
        fc.integer({ min: 1024, max: 6000 }),
        async (history, last, body, budget) => {
          const text = last.join(' ');
          const seen = see(body, [...history, { kind: 'said', speaker: 'instructor', text }]);
          const terms = makeTerms({ budget });
          const question = await strategy.open(openLiveScene(seen), terms);
          const { messages, tools, tokens } = question.prompt;
          expect(tokens).toBeLessThanOrEqual(budget);
          expect(countPrompt(messages, tools, approximateTokenizer.count)).toBe(tokens);
          const reported = readText(question);
          const again = await strategy.open(openLiveScene(seen), terms);
          expect(readText(again)).toBe(reported);
          if (approximateTokenizer.count(text) < budget / 4) expect(reported).toContain(text);
          else expect(reported).toContain(text.slice(0, 20));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('keeps the instructor’s last words where there is no room for anything', async () => {
    const question = await strategy.open(openLiveScene(see('')), makeTerms({ budget: 50 }));
    expect(readText(question)).toContain('put the walnut lamp into the cart');
  });
});
