import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateResults } from './task.ts';
import {
  evaluateStrict,
  evaluateUpstream,
  scoreContents,
  scoreTripMatch,
  scoreUrlMatch,
  cleanAnswer,
  readJudgeAnswer,
  scoreStringMatch,
  writeJudgeMessages,
} from './evaluate.ts';
import type { MminaTask, MminaTrace } from './task.ts';

const never = () => Promise.reject(new Error('the judge was not to be asked'));

function makeTask(domain: string, rest: Partial<MminaTask> = {}): MminaTask {
  return { domain, eval: { eval_types: ['string_match'], reference_answers: {} }, ...rest };
}

function makeTrace(urls: string[], answer: string | null = 'done'): MminaTrace {
  return { urls, answer };
}

describe('string match', () => {
  it.each([
    ['"Red Kettle"', { exact_match: 'red kettle' }, 1],
    ['a red kettle', { exact_match: 'red kettle' }, 0],
    ['It is $49, Rosso', { must_include: ['rosso', '$49'] }, 1],
    ['It is $49', { must_include: ['rosso', '$49'] }, 0],
    ['anything', {}, 1],
  ])('%j against %j is %d', async (answer, references, expected) => {
    expect(await scoreStringMatch(answer, references, never)).toBe(expected);
  });

  it('asks the judge for a fuzzy match: the answer cleaned, the reference as it is written', async () => {
    const asked: string[][] = [];
    const judge = (statement: string, reference: string) => {
      asked.push([statement, reference]);
      return Promise.resolve(reference === 'A');
    };
    expect(await scoreStringMatch('"X"', { fuzzy_match: ['A'] }, judge)).toBe(1);
    expect(await scoreStringMatch('X', { fuzzy_match: ['A', 'b', 'c'] }, judge)).toBe(0);
    expect(asked).toEqual([
      ['x', 'A'],
      ['x', 'A'],
      ['x', 'b'],
    ]);
  });

  it('asks the judge about N/A as about any text, and nothing where something else fails', async () => {
    const asked: string[] = [];
    const judge = (_: string, reference: string) => Promise.resolve(asked.push(reference) > 0);
    expect(await scoreStringMatch('I cannot', { fuzzy_match: ['N/A'] }, judge)).toBe(1);
    const both = { must_include: ['tea'], fuzzy_match: ['Tea'] };
    expect(await scoreStringMatch('coffee', both, judge)).toBe(0);
    expect(asked).toEqual(['N/A']);
  });

  it('words the question and reads the answer as published', () => {
    const answers = ['Yes.', 'yes', 'No', 'Partially: Yes', '<think>Yes</think>No'];
    expect(answers.map(readJudgeAnswer)).toEqual([true, false, false, true, false]);
    expect(writeJudgeMessages('a', 'B')).toEqual([
      { role: 'system', content: 'You are a helpful assistant' },
      {
        role: 'user',
        content: 'Given the statement "a", would it be correct to infer "B"? Yes or No',
      },
    ]);
  });

  it('takes off one pair of quotes', () => {
    const answers = [`'"A"'`, '"A', ` 'A' `, '"'];
    expect(answers.map(cleanAnswer)).toEqual(['"a"', '"a', ` 'a' `, '']);
  });
});

