import { expect, it } from 'vitest';
import { makeBrowserTurn } from '../../demonstration/make-turn.fixture.ts';
import type { PageSnapshot } from '../../snapshot/snapshot.ts';
import { rankCandidates } from '../rank.ts';
import { holdAgainst } from './hold-against.ts';

const viewport = { width: 1000, height: 900 };
const uids = ['edit', 'more', 'new-edit'];
const page: PageSnapshot = {
  ...{ devicePixelRatio: 1, takenAt: 0 },
  frames: [
    {
      ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, exact: true },
      ...{ url: 'https://a.example/', title: '', viewport, scroll: { x: 0, y: 0 } },
      html: `<html><body><button data-webtasks-id="edit">Edit</button>
        <button data-webtasks-id="more">More</button>
        <button data-webtasks-id="new-edit">Edit</button></body></html>`,
      boxes: Object.fromEntries(
        uids.map((uid, at) => [uid, { x: 0, y: at * 20, width: 90, height: 18 }]),
      ),
    },
  ],
};

it('takes what came up since the turn before for what is meant, of two of one name', async () => {
  const turn = makeBrowserTurn({ action: { intent: 'click', uid: 'new-edit' } });
  const asked = { turn, target: 'new-edit', request: 'Edit' };
  const hold = (last: ReadonlySet<string> | null) =>
    holdAgainst(asked, page, last, (query, candidates) =>
      rankCandidates(query, candidates, { k: Infinity, now: () => 0 }),
    );
  expect((await hold(null)).agreement.rank).toBe(2);
  const { agreement, listed } = await hold(new Set(['edit', 'more']));
  expect(agreement.rank).toBe(1);
  expect([...listed]).toEqual(expect.arrayContaining(uids));
});
