import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredLog } from '../log/stored-log.ts';
import type { NewLogEvent } from '../log/run-log.ts';
import { readHops, STORED_LOG } from '../log/stored-log.ts';
import { claimHop } from './hop-tracker.ts';
import { isHopList, findCurrentHop, NO_HOPS } from './hop-list.ts';
import type { HopEdit } from './change-hops.ts';
import { editHops, planHops, parseHop } from './change-hops.ts';
import type { EvidenceSource } from './evidence.ts';
import { findEvidence } from './evidence.ts';
import type { HopList } from './hop-list.ts';

const PLAN = planHops(NO_HOPS, ['a.example: find the price', 'b.example: order it']);

function page(text: string, host = 'a.example'): EvidenceSource {
  return { from: 'page', text, host };
}

/** Letters and digits alone: what any reading of a quotation must find. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

describe('evidence', () => {
  const word = fc.stringMatching(/^[\p{L}\p{N}“”…,. ]{0,20}$/u);
  it('is never found where it does not stand', () => {
    fc.assert(
      fc.property(word, fc.array(word), (quoted, texts) => {
        const found = findEvidence(
          quoted,
          texts.map((text) => page(text)),
          null,
        );
        if (!found) return;
        const parts = quoted.split('…').map(bare);
        expect(texts.some((text) => parts.every((part) => bare(text).includes(part)))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is found in whatever quotes, case and space the page has it', () => {
    const sources = [page('Your order\n “Walnut — Lamp”  costs €40, thank you.')];
    for (const quoted of [
      '"walnut - lamp" costs €40',
      '“Your order”',
      'Your order … €40, thank you',
    ])
      expect(findEvidence(quoted, sources, null)).toMatchObject({
        from: 'page',
        host: 'a.example',
      });
  });

  it.each([
    ['part of a word', 'cart', 'a carton of eggs'],
    ['what could stand anywhere', 'the', 'the lamp'],
    ['a letter', 'a', 'a lamp'],
    ['nothing', '…', 'a lamp … here'],
    ['parts in another order', 'lamp … walnut', 'walnut lamp'],
    ['parts of several sources', 'walnut … oak', 'walnut'],
  ])('is not %s', (_, quoted, text) => {
    expect(findEvidence(quoted, [page(text), page('oak')], null)).toBeNull();
  });

  it('has to be read on the hop’s own site', () => {
    const elsewhere = [page('It costs €40', 'b.example')];
    expect(findEvidence('It costs €40', elsewhere, 'a.example')).toBeNull();
    expect(findEvidence('It costs €40', elsewhere, 'b.example')).not.toBeNull();
    const below = [page('It costs €40', 'shop.a.example')];
    expect(findEvidence('It costs €40', below, 'www.a.example')).not.toBeNull();
  });

  it('is an address only with its path, and not what was typed', () => {
    const address: EvidenceSource = {
      from: 'address',
      text: 'https://a.example/cart?n=1',
      host: 'a.example',
    };
    expect(findEvidence('https://a.example/cart?n=1', [address], null)).not.toBeNull();
    expect(findEvidence('/cart?n=1', [address], null)).not.toBeNull();
    for (const quoted of ['https://a.example', 'a.example', 'example/cart', 'cart'])
      expect(findEvidence(quoted, [address], null)).toBeNull();
    const typed: EvidenceSource = {
      ...page('Search now holds “order placed”'),
      own: 'order placed',
    };
    expect(findEvidence('order placed', [typed], null)).toBeNull();
    expect(findEvidence('Search now holds “order placed”', [typed], null)).not.toBeNull();
  });
});

describe('a plan', () => {
  it('reads sites where words surely name them', () => {
    expect(parseHop('2. b.example:8080/x: order it')).toEqual({
      text: 'order it',
      site: 'b.example:8080',
    });
    expect(parseHop('find a lamp on https://a.example/')).toMatchObject({ site: 'a.example' });
    expect(parseHop('read report.pdf')).toMatchObject({ site: null });
    expect(parseHop('look it up in report.pdf')).toMatchObject({ site: null });
    expect(parseHop('localhost:4101: note it')).toEqual({
      text: 'note it',
      site: 'localhost:4101',
    });
    expect(parseHop('– …')).toBeNull();
  });

  it('keeps what is done, and replaces what is open', () => {
    const [first] = PLAN.hops;
    const done = editHops(PLAN, { kind: 'tick', id: first?.id ?? '', done: true });
    const unedited = { ...done, edited: false };
    const again = planHops(unedited, ['A.example: find the price!', 'c.example: order it']);
    expect(again.hops.map(({ id, site, state }) => [id, site, state])).toEqual([
      ['hop-1', 'a.example', 'done'],
      ['hop-3', 'c.example', 'open'],
    ]);
    expect(planHops(PLAN, [])).toBe(PLAN);
    expect(planHops(PLAN, ['a.example: find the price', 'b.example: order it'])).toBe(PLAN);
  });

  it('only adds to what the instructor changed, and not what they took out', () => {
    const edited = editHops(PLAN, { kind: 'remove', id: 'hop-2' });
    const again = planHops(edited, ['b.example: order it', 'c.example: compare']);
    expect(again.hops.map(({ site }) => site)).toEqual(['a.example', 'c.example']);
    const asked = editHops(edited, { kind: 'add', text: 'b.example: order it' });
    expect(asked.hops.at(-1)).toMatchObject({ by: 'instructor', site: 'b.example' });
  });

  it('stays a list with ids of its own, whatever is planned and edited', () => {
    const text = fc.constantFrom(
      'a.example: one',
      'two',
      'on b.example three',
      '',
      '…',
      'x'.repeat(500),
    );
    const id = fc.integer({ min: 0, max: 20 }).map((number) => `hop-${String(number)}`);
    const edit: fc.Arbitrary<HopEdit> = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), text }),
      fc.record({ kind: fc.constant('write' as const), id, text }),
      fc.record({ kind: fc.constant('remove' as const), id }),
      fc.record({ kind: fc.constant('move' as const), id, to: fc.integer({ min: -2, max: 14 }) }),
      fc.record({ kind: fc.constant('tick' as const), id, done: fc.boolean() }),
      fc.constant({ kind: 'clear' as const }),
    );
    const change = fc.oneof(edit, fc.array(text));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const list = changes.reduce(
          (at, each) => (Array.isArray(each) ? planHops(at, each) : editHops(at, each)),
          NO_HOPS,
        );
        const { hops } = list;
        expect(new Set(hops.map((hop) => hop.id)).size).toBe(hops.length);
        expect(hops.length).toBeLessThanOrEqual(12);
        expect(hops.every((hop) => (hop.state === 'done') === (hop.evidence !== null))).toBe(true);
        expect(isHopList(JSON.parse(JSON.stringify(list)))).toBe(true);
      }),
    );
  });
});

describe('a claim', () => {
  const seen = [page('Walnut lamp €40')];
  const claim = (hop: string, evidence = 'Walnut lamp', list = PLAN) =>
    claimHop(list, PLAN, { intent: 'hopDone', hop, evidence }, seen);

  it('is believed where the quotation is there, by number, words or neither', () => {
    for (const hop of ['1', 'hop 1', '#1', 'find the price', '']) {
      const claimed = claim(hop);
      if (!claimed.ok) throw new Error(claimed.reason);
      expect(findCurrentHop(claimed.list)?.id).toBe('hop-2');
      expect(claimed.list.hops[0]?.evidence).toEqual({
        ...{ from: 'page', text: 'Walnut lamp', host: 'a.example' },
      });
    }
  });

  it('is refused for what was not read, for another site, and for hops there are not', () => {
    expect(claim('1', 'Sold out')).toMatchObject({ ok: false, hopId: 'hop-1' });
    expect(claim('2')).toMatchObject({ ok: false, hopId: 'hop-2' });
    expect(claim('3')).toMatchObject({ ok: false, hopId: null });
    expect(claim('ord')).toMatchObject({ ok: false, hopId: null });
  });

  it('is about what was shown, though the instructor has changed the list since', () => {
    const moved = editHops(PLAN, { kind: 'move', id: 'hop-2', to: 0 });
    const claimed = claim('1', 'Walnut lamp', moved);
    expect(claimed.ok && claimed.list.hops.map(({ id, state }) => `${id} ${state}`)).toEqual([
      ...['hop-2 open', 'hop-1 done'],
    ]);
    const removed = editHops(PLAN, { kind: 'remove', id: 'hop-1' });
    expect(claim('1', 'Walnut lamp', removed)).toMatchObject({ ok: false, hopId: null });
  });
});

describe('the stored log', () => {
  const add = (log: StoredLog, event: NewLogEvent) =>
    STORED_LOG.add(log, { ...event, id: 'id', at: 1 });
  const began = { type: 'began', tabId: 1, url: '', carried: null } as const;
  const begin = (message: string, log = STORED_LOG.start) => add(log, { ...began, message });
  const note = (log: StoredLog, list: HopList) => add(log, { type: 'hops', list, refused: null });

  it('is the list as it was last, however long the conversation gets', () => {
    let log = note(note(begin('find it'), PLAN), planHops(PLAN, ['c.example: look']));
    for (let round = 0; round < 150; round += 1) {
      log = add(begin(`again ${round}`, log), { type: 'ended', outcome: 'done' });
    }
    expect(log.events.length).toBeLessThan(210);
    expect(readHops(log.events).hops.map(({ site }) => site)).toEqual(['c.example']);
  });

  it('has nothing quoted of a round whose message is not kept', () => {
    const list = planHops(NO_HOPS, ['a.example: log in with the password "hunter2-secret"']);
    const log = note(begin('log in with the password "hunter2-secret"'), list);
    expect(JSON.stringify(log.events)).not.toContain('hunter2');
    expect(readHops(log.events).hops[0]?.site).toBe('a.example');
  });
});