describe('URL and content checks', () => {
  it.each([
    ['https://a.example/x/', { reference_url: 'https://a.example/x', url_note: 'EXACT' }, 1],
    ['https://a.example/x/y', { reference_url: 'https://a.example/x', url_note: 'EXACT' }, 0],
    ['https://a.example/x/y', { reference_url: 'https://a.example/x' }, 0],
    ['https://a.example/x//', { reference_url: 'https://a.example/x' }, 0],
    [
      'https://a.example/x/y',
      { reference_url: 'https://b.example |OR| https://a.example/x', url_note: 'GOLD in PRED' },
      1,
    ],
    ['https://a.example/', { reference_url: 'https://a.example/x', url_note: 'GOLD in PRED' }, 0],
    ['https://a.example/x', { reference_url: 'https://a.example/x', url_note: 'other' }, 0],
  ])('%s with %j is %d', (url, checks, expected) => {
    expect(scoreUrlMatch(url, checks)).toBe(expected);
  });

  it('compares trips and contents without case', async () => {
    const trip = 'https://t.example/PAR-ROM';
    expect(await scoreTripMatch(trip, { must_include: ['par', '"Rom"'] }, never)).toBe(1);
    expect(await scoreTripMatch(trip, { must_include: ['par', 'oslo'] }, never)).toBe(0);
    expect(await scoreTripMatch(trip, { exact_match: 'https://t.example/par' }, never)).toBe(0);
    const judge = (url: string, reference: string) => Promise.resolve(url.includes(reference));
    expect(await scoreTripMatch(trip, { fuzzy_match: ['PAR'] }, judge)).toBe(1);
    expect(await scoreTripMatch(trip, { fuzzy_match: ['LAX'] }, judge)).toBe(0);
    expect(scoreContents('Added to Cart', 'gone |OR| added to cart')).toBe(1);
    expect(scoreContents('Added', ' added ')).toBe(1);
    expect(scoreContents('nothing', 'gone |OR| added')).toBe(0);
  });
});

describe('a single-hop task', () => {
  const task = makeTask('wikipedia', {
    eval: {
      eval_types: ['string_match', 'url_match', 'program_html'],
      reference_answers: { must_include: ['tea'] },
      reference_url: 'https://w.example/tea',
      url_note: 'EXACT',
      program_html: [{ required_contents: 'leaf' }],
    },
  });
  const trace = { urls: ['https://w.example/tea'], answer: 'Tea', contents: ['A Leaf'] };

  it('passes when all its evaluators do; upstream counts no hop for it', async () => {
    expect(await evaluateUpstream(task, trace, never)).toEqual({
      passed: true,
      hops: 0,
      hopCount: 1,
    });
    expect(await evaluateStrict(task, trace, never)).toEqual({
      passed: true,
      hops: 1,
      hopCount: 1,
    });
  });

  it.each([
    { ...trace, answer: 'coffee' },
    { ...trace, urls: ['https://w.example/'] },
    { ...trace, contents: [] },
  ])('fails with %j', async (other) => {
    expect((await evaluateUpstream(task, other, never)).passed).toBe(false);
    expect((await evaluateStrict(task, other, never)).passed).toBe(false);
  });

  it('fails with an evaluator that is not known', async () => {
    const unknown = makeTask('shopping', { eval: { eval_types: ['new_match'] } });
    expect((await evaluateUpstream(unknown, trace, never)).passed).toBe(false);
  });
});

describe('a two-hop task', () => {
  const makeTwoHop = (...must_include: string[]) =>
    makeTask('normal', { eval: { eval_types: [], reference_answers: { must_include } } });
  const urls = ['http://kiwix/rome', 'https://t.example/rome', 'https://t.example/rome/paris'];

  it('passes when the sites were visited in order', async () => {
    const task = makeTwoHop('rome', 'paris');
    const passed = { passed: true, hops: 2, hopCount: 2 };
    expect(await evaluateUpstream(task, makeTrace(urls), never)).toEqual(passed);
    expect(await evaluateStrict(task, makeTrace(urls), never)).toEqual(passed);
    expect((await evaluateStrict(task, makeTrace(urls, null), never)).passed).toBe(false);
  });

  it('can never pass upstream with a capital in its first text', async () => {
    const task = makeTwoHop('Rome', 'Paris');
    expect((await evaluateUpstream(task, makeTrace(urls), never)).hops).toBe(0);
    expect((await evaluateStrict(task, makeTrace(urls), never)).passed).toBe(true);
  });
});

