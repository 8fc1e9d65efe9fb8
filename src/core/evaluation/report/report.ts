import type { Comparison } from '../compare.ts';
import { compareRuns, nameTurn, pairRows } from '../compare.ts';
import type { Row, TurnPlace } from '../row.ts';
import type { Summary } from '../summarize.ts';

/** A judged turn of any run. */
export type TurnRow = Extract<Row, TurnPlace>;

export interface ReportRun {
  name: string;
  /** What it was, for people: label and value. */
  facts: readonly (readonly [label: string, value: string])[];
  rows: readonly TurnRow[];
  summary: Summary;
}

export interface Report {
  runs: readonly [ReportRun] | readonly [ReportRun, ReportRun];
  /** Of the two runs, over the turns that both have. */
  comparison: Comparison | null;
  /** Address of a screenshot by its hash: a data URI, or a file beside the report. */
  pictures: ReadonlyMap<string, string>;
  /** How many of them lie beside it. */
  beside: number;
}

/** A report of one run, or of two held side by side. */
export function composeReport(
  first: ReportRun,
  second: ReportRun | null,
  pictures: Report['pictures'],
  beside: number,
): Report {
  if (second === null) return { runs: [first], comparison: null, pictures, beside };
  const pairs = pairRows(first.rows, second.rows);
  return { runs: [first, second], comparison: compareRuns(pairs), pictures, beside };
}

/** What stands in the list for one turn: its row in each run, null where that did not judge it. */
export interface ListedTurn {
  place: TurnPlace;
  rows: readonly (TurnRow | null)[];
}

/** Every turn that any of the runs judged. */
export function listTurns({ runs: [first, second] }: Pick<Report, 'runs'>): ListedTurn[] {
  if (!second) return first.rows.map((row) => ({ place: row, rows: [row] }));
  const others = new Map(second.rows.map((row) => [nameTurn(row), row]));
  const known = new Set(first.rows.map(nameTurn));
  return [
    ...first.rows.map((row) => ({ place: row, rows: [row, others.get(nameTurn(row)) ?? null] })),
    ...second.rows
      .filter((row) => !known.has(nameTurn(row)))
      .map((row) => ({ place: row, rows: [null, row] })),
  ];
}
