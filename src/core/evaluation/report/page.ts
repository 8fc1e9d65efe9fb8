import { pickMeasures } from '../measures.ts';
import { boundMeasure } from '../bound-measure.ts';
import { writeFigures } from './figures-part.ts';
import { writeGroups, writeKey } from './groups-part.ts';
import { escapeHtml, writeScore, writeTable } from './html.ts';
import type { Report, ReportRun } from './report.ts';
import { REPORT_SCRIPT } from './script.ts';
import { REPORT_STYLE } from './style.ts';
import { writeTurns } from './turns-part.ts';

/** How many figures stand at the top. */
const MOST_CARDS = 5;

/** The report as one page, which loads nothing but the pictures that lie beside it. */
export function writeReportPage(report: Report): string {
  const { runs } = report;
  const names = runs.map(({ name }) => name);
  const title =
    names.length === 2 ? `${names.join(' and ')} side by side` : `Evaluation ${names.join()}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: file: 'self'">
<title>${escapeHtml(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<a class="skip" href="#figures">Skip to the figures</a>
<header><h1>${escapeHtml(title)}</h1>
${writeKey(names)}${runs.map(writeCards).join('\n')}
<nav aria-label="Parts"><ul><li><a href="#figures">Figures</a></li><li><a href="#by-intent">By intent</a></li><li><a href="#by-site">By site</a></li><li><a href="#by-split">By split</a></li><li><a href="#turns">Turns</a></li><li><a href="#about">About</a></li></ul></nav>
</header>
<main>
<section id="figures" aria-labelledby="figures-title"><h2 id="figures-title">Figures</h2>
${writeFigures(report)}</section>
${writeGroups(report)}
${writeTurns(report)}
${writeAbout(runs)}
</main>
<script type="application/json" id="pictures">${writeData(Object.fromEntries(report.pictures))}</script>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

function writeCards(
  { name, rows, summary }: ReportRun,
  at: number,
  all: readonly unknown[],
): string {
  const letter = all.length === 2 ? `${at === 0 ? 'A' : 'B'}: ` : '';
  const cards = pickMeasures(rows)
    .slice(0, MOST_CARDS)
    .map((measure) => {
      const { mean, count, interval } = boundMeasure(rows, measure);
      const bounds = interval ? `${writeScore(interval.low)} … ${writeScore(interval.high)}` : '';
      return `<div><dt>${escapeHtml(measure.label)}</dt><dd>${writeScore(mean)}<small>${bounds} · ${count} turns</small></dd></div>`;
    });
  const count = `${summary.turns} turns of ${summary.demonstrations} demonstrations`;
  return `<p class="quiet">${escapeHtml(letter + name)}: ${count}</p><dl class="cards">${cards.join('')}</dl>`;
}

function writeAbout(runs: readonly ReportRun[]): string {
  const tables = runs.map(({ name, facts }) =>
    writeTable(
      name,
      [{ head: 'What' }, { head: 'Value' }],
      facts.map((fact) => fact.map(escapeHtml)),
    ),
  );
  return `<section id="about" aria-labelledby="about-title"><h2 id="about-title">About these figures</h2>
<p>Overall, the element group and the text group are WebLINX's: a turn with another intent than the recorded one counts 0 in all of them. Element accuracy, operation F1 and step success are Mind2Web's, over the turns that are steps there. Means are over all turns; a scroll can never be right by WebLINX's published code. Intervals are percentiles of 2000 bootstrap draws, of demonstrations where there are ten or more of them, else of turns.</p>
${tables.join('\n')}</section>`;
}

/** Nothing in it can end the element it stands in. */
function writeData(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
