import { describe, expect, it } from 'vitest';
import type {
  BrowserTurn,
  StoredSnapshot,
  Turn,
  RankerAgreement,
} from '../../core/demonstration/demonstration.ts';
import { makeBrowserTurn, makeSayTurn } from '../../core/demonstration/make-turn.fixture.ts';
import type { RankResult } from '../../core/ranking/candidate.ts';
import { rankCandidates } from '../../core/ranking/rank.ts';
import type { HoldPorts } from './hold-demonstrations.ts';
import { holdDemonstrations } from './hold-demonstrations.ts';

const names = ['Save', 'Cancel', ...Array.from({ length: 30 }, (_, at) => `Row ${at}`)];
const html = `<html><body>${names
  .map((name) => `<button data-webtasks-id="${name}">${name}</button>`)
  .join('')}</body></html>`;
const viewport = { width: 1000, height: 900 };
const frame = {
  ...{ frameId: 0, parentFrameId: null, ownerUid: null, place: null, url: 'https://a.example/' },
  ...{ title: '', viewport, scroll: { x: 0, y: 0 }, exact: true },
};
const boxes = Object.fromEntries(
  names.map((name, at) => [name, { x: 0, y: at * 20, width: 90, height: 18 }]),
);
const snapshot: StoredSnapshot = {
  frames: [{ ...frame, html: 'h', boxes: 'b' }],
  ...{ devicePixelRatio: 1, takenAt: 0, exact: true },
};
const click = (id: string, uid: string, over: Partial<BrowserTurn> = {}): Turn =>
  makeBrowserTurn({ id, action: { intent: 'click', uid }, snapshot, ...over });
const ask = (utterance: string): Turn =>
  makeSayTurn({ action: { intent: 'say', speaker: 'instructor', utterance } });

interface Fake extends HoldPorts {
  kept: [string, RankerAgreement][];
  /** Pages that are in memory at the same time, at most. */
  most: number;
}

function makeStore(
  demonstrations: Record<string, Turn[]>,
  ranker: (result: RankResult) => RankResult = (result) => result,
): Fake {
  let open = 0;
  const fake: Fake = {
    kept: [],
    most: 0,
    readTurns: (id) => Promise.resolve(demonstrations[id] ?? []),
    readPage: () => {
      open += 1;
      fake.most = Math.max(fake.most, open);
      const { devicePixelRatio, takenAt } = snapshot;
      return Promise.resolve({ frames: [{ ...frame, html, boxes }], devicePixelRatio, takenAt });
    },
    rank: async (query, candidates) => {
      const result = await rankCandidates(query, candidates, { k: Infinity, now: () => 0 });
      open -= 1;
      return ranker(result);
    },
    recall: () => Promise.resolve([]),
    keep(turnId, agreement) {
      fake.kept.push([turnId, agreement]);
      return Promise.resolve();
    },
  };
  return fake;
}

function hold(ids: string[], store: HoldPorts, stop = new AbortController()) {
  const reported: [number, number][] = [];
  const onProgress = (done: number, total: number): void => void reported.push([done, total]);
  return { held: holdDemonstrations(ids, store, { signal: stop.signal, onProgress }), reported };
}

describe('holdDemonstrations', () => {
  it('keeps what the ranker would have picked, and collects what was chosen', async () => {
    const store = makeStore({
      one: [ask('Save'), click('right', 'Save'), click('wrong', 'Cancel')],
      two: [ask('Cancel'), click('also', 'Cancel')],
    });
    const { held, reported } = hold(['one', 'two', 'gone'], store);
    const { ranker, choices } = await held;
    expect(store.kept.map(([id, { rank, picked }]) => [id, rank === 1, picked])).toEqual([
      ['right', true, 'Save'],
      ['wrong', false, 'Save'],
      ['also', true, 'Cancel'],
    ]);
    expect(store.kept[0]?.[1]).toMatchObject({ ranker: 'lexical', request: 'Save', of: 32 });
    expect(ranker).toBe('lexical');
    expect(choices.map(({ group, chosen }) => [group, chosen])).toEqual([
      ['one', 0],
      ['one', 0],
      ['two', 0],
    ]);
    expect(reported).toEqual([0, 1, 2, 3].map((done) => [done, 3]));
    expect(store.most).toBe(1);
  });

  it('writes nothing that is there already', async () => {
    const turns = [ask('Save'), click('a', 'Save')];
    const store = makeStore({ one: turns });
    await hold(['one'], store).held;
    const [[, agreement] = []] = store.kept;
    const again = makeStore({ one: [ask('Save'), click('a', 'Save', agreement && { agreement })] });
    expect((await hold(['one'], again).held).choices).toHaveLength(1);
    expect(again.kept).toEqual([]);
  });

  it('passes over a page that is gone or cannot be ranked, not what cannot be kept', async () => {
    const turns = { one: [ask('Save'), click('a', 'Save'), click('b', 'Save')] };
    const gone: HoldPorts = { ...makeStore(turns), readPage: () => Promise.resolve(null) };
    expect(await hold(['one'], gone).held).toEqual({ ranker: null, choices: [] });
    const store = makeStore(turns);
    let ranked = 0;
    const rank: HoldPorts['rank'] = (query, candidates) =>
      ranked++ === 0 ? Promise.reject(new Error('broken')) : store.rank(query, candidates);
    expect((await hold(['one'], { ...store, rank }).held).choices).toHaveLength(1);
    expect(store.kept.map(([id]) => id)).toEqual(['b']);
    const failing: HoldPorts = { ...store, keep: () => Promise.reject(new Error('nobody there')) };
    await expect(hold(['one'], failing).held).rejects.toThrow('nobody there');
  });

  it('stops between two turns', async () => {
    const store = makeStore({ one: [ask('Save'), click('a', 'Save'), click('b', 'Save')] });
    const stop = new AbortController();
    const keep: HoldPorts['keep'] = (id, agreement) => {
      stop.abort(new Error('cancelled'));
      return store.keep(id, agreement);
    };
    await expect(hold(['one'], { ...store, keep }, stop).held).rejects.toThrow('cancelled');
    expect(store.kept.map(([id]) => id)).toEqual(['a']);
  });

  it('takes vectors of the chosen one and its best rivals, and no more', async () => {
    const asked: string[][] = [];
    const store = makeStore({ one: [ask('Save'), click('a', 'Cancel')] }, (result) => ({
      ...{ ...result, ranker: 'lexical + Fake' },
      stats: { ...result.stats, encoded: 33 },
    }));
    const recall: HoldPorts['recall'] = (texts) => {
      asked.push(texts);
      return Promise.resolve(texts.map((_, at) => (at === 3 ? null : new Float32Array([at, 1]))));
    };
    const { ranker, choices } = await hold(['one'], { ...store, recall }).held;
    expect(ranker).toBe('lexical + Fake');
    expect(asked[0]).toHaveLength(17);
    expect(asked[0]?.[0]).toBe('Save');
    expect(asked[0]?.[1]).toContain('Cancel');
    const { vectors, candidates = [] } = choices[0] ?? {};
    expect(vectors?.candidates).toHaveLength(candidates.length);
    expect(vectors?.asked).toEqual(new Float32Array([0, 1]));
    expect(vectors?.candidates.slice(0, 3).map((each) => each?.[0] ?? null)).toEqual([1, 2, null]);
    expect(vectors?.candidates.slice(16).every((each) => each === null)).toBe(true);
  });
});
