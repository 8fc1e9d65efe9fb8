import { createHash } from 'node:crypto';
import {
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCroissant } from '../../../core/formats/dataset/croissant-schema.fixture.ts';
import type { Certificate } from '../../../core/formats/dataset/certificate.ts';
import { findInputs } from '../find-inputs.ts';
import { queryFiles } from '../duckdb.fixture.ts';
import { createPrinter } from '../printer.ts';
import { makeFolder, runHere } from '../run-cli.fixture.ts';
import type { PublishOptions } from './publish-command.ts';
import { publishAll } from './publish-command.ts';

const SLOW = 120_000;
const NAMES = ['ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu', 'hen', 'ibis', 'jay'];

let folder = '';
let drop = (): Promise<void> => Promise.resolve();
const at = (file: string): string => path.join(folder, file);

/** Recordings of ten sites whose pages say different things; two of each task, and two by each annotator. */
beforeAll(async () => {
  ({ folder, drop } = await makeFolder(...NAMES.map((name) => `in/${name}`)));
  for (const [number, name] of NAMES.entries()) {
    const form = { description: `Task ${number % 5}`, annotator: `Ada ${number >> 1}` };
    await writeFile(at(`in/${name}/form.json`), JSON.stringify(form));
    const pages = (await readdir(at(`in/${name}/pages`))).map((file) => `pages/${file}`);
    for (const file of ['replay.json', ...pages]) {
      const target = at(`in/${name}/${file}`);
      const text = await readFile(target, 'utf8');
      const own = `<p>${Array.from({ length: 300 }, (_, n) => `${name}${n}`).join(' ')}</p></body>`;
      const changed = text.replaceAll('shop.example', `${name}.example`).replace('</body>', own);
      await writeFile(target, changed);
    }
  }
}, SLOW);
afterAll(() => drop());

const readRows = async (file: string): Promise<Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(await readFile(file)).buffer, utf8: false });
const readMetadata = async (file: string) =>
  parquetMetadata(new Uint8Array(await readFile(file)).buffer);
const readCertificate = async (out: string) =>
  JSON.parse(await readFile(path.join(out, 'leak-certificate.json'), 'utf8')) as Certificate;

async function checkHashes(out: string): Promise<void> {
  const { files } = await readCertificate(out);
  const names = await readdir(out, { recursive: true, withFileTypes: true });
  const there = names.filter((entry) => entry.isFile()).length;
  expect(files).toHaveLength(there - 1);
  for (const file of files) {
    const bytes = await readFile(path.join(out, file.path));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect({ path: file.path, bytes: bytes.length, sha256 }).toEqual(file);
  }
}

const publish = (...args: string[]) => runHere('publish', '--json', '--jobs', '1', ...args);

