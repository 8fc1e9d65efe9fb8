import { describe, expect, it } from 'vitest';
import type { FixtureStep } from '../formats/content.fixture.ts';
import { makeContent } from '../formats/content.fixture.ts';
import type { FixturePage } from '../formats/page.fixture.ts';
import { keepHtml } from '../formats/page.fixture.ts';
import { listRankedRecords, createRankTurn } from '../formats/training/rank-turn.ts';
import { aggregateTurns, scoreRecall, scoreReciprocalRank } from '../metrics/weblinx/turn-score.ts';
import { answerDirectly } from './direct-answers.ts';
import { estimateRest, writeDuration } from './estimate.ts';
import { makeActionRow, makeRankRow } from './evaluation.fixture.ts';
import { readHopMaterial, scoreHops } from './answers.ts';
import type { Answer } from './evaluate-turns.ts';
import { judgeTurn, listJudgedTurns } from './evaluate-turns.ts';
import { openDemonstration } from './open-demonstration.ts';
import type { ActionRow, DemonstrationRow } from './row.ts';
import { summarizeRows } from './summarize.ts';
import { predictTurn } from './predict-turn.ts';
import { STRATEGIES } from '../strategies/strategies.ts';
import { weblinxStrategy } from '../strategies/weblinx.ts';
import type { ReplayTurn } from '../formats/dmr/replay.ts';
import { readTargetUid } from '../formats/dmr/replay.ts';
import { writeOtrTarget } from '../formats/otr/prompt.ts';
import { codePointTokenizer } from '../formats/otr/tokenizer.ts';

const shop = keepHtml(
  '<form><input id="search" aria-label="Search the shop"><button>Go</button></form><select id="size" aria-label="Size"><option>Small</option><option>Large</option></select><input id="gift" type="checkbox" aria-label="Gift"><a id="lamp" href="/w">Walnut lamp</a>',
);
const news = keepHtml('<button id="subscribe">Subscribe</button>', 'https://news.example/');
const SEARCH = uidOf(shop, 'search');
const SIZE = uidOf(shop, 'size');
const GIFT = uidOf(shop, 'gift');
const LAMP = uidOf(shop, 'lamp');

const STEPS: FixtureStep[] = [
  {
    action: {
      intent: 'say',
      speaker: 'instructor',
      utterance: 'type lamp in Search the shop, choose Large under Size, click Walnut lamp',
    },
  },
  { action: { intent: 'textInput', uid: SEARCH, text: 'lamp' }, page: shop },
  { action: { intent: 'change', uid: SIZE, value: 'Large' }, page: shop },
  { action: { intent: 'click', uid: LAMP }, page: shop },
  { action: { intent: 'say', speaker: 'navigator', utterance: 'Here it is.' } },
  { action: { intent: 'say', speaker: 'instructor', utterance: 'tick Gift' } },
  { action: { intent: 'click', uid: GIFT }, page: shop },
  { action: { intent: 'load', url: 'https://news.example/' }, page: shop },
  { action: { intent: 'click', uid: uidOf(news, 'subscribe') }, page: news },
  { action: { intent: 'say', speaker: 'navigator', utterance: 'Done.' } },
];

const NAMES: Readonly<Record<string, string>> = {
  [SEARCH]: 'Search the shop',
  [SIZE]: 'Size',
  [GIFT]: 'Gift',
  [LAMP]: 'Walnut lamp',
  [uidOf(news, 'subscribe')]: 'Subscribe',
};
const ONE_TOKEN = {
  promptTokens: 1,
  completionTokens: 1,
  cost: 0,
  estimated: false,
  cached: false,
};

/** What a model would say that knows what was recorded, in the language of what it is asked. */
function answerRightly(asked: string, turn: ReplayTurn): string {
  const uid = readTargetUid(turn);
  const name = NAMES[uid ?? ''] ?? 'nothing';
  const call = writeOtrTarget(turn);
  if (asked.includes('A. None of the above')) {
    return `Answer: ${new RegExp(`^([B-F])\\. \\w+ "${name}"`, 'm').exec(asked)?.[1] ?? 'A'}`;
  }
  if (asked.includes('What is done to it?') && turn.type === 'browser') {
    const { intent, arguments: given } = turn.action;
    const op = { click: 'CLICK', textInput: 'TYPE', change: 'SELECT' }[intent] ?? '';
    return `Action: ${op}\nValue: ${given.text ?? given.value ?? ''}`;
  }
  const label = new RegExp(`\\[(e\\d+)\\] \\w+ "${name}"`).exec(asked)?.[1];
  return uid !== null && label !== undefined ? call.replace(uid, label) : call;
}

const never = () => Promise.resolve(false);

function uidOf({ uids }: FixturePage, id: string): string {
  return uids[id] ?? '';
}

