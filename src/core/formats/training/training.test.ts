import { describe, expect, it } from 'vitest';
import { makeContent } from '../content.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import {
  listCandidateRecords,
  listChatLines,
  listDmrPairLines,
  listPreferenceLines,
} from './list.ts';
import { createRandom, drawSome } from './random.ts';
import { checkPreferenceLines } from './trl-schema.fixture.ts';

const rows = Array.from(
  { length: 14 },
  (_, n) => `<li><button id="b${n}">Buy pot ${n}</button></li>`,
);
const page = keepHtml(
  `<head><title>Pots</title></head><body><input id="q" placeholder="Search"><ul>${rows.join('')}</ul></body>`,
);
const uid = (name: string): string => page.uids[name] ?? '';

const content = makeContent([
  { action: { intent: 'say', speaker: 'instructor', utterance: 'Buy pot 7' } },
  { action: { intent: 'load', url: 'https://shop.example/' } },
  { action: { intent: 'click', uid: uid('b7') }, page },
  { action: { intent: 'textInput', uid: uid('q'), text: 'lid' }, page },
  { action: { intent: 'press', uid: uid('q'), key: 'Escape' }, page },
  { action: { intent: 'say', speaker: 'navigator', utterance: 'Done' } },
]);

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe('ranker pairs', () => {
  it('are the target and nine others per turn, reproducibly', async () => {
    const lines = await collect(listDmrPairLines(content));
    expect(lines.map(({ label }) => label).join('')).toBe('10000000001000000000');
    expect(lines[0]?.sentence1).toMatch(/^Viewport\(height=720, width=1280\) ---- Instructor/);
    expect(lines[0]?.sentence2).toContain('[[text]] Buy pot 7\n');
    expect(new Set(lines.slice(0, 10).map(({ sentence2 }) => sentence2)).size).toBe(10);
    expect(await collect(listDmrPairLines(content))).toEqual(lines);
  });

  it('draw every item equally often', () => {
    const random = createRandom('seed');
    const counts = [0, 0, 0, 0, 0];
    for (let run = 0; run < 4000; run++) {
      for (const item of drawSome([0, 1, 2, 3, 4], 2, random))
        counts[item] = (counts[item] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1600)).toBeLessThan(160);
  });
});

describe('the candidates file', () => {
  it('ranks by the words of the instructor', async () => {
    const records = await collect(listCandidateRecords(content));
    const ofClick = records.filter(({ turn_index }) => turn_index === 2);
    expect(ofClick.find(({ label }) => label === 1)).toMatchObject({ uid: uid('b7'), rank: 1 });
    expect(Object.keys(ofClick[0] ?? {})).toEqual(
      'query doc uid demo_name turn_index elem_dict label score rank'.split(' '),
    );
    expect(new Set(ofClick.map(({ rank }) => rank)).size).toBe(ofClick.length);
  });
});

describe('chat lines', () => {
  it('end with the action, after the prompt of the paper', async () => {
    const lines = await collect(listChatLines(content));
    const [click, typing, say] = lines.map(({ messages }) => messages);
    expect(lines).toHaveLength(3);
    expect(click?.at(0)?.role).toBe('system');
    expect(click?.at(0)?.content).toContain(`(uid = ${uid('b7')}) [[tag]] button`);
    expect(click?.at(1)?.role).toBe('user');
    expect(click?.at(-1)).toEqual({ role: 'assistant', content: `click(uid="${uid('b7')}")` });
    expect(typing?.at(-1)?.content).toBe(`text_input(text="lid", uid="${uid('q')}")`);
    expect(say?.at(-1)?.content).toBe('say(speaker="navigator", utterance="Done")');
    // A say has no page; it shows the candidates of the turn before.
    expect(say?.at(0)?.content).toContain('(uid = ');
  });
});

describe('preference lines', () => {
  const wrong = uid('b3');
  const right = { action: { intent: 'click', uid: uid('b7') }, page } as const;

  it('pair a refused proposal with the action that was done', async () => {
    const refused = [
      { intent: 'click', uid: wrong } as const,
      { intent: 'click', uid: uid('b7') } as const,
      { intent: 'say', speaker: 'navigator', utterance: 'Which?' } as const,
    ];
    const lines = await collect(
      listPreferenceLines(makeContent([{ ...right, over: { refused } }])),
    );
    expect(
      lines.map(({ chosen, rejected, source }) => [
        chosen[0]?.content,
        rejected[0]?.content,
        source,
      ]),
    ).toEqual([
      [`click(uid="${uid('b7')}")`, `click(uid="${wrong}")`, 'refused'],
      [`click(uid="${uid('b7')}")`, 'say(speaker="navigator", utterance="Which?")', 'refused'],
    ]);
    expect(checkPreferenceLines(lines)).toEqual([]);
  });

  it('pair a failed action with the person’s next one', async () => {
    const receipt = { verdict: 'unchanged', changes: [] } as const;
    const failed = {
      action: { intent: 'click', uid: wrong },
      page,
      over: { by: 'copilot', receipt: { ...receipt, changes: [] } },
    } as const;
    const lines = await collect(listPreferenceLines(makeContent([failed, right])));
    expect(lines.map(({ rejected, source }) => [rejected[0]?.content, source])).toEqual([
      [`click(uid="${wrong}")`, 'corrected'],
    ]);
  });

  it.each<[string, object]>([
    ['no answer that was refused', { rejected: undefined }],
    ['an empty message', { chosen: [{ role: 'assistant', content: '' }] }],
    ['a prompt that ends with an answer', { prompt: [{ role: 'assistant', content: 'x' }] }],
    ['an answer of the user', { rejected: [{ role: 'user', content: 'x' }] }],
  ])('are refused by the check with %s', async (_name, over) => {
    const refused = [{ intent: 'click', uid: wrong } as const];
    const [line] = await collect(
      listPreferenceLines(makeContent([{ ...right, over: { refused } }])),
    );
    expect(checkPreferenceLines([line])).toEqual([]);
    expect(checkPreferenceLines([{ ...line, ...over }])).toHaveLength(1);
  });

  it('are empty without a correction', async () => {
    const done = { ...right, over: { by: 'copilot' } } as const;
    expect(await collect(listPreferenceLines(makeContent([done, right])))).toEqual([]);
  });
});
