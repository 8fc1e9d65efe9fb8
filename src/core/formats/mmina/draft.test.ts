import { describe, expect, it } from 'vitest';
import type { Action } from '../../action/action.ts';
import type { RecordedHop } from '../../demonstration/hops.ts';
import { evaluateStrict } from '../../metrics/mmina/evaluate.ts';
import { makeContent } from '../content.fixture.ts';
import { draftTask } from './draft.ts';

function visit(url: string): { action: Action } {
  return { action: { intent: 'load', url } };
}
const ask = {
  action: { intent: 'say', speaker: 'instructor', utterance: 'Where is Rome? Book a flight.' },
} as const;

describe('a MMInA draft', () => {
  it('has the sites as hops, and the reported words as required parts of the answer', () => {
    const task = draftTask(
      makeContent([
        ask,
        visit('https://www.Wiki.example/Rome'),
        visit('https://www.wiki.example/Rome#maps'),
        { action: { intent: 'copy', text: 'Lazio', uid: null } },
        { action: { intent: 'copy', text: 'not told', uid: null } },
        visit('https://flights.example/to/rome'),
        { action: { intent: 'say', speaker: 'navigator', utterance: 'In lazio. Booked.' } },
      ]),
    );
    expect(task).toMatchObject({
      intent: 'Where is Rome? Book a flight.',
      start_url: 'https://www.Wiki.example/Rome',
      sites: ['wiki', 'shop', 'flights'],
      procedure: ['wiki.example', 'shop.example', 'flights.example', 'end'],
      hop_cnt: 3,
      eval: { eval_types: ['string_match'], reference_answers: { must_include: ['Lazio'] } },
      wayscribe: { draft: true },
    });
  });

  it('takes no report of the copilot as the answer', () => {
    const utterance = 'I found nothing on this page that fits “Rome”.';
    const content = makeContent([
      ask,
      visit('https://a.example/'),
      { action: { intent: 'say', speaker: 'navigator', utterance: 'In Lazio.' } },
      { action: { intent: 'say', speaker: 'navigator', utterance } },
    ]);
    const turns = content.turns.map((turn, index) =>
      turn.kind === 'say' && index === 3 ? { ...turn, isReport: true as const } : turn,
    );
    const { eval: checks } = draftTask({ ...content, turns });
    expect(checks.reference_answers).toEqual({ must_include: ['In Lazio.'] });
  });

  it('is passed by the demonstration it was made of', async () => {
    const urls = ['https://a.example/x', 'https://b.example/', 'https://a.example/y'];
    const { eval: checks, procedure = [] } = draftTask(makeContent(urls.map(visit)));
    const judge = () => Promise.resolve(false);
    const trace = { urls, answer: '' };
    const task = { domain: 'compare', eval: checks, procedure };
    expect(await evaluateStrict(task, trace, judge)).toMatchObject({ passed: true, hops: 3 });
    const less = { ...trace, urls: urls.slice(1) };
    expect((await evaluateStrict(task, less, judge)).passed).toBe(false);
  });

  it('of one site has no hops, and without an answer is judged by the last address', () => {
    const task = draftTask(
      makeContent([ask, visit('https://a.example/'), visit('https://a.example/b')]),
    );
    expect(task.procedure).toBeUndefined();
    expect(task.eval).toMatchObject({
      eval_types: ['url_match'],
      reference_url: 'https://a.example/b',
    });
    expect(task.eval.reference_answers).toBeNull();
  });

  describe('of a demonstration that has a list of hops', () => {
    const urls = [
      'https://wiki.example/',
      'https://maps.example/',
      'https://www.Shop.example/cart',
    ];
    const hop = (text: string, site: string | null, quoted: string | null): RecordedHop => ({
      ...{ id: text, text, site, by: 'navigator' },
      ...(quoted === null
        ? { state: 'open', evidence: null, doneAt: null }
        : {
            state: 'done',
            evidence: { from: 'page', text: quoted, host: 'shop.example' },
            doneAt: 5,
          }),
    });
    const draft = (hops: RecordedHop[]) =>
      draftTask(makeContent(urls.map(visit), { hops: [{ hops, isOver: false }] }));

    it('has the sites of completed hops and their evidence', async () => {
      const task = draft([
        hop('read of Rome', 'wiki.example', 'Rome is'),
        hop('order a lamp', null, 'Thank you'),
        hop('tell Ada', 'mail.example', null),
      ]);
      expect(task).toMatchObject({
        procedure: ['wiki.example', 'shop.example', 'end'],
        hop_cnt: 2,
        wayscribe: {
          hops: [
            { text: 'read of Rome', site: 'wiki.example', shown: 'Rome is' },
            { text: 'order a lamp', site: null, shown: 'Thank you' },
            { text: 'tell Ada', site: 'mail.example', shown: null },
          ],
        },
      });
      expect(task.wayscribe.check).toContain('procedure: nothing showed that “tell Ada” was done');
      const { eval: checks, procedure = [] } = task;
      const given = { domain: 'compare', eval: checks, procedure };
      const judge = () => Promise.resolve(false);
      const result = await evaluateStrict(given, { urls, answer: '' }, judge);
      expect(result).toMatchObject({ passed: true, hops: 2 });
    });

    it('has the visited sites if the hops were done in another order, and says so', () => {
      const task = draft([
        hop('order a lamp', 'shop.example', 'Thank you'),
        hop('read of Rome', 'wiki.example', 'Rome is'),
      ]);
      expect(task.procedure).toEqual(['wiki.example', 'maps.example', 'shop.example', 'end']);
      expect(task.wayscribe.check.at(-1)).toMatch(/^procedure: the hops that were listed/);
    });

    it('merges neighbours on one site, since one address marks them', () => {
      const task = draft([
        hop('open wiki', 'wiki.example', 'a'),
        hop('read wiki', 'wiki.example', 'b'),
        hop('buy', 'www.shop.example', 'c'),
      ]);
      expect(task.procedure).toEqual(['wiki.example', 'shop.example', 'end']);
    });
  });

  it('of an empty demonstration says what is missing', () => {
    expect(draftTask(makeContent([])).wayscribe.check[0]).toMatch(/^intent: nobody said/);
  });
});
