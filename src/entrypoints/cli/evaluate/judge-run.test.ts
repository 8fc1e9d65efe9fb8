import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, runHere } from '../run-cli.fixture.ts';
import type { Answer, ChatServer } from './chat-server.fixture.ts';
import { startChatServer, TOKENS } from './chat-server.fixture.ts';

const SLOW = 60_000;
/** Scored turns of the sample. */
const TURNS = 10;
const SAID = 'The kettle is in your notes.';

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
let server: ChatServer | null = null;

beforeEach(async () => ({ folder, drop } = await makeFolder('in/one')));
afterEach(async () => {
  await server?.close();
  server = null;
  await drop();
});

/** A single-hop task as `convert --to mmina` writes it, corrected by hand. */
async function giveTask(reference_answers: object): Promise<void> {
  await mkdir(`${folder}/tasks`, { recursive: true });
  const task = { intent: 'x', eval: { eval_types: ['string_match'], reference_answers } };
  await writeFile(`${folder}/tasks/one.mmina.json`, JSON.stringify(task));
}

const isJudging = (asked: string): boolean => asked.includes('would it be correct to infer');

/** Starts a navigator that always gives the same answer, and a judge that answers with `judge`. */
async function start(judge: () => Answer): Promise<string[]> {
  server = await startChatServer((asked) =>
    isJudging(asked) ? judge() : `say(speaker="navigator", utterance="${SAID}")`,
  );
  return ['--base-url', server.baseUrl, '--model', 'm', '--judge', '--json'];
}

