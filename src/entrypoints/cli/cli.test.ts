import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliFolder } from '../../../scripts/build-cli.mjs';
import { openZip } from '../../platform/zip/read-zip.ts';
import { makeFolder, runCli, runHere } from './run-cli.fixture.ts';

const SLOW = 60_000;

let folder = '';
let drop = (): Promise<void> => Promise.resolve();

beforeAll(async () => {
  ({ folder, drop } = await makeFolder('in/one', 'in/deep/two', 'in/three'));
  await runCli(['convert', '--to', 'weblinx', '--out', 'zips', '--jobs', '1', 'in'], folder);
  await runCli(
    ['convert', '--to', 'archive', '--out', 'archives', '--jobs', '1', 'in/one'],
    folder,
  );
}, SLOW);
afterAll(() => drop());

const run = (...args: string[]) => runCli(args, folder);
const here = runHere;
const at = (name: string): string => path.posix.join(folder, name);
const inputsOf = (lines: Record<string, unknown>[]) => lines.map(({ input }) => input);

describe('the command line', { timeout: SLOW }, () => {
  it('reads folders, zips, archives and globs alike', async () => {
    const { code, lines } = await run(
      'stats',
      '--json',
      '--jobs',
      '1',
      'in/one',
      'zips/**/*.zip',
      'archives',
    );
    expect(code).toBe(0);
    const stats = lines.filter(({ type }) => type === 'stats');
    expect(inputsOf(stats)).toEqual([
      'archives/one.wayscribe.zip',
      'in/one',
      'zips/deep/two.zip',
      'zips/one.zip',
      'zips/three.zip',
    ]);
    for (const each of stats) {
      expect(each).toMatchObject({ turns: 24, pages: 12, byIntent: { say: 7, click: 4, load: 3 } });
    }
    expect(lines.at(-1)).toMatchObject({ type: 'total', demonstrations: 5, turns: 120 });
  });

  it('leaves out what it cannot read, says why, and goes on', async () => {
    await mkdir(path.join(folder, 'bad/cut'), { recursive: true });
    await writeFile(path.join(folder, 'bad/none.zip'), 'no zip at all');
    const whole = await readFile(path.join(folder, 'zips/one.zip'));
    await writeFile(path.join(folder, 'bad/short.zip'), whole.subarray(0, 9000));
    await writeFile(path.join(folder, 'bad/cut/replay.json'), '{"data": [');
    await writeFile(path.join(folder, 'bad/page.html'), '<p>');
    const { code, out, err } = await run(
      'stats',
      '--jobs',
      '2',
      'bad',
      'bad/page.html',
      'zips/one.zip',
      'nowhere',
    );
    expect(code).toBe(1);
    const lines = err.trim().split('\n').sort();
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'bad/cut',
      'bad/none.zip',
      'bad/page.html',
      'bad/short.zip',
      'nowhere',
    ]);
    for (const line of lines) expect(line).toMatch(/^\S+: .{10,}; left out$/);
    expect(lines[0]).toContain('replay.json is not JSON');
    expect(out).toContain('zips/one.zip: 24 turns');
  });

  it('tells findings by turn and ends with 1', async () => {
    const { code, lines } = await run('lint', '--json', '--jobs', '1', 'in/one');
    const linted = lines.filter(({ type }) => type === 'linted');
    const findings = lines.filter(({ type }) => type === 'finding');
    expect(linted).toMatchObject([{ input: 'in/one', turns: 24 }]);
    expect(code).toBe(findings.length > 0 ? 1 : 0);
    await rm(path.join(folder, 'spoilt'), { recursive: true, force: true });
    const { folder: other, drop: dropOther } = await makeFolder('spoilt');
    await rm(path.join(other, 'spoilt/screenshots'), { recursive: true });
    await rm(path.join(other, 'spoilt/pages'), { recursive: true });
    const spoilt = await runCli(['lint', '--json', '--jobs', '1', 'spoilt'], other);
    await dropOther();
    expect(spoilt.code).toBe(1);
    const more = spoilt.lines.filter(({ type }) => type === 'finding');
    expect(more.length).toBeGreaterThan(findings.length);
    expect(more.some(({ turn }) => typeof turn === 'number')).toBe(true);
  });

  it('gives the same lines whatever the number of threads', async () => {
    const sorted = async (jobs: string) =>
      (await run('rank', '--json', '--query', 'search', '--jobs', jobs, 'in')).lines
        .map((line) => JSON.stringify(line))
        .sort();
    const alone = await sorted('1');
    expect(alone.length).toBe(36);
    expect(await sorted('3')).toEqual(alone);
  });

  it('is all there wherever its folder is moved', async () => {
    await cp(cliFolder, at('moved'), { recursive: true });
    const command = path.join(folder, 'moved', 'wayscribe.mjs');
    const { code, lines, err } = await runCli(
      ['rank', '--json', '--query', 'search', '--jobs', '1', 'in/one'],
      folder,
      { command },
    );
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ type: 'ranked', ranker: 'lexical + small' });
  });

  it('ranks the elements of a saved page', async () => {
    const page = '<!doctype html><a href="/">Home</a><input type="search" placeholder="Search">';
    await writeFile(path.join(folder, 'saved.html'), page);
    const { code, lines } = await here('rank', '--json', '--query', 'search box', at('saved.html'));
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ type: 'ranked', turn: null, candidates: 2, target: null }]);
    expect(lines[0]?.['best']).toMatchObject([{ tag: 'input' }, { tag: 'a' }]);
  });

  it('prints its version', async () => {
    const { code, out } = await run('--version');
    expect(code).toBe(0);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('says so where a turn cannot be ranked for', async () => {
    const { code, err } = await here('rank', '--turn', '24', at('in/one'));
    expect([code, err]).toEqual([1, expect.stringContaining('it has only 24 turns')]);
  });

  it('splits the inputs into shards that are disjoint and make the whole', async () => {
    const names = Array.from({ length: 5 }, (_, n) => `many/d${n}`);
    const { folder: many, drop: dropMany } = await makeFolder(...names);
    // Shards go by content.
    for (const [at, name] of names.entries()) {
      await appendFile(path.join(many, name, 'replay.json'), ' '.repeat(at));
    }
    const shards: unknown[][] = [];
    for (const shard of ['1/3', '2/3', '3/3']) {
      const { code, lines } = await runCli(['stats', '--json', '--shard', shard, 'many'], many);
      expect(code).toBe(0);
      shards.push(inputsOf(lines.filter(({ type }) => type === 'stats')));
    }
    await rename(path.join(many, 'many'), path.join(many, 'elsewhere'));
    const { lines } = await runCli(['stats', '--json', '--shard', '1/3', 'elsewhere'], many);
    const moved = inputsOf(lines.filter(({ type }) => type === 'stats'));
    const expected = shards[0]?.map((name) => String(name).replace('many', 'elsewhere'));
    expect(moved.sort()).toEqual(expected?.sort());
    await dropMany();
    expect(shards.flat().sort()).toEqual(names);
    expect(shards.every((shard) => shard.length < 5)).toBe(true);
  });

  it.each([[['lint']], [['stats', '--shard', '4/3', 'in']], [['evaluate', 'in']]])(
    'ends with 2 after %j',
    async (args) => {
      const { code, err } = await run(...args);
      expect(code).toBe(2);
      expect(err).toMatch(/^error: /);
    },
  );

  it('explains itself with examples', async () => {
    const { code, out } = await run('convert', '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/Examples:\n {2}wayscribe convert/);
  });
});

describe('conversion', { timeout: SLOW }, () => {
  it.each([
    ['mind2web', 'one.mind2web/task.json'],
    ['mmina', 'one.mmina.json'],
    ['dmr-pairs', 'one.dmr-pairs.jsonl'],
    ['candidates', 'one.candidates.jsonl'],
    ['chat', 'one.chat.jsonl'],
    ['playwright', 'one.playwright/demonstration.spec.ts'],
    ['puppeteer', 'one.puppeteer/demonstration.json'],
    ['skill', 'one.skill/found-a-red-kettle-and-noted-its-name/SKILL.md'],
    ['parquet', 'one.parquet'],
  ])('writes %s', async (format, file) => {
    const out = path.join(folder, 'out', format);
    const { code } = await here(
      'convert',
      '--to',
      format,
      '--out',
      out,
      '--jobs',
      '1',
      at('in/one'),
    );
    expect(code).toBe(0);
    expect((await stat(path.join(out, file))).isFile()).toBe(true);
    expect((await readdir(out)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('takes turns as edited, and keeps the recorded ones in an archive', async () => {
    const zip = await openZip(
      new Blob([new Uint8Array(await readFile(at('archives/one.wayscribe.zip')))]),
    );
    for (const file of zip.paths) {
      const place = at(`edited/${file}`);
      await mkdir(path.dirname(place), { recursive: true });
      const parts = [];
      for await (const part of zip.read(file)) parts.push(part);
      await writeFile(place, Buffer.concat(parts));
    }
    const turns = (await readFile(at('edited/turns.jsonl'), 'utf8')).trim().split('\n');
    const [first, second] = turns.map((line) => JSON.parse(line) as { id: string; kind: string });
    const said = turns.find((line) => line.includes('"kind":"say"')) ?? '{}';
    const { id: saidId } = JSON.parse(said) as { id: string };
    const removed = first?.id === saidId ? second?.id : first?.id;
    const commands = [
      { kind: 'remove', turnId: removed },
      { kind: 'text', turnId: saidId, text: 'Quite another wish' },
      { kind: 'remove', turnId: saidId },
      { kind: 'undo' },
    ];
    const manifest = JSON.parse(await readFile(at('edited/wayscribe.json'), 'utf8')) as {
      demonstration: object;
    };
    const edits = commands.map((command, place) => ({
      ...{ id: `edit-${place}`, at: 1000 + place, by: 'Ada', command },
    }));
    const demonstration = { ...manifest.demonstration, edits };
    await writeFile(at('edited/wayscribe.json'), JSON.stringify({ ...manifest, demonstration }));

    const convert = (to: string) =>
      here('convert', '--to', to, '--out', at(`edited-${to}`), '--jobs', '1', at('edited'));
    expect((await convert('weblinx')).code).toBe(0);
    const made = await openZip(
      new Blob([new Uint8Array(await readFile(at('edited-weblinx/edited.zip')))]),
    );
    const readText = async (file: string): Promise<string> => {
      const parts = [];
      for await (const part of made.read(file)) parts.push(part);
      return Buffer.concat(parts).toString('utf8');
    };
    expect(await readText('replay.json')).toContain('Quite another wish');
    expect(JSON.parse(await readText('metadata.json'))).toMatchObject({
      edits: { count: 2, by: ['Ada'], lastAt: 1001 },
    });
    expect((await convert('archive')).code).toBe(0);
    const counts = await here(
      ...[
        'stats',
        '--json',
        '--jobs',
        '1',
        at('edited-weblinx'),
        at('edited-archive'),
        at('in/one'),
      ],
    );
    const stats = counts.lines.filter(({ type }) => type === 'stats');
    expect(stats.map((each) => each['turns'])).toEqual([23, 23, 24]);
    const again = await openZip(
      new Blob([new Uint8Array(await readFile(at('edited-archive/edited.wayscribe.zip')))]),
    );
    const kept = [];
    for await (const part of again.read('turns.jsonl')) kept.push(part);
    expect(Buffer.concat(kept).toString('utf8').trim().split('\n')).toHaveLength(24);
  });

  it('writes no empty file, and says why', async () => {
    const args = ['convert', '--json', '--to', 'preferences', '--out', at('prefs'), '--jobs', '1'];
    const { code, lines } = await here(...args, at('in/one'));
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ done: 'nothing to write', output: null }]);
    expect(JSON.stringify(lines)).toContain('never refused or corrected');
    expect(await readdir(path.join(folder, 'prefs'))).toEqual(['.wayscribe']);
  });

  it('names turns, demonstration and site in chat rows, and counts what it skips', async () => {
    const convert = (...more: string[]) =>
      here(
        'convert',
        '--json',
        '--to',
        'chat',
        '--out',
        at('rows'),
        '--jobs',
        '1',
        ...more,
        at('in/one'),
      );
    const read = async (): Promise<{ turn: number; demonstration: string; site: string }[]> =>
      (await readFile(path.join(folder, 'rows/one.chat.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as never);
    const replay = path.join(folder, 'in/one/replay.json');
    const whole = await readFile(replay, 'utf8');
    const { data, ...rest } = JSON.parse(whole) as {
      data: { state?: { screenshot_status?: string } }[];
    };
    const proven = data.findLast(({ state }) => state?.screenshot_status === 'good');
    if (proven?.state) proven.state.screenshot_status = 'broken';
    await writeFile(replay, JSON.stringify({ ...rest, data }));
    const { lines } = await convert();
    const rows = await read();
    expect(JSON.stringify(lines)).toMatch(/Skipped \d+ turns? without a proven screenshot/);
    expect(rows.every(({ site }) => site !== '')).toBe(true);
    expect(new Set(rows.map(({ demonstration }) => demonstration)).size).toBe(1);
    await convert('--unproven');
    expect((await read()).length).toBeGreaterThan(rows.length);
    await writeFile(replay, whole);
  });

  it('keeps the name of an imported demonstration in every output', async () => {
    const weblinx = [
      'convert',
      '--to',
      'weblinx',
      '--out',
      at('named'),
      '--jobs',
      '1',
      at('zips/one.zip'),
    ];
    await here(...weblinx);
    for (const to of ['candidates', 'chat']) {
      await here('convert', '--to', to, '--out', at('named'), '--jobs', '1', at('named/one.zip'));
    }
    const firstOf = async (file: string): Promise<Record<string, unknown>> =>
      JSON.parse(
        (await readFile(path.join(folder, 'named', file), 'utf8')).split('\n')[0] ?? '',
      ) as never;
    const name = 'sample-demo';
    expect((await firstOf('one.candidates.jsonl'))['demo_name']).toBe(name);
    expect((await firstOf('one.chat.jsonl'))['demonstration']).toBe(name);
  });

  it('writes a table that other tools read', async () => {
    await here('convert', '--to', 'parquet', '--out', at('table'), '--jobs', '1', at('in/one'));
    const bytes = await readFile(path.join(folder, 'table/one.parquet'));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(24);
    expect(rows.map(({ turn_index: index }) => Number(index))).toEqual([...rows.keys()]);
    const typing = rows.find(({ intent }) => intent === 'textInput');
    expect(typing).toMatchObject({
      text: 'red kettle',
      element_tag: 'input',
      speaker: null,
      proof: 'told',
    });
    expect(typing?.['happened_at']).toBeInstanceOf(Date);
    expect(rows[0]).toMatchObject({ intent: 'say', speaker: 'instructor', url: null, box_x: null });
  });

  it('does nothing twice, but all again for another input or when told to', async () => {
    const args = [
      'convert',
      '--json',
      '--to',
      'chat',
      '--out',
      at('chat'),
      '--jobs',
      '1',
      at('in'),
    ];
    const first = await here(...args);
    expect(first.lines.map(({ done }) => done)).toEqual(['written', 'written', 'written']);
    const file = path.join(folder, 'chat/one.chat.jsonl');
    const before = await readFile(file);
    await utimes(file, 1000, 1000);
    const second = await here(...args);
    expect(second.lines.map(({ done }) => done)).toEqual(Array(3).fill('already there'));
    expect((await stat(file)).mtimeMs).toBe(1_000_000);
    await utimes(path.join(folder, 'in/one/replay.json'), 2000, 2000);
    const third = await here(...args);
    const again = third.lines.filter(({ done }) => done === 'written');
    expect(inputsOf(again)).toEqual([at('in/one')]);
    expect(await readFile(file)).toEqual(before);
    await rm(file);
    expect((await here(...args)).lines.filter(({ done }) => done === 'written')).toHaveLength(1);
    const forced = await here(...args, '--force');
    expect(forced.lines.every(({ done }) => done === 'written')).toBe(true);
  });
});

describe('evaluation', { timeout: SLOW }, () => {
  it('gives the recording itself full marks wherever a metric allows', async () => {
    const { code, lines } = await here(
      'evaluate',
      '--gold',
      '--json',
      '--out',
      at('gold'),
      '--jobs',
      '1',
      at('in/one'),
    );
    expect(code).toBe(0);
    const turns = lines.filter(({ type }) => type === 'turn');
    expect(turns.length).toBe(10);
    // WebLINX's references for scrolls have no element, so nothing can match them.
    const rest = turns.filter(({ intent }) => intent !== 'scroll');
    expect(rest.map(({ overall }) => overall)).toEqual(rest.map(() => 1));
    const summary = JSON.parse(
      await readFile(path.join(folder, 'gold/summary.json'), 'utf8'),
    ) as unknown;
    expect(lines.at(-1)).toEqual(summary);
    const csv = (await readFile(path.join(folder, 'gold/turns.csv'), 'utf8')).trim().split('\n');
    expect(csv).toHaveLength(11);
    expect(await readFile(path.join(folder, 'gold/summary.csv'), 'utf8')).toContain('\nturns,10\n');
  });

  it('scores predictions by turn, and 0 for what was not answered', async () => {
    const gold = await here('evaluate', '--gold', '--json', '--jobs', '1', at('in/one'));
    const [first] = gold.lines.filter(({ intent }) => intent === 'load');
    const answer = {
      demonstration: first?.['demonstration'],
      turn: first?.['turn'],
      output: 'load(url="https://x.example/")',
    };
    await writeFile(at('answers.jsonl'), `${JSON.stringify(answer)}\n`);
    const { lines } = await here(
      'evaluate',
      '--predictions',
      at('answers.jsonl'),
      '--json',
      '--jobs',
      '1',
      at('in/one'),
    );
    const turns = lines.filter(({ type }) => type === 'turn');
    expect(turns.filter(({ intentMatch }) => intentMatch === 1)).toHaveLength(1);
    expect(lines.at(-1)).toMatchObject({
      unconditional: { intentMatch: { score: 0.1, count: 10 } },
    });
  });

  it.each(['lexical', 'small'])('measures how well %s finds the targets', async (ranker) => {
    const { lines } = await here(
      'evaluate',
      '--ranker',
      ranker,
      '--json',
      '--jobs',
      '1',
      at('in/one'),
    );
    expect(lines.at(-1)).toMatchObject({ turns: 9, recall: { '10': 1 } });
  });
});