describe('publish', { timeout: SLOW }, () => {
  it('writes tables, card, Croissant and certificate, and leaves out what it cannot read', async () => {
    await mkdir(at('in/broken'), { recursive: true });
    await writeFile(at('in/broken/bad.zip'), 'no zip');
    await cp(at('in/ant'), at('in/broken/leaky'), { recursive: true });
    const leaky = at('in/broken/leaky/pages/page-4-0.html');
    const field = '<input type="password" value="hunter2!horse">';
    await writeFile(leaky, (await readFile(leaky, 'utf8')).replace('</body>', `${field}</body>`));
    const out = at('out');
    const { code, lines } = await publish('--to', out, '--license', 'cc-by-4.0', at('in'));
    expect(code).toBe(1);
    expect(lines).toMatchObject([
      { type: 'fault', input: at('in/broken/bad.zip'), done: 'left out' },
      { type: 'fault', input: at('in/broken/leaky'), done: 'left out' },
      {
        ...{
          type: 'published',
          done: 'written',
          demonstrations: 10,
          turns: 240,
          notes: [],
        },
        splits: {
          train: { demonstrations: 8 },
          validation: { demonstrations: 1 },
          test: { demonstrations: 1 },
        },
      },
    ]);
    await checkHashes(out);
    expect((await readCertificate(out)).leftOut).toEqual([
      { input: 'bad.zip', reason: expect.stringContaining('zip') as string },
      { input: 'leaky', reason: 'turn 7 shows what was typed into a secret field' },
    ]);
    expect(JSON.stringify(await readCertificate(out))).not.toContain(folder);
    expect(
      checkCroissant(JSON.parse(await readFile(path.join(out, 'croissant.json'), 'utf8'))),
    ).toEqual([]);
    const train = path.join(out, 'data/train-00000-of-00001.parquet');
    const { row_groups: groups } = await readMetadata(train);
    expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([100, 92]);
    const rows = await readRows(train);
    expect(rows).toHaveLength(8 * 24);
    const click = rows.find(({ intent }) => intent === 'click');
    expect(click?.['call']).toMatch(/^click\(uid="/);
    const shot = click?.['screenshot'] as { bytes: Uint8Array; path: string } | undefined;
    expect(PNG.sync.read(Buffer.from(shot?.bytes ?? []))).toMatchObject({
      width: 1280,
      height: 720,
    });
    expect(shot?.path).toMatch(/-before\.png$/);
    const pages = await readRows(path.join(out, 'pages/train-00000-of-00001.parquet'));
    expect(pages.map(({ page }) => page)).toContain(click?.['page']);
    const card = await readFile(path.join(out, 'README.md'), 'utf8');
    const samples = [...card.matchAll(/!\[.*\]\((samples\/\d\.png)\)/g)];
    expect(new Set(samples.map(([, file]) => file)).size).toBe(5);
    for (const [, file = ''] of samples) {
      const picture = PNG.sync.read(await readFile(path.join(out, file)));
      expect(picture).toMatchObject({ width: 1280, height: 720 });
    }
    await rm(at('in/broken'), { recursive: true });
  });

  it('is read by DuckDB, with every page that its turns refer to', async () => {
    const out = at('out');
    for (const [split, demonstrations] of Object.entries({ train: 8, validation: 1, test: 1 })) {
      const from = (table: string) => `from '${out}/${table}/${split}-*.parquet'`;
      const [counts] = await queryFiles(`
        with turns as (${from('data')}), pages as (${from('pages')}),
          demonstrations as (${from('demonstrations')}),
          steps as (select demonstration, unnest(turns) as step from demonstrations),
          pictures as (from turns where hex(screenshot.bytes) like '89504E47%')
        select (select count(*) from demonstrations) as demonstrations,
          (select count(*) from turns) as turns,
          (select count(distinct page) from pages where length(html) > 100) as pages,
          (select count(*) from turns join pages using (page)) as turnsWithPage,
          (select count(page) from turns) as turnsNamingPage,
          (select count(*) from steps join pages on steps.step.page = pages.page) as stepsWithPage,
          (select count(*) from turns t join steps s on t.demonstration = s.demonstration
            and t.turn_index = s.step.turn_index and t.call = s.step.call
            and t.page is not distinct from s.step.page) as stepsLikeTurns,
          (select count(*) from pictures) as pictures,
          (select count(screenshot.path) from turns) as picturesNamed`);
      const times = (count: number) => String(count * demonstrations);
      expect(counts, split).toEqual({
        ...{ demonstrations: times(1), turns: times(24), pages: times(7) },
        ...{ turnsWithPage: times(12), turnsNamingPage: times(12), stepsWithPage: times(12) },
        ...{ stepsLikeTurns: times(17), pictures: times(12), picturesNamed: times(12) },
      });
    }
  });

  it.each(['task', 'annotator'])('keeps each %s in one split', async (group) => {
    const out = at(`by-${group}`);
    const { code, lines } = await publish('--to', out, '--split', group, at('in'));
    expect([code, lines.at(-1)?.['splits']]).toMatchObject([
      0,
      { train: { demonstrations: 8 }, validation: { demonstrations: 2 } },
    ]);
    const found = await queryFiles(`
      select count(distinct parse_filename(filename)) as splits, count(*) as demonstrations
      from read_parquet('${out}/demonstrations/*.parquet', filename = true) group by ${group}`);
    expect(found).toEqual(Array(5).fill({ splits: '1', demonstrations: '2' }));
    expect(await readFile(path.join(out, 'README.md'), 'utf8')).toContain(
      `Split by ${group}, seed`,
    );
    const named = await queryFiles(`
      select distinct annotator from '${out}/demonstrations/*.parquet' order by annotator`);
    expect(named[0]).toEqual({ annotator: 'annotator-1' });
  });

  it('keeps sites apart, and pages that are nearly the same together', async () => {
    const hostsOf = async (split: string): Promise<Set<unknown>> => {
      const rows = await readRows(at(`out/demonstrations/${split}-00000-of-00001.parquet`));
      return new Set(rows.map(({ site }) => site));
    };
    const [train, validation, test] = await Promise.all(
      ['train', 'validation', 'test'].map(hostsOf),
    );
    expect(train?.size).toBe(8);
    expect([...(validation ?? []), ...(test ?? [])].filter((host) => train?.has(host))).toEqual([]);
    const { folder: same, drop: dropSame } = await makeFolder('one', 'two');
    const replay = path.join(same, 'two/replay.json');
    const text = await readFile(replay, 'utf8');
    await writeFile(replay, text.replaceAll('shop.example', 'other.example'));
    const { lines } = await publish(
      '--to',
      path.join(same, 'out'),
      path.join(same, 'one'),
      path.join(same, 'two'),
    );
    expect(lines.at(-1)).toMatchObject({ splits: { train: { demonstrations: 2 } } });
    expect(lines.at(-1)?.['notes']).toContainEqual(expect.stringContaining('2 groups became 1'));
    await dropSame();
  });

  it('replaces personal data, and does not take a copy twice', async () => {
    const { folder: own, drop: dropOwn } = await makeFolder('one', 'two');
    const key = [{ text: 'kettle', kind: 'other', surrogate: 'Text1', isReplaced: true }];
    await writeFile(path.join(own, 'who.json'), JSON.stringify(key));
    const out = path.join(own, 'out');
    const given = ['--to', out, '--pseudonyms', path.join(own, 'who.json')];
    const { lines } = await publish(...given, path.join(own, 'one'), path.join(own, 'two'));
    expect(lines[0]?.['reason']).toContain('the same demonstration as');
    const texts = ['data', 'demonstrations', 'pages'].map(async (table) => {
      const rows = await readRows(path.join(out, table, 'train-00000-of-00001.parquet'));
      return JSON.stringify(rows, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? '' : value,
      );
    });
    const all = (await Promise.all(texts)).join('\n');
    expect(all).toContain('Text1');
    expect(all).not.toMatch(/\bkettle\b/i);
    expect(await readCertificate(out)).toMatchObject({
      searched: [{}, { texts: { other: 1 }, found: 0 }, {}],
    });
    await dropOwn();
  });

  it('refuses a folder with other files and wrong options', async () => {
    await mkdir(at('mine'));
    await writeFile(at('mine/thesis.txt'), 'text');
    const { code, err } = await publish('--to', at('mine'), at('in'));
    expect(code).toBe(2);
    expect(err).toContain('has other files in it');
    expect(await readdir(at('mine'))).toEqual(['thesis.txt']);
    expect((await publish('--to', at('x'), '--shard', '1/2', at('in'))).code).toBe(2);
    expect((await publish('--to', at('x'), at('mine'))).code).toBe(1);
  });
});

const LIMITS = { groupRows: 7, groupBytes: 30_000, fileBytes: 100_000 };

async function publishSmall(out: string, over: Partial<PublishOptions> = {}) {
  let lines = '';
  const printer = createPrinter({ out: (text) => (lines += text), err: () => undefined }, true);
  const { inputs } = await findInputs([at('in')]);
  await publishAll(
    inputs,
    {
      ...{ out, by: 'site', seed: 1, sharesPages: false, license: null, name: 'Small' },
      ...{ pseudonyms: null, force: false, jobs: 1, limits: LIMITS, ...over },
    },
    printer,
  );
  return lines;
}

describe('the files of a dataset', { timeout: SLOW }, () => {
  it('stay under the limits, in row groups under theirs', async () => {
    const out = at('small');
    expect(await publishSmall(out)).toContain('"written"');
    const files = (await readCertificate(out)).files.filter((file) =>
      file.path.endsWith('.parquet'),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const { path: file, bytes } of files) {
      // The footer's columns come on top of what was counted.
      expect(bytes).toBeLessThan(LIMITS.fileBytes + 30_000);
      const { row_groups: groups } = await readMetadata(path.join(out, file));
      for (const { num_rows } of groups)
        expect(Number(num_rows)).toBeLessThanOrEqual(LIMITS.groupRows);
    }
    await checkHashes(out);
    const counts = await Promise.all(
      files
        .filter((file) => file.path.startsWith('data/'))
        .map(async (file) => (await readMetadata(path.join(out, file.path))).num_rows),
    );
    expect(counts.reduce((sum, rows) => sum + rows, 0n)).toBe(240n);
  });

  it('are not made again, but for other options and lost files', async () => {
    expect(await publishSmall(at('small'))).toContain('already there');
    expect(await publishSmall(at('small'), { seed: 2 })).toContain('written');
    expect(await publishSmall(at('small'))).toContain('written');
  });

  it('go on behind the ones that a stopped run had finished', async () => {
    const { files, madeOf } = await readCertificate(at('small'));
    const tables = files.filter((file) => file.path.endsWith('.parquet'));
    const part = at('again.part');
    // The run was stopped in its fifth file of turns.
    const finished = tables.filter((file) => file.path.startsWith('data/train')).slice(0, 4);
    const early = new Date('2026-01-01');
    await mkdir(path.join(part, 'data'), { recursive: true });
    for (const { path: file } of finished) {
      await copyFile(at(`small/${file}`), path.join(part, file));
      await utimes(path.join(part, file), early, early);
    }
    const lines = finished.map((file) => `${JSON.stringify(file)}\n`).join('');
    await writeFile(path.join(part, '.files.jsonl'), `${lines}{"path":"da`);
    await writeFile(path.join(part, '.publish.json'), JSON.stringify({ madeOf }));
    await writeFile(path.join(part, 'data/half.parquet'), 'half');
    expect(await publishSmall(at('again'))).toContain('written');
    const again = await readCertificate(at('again'));
    expect(again.files).toEqual(files);
    for (const { path: file } of finished) {
      expect((await stat(at(`again/${file}`))).mtime).toEqual(early);
    }
    await checkHashes(at('again'));
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