describe('the judge of last answers', { timeout: SLOW }, () => {
  it('is asked once for each task, counted in the cost, and not again in another run', async () => {
    const judge = await start(() => '<think>No? Yes!</think>Yes, it would.');
    const price = ['--price-in', '1000000', '--price-out', '0'];
    const args = ['evaluate', '--endpoint', ...judge, ...price, '--out', `${folder}/run`];
    const first = await runHere(...args, `${folder}/in`);
    expect(first.code).toBe(0);
    expect(first.lines.at(-1)).toMatchObject({
      answers: { tasks: 1, mustInclude: 0, fuzzy: 1, judged: 1 },
      ...{ unjudged: 0, complete: true, cost: (TURNS + 1) * TOKENS },
    });
    const questions = server?.asked.filter(isJudging) ?? [];
    expect(questions).toHaveLength(1);
    expect(questions[0]).toContain(`Given the statement \\"${SAID.toLowerCase()}\\"`);
    expect(first.lines.find(({ type }) => type === 'answer')).toMatchObject({
      ...{ statement: SAID, isRight: true, usage: { cached: false } },
    });
    const second = await runHere(...args, `${folder}/in`);
    expect(server?.asked).toHaveLength(TURNS + 1);
    expect(second.lines.at(-1)).toEqual(first.lines.at(-1));
  });

  it('is not asked about what was said in the recording itself, which is right', async () => {
    const judge = await start(() => 'No');
    const { lines } = await runHere('evaluate', '--gold', ...judge, `${folder}/in`);
    expect(lines.at(-1)).toMatchObject({ answers: { mustInclude: 1, fuzzy: 1, judged: 1 } });
    expect(server?.asked).toEqual([]);
  });

  it('counts only what it said: No is wrong, and what failed is left out and told', async () => {
    const answers: Answer[] = ['No', { status: 400, body: { error: { message: 'no' } } }];
    const judge = await start(() => answers.shift() ?? 'Yes');
    const args = ['evaluate', '--endpoint', ...judge, `${folder}/in`];
    const wrong = await runHere(...args);
    expect(wrong.lines.at(-1)).toMatchObject({ answers: { fuzzy: 0, judged: 1 } });
    const failed = await runHere(...args);
    expect(failed.code).toBe(1);
    expect(failed.lines.find(({ type }) => type === 'fault')).toMatchObject({
      done: 'not counted',
    });
    expect(failed.lines.at(-1)).toMatchObject({
      ...{ unjudged: 1, complete: false, answers: { fuzzy: null, judged: 0 } },
    });
  });

  it('holds an answer against a task by hand: every reference is asked for, and all have to be met', async () => {
    const judge = await start(() => verdicts.shift() ?? 'Yes');
    const verdicts: Answer[] = ['Yes', 'No'];
    const fuzzy_match = ['The Kettle is noted', 'A lamp, too'];
    await giveTask({ must_include: ['kettle'], fuzzy_match });
    const args = ['evaluate', '--endpoint', ...judge, '--tasks', `${folder}/tasks`, `${folder}/in`];
    const price = ['--price-in', '1000000', '--price-out', '0'];
    const { lines } = await runHere(...args, ...price, '--out', `${folder}/run`, '--parallel', '1');
    const questions = server?.asked.filter(isJudging) ?? [];
    expect(questions).toHaveLength(2);
    // References are compared as written; questions about them run side by side.
    expect(questions.join()).toContain('correct to infer \\"The Kettle is noted\\"');
    expect(lines.at(-1)).toMatchObject({
      answers: { tasks: 1, mustInclude: 1, fuzzy: 0, judged: 1, stringMatch: 0, byHand: 1 },
      mmina: { strict: { taskSuccess: 0, tasks: 1 }, upstream: { taskSuccess: 0 } },
      cost: (TURNS + 2) * TOKENS,
    });
    expect(await readFile(`${folder}/run/report.html`, 'utf8')).toContain(
      'Last answers that meet all that their tasks say (of 1)',
    );
    // Another text in it makes another run.
    await giveTask({ must_include: ['kettle'] });
    const other = await runHere(...args, '--out', `${folder}/run`);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('run of something else')]);
    const met = await runHere(...args, '--out', `${folder}/other`);
    expect(server?.asked.filter(isJudging)).toHaveLength(2);
    expect(met.lines.at(-1)).toMatchObject({
      answers: { mustInclude: 1, fuzzy: null, judged: 0, stringMatch: 1, byHand: 1 },
    });
  });

  it('asks no more than the ceiling allows, and says what was not judged', async () => {
    const judge = await start(() => 'Yes');
    await giveTask({ fuzzy_match: ['a', 'b', 'c'] });
    // A question turns out to take 1000 tokens: after the second, nothing is left for a third.
    const price = ['--price-in', '1000000', '--price-out', '0', '--max-cost', '1500'];
    const args = [...judge, '--tasks', `${folder}/tasks`, '--parallel', '1', ...price];
    const ran = await runHere('evaluate', '--gold', ...args, `${folder}/in`);
    expect(ran.code).toBe(1);
    expect(ran.lines.at(-1)).toMatchObject({ complete: false, answers: { stringMatch: null } });
    expect(server?.asked).toHaveLength(2);
  });

  it.each([
    ['no JSON', 'no JSON of a task'],
    ['{"eval": {"eval_types": "string_match"}}', 'eval.eval_types should be a list'],
  ])('takes no task like %s', async (text, reason) => {
    await writeFile(`${folder}/one.json`, text);
    const args = ['evaluate', '--gold', '--tasks'];
    const wrong = await runHere(...args, `${folder}/one.json`, `${folder}/in`);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining(reason)]);
    const none = await runHere(...args, `${folder}/none`, `${folder}/in`);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('no tasks')]);
  });

  it('has nothing to judge where a ranker is, and needs a model', async () => {
    const args = ['--base-url', 'http://127.0.0.1:1/v1', '--judge', `${folder}/in`];
    const ranker = await runHere('evaluate', '--ranker', 'small', ...args);
    expect([ranker.code, ranker.err]).toEqual([2, expect.stringContaining('a ranker gives none')]);
    const gold = await runHere('evaluate', '--gold', ...args);
    expect([gold.code, gold.err]).toEqual([2, expect.stringContaining('model')]);
  });
});
