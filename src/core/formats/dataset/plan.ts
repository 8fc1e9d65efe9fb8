import type { Split, SplitGroup } from '../splits.ts';
import { assignSplits, SPLITS } from '../splits.ts';
import { createRandom, drawSome } from '../training/random.ts';
import { NearDuplicates } from './near-duplicates.ts';
import type { Survey } from './survey.ts';
import type { TableName } from './tables.ts';
import { FOLDERS, TABLES } from './tables.ts';

/** Named as `datasets` names splits. */
export const SPLIT_NAMES: Readonly<Record<Split, string>> = {
  train: 'train',
  valid: 'validation',
  test: 'test',
};

export interface SplitOptions {
  by: SplitGroup;
  seed: number;
  /** Keeps groups apart although pages of one are nearly the same as pages of another. */
  sharesPages: boolean;
}

export interface PlannedFile {
  path: string;
  rows: number;
}

export interface PlannedTable {
  table: TableName;
  split: Split;
  files: readonly PlannedFile[];
  rows: number;
}

export interface PlannedDemonstration {
  survey: Survey;
  /** Numbered, so that no name is published. */
  annotator: string;
  /** Names of pages that no demonstration before it has written. */
  pages: ReadonlySet<string>;
  /** Turns whose pictures the card shows. */
  samples: readonly number[];
}

export interface DatasetPlan {
  splits: readonly { split: Split; demonstrations: readonly PlannedDemonstration[] }[];
  tables: readonly PlannedTable[];
  groups: {
    by: SplitGroup;
    seed: number;
    /** Before and after those with pages that are nearly the same were joined. */
    given: number;
    joined: number;
    /** Rows of pages in validation and test that are nearly the same as one in train. */
    shared: number;
  };
}

/** Pictures in the card. */
const SAMPLES = 5;

/**
 * Decides which demonstration is in which split and which rows are in which file. Depends on the surveys, their order and
 * the options only, so that the same input makes the same files.
 */
export function planDataset(
  surveys: readonly Survey[],
  { by, seed, sharesPages }: SplitOptions,
  fileBytes: number,
): DatasetPlan {
  const given = surveys.map(({ groups }) => groups[by]);
  const names = sharesPages ? given : joinGroups(given, surveys);
  const assigned = assignSplits(names, seed);
  const splitOf = (at: number): Split => assigned.get(names[at] ?? '') ?? 'train';
  const samples = drawSamples(surveys, seed);
  const annotators = numberNames(surveys.map(({ groups }) => groups.annotator));
  const splits = SPLITS.flatMap((split) => {
    const written = new Set<string>();
    const demonstrations = surveys.flatMap((survey, at): PlannedDemonstration[] => {
      if (splitOf(at) !== split) return [];
      const pages = survey.pages.map(({ page }) => page).filter((page) => !written.has(page));
      for (const page of pages) written.add(page);
      const annotator = annotators.get(survey.groups.annotator) ?? '';
      return [{ survey, annotator, pages: new Set(pages), samples: samples.get(at) ?? [] }];
    });
    return demonstrations.length === 0 ? [] : [{ split, demonstrations }];
  });
  const tables = splits
    .flatMap(({ split, demonstrations }) =>
      TABLES.map((table) => planTable(table, split, demonstrations, fileBytes)),
    )
    .filter(({ rows }) => rows > 0);
  const sizes = { given: new Set(given).size, joined: new Set(names).size };
  const counts = { ...sizes, shared: countShared(splits) };
  return { splits, tables, groups: { by, seed, ...counts } };
}

/** Names each demonstration's group by the first of those that have pages that are nearly the same. */
function joinGroups(given: readonly string[], surveys: readonly Survey[]): string[] {
  const parents = new Map<string, string>();
  const find = (name: string): string => {
    let at = name;
    for (let up = parents.get(at); up !== undefined; up = parents.get(at)) at = up;
    if (at !== name) parents.set(name, at);
    return at;
  };
  const pages = new NearDuplicates();
  for (const [at, survey] of surveys.entries()) {
    const own = given[at] ?? '';
    for (const { signature } of survey.pages) {
      if (!signature) continue;
      const isApart = (owner: string) => owner !== own && find(owner) !== find(own);
      for (const other of pages.find(signature, isApart)) {
        const [first = '', second = ''] = [find(own), find(other)].sort();
        parents.set(second, first);
      }
      pages.add(signature, own);
    }
  }
  return given.map(find);
}

function countShared(splits: DatasetPlan['splits']): number {
  const listPages = (isTrain: boolean) =>
    splits
      .filter(({ split }) => (split === 'train') === isTrain)
      .flatMap(({ demonstrations }) => demonstrations)
      .flatMap(({ survey, pages }) => survey.pages.filter(({ page }) => pages.has(page)));
  const train = new NearDuplicates();
  for (const { signature } of listPages(true)) if (signature) train.add(signature, 'train');
  return listPages(false).filter(
    ({ signature }) => signature && !train.find(signature, () => true).next().done,
  ).length;
}

function drawSamples(surveys: readonly Survey[], seed: number): Map<number, number[]> {
  const all = surveys.flatMap(({ pictured }, at) => pictured.map((turn) => ({ at, turn })));
  const samples = new Map<number, number[]>();
  for (const { at, turn } of drawSome(all, SAMPLES, createRandom(`samples ${seed}`))) {
    samples.set(at, [...(samples.get(at) ?? []), turn]);
  }
  return samples;
}

function numberNames(names: readonly string[]): Map<string, string> {
  const distinct = [...new Set(names)].filter((name) => name !== '').sort();
  return new Map(distinct.map((name, at) => [name, `annotator-${at + 1}`]));
}

function planTable(
  table: TableName,
  split: Split,
  demonstrations: readonly PlannedDemonstration[],
  fileBytes: number,
): PlannedTable {
  const counts: number[] = [];
  let bytesInFile = Infinity;
  for (const bytes of demonstrations.flatMap((each) => listRowBytes(table, each))) {
    if (bytesInFile + bytes > fileBytes) {
      counts.push(0);
      bytesInFile = 0;
    }
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    bytesInFile += bytes;
  }
  const five = (number: number): string => String(number).padStart(5, '0');
  const files = counts.map((rows, at) => ({
    path: `${FOLDERS[table]}/${SPLIT_NAMES[split]}-${five(at)}-of-${five(counts.length)}.parquet`,
    rows,
  }));
  return { table, split, files, rows: counts.reduce((sum, rows) => sum + rows, 0) };
}

export function listRowBytes(
  table: TableName,
  { survey, pages }: PlannedDemonstration,
): readonly number[] {
  switch (table) {
    case 'turns':
      return survey.turnBytes;
    case 'demonstrations':
      return [survey.demonstrationBytes];
    case 'pages':
      return survey.pages.filter(({ page }) => pages.has(page)).map(({ bytes }) => bytes);
  }
}
