import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DmrRecord } from '../dmr/record.ts';
import type { ReplayTurn } from '../dmr/replay.ts';
import { readPageTree } from '../libxml2/read-page.ts';
import {
  writeCandidates,
  insertEmptyUser,
  mergeMessages,
  readMaterial,
  writeOtrPrompt,
  fitCalls,
  listRecentCalls,
} from './prompt.ts';
import { cutCenter, levelLengths } from './cut-parts.ts';
import { prunePage, writePagePart, writePageText } from './page-part.ts';
import { assignCandidates, sortPromptTurns } from './select-turns.ts';
import { codePointTokenizer } from './tokenizer.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('levelling', () => {
  it('meets the limit exactly, cuts nothing below the level and keeps the order of lengths', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60)), fc.nat(400), (lengths, limit) => {
        const levelled = levelLengths(lengths, limit);
        expect(sum(levelled)).toBe(Math.min(sum(lengths), limit));
        const cut = levelled.filter((length, index) => length !== lengths[index]);
        const level = Math.max(0, ...levelled);
        for (const length of cut) expect(level - length).toBeLessThanOrEqual(1);
        for (const [index, length] of levelled.entries()) {
          expect(length).toBeLessThanOrEqual(lengths[index] ?? 0);
        }
      }),
    );
  });
});

describe('the centre cut', () => {
  it('leaves as many tokens as asked for, from both ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), fc.nat(20), (text, limit) => {
        const cut = cutCenter(text, limit, codePointTokenizer);
        const count = codePointTokenizer.count(text);
        if (count > limit && limit < 3) {
          expect(cut).toBeNull();
          return;
        }
        expect(codePointTokenizer.count(cut ?? '')).toBe(Math.min(count, limit));
        expect(text.startsWith((cut ?? '').split('...')[0] ?? '')).toBe(true);
      }),
    );
  });
});

describe('a pruned page', () => {
  const prune = (html: string, ...uids: string[]) => {
    const tree = readPageTree(html);
    return tree && writePageText(prunePage(tree, new Set(uids)));
  };

  it('leaves the page itself as it was', () => {
    const tree = readPageTree('<head></head><body><p data-webtasks-id="a" id="b">x</p></body>');
    const before = tree && writePageText(tree);
    if (tree) prunePage(tree, new Set(['a']));
    expect(tree && writePageText(tree)).toBe(before);
  });

  it('is empty without candidates', () => {
    const html = '<html data-webtasks-id="h"><body data-webtasks-id="b"><p>x</p></body></html>';
    expect(prune(html)).toBe('(html)');
    expect(prune(html, 'unknown')).toBe('(html)');
  });

  it('lets SVG text follow its parent and lose its tags', () => {
    const html =
      '<head></head><body><svg data-webtasks-id="s" class="c"><text data-webtasks-id="t">label</text></svg></body>';
    expect(prune(html, 's')).toBe('(html(svg data-webtasks-id="s" class="c"label))');
  });

  it('never closes an element that has no end tag', () => {
    const html = '<head></head><body><ul class="l"><li data-webtasks-id="a"></li></ul><br></body>';
    expect(prune(html, 'a')).toBe('(html(ul class="l"(li data-webtasks-id="a"))');
  });

  it('keeps the surroundings of the first element of a repeated uid only', () => {
    const item = (n: number) =>
      `<li data-webtasks-id="a">${n}</li><li data-webtasks-id="n${n}" class="n">next ${n}</li>`;
    const html = `<html data-webtasks-id="h"><head data-webtasks-id="d"></head><body data-webtasks-id="b"><ul data-webtasks-id="u1">${item(1)}</ul><ul data-webtasks-id="u2">${item(2)}</ul></body></html>`;
    expect(prune(html, 'a')).toBe('(html(ul(li data-webtasks-id="a"1)(li class="n"next 1)))');
  });

  it('never takes more tokens than its budget', () => {
    const html =
      '<head></head><body><div class="some words"><button data-webtasks-id="a" title="a long title">a long label</button>tail</div></body>';
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 250 }), (budget) => {
        const tree = readPageTree(html);
        const text = tree && writePagePart(tree, new Set(['a']), budget, codePointTokenizer);
        if (text === null) throw new Error('the page has content');
        expect(codePointTokenizer.count(text)).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it('is empty for an empty page', () => {
    const input = { turns: [chat('navigator')], index: 0, candidates: [] };
    const material = readMaterial({ ...input, html: ' ' });
    const [system] = writeOtrPrompt(material, codePointTokenizer);
    expect(system?.content).toMatch(/^You are an AI assistant/);
  });
});

const chat = (speaker: string, utterance = 'hi'): ReplayTurn => ({
  type: 'chat',
  timestamp: 1,
  speaker,
  utterance,
});
const act = (intent: string, screenshot: string | null, status = 'good'): ReplayTurn => ({
  type: 'browser',
  timestamp: 1,
  state: { screenshot, page: null, screenshot_status: status },
  action: { intent, arguments: {} },
});

describe('past actions', () => {
  it('fit small budgets, however few there are', () => {
    const turns = [chat('instructor', 'x'.repeat(150)), chat('navigator', 'y'.repeat(150))];
    const lines = fitCalls(listRecentCalls(turns, 2), 40, codePointTokenizer);
    expect(lines).toHaveLength(2);
    expect(codePointTokenizer.count(lines.join(' ; '))).toBeLessThanOrEqual(40);
  });

  it('start with a user for chat templates', () => {
    const system = { role: 'system' as const, content: 's' };
    const assistant = mergeMessages(['click(uid="a")']);
    expect(insertEmptyUser([system, ...assistant]).map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'user'],
    ]);
    expect(insertEmptyUser([system, ...mergeMessages([])])).toHaveLength(2);
  });
});

describe('candidates', () => {
  it('are cut to nothing by a tiny budget', () => {
    const fields = { tag: 'a', xpath: '/a', text: 'x', bbox: 'x=1', attributes: '', children: '' };
    const text = writeCandidates([{ uid: 'u', fields }], 5, codePointTokenizer);
    expect(text).toBe('(uid = u) \n');
  });
});

describe('turns with a prompt', () => {
  it('need a good screenshot, which an utterance borrows from an earlier turn', () => {
    const turns = [
      chat('navigator'),
      act('scroll', 'a.png'),
      chat('instructor'),
      chat('navigator'),
      act('scroll', 'b.png', 'broken'),
      chat('navigator'),
      act('tabswitch', null),
      act('hover', 'c.png'),
      act('click', 'c.png'),
      chat('navigator'),
    ];
    expect(sortPromptTurns(turns).selected).toEqual([1, 3, 9]);
  });

  it('show the ten best candidates, or those of the last selected turn with some', () => {
    const record = (turn_index: number, uid: string, rank: number) =>
      ({ turn_index, uid, rank, elem_dict: { tag: `${uid} ${rank}` } }) as DmrRecord;
    const records = Array.from({ length: 12 }, (_, n) => record(2, `u${n}`, 12 - n));
    const shown = assignCandidates([1, 2, 4], [...records, record(2, 'u0', 1), record(3, 'z', 1)]);
    expect(shown.get(1)).toEqual([]);
    expect(shown.get(2)?.map(({ uid }) => uid)).toEqual([
      'u11',
      'u10',
      'u9',
      'u8',
      'u7',
      'u6',
      'u5',
      'u4',
      'u3',
      'u2',
    ]);
    expect(shown.get(4)).toBe(shown.get(2));
  });
});
