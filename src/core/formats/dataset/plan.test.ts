import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NearDuplicates, signPage } from './near-duplicates.ts';
import type { DatasetPlan, SplitOptions } from './plan.ts';
import { planDataset } from './plan.ts';
import type { Survey } from './survey.ts';

const OPTIONS: SplitOptions = { by: 'site', seed: 1, sharesPages: false };
const LIMIT = 1000;

/** Different texts for different numbers. */
function writePage(number: number): string {
  return Array.from({ length: 60 }, (_, at) => `<p>word${number * 1000 + at}</p>`).join('');
}

function makeSurvey(id: number, site: string, pages: readonly number[], bytes = 100): Survey {
  return {
    id: `demo-${id}`,
    groups: { site, task: `task ${id}`, annotator: `Ann ${id % 3}`, demonstration: `demo-${id}` },
    turnBytes: [bytes, bytes, bytes],
    demonstrationBytes: 300,
    pages: pages.map((page) => ({
      ...{ page: `page-${page}`, bytes: 400, signature: signPage(writePage(page)) },
    })),
    pictured: [1, 2],
    ...{ proven: 2, byIntent: { click: 2, say: 1 }, bySite: { [site]: 2 }, languages: ['en'] },
    ...{ copilotTurns: 0, masked: 0, personal: {}, endedAt: 0, review: { turns: [], edits: [] } },
  };
}

function splitsOf({ splits }: DatasetPlan): Map<string, string> {
  return new Map(
    splits.flatMap(({ split, demonstrations }) =>
      demonstrations.map(({ survey }) => [survey.id, split] as const),
    ),
  );
}

const surveys = fc
  .array(
    fc.tuple(fc.nat(9), fc.array(fc.nat(30), { maxLength: 4 }), fc.integer({ min: 1, max: 2000 })),
    {
      minLength: 1,
      maxLength: 30,
    },
  )
  .map((drawn) =>
    drawn.map(([site, pages, bytes], id) =>
      makeSurvey(id, `site-${site}`, [...new Set(pages)], bytes),
    ),
  );

describe('planDataset', () => {
  it('keeps a site, and pages that are nearly the same, in one split', () => {
    fc.assert(
      fc.property(surveys, fc.nat(), (given, seed) => {
        const plan = planDataset(given, { ...OPTIONS, seed }, LIMIT);
        const splits = splitsOf(plan);
        const places = new Map<string, Set<string | undefined>>();
        for (const { id, groups, pages } of given) {
          for (const key of [groups.site, ...pages.map(({ page }) => page)]) {
            places.set(key, (places.get(key) ?? new Set()).add(splits.get(id)));
          }
        }
        expect([...places.values()].filter(({ size }) => size !== 1)).toEqual([]);
        expect(plan.groups.shared).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('plans every row once, in files under the limit', () => {
    fc.assert(
      fc.property(surveys, (given) => {
        const { tables, splits } = planDataset(given, OPTIONS, LIMIT);
        const rows = (table: string): number =>
          tables.filter((each) => each.table === table).reduce((sum, each) => sum + each.rows, 0);
        expect(rows('turns')).toBe(3 * given.length);
        expect(rows('demonstrations')).toBe(given.length);
        expect(rows('pages')).toBe(
          new Set(given.flatMap(({ pages }) => pages.map(({ page }) => page))).size,
        );
        for (const { table, split, files } of tables.filter((each) => each.table === 'turns')) {
          const own = splits.find((each) => each.split === split)?.demonstrations ?? [];
          const sizes = own.flatMap(({ survey }) => survey.turnBytes);
          for (const file of files) {
            const bytes = sizes.splice(0, file.rows);
            const sum = bytes.reduce((all, each) => all + each, 0);
            expect(sum <= LIMIT || bytes.length === 1, table).toBe(true);
          }
          expect(sizes).toEqual([]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('says how many pages splits share where they may', () => {
    const given = Array.from({ length: 20 }, (_, id) =>
      makeSurvey(id, `site-${id}`, [1, 2, 100 + id]),
    );
    const joined = planDataset(given, OPTIONS, LIMIT);
    expect(joined.groups).toMatchObject({ given: 20, joined: 1, shared: 0 });
    expect(joined.splits.map(({ split }) => split)).toEqual(['train']);
    const apart = planDataset(given, { ...OPTIONS, sharesPages: true }, LIMIT);
    expect(apart.splits.map(({ demonstrations }) => demonstrations.length)).toEqual([16, 2, 2]);
    // Pages 1 and 2 are written once in validation and once in test.
    expect(apart.groups).toMatchObject({ given: 20, joined: 20, shared: 4 });
  });

  it('depends on the seed, names files as the Hub does, and numbers annotators', () => {
    const given = Array.from({ length: 20 }, (_, id) => makeSurvey(id, `site-${id}`, [id]));
    const plan = planDataset(given, OPTIONS, LIMIT);
    expect(splitsOf(plan)).toEqual(splitsOf(planDataset(given, OPTIONS, LIMIT)));
    expect(splitsOf(plan)).not.toEqual(
      splitsOf(planDataset(given, { ...OPTIONS, seed: 2 }, LIMIT)),
    );
    const files = plan.tables.find(({ table }) => table === 'turns')?.files ?? [];
    expect(files[0]?.path).toBe(`data/train-00000-of-0000${files.length}.parquet`);
    const samples = plan.splits.flatMap(({ demonstrations }) =>
      demonstrations.map((each) => each.samples),
    );
    expect(samples.flat()).toHaveLength(5);
    expect(plan.splits[0]?.demonstrations[0]?.annotator).toBe('annotator-1');
  });
});

describe('NearDuplicates', () => {
  const words = Array.from({ length: 300 }, (_, at) => `word${at}`);
  const isFound = (one: string, other: string): boolean => {
    const pages = new NearDuplicates();
    pages.add(signPage(one) ?? [], 'one');
    return !pages.find(signPage(other) ?? [], () => true).next().done;
  };

  it('finds a page with another number in it and with other markup', () => {
    const changed = [...words.slice(0, 150), 'other', ...words.slice(151)];
    const other = `<b data-webtasks-id="x">${changed.join('</b> <b>')}</b>`;
    expect(isFound(words.join(' '), other)).toBe(true);
  });

  it('tells pages apart that share half of their text', () => {
    const other = words.map((word, at) => (at < 150 ? word : `${word}x`));
    expect(isFound(words.join(' '), other.join(' '))).toBe(false);
  });

  it('has no signature for a page without text', () => {
    expect(signPage('<script>one two three four five six</script><p>Sign in</p>')).toBeNull();
  });
});
