import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { digestSecret } from '../../demonstration/secrets/digest.ts';
import { createSecretSearch } from '../../demonstration/secrets/search.ts';
import { explainLeak } from '../../demonstration/secrets/leaks.ts';
import { compareReviewers } from '../../evaluation/reviewer-agreement.ts';
import { makeContent } from '../content.fixture.ts';
import { keepHtml } from '../page.fixture.ts';
import { writeCard, writeYaml } from './card.ts';
import { writeCertificate } from './certificate.ts';
import { checkCroissant } from './croissant-schema.fixture.ts';
import { describeCroissant } from './croissant.ts';
import type { DatasetNames } from './facts.ts';
import { collectFacts } from './facts.ts';
import { planDataset } from './plan.ts';
import { listPageRows, listTurnRows, makeDemonstrationRow } from './rows.ts';
import type { Survey } from './survey.ts';
import { surveyDemonstration, UnfitForPublishing } from './survey.ts';
import { columnsOf } from './tables.ts';

const page = keepHtml('<h1>Shop of all things</h1><button id="add">Add the red kettle</button>');
const uid = page.uids['add'] ?? '';
const SHOP = makeContent(
  [
    { action: { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle' } },
    { action: { intent: 'click', uid }, page },
    { action: { intent: 'scroll', x: 0, y: 300, uid: null }, page },
  ],
  {
    form: {
      ...{ annotator: 'Grace', description: '', tasks: [], navigatorName: '', instructorName: '' },
      tags: ['shop', 'short'],
    },
  },
);
const NONE = { tests: [], surrogates: new Set<string>() };
const NAMES: DatasetNames = {
  ...{ name: 'Shops: "all"', license: 'cc-by-4.0', tool: '1.2.3', publishedOn: '2026-01-02' },
};

async function publish() {
  const survey = await surveyDemonstration(SHOP, SHOP, NONE);
  const plan = planDataset([survey], { by: 'site', seed: 1, sharesPages: false }, 1e6);
  const files = plan.tables.flatMap((table) =>
    table.files.map(({ path }) => ({ path, bytes: 1000, sha256: 'ab'.repeat(32) })),
  );
  const samples = [{ path: 'samples/1.png', demonstration: 'demo', turn: 1, text: '<b>*x*' }];
  return { survey, plan, facts: collectFacts(plan, () => []), files, samples };
}

describe('rows', () => {
  it('have exactly the columns of their tables', async () => {
    for await (const { row } of listTurnRows(SHOP)) {
      expect(Object.keys(row)).toEqual(columnsOf('turns').map(({ name }) => name));
    }
    const { row } = makeDemonstrationRow(SHOP, 'annotator-1');
    expect(Object.keys(row)).toEqual(columnsOf('demonstrations').map(({ name }) => name));
    for await (const each of listPageRows(SHOP)) {
      expect(Object.keys(each.row)).toEqual(columnsOf('pages').map(({ name }) => name));
    }
  });

  it('tell dialogue and actions in order, and name a state of the page once', async () => {
    const { row } = makeDemonstrationRow(SHOP, 'annotator-1');
    const pages = [];
    for await (const each of listPageRows(SHOP)) pages.push(each);
    const [first] = pages;
    expect(pages).toHaveLength(1);
    expect(JSON.parse(first?.row['boxes'] as string)).toHaveProperty(uid);
    expect(row).toMatchObject({
      ...{ task: 'Add a kettle', site: 'shop.example', tags: ['shop', 'short'] },
      annotator: 'annotator-1',
      turns: [
        { intent: 'say', speaker: 'instructor', utterance: 'Add a kettle', page: null },
        {
          intent: 'click',
          call: `click(uid="${uid}")`,
          page: first?.page,
          element: { uid, role: 'button' },
        },
        { intent: 'scroll', page: first?.page, element: null },
      ],
    });
    expect(JSON.stringify(row)).not.toContain('Grace');
  });
});

describe('surveyDemonstration', () => {
  it('counts what will be published', async () => {
    const { survey } = await publish();
    expect(survey).toMatchObject({
      ...{ pictured: [1, 2], proven: 2, byIntent: { say: 1, click: 1, scroll: 1 } },
      ...{ bySite: { 'shop.example': 2 }, personal: {}, masked: 0 },
    });
    expect(survey.turnBytes).toHaveLength(3);
    expect(survey.pages).toHaveLength(1);
  });

  it('refuses a text that must not leave, in an encoding, and says where', async () => {
    const secret = 'hunter2!horse';
    const search = createSecretSearch(digestSecret(secret, '0'.repeat(32)));
    const encoded = Buffer.from(`name=${secret}&more`).toString('base64');
    const leaky = makeContent([
      { action: { intent: 'say', speaker: 'instructor', utterance: `See ${encoded}` } },
    ]);
    const survey = surveyDemonstration(leaky, leaky, {
      ...NONE,
      tests: [{ search, explain: explainLeak }],
    });
    await expect(survey).rejects.toThrow(/^turn 0, utterance: /);
    await expect(survey).rejects.toBeInstanceOf(UnfitForPublishing);
  });

  it('refuses a page whose password field shows its value', async () => {
    const open = keepHtml('<input id="p" type="password" value="hunter2">');
    const leaky = makeContent([
      { action: { intent: 'click', uid: open.uids['p'] ?? '' }, page: open },
    ]);
    await expect(surveyDemonstration(leaky, leaky, NONE)).rejects.toThrow('secret field');
  });
});

describe('surveys and plan', () => {
  /** The page of a shop after `sold` of its 30 kettles were sold, one after another. */
  const writeShop = (sold: number): string =>
    Array.from({ length: 300 }, (_, at) => `word${at}${at < sold * 10 ? 'x' : ''}`).join(' ');
  const surveyPages = async (id: string, solds: readonly number[]) => {
    const steps = solds.map((sold) => ({
      action: { intent: 'load', url: 'https://shop.example/' } as const,
      page: keepHtml(`<p>${writeShop(sold)}</p>`, `https://${id}.example/`),
    }));
    const content = makeContent(steps, { id });
    return surveyDemonstration(content, content, NONE);
  };
  const join = (surveys: readonly Survey[]) =>
    planDataset(surveys, { by: 'site', seed: 1, sharesPages: false }, 1e6).groups;

  it('join groups through any page of a demonstration, also one near another of its pages', async () => {
    const [first, near, far] = await Promise.all([
      surveyPages('first', [0]),
      surveyPages('near', [0, 3]),
      surveyPages('far', [5]),
    ]);
    expect(join([first, far])).toMatchObject({ given: 2, joined: 2 });
    for (const order of [
      [first, near, far],
      [far, near, first],
      [near, far, first],
    ]) {
      expect(join(order)).toMatchObject({ given: 3, joined: 1, shared: 0 });
    }
  });

  it('join groups through many pages that are near each other', async () => {
    const states = Array.from({ length: 24 }, (_, sold) => sold);
    const surveys = [
      await surveyPages('states', states.slice(0, 20)),
      ...(await Promise.all(states.slice(20).map((sold) => surveyPages(`s${sold}`, [sold])))),
    ];
    expect(join(surveys)).toMatchObject({ given: 5, joined: 1 });
    expect(join(surveys.toReversed())).toMatchObject({ given: 5, joined: 1 });
  });
});

describe('the files beside the tables', () => {
  it('have a card whose header YAML readers understand', async () => {
    const { plan, facts, files, samples } = await publish();
    const card = writeCard(NAMES, facts, plan, { files, samples });
    const [, header = ''] = card.split(/^---$/m);
    expect(parse(header)).toMatchObject({
      ...{ pretty_name: 'Shops: "all"', license: 'cc-by-4.0', size_categories: ['n<1K'] },
      configs: [
        {
          ...{ config_name: 'turns', default: true },
          data_files: [{ split: 'train', path: 'data/train-*.parquet' }],
        },
        { config_name: 'demonstrations' },
        { config_name: 'pages' },
      ],
      dataset_info: [
        { config_name: 'turns', splits: [{ name: 'train', num_examples: 3, num_bytes: 1000 }] },
        {},
        {},
      ],
    });
    const { dataset_info: info } = parse(header) as { dataset_info: { features: object[] }[] };
    expect(info[0]?.features).toContainEqual({ name: 'screenshot', dtype: 'image' });
    expect(info[1]?.features).toContainEqual({ name: 'tags', list: 'string' });
    expect(card).toContain('| click | 1 |');
    expect(card).not.toMatch(/<b>|\*x\*/);
  });

  it('have a card that tells agreement by numbered reviewers, masking, personal texts and licence', async () => {
    const survey = await surveyDemonstration(SHOP, SHOP, NONE);
    const judge = (by: string, id: string, status: 'approved' | 'rejected') => ({
      ...{ id: `${by} ${id}`, at: 1, by, command: { kind: 'judge', status, comment: '' } as const },
    });
    const statuses = { a: ['approved', 'approved'], b: ['rejected', 'rejected'] } as const;
    const surveys = Object.entries({ ...statuses, c: ['approved', 'rejected'] as const }).map(
      ([id, [first, second]]) => ({
        ...{ ...survey, id, masked: 2, personal: { email: 1 } },
        review: { turns: [], edits: [judge('Zoe', id, first), judge('Ben', id, second)] },
      }),
    );
    const plan = planDataset(surveys, { by: 'site', seed: 1, sharesPages: false }, 1e6);
    const write = (license: string | null) =>
      writeCard({ ...NAMES, license }, collectFacts(plan, compareReviewers), plan, {
        ...{ files: [], samples: [] },
      });
    const card = write(null);
    expect(card).toContain('3 of 3 demonstrations were reviewed');
    // Agreed 2 of 3; expected by chance (1/3 · 2/3 + 2/3 · 1/3) = 4/9: (2/3 − 4/9) / (1 − 4/9) = 0.4.
    expect(card).toMatch(
      /\| reviewer \d and reviewer \d \| approved or rejected \| 3 \| 2 \| 0\.40 \|/,
    );
    expect(card).not.toMatch(/Zoe|Ben/);
    expect(card).toContain('6 masked values are\nin the texts');
    expect(card).toContain('counted once for each demonstration: email 3.');
    expect(card).toContain('No licence was given. Ask the authors');
    expect(parse(card.split(/^---$/m)[1] ?? '')).toMatchObject({ license: 'unknown' });
    expect(write('cc-by-4.0')).toContain('`cc-by-4.0`. Pages and screenshots show');
  });

  it('have Croissant metadata as the specification wants it', async () => {
    const { plan, facts, files } = await publish();
    const croissant = describeCroissant(NAMES, facts, plan, { files });
    expect(checkCroissant(croissant)).toEqual([]);
    expect(croissant['license']).toBe('https://spdx.org/licenses/CC-BY-4.0.html');
    const { recordSet } = croissant as { recordSet: { '@id': string; field: object[] }[] };
    expect(recordSet[1]?.field).toContainEqual(
      expect.objectContaining({ '@id': 'turns/page', references: { '@id': 'pages/page' } }),
    );
    expect(checkCroissant({ ...croissant, license: undefined })).not.toEqual([]);
    expect(checkCroissant({ ...croissant, surprise: 1 })).not.toEqual([]);
    expect(checkCroissant({ ...croissant, distribution: [files] })).not.toEqual([]);
    const [first] = recordSet;
    expect(checkCroissant({ ...croissant, recordSet: [...recordSet, first] })).not.toEqual([]);
  });

  it('have a certificate that says what was searched and what was not', async () => {
    const { facts, files } = await publish();
    const leftOut = [{ input: 'bad.zip', reason: 'it is not a valid zip' }];
    const made = { madeOf: 'x', files };
    const plain = writeCertificate(
      NAMES,
      facts,
      { pseudonyms: null, typedSecrets: null },
      leftOut,
      made,
    );
    expect(plain.searched).toHaveLength(2);
    expect(plain.notSearched).toHaveLength(3);
    const all = writeCertificate(
      ...([NAMES, facts, { pseudonyms: { person: 2 }, typedSecrets: 1 }, leftOut, made] as const),
    );
    expect(all).toMatchObject({ leftOut, files, searched: [{}, { texts: { person: 2 } }, {}, {}] });
    expect(all.notSearched).toHaveLength(2);
  });
});

describe('writeYaml', () => {
  it.each<object>([
    { a: 'yes', b: '1e3', c: '- x', d: 'a: b', e: '', f: 'ü', g: '~', h: '0x1', i: "it's #1" },
    { list: [{ name: 'x', struct: [{ name: 'y', dtype: 'z' }] }, 'plain', [1, [2, true]]] },
    { empty: [], none: {}, 'a key: odd': { deep: { deeper: ['n<1K'] } } },
  ])('writes %j as it is read', (value) => {
    expect(parse(writeYaml(value))).toEqual(value);
  });
});