async function judge(answer: (index: number) => Answer) {
  const content = makeContent(STEPS);
  const opened = await openDemonstration(content);
  const rows: ActionRow[] = [];
  for await (const turn of listJudgedTurns(opened)) {
    const verdict = await judgeTurn(opened, turn, answer(turn.index));
    rows.push(
      makeActionRow({ turn: turn.index, key: String(turn.index), intent: turn.intent, ...verdict }),
    );
  }
  const whole: DemonstrationRow = {
    ...{ type: 'demonstration', key: 'all', input: 'in/one', demonstration: 'd' },
    ...{ turns: rows.length, website: 'shop', hops: readHopMaterial(content, opened.view, null) },
  };
  return { opened, rows, whole };
}

describe('a demonstration that is judged', () => {
  it('has every score at 1 when it is held against itself', async () => {
    const { rows, whole } = await judge(() => ({ kind: 'gold' }));
    expect(rows.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
    expect(rows.map(({ overall }) => overall)).toEqual(rows.map(() => 1));
    expect(rows.flatMap(({ step }) => step ?? [])).toEqual(
      Array(5).fill({ element: 1, operationF1: 1, success: 1 }),
    );
    const summary = await summarizeRows([...rows, whole], true);
    expect(summary).toMatchObject({
      unconditional: { overall: { score: 1, count: 8 } },
      mind2web: { taskSuccess: 1, macro: { stepSuccess: 1 } },
      mmina: { strict: { hopSuccess: 1, taskSuccess: 1 }, upstream: { taskSuccess: 1 } },
    });
  });

  it('reads the recorded calls back as what was recorded', async () => {
    const { rows } = await judge(() => ({ kind: 'gold' }));
    const said = new Map(rows.map(({ turn, reference }) => [turn, reference]));
    const again = await judge((index) => ({ kind: 'output', output: said.get(index) ?? '' }));
    expect(again.rows.map(({ overall }) => overall)).toEqual(again.rows.map(() => 1));
    expect(again.rows.map(({ step }) => step)).toEqual(rows.map(({ step }) => step));
  });

  it('gives part of the marks for part of the truth', async () => {
    const { rows } = await judge((index) => ({
      kind: 'output',
      output: index === 1 ? `text_input(text="red lamp", uid="${SEARCH}")` : '',
    }));
    const typed = rows.find(({ turn }) => turn === 1);
    expect(typed?.step).toMatchObject({ element: 1, success: 0 });
    expect(typed?.step?.operationF1).toBeCloseTo(0.8, 10);
    expect(typed).toMatchObject({ iou: 1, intentMatch: 1, exactMatch: 0 });
    expect(rows.filter(({ turn }) => turn !== 1).every(({ intentMatch }) => !intentMatch)).toBe(
      true,
    );
  });

  it('counts as visited only what the answers before have led to', async () => {
    const { rows, whole } = await judge(() => ({ kind: 'gold' }));
    if (whole.hops === null) throw new Error('no hops');
    expect(await scoreHops(whole.hops, rows, false, never)).toMatchObject({
      strict: { passed: true, hops: 2, hopCount: 2 },
    });
    const broken = rows.map((row) => (row.intent === 'load' ? { ...row, urlf: 0.5 } : row));
    expect(await scoreHops(whole.hops, broken, false, never)).toMatchObject({
      strict: { passed: false, hops: 1 },
    });
  });

  it('is answered by the direct navigator request by request', async () => {
    const { opened } = await judge(() => ({ kind: 'gold' }));
    const answers = await answerDirectly(opened, { encoder: null, now: () => 0 });
    expect(answers.get(1)).toBe(`text_input(uid="${SEARCH}", text="lamp")`);
    expect(answers.get(2)).toBe(`change(uid="${SIZE}", value="Large")`);
    expect(answers.get(3)).toBe(`click(uid="${LAMP}")`);
    expect(answers.get(4)).toContain('say(speaker="navigator"');
    const { rows } = await judge((index) => ({ kind: 'output', output: answers.get(index) ?? '' }));
    expect(rows.slice(0, 3).map(({ overall }) => overall)).toEqual([1, 1, 1]);
    expect(rows.at(-2)).toMatchObject({ intent: 'click', predicted: 'say', overall: null });
  });

  it('ranks elements without a hint at what was done with them', async () => {
    const { opened } = await judge(() => ({ kind: 'gold' }));
    const rank = createRankTurn({}, () => 0);
    const rankAt = async (index: number): Promise<(readonly [string, number])[]> => {
      const records = await listRankedRecords(opened.view, index, rank);
      return records.map(({ uid, score }) => [uid, score] as const).sort();
    };
    const typed = await rankAt(1);
    expect(new Set(typed.map(([, score]) => score)).size).toBeGreaterThan(2);
    // The same page and request, but a click.
    expect(await rankAt(3)).toEqual(typed);
  });

  it('shows a model nothing of the turn itself', async () => {
    const { opened } = await judge(() => ({ kind: 'gold' }));
    const { view, selected } = opened;
    const rank = createRankTurn({}, () => 0);
    const asked: string[] = [];
    const rest = { tokenizer: codePointTokenizer, contextTokens: 100_000 };
    const open = { view, selected, rank, ...rest, index: 2 };
    await predictTurn(weblinxStrategy, open, (messages) => {
      asked.push(messages.map(({ content }) => content).join('\n'));
      expect(messages.every(({ role }) => /^(?:system|user|assistant)$/.test(role))).toBe(true);
      return Promise.resolve({ ok: false, kind: 'stopped', reason: '' });
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('choose Large under Size');
    expect(asked[0]).toContain(SEARCH);
    expect(asked[0]).not.toContain('tick Gift');
    expect(asked[0]).not.toContain('value="Large"');
  });

  it.each(Object.values(STRATEGIES))(
    'has every score at 1 where a model asked by $name answers rightly',
    async (strategy) => {
      const { opened } = await judge(() => ({ kind: 'gold' }));
      const { view, selected } = opened;
      const rest = { tokenizer: codePointTokenizer, contextTokens: 100_000 };
      const rank = createRankTurn({}, () => 0);
      const outputs = new Map<number, string>();
      const usages: number[] = [];
      for (const index of selected) {
        const turn = view.turns[index];
        if (!turn) throw new Error('no turn');
        const asked = await predictTurn(
          strategy,
          { view, selected, rank, ...rest, index },
          (messages) => {
            const text = answerRightly(messages.map(({ content }) => content).join('\n'), turn);
            return Promise.resolve({ ok: true, text, usage: ONE_TOKEN });
          },
        );
        if (!asked.ok) throw new Error(asked.reason);
        outputs.set(index, asked.text);
        usages.push(asked.usage.promptTokens);
      }
      const { rows } = await judge((index) => ({
        kind: 'output',
        output: outputs.get(index) ?? '',
      }));
      expect(rows).toHaveLength(8);
      expect(rows.map(({ overall, intent }) => [intent, overall])).toEqual(
        rows.map(({ intent }) => [intent, 1]),
      );
      // Every question counts.
      expect(Math.max(...usages)).toBe(strategy.name === 'mindact' ? 2 : 1);
    },
  );
});

describe('the figures of a run', () => {
  const rows = [
    makeActionRow({ turn: 0 }),
    makeActionRow({ turn: 1, intentMatch: 0, iou: null, overall: null, predicted: 'say' }),
    makeActionRow({
      turn: 2,
      intent: 'load',
      site: 'b.example',
      iou: null,
      urlf: 0.5,
      overall: 0.5,
    }),
  ];

  it('are those of the metrics, over all and in each group, in any order', async () => {
    const summary = await summarizeRows(rows.toReversed(), false);
    expect(summary).toMatchObject({ turns: 3, ...aggregateTurns(rows) });
    expect(summary.bySite['b.example']).toMatchObject(aggregateTurns(rows.slice(2)));
    expect(summary.byIntent['click']).toMatchObject(aggregateTurns(rows.slice(0, 2)));
    expect(Object.keys(summary.bySplit)).toEqual(['all']);
    expect(summary).toEqual(await summarizeRows(rows, false));
  });

  it('are those of the metrics for rankers, too', async () => {
    const ranks = [1, 3, null, 60];
    const ranked = ranks.map((targetRank, turn) => makeRankRow({ turn, targetRank }));
    const labels = [1, 3, 60].map((rank) => ({ label: 1 as const, rank }));
    expect(await summarizeRows(ranked, false)).toMatchObject({
      withoutTarget: 1,
      mrr: scoreReciprocalRank(labels),
      recall: { 1: scoreRecall(labels, 1), 5: scoreRecall(labels, 5), 50: scoreRecall(labels, 50) },
    });
  });

  it('have no task of MMInA whose turns were not all answered', async () => {
    const whole: DemonstrationRow = {
      ...{ type: 'demonstration', key: 'k', input: 'in/one', demonstration: 'd' },
      ...{ turns: 4, website: 'shop' },
      hops: { task: { domain: 'multi567', eval: { eval_types: [] } }, urls: [], answer: null },
    };
    expect(await summarizeRows([...rows, whole], false)).toMatchObject({ mmina: null });
    const answered = await summarizeRows([...rows, { ...whole, turns: 3 }], false);
    expect(answered).toMatchObject({ mmina: { strict: { tasks: 1 } } });
  });
});

describe('the time that is left', () => {
  it('is reckoned from what was judged, for inputs not opened yet as for the others', () => {
    const headway = { inputs: 4, opened: 2, turns: 20, judged: 5, kept: 10, elapsed: 10_000 };
    expect(estimateRest(headway)).toBe(50_000);
    expect(estimateRest({ ...headway, judged: 0 })).toBeNull();
    expect([12_000, 200_000, 7_500_000].map(writeDuration)).toEqual([
      '12 s',
      '3 min 20 s',
      '2 h 5 min',
    ]);
  });
});
