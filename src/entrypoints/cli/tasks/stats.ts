import type { Printer } from '../printer.ts';
import { measureRecordedTime } from '../../../core/demonstration/recording-state.ts';
import type { DemonstrationContent } from '../../../core/demonstration/content.ts';
import { endOf } from '../../../core/formats/weblinx/metadata.ts';
import { eachDemonstration } from '../open-input.ts';
import type { Emit, Input } from '../open-input.ts';

interface Stats {
  demonstrations: number;
  turns: number;
  seconds: number;
  pages: number;
  screenshots: number;
  /** Screenshots that are known to show the state before the action. */
  proven: number;
  byIntent: Record<string, number>;
  bySite: Record<string, number>;
}

/** One line per demonstration. */
export async function measureInput(input: Input, emit: Emit): Promise<void> {
  await eachDemonstration(input, emit, ({ path, content }) => {
    const stats = measureContent(content);
    const { id, title } = content.demonstration;
    emit({
      kind: 'result',
      text: `${path}: ${stats.turns} turns in ${stats.seconds} s, ${stats.pages} pages, ${stats.screenshots} screenshots (${listCounts(stats.byIntent)})`,
      data: { type: 'stats', input: path, demonstration: id, title, ...stats },
    });
    return Promise.resolve();
  });
}

function measureContent({ demonstration, turns }: DemonstrationContent): Stats {
  const browser = turns.filter((turn) => turn.kind === 'browser');
  const shots = browser.flatMap(({ screenshot }) =>
    screenshot.status === 'kept' ? [screenshot] : [],
  );
  return {
    demonstrations: 1,
    turns: turns.length,
    seconds: Math.round(measureRecordedTime(demonstration, endOf(demonstration, turns)) / 1000),
    pages: browser.filter(({ snapshot }) => snapshot !== null).length,
    screenshots: shots.length,
    proven: shots.filter(({ proof }) => proof.kind !== 'stale').length,
    byIntent: countAll(turns.map(({ action }) => action.intent)),
    bySite: countAll(browser.map(({ metadata }) => readHost(metadata.url)).filter(Boolean)),
  };
}

/** Prints the lines of `run`, and what they come to together. */
export async function printTotal(
  run: (emit: Emit) => Promise<unknown>,
  printer: Printer,
): Promise<void> {
  let all = NO_STATS;
  await run((line) => {
    if (line.data['type'] === 'stats') all = addStats(all, line.data as unknown as Stats);
    printer.emit(line);
  });
  const kinds = all.turns === 0 ? '' : ` (${listCounts(all.byIntent)})`;
  const sites = Object.keys(all.bySite).length === 0 ? '' : ` on ${listCounts(all.bySite)}`;
  const text = `${all.demonstrations} demonstrations, ${all.turns} turns in ${all.seconds} s, ${all.pages} pages, ${all.screenshots} screenshots, ${all.proven} of them proven${kinds}${sites}`;
  printer.print(text, { type: 'total', ...all });
}

function addStats(a: Stats, b: Stats): Stats {
  return {
    demonstrations: a.demonstrations + b.demonstrations,
    turns: a.turns + b.turns,
    seconds: a.seconds + b.seconds,
    pages: a.pages + b.pages,
    screenshots: a.screenshots + b.screenshots,
    proven: a.proven + b.proven,
    byIntent: addCounts(a.byIntent, b.byIntent),
    bySite: addCounts(a.bySite, b.bySite),
  };
}

const NO_STATS: Stats = {
  demonstrations: 0,
  turns: 0,
  seconds: 0,
  pages: 0,
  screenshots: 0,
  proven: 0,
  byIntent: {},
  bySite: {},
};

function listCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

function addCounts(a: Record<string, number>, b: Record<string, number>) {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

function countAll(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function readHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
