import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Instruction } from './instructions.ts';
import type { Result } from './measure.ts';

/** Half of the instructions by a hash of their words, so that no choice is made. */
export function isHeldOut({ library, widget, say }: Instruction): boolean {
  const hash = createHash('sha256').update(`${library}/${widget}/${say}`).digest();
  return (hash[0] ?? 0) % 2 === 1;
}

export interface Totals {
  learn: Figures;
  heldOut: Figures;
}

interface Figures {
  instructions: number;
  good: number;
  /** Done right, of those that can be done. */
  right: number;
  possible: number;
  /** Wrong and reported as done. */
  wrong: number;
  /** Asked although it could have been done. */
  needless: number;
  declinedPossible: number;
  /** The widget has the value, but it was not reported as done. */
  unsaid: number;
  vain: number;
}

export function sumUp(results: readonly Result[]): Totals {
  return {
    learn: count(results.filter((result) => !isHeldOut(result))),
    heldOut: count(results.filter(isHeldOut)),
  };
}

function count(results: readonly Result[]): Figures {
  const possible = results.filter(({ wanted }) => typeof wanted === 'object');
  const of = (list: readonly Result[], wanted: Result['outcome']) =>
    list.filter(({ outcome }) => outcome === wanted).length;
  return {
    instructions: results.length,
    good: results.filter(({ good }) => good).length,
    right: of(possible, 'right'),
    possible: possible.length,
    wrong: of(results, 'wrong'),
    needless: of(possible, 'asked'),
    declinedPossible: of(possible, 'declined'),
    unsaid: of(results, 'unsaid'),
    vain: of(results, 'acted in vain'),
  };
}

export function printResult({ good, outcome, library, widget, say, report, state }: Result): void {
  console.log(`${good ? '+' : '-'} ${outcome.padEnd(8)} ${library} ${widget}: ${say}`);
  if (!good)
    console.log(`      ${state === undefined ? 'untouched' : JSON.stringify(state)}  ${report}`);
}

export function printTotals(totals: Totals): void {
  console.table({ 'looked at': totals.learn, 'held out': totals.heldOut });
}

const SIGNS: Record<Result['outcome'], string> = {
  right: 'done',
  wrong: 'wrong',
  asked: 'asks',
  declined: 'refuses',
  unsaid: 'done, not reported',
  'acted in vain': 'tries, reports failure',
};

/** Writes a Markdown table: a row for each widget, with what came of the instructions that can be done. */
export async function writeTable(path: string, results: readonly Result[]): Promise<void> {
  const rows = new Map<string, string[]>();
  for (const { library, widget, wanted, outcome } of results) {
    if (typeof wanted === 'string') continue;
    const key = `${library} | ${widget}`;
    rows.set(key, [...(rows.get(key) ?? []), SIGNS[outcome]]);
  }
  const lines = [...rows].map(([key, outcomes]) => `| ${key} | ${outcomes.join(', ')} |`);
  await writeFile(
    path,
    ['| library | widget | commands |', '| --- | --- | --- |', ...lines, ''].join('\n'),
  );
}
