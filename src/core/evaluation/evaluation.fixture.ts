import type { ActionRow, RankRow } from './row.ts';

const PLACE = {
  input: 'in/one',
  demonstration: 'd',
  shortcode: 'abcdefg',
  turn: 0,
  turnId: 't',
  intent: 'click',
  site: 'shop.example',
  split: 'all',
};

/** A click that was answered rightly, but for what is given. */
export function makeActionRow(over: Partial<ActionRow> = {}): ActionRow {
  return {
    type: 'turn',
    key: `${over.demonstration ?? 'd'} ${over.turn ?? 0}`,
    ...PLACE,
    ...{ intentMatch: 1, exactMatch: 1, iou: 1, chrf: null, urlf: null, overall: 1 },
    ...{ reference: 'click(uid="a")', output: 'click(uid="a")', predicted: 'click' },
    ...{ step: null, shot: null, usage: null },
    ...over,
  };
}

export function makeRankRow(over: Partial<RankRow> = {}): RankRow {
  return {
    type: 'turn',
    key: `${over.demonstration ?? 'd'} ${over.turn ?? 0}`,
    ...PLACE,
    ...{ request: 'find a lamp', candidates: 20, targetRank: 1, shot: null },
    ...over,
  };
}
