import { describe, expect, it } from 'vitest';
import { makeBrowserTurn, makeSayTurn } from '../../demonstration/make-turn.fixture.ts';
import { toDemonstratedHistory } from './history.ts';

const element = {
  ...{ uid: 'q', frameId: 0, tagName: 'INPUT', textContent: '', xpath: '', name: 'Search' },
  ...{ role: 'searchbox', attributes: { name: 'q' }, box: { x: 0, y: 0, width: 1, height: 1 } },
};
const typed = makeBrowserTurn({
  ...{ id: 't1', element, action: { intent: 'textInput', uid: 'q', text: 'walnut lamp' } },
  receipt: { verdict: 'changed', changes: [{ kind: 'appeared', text: '3 lamps found' }] },
});
const none: ReadonlySet<string> = new Set();
const ANY = { allow: [], deny: [] };

describe('what the instructor shows by hand', () => {
  it('is described with what came of it, and as an action of the instructor', () => {
    const [reply] = toDemonstratedHistory([makeSayTurn(), typed], none, ANY);
    expect(reply?.id).toBe('t1');
    expect(reply?.entry).toMatchObject({
      ...{ kind: 'acted', action: typed.action, receipt: typed.receipt },
      description: 'Type “walnut lamp” in Search (done by the instructor)',
    });
    expect(reply?.entry).toHaveProperty('outcome', '“3 lamps found” appeared');
    const [unknown] = toDemonstratedHistory([{ ...typed, receipt: null }], none, ANY);
    expect(unknown?.entry).toHaveProperty('outcome', 'it is not known what came of it');
  });

  it('is described once, without what the copilot did, what followed, and looking around', () => {
    const load = { intent: 'load', url: 'https://shop.example/' } as const;
    const turns = [
      makeBrowserTurn({ id: 's', action: load, properties: { transitionType: 'start_page' } }),
      typed,
      makeBrowserTurn({ id: 'c', by: 'copilot' }),
      makeBrowserTurn({ id: 'l', action: load, causedBy: 't1' }),
      makeBrowserTurn({ id: 'w', action: { intent: 'scroll', x: 0, y: 9, uid: null } }),
      makeBrowserTurn({ id: 'o', action: load }),
    ];
    expect(toDemonstratedHistory(turns, none, ANY).map(({ id }) => id)).toEqual(['t1', 'o']);
    expect(toDemonstratedHistory(turns, new Set(['t1']), ANY).map(({ id }) => id)).toEqual(['o']);
  });

  it('is not told where the site is ruled out', () => {
    const load = { intent: 'load', url: 'https://bank.example/' } as const;
    const inBank = { ...typed.metadata, url: 'https://bank.example/account' };
    const turns = [
      { ...typed, id: 't2', metadata: inBank },
      { ...typed, id: 't3', action: load },
    ];
    const send = (deny: string[]) => toDemonstratedHistory(turns, none, { allow: [], deny });
    expect(send([]).map(({ id }) => id)).toEqual(['t2', 't3']);
    expect(send(['bank.example'])).toEqual([]);
  });

  it('keeps the newest of many', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ ...typed, id: `t${at}` }));
    const reply = toDemonstratedHistory(many, none, ANY);
    expect(reply.length).toBeLessThan(50);
    expect(reply.at(-1)?.id).toBe('t49');
  });
});
