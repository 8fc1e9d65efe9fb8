/**
 * `npm run bench:formats`: how many turns a second prompts (OTR), DMR texts, metrics, the WebLINX export,
 * the page export and lint take, and what validators find, on generated demonstrations of 50 turns with pages of 1,775 elements (as WebLINX's have
 * on average) and pictures of 60 to 120 KB, each held against parsing and writing the same bytes as plain JSON in the same run. One
 * core: times are of the processor, collecting garbage included. The last line is `RESULT {json}`.
 *
 * `publish` is measured in separate processes: generated archives, seconds, peak memory, and that peak over the one for a
 * quarter of them. By default they are 1,000 small ones: of 50 turns with 1,775 elements a thousand are 11 GB and take an hour.
 *
 * Options: --turns N, --elements N, --rounds N (of the metrics); --publish N (demonstrations), --publish-turns N (of each),
 * --publish-elements N.
 */
import { parseArgs } from 'node:util';
import { generateDemonstration, generatePicture } from './formats/generate-demonstration.ts';
import { measureDemonstration } from './formats/measure-demonstration.ts';
import type { DemonstrationTimes } from './formats/measure-demonstration.ts';
import { measureMetrics } from './formats/measure-metrics.ts';
import { measurePublish } from './formats/measure-publish.ts';
import type { MetricsTimes } from './formats/measure-metrics.ts';
import { composeFigures, judgeFigures } from './formats/report.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '1000' },
    elements: { type: 'string', default: '1775' },
    rounds: { type: 'string', default: '5' },
    publish: { type: 'string', default: '1000' },
    'publish-turns': { type: 'string', default: '6' },
    'publish-elements': { type: 'string', default: '150' },
  },
});
const TURNS_EACH = 50;
const METRICS_TURNS = 100_000;
/** Milliseconds of the processor, so that what else the machine does counts little. */
const now = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function main(): Promise<void> {
  const elements = Number(values.elements);
  const times: DemonstrationTimes[] = [];
  // The first warms the engine up and counts in nothing.
  const count = Math.ceil(Number(values.turns) / TURNS_EACH);
  for (let number = 0; number <= count; number++) {
    const demonstration = generateDemonstration(number, TURNS_EACH, elements, generatePicture);
    const measured = await measureDemonstration(demonstration, now);
    if (number > 0) times.push(measured);
  }
  const demonstration = generateDemonstration(1, TURNS_EACH, elements);
  const rounds: MetricsTimes[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    rounds.push(await measureMetrics(demonstration, METRICS_TURNS, now));
  }
  const published = await measurePublish(
    Number(values.publish),
    Number(values['publish-turns']),
    Number(values['publish-elements']),
  );
  const figures = composeFigures(elements, times, rounds, published);
  const { otr, dmr, metrics, weblinx, lint, page, publish } = figures;
  console.table({
    'OTR prompt': otr,
    'DMR texts': dmr,
    metrics,
    'WebLINX export': weblinx,
    lint,
    'page export': page,
  });
  console.table({ publish });
  const goals = judgeFigures(figures);
  console.table(goals);
  console.log(`RESULT ${JSON.stringify({ ...figures, goals })}`);
}

await main();
