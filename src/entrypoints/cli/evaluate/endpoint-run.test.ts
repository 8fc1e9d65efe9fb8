import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder, runHere } from '../run-cli.fixture.ts';
import type { ChatServer, Script } from './chat-server.fixture.ts';
import { startChatServer, startCli, TOKENS } from './chat-server.fixture.ts';

const SLOW = 60_000;
const KEY = 'sk-very-secret';
/** Scored turns of the sample. */
const TURNS = 10;

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
let server: ChatServer | null = null;

beforeEach(async () => ({ folder, drop } = await makeFolder('in/one')));
afterEach(async () => {
  await server?.close();
  server = null;
  await drop();
});

const at = (name: string): string => path.join(folder, name);

/** Gives right, partly right and invalid answers, depending on the question and not on its order. */
function answer(asked: string): string {
  const uid = /uid = ([0-9a-f-]+)/.exec(asked)?.[1] ?? '';
  return asked.length % 3 === 0 ? 'I would rather not.' : `click(uid="${uid}")`;
}

async function start(script: Script): Promise<string[]> {
  server = await startChatServer(script);
  return ['evaluate', '--endpoint', '--base-url', server.baseUrl, '--model', 'm', '--api-key', KEY];
}

async function readRows(out: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(path.join(at(out), 'journal.jsonl'), 'utf8');
  const lines = text.trim().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function readTurns(out: string): Promise<Record<string, unknown>[]> {
  return (await readRows(out)).filter(({ type }) => type === 'turn');
}

/** What came of a run, without what its questions took. */
async function readResults(out: string) {
  const rows = (await readFile(path.join(at(out), 'turns.jsonl'), 'utf8')).trim().split('\n');
  const summary: unknown = JSON.parse(await readFile(path.join(at(out), 'summary.json'), 'utf8'));
  return {
    rows: rows.map((row) => ({ ...(JSON.parse(row) as object), usage: null })),
    summary,
  };
}

describe('a run against an endpoint', { timeout: SLOW }, () => {
  it('goes on where it was killed, asks nothing twice and comes to the same', async () => {
    const served: string[] = [];
    let isStuck = true;
    const base = await start((asked) => {
      if (isStuck && served.length >= 4) return { silence: true };
      served.push(asked);
      return answer(asked);
    });
    const args = [...base, '--parallel', '1', '--out', 'run', 'in'];
    const first = startCli(args, folder);
    await vi.waitFor(async () => expect(await readTurns('run')).toHaveLength(4), {
      timeout: 30_000,
    });
    first.child.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    isStuck = false;
    const second = startCli(args, folder);
    expect(await second.ended).toBe(0);
    const keys = (await readTurns('run')).map(({ key }) => key);
    expect(keys).toHaveLength(TURNS);
    expect(new Set(keys).size).toBe(TURNS);
    expect(new Set(served).size).toBe(served.length);
    expect(served).toHaveLength(TURNS);
    const undisturbed = startCli([...base, '--out', 'whole', 'in'], folder);
    expect(await undisturbed.ended).toBe(0);
    expect(await readResults('run')).toEqual(await readResults('whole'));
  });

  it('ends cleanly when it is interrupted, and says what is kept', async () => {
    let count = 0;
    const base = await start((asked) => ((count += 1) > 3 ? { silence: true } : answer(asked)));
    const running = startCli([...base, '--parallel', '1', '--out', 'run', 'in'], folder);
    await vi.waitFor(async () => expect(await readTurns('run')).toHaveLength(3), {
      timeout: 30_000,
    });
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(130);
    expect(running.err()).toContain('3 turns are kept in run; the same command goes on from there');
    const summary: unknown = JSON.parse(await readFile(at('run/summary.json'), 'utf8'));
    expect(summary).toMatchObject({ complete: false, turns: 3 });
  });

  it('mends a journal that a kill cut in the middle of a line', async () => {
    const base = await start(answer);
    const args = [...base, '--out', at('run'), at('in')];
    expect((await runHere(...args)).code).toBe(0);
    const journal = await readFile(at('run/journal.jsonl'), 'utf8');
    const results = await readResults('run');
    await writeFile(at('run/journal.jsonl'), journal.slice(0, journal.length / 2));
    expect((await runHere(...args)).code).toBe(0);
    expect(await readResults('run')).toEqual(results);
    expect(await readTurns('run')).toHaveLength(TURNS);
    // What the journal lost was still in the cache.
    expect(server?.asked).toHaveLength(TURNS);
  });

  it('takes the answers of another run from the cache', async () => {
    const base = await start(answer);
    const cache = ['--cache', at('cache')];
    await runHere(...base, ...cache, '--out', at('a'), at('in'));
    expect(server?.asked).toHaveLength(TURNS);
    await runHere(...base, ...cache, '--out', at('b'), at('in'));
    expect(server?.asked).toHaveLength(TURNS);
    const turns = await readTurns('b');
    expect(turns.map(({ usage }) => usage)).toEqual(
      turns.map(() => expect.objectContaining({ cached: true, cost: 0 }) as unknown),
    );
    await runHere(...base, '--model', 'other', ...cache, '--out', at('c'), at('in'));
    expect(server?.asked).toHaveLength(2 * TURNS);
  });

  it('asks the same only once when it comes twice in a run', async () => {
    const base = await start(answer);
    await cp(at('in/one'), at('in/two'), { recursive: true });
    await runHere(...base, '--parallel', '8', at('in'));
    expect(server?.asked).toHaveLength(TURNS);
  });

  it('keeps to the number of questions at once', async () => {
    const base = await start(async (asked) => {
      // Until three wait; a fourth would come meanwhile.
      while (Number(server?.most()) < 3) await new Promise((resolve) => setTimeout(resolve, 30));
      return answer(asked);
    });
    await runHere(...base, '--parallel', '3', at('in'));
    expect(server?.most()).toBe(3);
  });

  it('stops asking before the money is spent, says so, and goes on with more', async () => {
    const base = await start(answer);
    const price = ['--price-in', '1000000', '--price-out', '0', '--parallel', '1'];
    const args = [...base, ...price, '--out', at('run')];
    const poor = await runHere(...args, '--max-cost', '5', at('in'));
    expect(poor.code).toBe(1);
    expect(poor.err).toContain('the next question may cost more than --max-cost leaves');
    expect(server?.asked).toHaveLength(0);
    const some = await runHere(...args, '--max-cost', '5000', '--json', at('in'));
    expect(some.code).toBe(1);
    const asked = Number(server?.asked.length);
    expect(asked).toBeGreaterThan(1);
    expect(asked).toBeLessThanOrEqual(5);
    expect(some.lines.at(-1)).toMatchObject({ complete: false, cost: asked * TOKENS });
    const rich = await runHere(...args, '--max-cost', '1000000', '--json', at('in'));
    expect(rich.lines.at(-1)).toMatchObject({ complete: true, cost: TURNS * TOKENS, turns: TURNS });
    expect(server?.asked).toHaveLength(TURNS);
  });

  it('counts an answer that is no call as wrong, and leaves out what was never answered', async () => {
    const base = await start((_asked, n) =>
      n === 1 ? { status: 400, body: { error: { message: `too long for ${KEY}` } } } : 'Hm.',
    );
    const args = [...base, '--parallel', '1', '--out', at('run'), at('in')];
    const { code, err } = await runHere(...args);
    expect(code).toBe(1);
    expect(err).toMatch(/turn \d+: .*400.*; not counted, asked again next time/);
    const turns = await readTurns('run');
    expect(turns).toHaveLength(TURNS - 1);
    expect(turns.every(({ predicted }) => predicted === '<unk>')).toBe(true);
    await runHere(...args);
    expect(await readTurns('run')).toHaveLength(TURNS);
    expect(server?.asked).toHaveLength(TURNS + 1);
  });

  it('gives up on an endpoint that refuses everything', async () => {
    const base = await start(() => ({ status: 401, body: { error: { message: 'no' } } }));
    const { code, err } = await runHere(...base, '--parallel', '1', at('in'));
    expect(code).toBe(1);
    expect(err).toContain('5 questions failed in a row');
    expect(server?.asked).toHaveLength(5);
  });

  it('leaves out what cannot be read and judges the rest', async () => {
    const base = await start(answer);
    await writeFile(at('in/bad.zip'), 'no zip');
    const { code, err, lines } = await runHere(...base, '--json', '--out', at('run'), at('in'));
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(lines.find(({ type }) => type === 'fault')?.['input']).toBe(at('in/bad.zip'));
    expect(lines.at(-1)).toMatchObject({ turns: TURNS });
  });

  it('writes neither the key nor the address into any output', async () => {
    const base = await start((asked, n) =>
      n === 0 ? { status: 403, body: { error: { message: `${KEY} may not` } } } : answer(asked),
    );
    const { err, out } = await runHere(...base, '--out', at('run'), at('in'));
    const host = new URL(server?.baseUrl ?? '').host;
    const files = await readdir(at('run'), { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
    );
    expect(texts.length).toBeGreaterThan(8);
    for (const text of [...texts, err, out]) {
      expect(text).not.toContain(KEY);
      expect(text).not.toContain(host);
    }
  });

  it('refuses a folder that holds another run, unless asked to start over', async () => {
    const base = await start(answer);
    await runHere(...base, '--out', at('run'), at('in'));
    const other = await runHere(...base, '--model', 'other', '--out', at('run'), at('in'));
    expect(other.code).toBe(2);
    expect(other.err).toContain('--fresh');
    const fresh = await runHere('evaluate', '--gold', '--fresh', '--out', at('run'), at('in'));
    expect(fresh.code).toBe(0);
    expect((await readTurns('run')).every(({ predicted, intent }) => predicted === intent)).toBe(
      true,
    );
  });

  it('judges a demonstration again when it has changed, and only then', async () => {
    const base = await start(answer);
    const args = [...base, '--out', at('run'), at('in')];
    await runHere(...args);
    const replay = await readFile(at('in/one/replay.json'), 'utf8');
    await writeFile(at('in/one/replay.json'), replay.replaceAll('red kettle', 'blue kettle'));
    const { lines } = await runHere(...args, '--json');
    expect(lines.at(-1)).toMatchObject({ turns: TURNS });
    expect(Number(server?.asked.length)).toBeGreaterThan(TURNS);
  });
});