describe('a multihop task', () => {
  const end = 'end';

  it('passes when every hop was made in order, and upstream counts the end as one more', async () => {
    const task = makeTask('compare', { procedure: ['a.example', 'b.example', end], city: 'rome' });
    const urls = ['https://a.example/ROME', 'https://b.example/', 'https://b.example/rome'];
    expect(await evaluateUpstream(task, makeTrace(urls), never)).toEqual({
      passed: true,
      hops: 2,
      hopCount: 3,
    });
    expect(await evaluateStrict(task, makeTrace(urls), never)).toEqual({
      passed: true,
      hops: 2,
      hopCount: 2,
    });
    expect((await evaluateStrict(task, makeTrace(urls.slice(0, 2)), never)).hops).toBe(1);
  });

  it('is no longer checked upstream after Kiwix was left for the next site', async () => {
    const task = makeTask('multi567', { procedure: ['kiwix/tea', 'a.example', 'b.example', end] });
    const left = ['http://kiwix/x', 'https://a.example', 'https://a.example', 'https://b.example'];
    expect(await evaluateUpstream(task, makeTrace(left), never)).toMatchObject({
      passed: false,
      hops: 1,
    });
    const read = ['http://kiwix/tea', 'https://a.example', 'https://b.example'];
    expect((await evaluateUpstream(task, makeTrace(read), never)).passed).toBe(true);
    expect((await evaluateStrict(task, makeTrace(read), never)).passed).toBe(true);
  });

  it('can make two hops by one URL upstream, and only one strictly', async () => {
    const task = makeTask('multipro', {
      procedure: ['momondo', 'b.example', end],
      flight: 'lax-jfk',
    });
    const trace = makeTrace(['https://momondo.example/lax-jfk']);
    expect(await evaluateUpstream(task, trace, never)).toMatchObject({ passed: true, hops: 2 });
    expect(await evaluateStrict(task, trace, never)).toMatchObject({ passed: false, hops: 1 });
  });

  it('looks for the shop and for both cities', async () => {
    const shop = makeTask('compare', { procedure: ['7770', end], shop: 'mugs' });
    expect((await evaluateStrict(shop, makeTrace(['http://x:7770/pans']), never)).passed).toBe(
      false,
    );
    expect((await evaluateStrict(shop, makeTrace(['http://x:7770/Mugs']), never)).passed).toBe(
      true,
    );
    const trip = makeTask('compare', { procedure: ['t.example', end], city: 'rome oslo' });
    expect((await evaluateStrict(trip, makeTrace(['https://t.example/rome']), never)).hops).toBe(0);
    expect(
      (await evaluateStrict(trip, makeTrace(['https://t.example/oslo-rome']), never)).hops,
    ).toBe(1);
  });

  it('never makes more hops strictly than there are URLs or conditions', async () => {
    const sites = fc.constantFrom('a.example', 'b.example', 'kiwix', 'momondo', '7770');
    await fc.assert(
      fc.asyncProperty(fc.array(sites), fc.array(sites), async (hops, urls) => {
        const task = makeTask('multipro', { procedure: [...hops, end] });
        const result = await evaluateStrict(task, makeTrace(urls), never);
        expect(result.hops).toBeLessThanOrEqual(Math.min(hops.length, urls.length));
        const upstream = await evaluateUpstream(task, makeTrace(urls), never);
        expect(upstream.hops).toBeLessThanOrEqual(upstream.hopCount);
      }),
    );
  });
});

describe('figures over tasks', () => {
  it('average hops over all tasks, and tasks equally', () => {
    const results = [
      { passed: true, hops: 1, hopCount: 1 },
      { passed: false, hops: 3, hopCount: 7 },
    ];
    expect(aggregateResults(results)).toEqual({ hopSuccess: 0.5, taskSuccess: 0.5, tasks: 2 });
    expect(aggregateResults([])).toEqual({ hopSuccess: null, taskSuccess: null, tasks: 0 });
  });
});
