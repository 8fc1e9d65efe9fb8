/**
 * `npm run bench:widgets`: commands for the widgets of four component libraries, given to the built extension in a real
 * Chromium without a model. Each widget's own value tells whether it was done. The last line is `RESULT {json}`.
 *
 * Options: --library NAME, --only PATTERN (of library, widget or instruction), --looked-at (only that half), --held-out (also lists the half that stays unlooked at
 * while the navigator changes), --table FILE (writes docs/widgets.md's table), --dist FOLDER (a build to measure).
 */
import { parseArgs } from 'node:util';
import { findTabId, openPanel } from '../panel.mjs';
import { runInBrowser } from './run-in-browser.ts';
import { INSTRUCTIONS } from './widgets/instructions.ts';
import type { Result } from './widgets/measure.ts';
import { tryInstruction } from './widgets/measure.ts';
import { isHeldOut, printResult, printTotals, sumUp, writeTable } from './widgets/report.ts';

const { values } = parseArgs({
  options: {
    library: { type: 'string' },
    only: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
    'looked-at': { type: 'boolean', default: false },
    table: { type: 'string' },
    dist: { type: 'string' },
  },
});

function isWanted(instruction: (typeof INSTRUCTIONS)[number]): boolean {
  const { library, widget, say } = instruction;
  if (values['looked-at'] && isHeldOut(instruction)) return false;
  if (values.library !== undefined && values.library !== library) return false;
  return (
    values.only === undefined || new RegExp(values.only, 'i').test(`${library} ${widget} ${say}`)
  );
}

await runInBrowser(values.dist, async (app, origin) => {
  const page = app.context.pages()[0] ?? (await app.context.newPage());
  await page.goto(origin);
  const panel = await openPanel(app, page);
  const tabId = await findTabId(app, page);
  const results: Result[] = [];
  for (const instruction of INSTRUCTIONS.filter(isWanted)) {
    const result = await tryInstruction({ page, panel, tabId, origin }, instruction);
    results.push(result);
    if (values['held-out'] || !isHeldOut(instruction)) printResult(result);
  }
  if (values.table !== undefined) await writeTable(values.table, results);
  const totals = sumUp(results);
  printTotals(totals);
  console.log(`RESULT ${JSON.stringify(totals)}`);
});
