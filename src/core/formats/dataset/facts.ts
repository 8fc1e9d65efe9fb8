import type { Split } from '../splits.ts';
import type { DatasetPlan } from './plan.ts';
import type { Survey } from './survey.ts';

/** What a dataset is called and who may use it. */
export interface DatasetNames {
  name: string;
  /** An identifier of SPDX or the Hub, such as `cc-by-4.0`; null where none was given. */
  license: string | null;
  /** Version of Wayscribe. */
  tool: string;
  /** `YYYY-MM-DD`. */
  publishedOn: string;
}

/** How far two reviewers agree, as the command `reviews` counts it. */
interface Agreement {
  reviewers: [string, string];
  decision: 'status' | 'kept' | 'text' | 'target';
  /** Demonstrations or turns that both decided on. */
  items: number;
  agreed: number;
  /** Cohen's kappa; null where both always decided the same. */
  kappa: number | null;
}

/** What the card, Croissant and the certificate say about a dataset. */
export interface DatasetFacts {
  demonstrations: number;
  turns: number;
  pages: number;
  screenshots: number;
  proven: number;
  copilotTurns: number;
  masked: number;
  byIntent: Record<string, number>;
  bySite: Record<string, number>;
  byLanguage: Record<string, number>;
  personal: Record<string, number>;
  splits: Partial<Record<Split, { demonstrations: number; turns: number; pages: number }>>;
  groups: DatasetPlan['groups'];
  /** Reviewers are numbered. */
  agreement: readonly Agreement[];
  reviewed: number;
}

type Compare = (reviewed: readonly ({ id: string } & Survey['review'])[]) => readonly Agreement[];

/** Adds up what the surveys say; `compare` compares reviewers. */
export function collectFacts(
  { splits, tables, groups }: DatasetPlan,
  compare: Compare,
): DatasetFacts {
  const surveys = splits.flatMap(({ demonstrations }) =>
    demonstrations.map(({ survey }) => survey),
  );
  const sum = (read: (survey: Survey) => number): number =>
    surveys.reduce((total, survey) => total + read(survey), 0);
  const rowsOf = (table: string, split: Split): number =>
    tables.find((each) => each.table === table && each.split === split)?.rows ?? 0;
  const reviews = surveys.filter(({ review }) => review.edits.length > 0);
  return {
    demonstrations: surveys.length,
    turns: sum(({ turnBytes }) => turnBytes.length),
    pages: tables.reduce((all, { table, rows }) => all + (table === 'pages' ? rows : 0), 0),
    screenshots: sum(({ pictured }) => pictured.length),
    proven: sum(({ proven }) => proven),
    copilotTurns: sum(({ copilotTurns }) => copilotTurns),
    masked: sum(({ masked }) => masked),
    byIntent: addCounts(surveys.map(({ byIntent }) => byIntent)),
    bySite: addCounts(surveys.map(({ bySite }) => bySite)),
    byLanguage: addCounts(
      surveys.map(({ languages }) => Object.fromEntries(languages.map((code) => [code, 1]))),
    ),
    personal: addCounts(surveys.map(({ personal }) => personal)),
    splits: Object.fromEntries(
      splits.map(({ split, demonstrations }) => [
        split,
        {
          demonstrations: demonstrations.length,
          turns: rowsOf('turns', split),
          pages: rowsOf('pages', split),
        },
      ]),
    ),
    groups,
    agreement: numberReviewers(compare(reviews.map(({ id, review }) => ({ id, ...review })))),
    reviewed: reviews.length,
  };
}

function numberReviewers(agreement: readonly Agreement[]): Agreement[] {
  const names = [...new Set(agreement.flatMap(({ reviewers }) => reviewers))].sort();
  const rename = (name: string): string => `reviewer ${names.indexOf(name) + 1}`;
  return agreement.map(({ reviewers: [one, other], ...rest }) => ({
    ...rest,
    reviewers: [rename(one), rename(other)],
  }));
}

/** Adds up counts by name, the largest first. */
function addCounts(
  all: readonly Readonly<Partial<Record<string, number>>>[],
): Record<string, number> {
  const total = new Map<string, number>();
  for (const counts of all) {
    for (const [name, count = 0] of Object.entries(counts)) {
      total.set(name, (total.get(name) ?? 0) + count);
    }
  }
  return Object.fromEntries(
    [...total].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1)),
  );
}
