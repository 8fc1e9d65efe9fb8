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

const isJudging = (asked: string): boolean => asked.includes('would it be correct to infer');

/** A navigator that always says the same, and a judge that answers as told. */
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

  it('has nothing to judge where a ranker is, and needs a model', async () => {
    const args = ['--base-url', 'http://127.0.0.1:1/v1', '--judge', `${folder}/in`];
    const ranker = runHere('evaluate', '--ranker', 'small', ...args);
    await expect(ranker).rejects.toThrow('a ranker gives none');
    await expect(runHere('evaluate', '--gold', ...args)).rejects.toThrow(/model/);
  });
});
