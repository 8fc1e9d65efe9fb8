import { describe, expect, it } from 'vitest';
import { startDemonstration } from './recording-state.ts';
import type { Hop, RecordedHops } from './hops.ts';
import { recordHops, redactHops } from './hops.ts';
import { digestSecret } from './secrets/digest.ts';
import { createSecretSearch } from './secrets/search.ts';
import { migrateDemonstration } from './migrate.ts';

const lamp: Hop = {
  ...{ id: 'hop-1', text: 'find a lamp', site: 'a.example', by: 'navigator' },
  ...{ state: 'open', evidence: null },
};
const order: Hop = { ...lamp, id: 'hop-2', text: 'order it', site: 'b.example', by: 'instructor' };
const seen = { from: 'page', text: 'Walnut lamp', host: 'a.example' } as const;

function done(hop: Hop): Hop {
  return { ...hop, state: 'done', evidence: seen };
}

/** Records these lists of hops at 1, 2, 3 … */
function follow(...lists: Hop[][]): readonly RecordedHops[] {
  return lists.reduce<readonly RecordedHops[]>(
    (kept, hops, at) => recordHops(kept, hops, at + 1),
    [],
  );
}

describe('the hops of a demonstration', () => {
  it('are the list as it was last, with when each was done first', () => {
    const kept = follow([lamp], [done(lamp), order], [done(lamp), done(order)]);
    expect(kept).toEqual([
      {
        hops: [
          { ...done(lamp), doneAt: 2 },
          { ...done(order), doneAt: 3 },
        ],
        isOver: false,
      },
    ]);
    expect(follow([done(lamp)], [lamp])[0]?.hops[0]).toMatchObject({ state: 'open', doneAt: null });
  });

  it('keep a list that was done and put away, and drop one that was taken back', () => {
    const again = { ...order, id: 'hop-1' };
    const kept = follow([done(lamp)], [], [again]);
    expect(kept.map(({ hops, isOver }) => [hops.map(({ text }) => text), isOver])).toEqual([
      [['find a lamp'], true],
      [['order it'], false],
    ]);
    expect(follow([done(lamp), order], [])).toEqual([]);
    expect(follow([done(lamp)], [], [])).toHaveLength(1);
  });

  it('are read as they were written, and nothing else is', () => {
    const begun = startDemonstration({
      ...{ id: 'd', at: 0, title: '', userAgent: '', timezoneOffsetMinutes: 0, recorder: '1' },
    });
    const demonstration = { ...begun, hops: follow([done(lamp), order]) };
    expect(migrateDemonstration(structuredClone(demonstration))).toEqual({
      ok: true,
      value: demonstration,
    });
    const odd = { ...demonstration, hops: [{ hops: [{ ...lamp, state: 'half' }], isOver: false }] };
    expect(migrateDemonstration(odd)).toMatchObject({ ok: false });
  });

  it('hold no secret that was typed', () => {
    const secret = 'correct horse battery';
    const search = createSecretSearch(digestSecret(secret, 'salt'));
    const kept = follow([
      { ...lamp, text: `log in with ${secret}` },
      { ...done(order), evidence: { ...seen, text: `Hello ${secret}!` } },
    ]);
    expect(JSON.stringify(kept)).toContain(secret);
    expect(JSON.stringify(redactHops(kept, search))).not.toContain(secret);
    const clean = follow([lamp, done(order)]);
    expect(redactHops(clean, search)).toBe(clean);
  });
});
