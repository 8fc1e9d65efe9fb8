import { boundMeasure } from '../compare.ts';
import type { Area, Row, Shot } from '../row.ts';
import { isActionRow } from '../row.ts';
import type { Grouping, Measure } from '../summarize.ts';
import { GROUPINGS, groupRows, pickMeasures, readValues } from '../summarize.ts';
import { meanOf } from '../../metrics/mean.ts';
import { drawBars, writeFigures } from './figures.ts';
import { escapeHtml, writeDifference, writeInterval, writeScore, writeTable } from './html.ts';
import type { ListedTurn, Report, ReportRun, TurnRow } from './report.ts';
import { listTurns } from './report.ts';

/** What the first line says of a run, of all that is known of it. */
const FIRST_FACTS = ['Model', 'Asked by the strategy', 'Judged', 'Begun on'];

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
<p class="quiet">A turn with another intent than the recorded one counts 0 in the element group (IoU) and in all figures beside intent match, as WebLINX reports them.</p>
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
  { name, rows, summary, facts }: ReportRun,
  at: number,
  all: readonly unknown[],
): string {
  const letter = all.length === 2 ? `${at === 0 ? 'A' : 'B'}: ` : '';
  const cards = pickMeasures(rows)
    .slice(0, MOST_CARDS)
    .map((measure) => {
      const { mean, count, interval } = boundMeasure(rows, measure);
      const bounds = interval ? writeInterval(interval, writeScore) : '';
      return `<div><dt>${escapeHtml(measure.label)}</dt><dd>${writeScore(mean)}<small>${bounds} · ${count} turns</small></dd></div>`;
    });
  const count = `${summary.turns} turns of ${summary.demonstrations} demonstrations`;
  const known = new Map(facts);
  const named = FIRST_FACTS.flatMap((fact) => known.get(fact) ?? []).join(', ');
  return `<p class="quiet">${escapeHtml(`${letter}${name} (${named})`)}: ${count}</p><dl class="cards">${cards.join('')}</dl>`;
}

function writeAbout(runs: readonly ReportRun[]): string {
  const tables = runs.map(({ name, facts }) =>
    writeTable(
      name,
      ['What', 'Value'],
      facts.map((fact) => fact.map(escapeHtml)),
      [0, 1],
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

/** What the page does by itself: pictures when a turn is opened, and the filter of the list. */
const REPORT_SCRIPT = `
const pictures = JSON.parse(document.getElementById('pictures').textContent);
const turns = [...document.querySelectorAll('#list details')];
for (const turn of turns) {
  turn.addEventListener('toggle', () => {
    for (const image of turn.querySelectorAll('img[data-shot]:not([src])')) {
      image.src = pictures[image.dataset.shot] || '';
    }
  });
}
const form = document.getElementById('filter');
const apply = () => {
  const chosen = new FormData(form);
  const words = String(chosen.get('words')).toLowerCase();
  let shown = 0;
  for (const turn of turns) {
    const fits =
      (!chosen.get('intent') || turn.dataset.intent === chosen.get('intent')) &&
      (!chosen.get('differ') || 'differs' in turn.dataset) &&
      (!chosen.get('wrong') || 'wrong' in turn.dataset) &&
      (!words || turn.textContent.toLowerCase().includes(words));
    turn.hidden = !fits;
    if (fits) shown += 1;
  }
  document.getElementById('shown').textContent = shown + (shown === 1 ? ' turn' : ' turns');
};
if (form) {
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  apply();
}
`;

const MOST_GROUPS = 30;
const TITLES: Record<Grouping, string> = {
  intent: 'By intent',
  site: 'By site',
  split: 'By split',
};

/** A plot and a table for each way to group the turns. */
function writeGroups({ runs }: Report): string {
  const measures = pickMeasures(runs[0].rows);
  return GROUPINGS.map((by) => writeGrouping(by, runs, measures)).join('\n');
}

function writeGrouping(
  by: Grouping,
  runs: Report['runs'],
  measures: readonly Measure<Row>[],
): string {
  const [main] = measures;
  if (!main) return '';
  const grouped = runs.map(({ rows }) => new Map(groupRows(rows, by)));
  const names = [...new Set(grouped.flatMap((groups) => [...groups.keys()]))].sort();
  const most = names
    .toSorted((a, b) => countOf(grouped, b) - countOf(grouped, a))
    .slice(0, MOST_GROUPS);
  const label = (name: string): string => (name === '' ? '(unknown)' : name);
  const bars = most.map((name) => ({
    name: label(name),
    turns: countOf(grouped, name),
    values: grouped.map((groups) => meanOf(readValues(groups.get(name) ?? [], main))),
  }));
  const rows = most.flatMap((name) =>
    grouped.map((groups, at) => {
      const some = groups.get(name) ?? [];
      const run = grouped.length === 2 ? ` · ${at === 0 ? 'A' : 'B'}` : '';
      const figures = measures.map((measure) => writeScore(meanOf(readValues(some, measure))));
      return [escapeHtml(label(name) + run), String(some.length), ...figures];
    }),
  );
  const heads = ['Group', 'Turns', ...measures.map((measure) => measure.label)];
  const left = names.length - most.length;
  const note =
    left > 0 ? `<p class="quiet">The ${left} smallest groups are in summary.json.</p>` : '';
  const runNames = runs.map(({ name }) => name);
  return `<section id="by-${by}" aria-labelledby="by-${by}-title"><h2 id="by-${by}-title">${TITLES[by]}</h2>
${writeKey(runNames)}<p class="quiet">${escapeHtml(main.label)}, and how many turns.</p>
${drawBars(`${main.label} ${TITLES[by].toLowerCase()}`, bars, runNames)}
${writeTable(`${TITLES[by]}: means over the turns where each figure applies`, heads, rows)}${note}</section>`;
}

/** Which colour is which run; nothing for one run. */
function writeKey(names: readonly string[]): string {
  const [a, b] = names;
  if (a === undefined || b === undefined) return '';
  return `<p><span class="key a"></span>A: ${escapeHtml(a)} &nbsp; <span class="key b"></span>B: ${escapeHtml(b)}</p>`;
}

function countOf(grouped: readonly ReadonlyMap<string, TurnRow[]>[], name: string): number {
  return Math.max(...grouped.map((groups) => groups.get(name)?.length ?? 0));
}

/**
 * The report's looks. Colours, type and spaces are those of the extension's pages (src/ui/tokens.css),
 * which a test holds them against: the report has to carry its own.
 */
export const REPORT_TOKENS = `
  --bg: light-dark(#ffffff, #16181d);
  --bg-2: light-dark(#f5f6f8, #1f222a);
  --bg-3: light-dark(#eaedf1, #2a2f39);
  --line: light-dark(#e1e5ea, #2f343e);
  --line-strong: light-dark(#868f9c, #717b8b);
  --ink: light-dark(#171a21, #e9ecf2);
  --ink-2: light-dark(#566070, #a0aaba);
  --accent: light-dark(#0b61d1, #74adff);
  --accent-bg: light-dark(#e8f0fd, #1b2a43);
  --amber: light-dark(#8a5200, #f0b661);
  --green: light-dark(#17703f, #5bcb8e);
  --s-1: 0.25rem;
  --s-2: 0.5rem;
  --s-3: 0.75rem;
  --s-4: 1rem;
  --s-6: 1.5rem;
  --s-8: 2rem;
  --s-12: 3rem;
  --radius-1: 0.25rem;
  --radius-2: 0.5rem;
  --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', monospace;
  --text-1: 0.75rem;
  --text-2: 0.8125rem;
  --text-3: 0.875rem;
  --text-4: 1rem;
  --text-5: 1.1875rem;
  --leading: 1.43;
`;

const REPORT_STYLE = `
:root { color-scheme: light dark; ${REPORT_TOKENS} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: var(--text-3)/var(--leading) var(--font); }
main, header { max-width: 68rem; margin: 0 auto; padding: 0 var(--s-4); }
header { padding-top: var(--s-8); }
main { padding-bottom: var(--s-12); }
h1 { font-size: 1.5rem; margin: 0 0 var(--s-2); font-weight: 600; }
h2 { font-size: var(--text-5); margin: var(--s-12) 0 var(--s-3); font-weight: 600; }
h3 { font-size: var(--text-4); margin: var(--s-6) 0 var(--s-2); font-weight: 600; }
p { margin: 0 0 var(--s-3); max-width: 46rem; }
.quiet { color: var(--ink-2); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: var(--s-4); top: var(--s-2); background: var(--bg); padding: var(--s-2); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--radius-1); }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: var(--s-4); padding: 0; margin: var(--s-4) 0 0; }
a { color: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: var(--s-3); margin: var(--s-6) 0 0; }
.cards div { background: var(--bg-2); border-radius: var(--radius-2); padding: var(--s-3) var(--s-4); }
.cards dt { color: var(--ink-2); font-size: var(--text-2); }
.cards dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.cards dd small { display: block; font-size: var(--text-1); color: var(--ink-2); }
.key { display: inline-block; width: 0.75em; height: 0.75em; border-radius: 2px; margin-right: 0.35em; }
.key.a, .bar.a { background: var(--line-strong); fill: var(--line-strong); }
.key.b, .bar.b { background: var(--accent); fill: var(--accent); }
.wide { overflow-x: auto; margin: var(--s-3) 0; }
table { border-collapse: collapse; min-width: 100%; font-size: var(--text-2); }
caption { text-align: left; color: var(--ink-2); padding-bottom: var(--s-2); }
th, td { text-align: left; padding: var(--s-2) var(--s-3); border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 500; }
tbody th { min-width: 9rem; }
thead th { color: var(--ink-2); font-size: var(--text-1); white-space: nowrap; }
.figure { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.better { color: var(--green); }
.worse { color: var(--amber); }
svg.chart { display: block; width: 100%; min-width: 34rem; height: auto; max-width: 46rem; }
svg text { fill: var(--ink); font: 12px var(--font); font-variant-numeric: tabular-nums; }
svg .soft { fill: var(--ink-2); }
svg .grid { stroke: var(--line); }
svg .zero { stroke: var(--line-strong); }
svg .curve { fill: none; stroke-width: 2; }
svg .a { stroke: var(--line-strong); }
svg .b { stroke: var(--accent); }
svg .dot.a { fill: var(--line-strong); }
svg .dot.b { fill: var(--accent); }
form { display: flex; flex-wrap: wrap; gap: var(--s-4); align-items: end; margin: var(--s-4) 0; }
form label { font-size: var(--text-2); color: var(--ink-2); display: grid; gap: var(--s-1); }
form label.tick { display: flex; align-items: center; gap: var(--s-2); min-height: 2rem; }
form output { min-height: 2rem; display: flex; align-items: center; }
select, input[type='search'] { font: inherit; color: var(--ink); background: var(--bg); border: 1px solid var(--line-strong); border-radius: var(--radius-1); padding: var(--s-1) var(--s-2); min-height: 2rem; }
details { border-bottom: 1px solid var(--line); }
summary { cursor: pointer; padding: var(--s-2) 0; display: grid; grid-template-columns: minmax(9rem, 1.2fr) 6rem minmax(6rem, 2fr) auto; gap: var(--s-3); align-items: baseline; }
summary > :first-child::before { content: '\\25B8'; color: var(--ink-2); display: inline-block; width: 1.25em; }
details[open] > summary > :first-child::before { content: '\\25BE'; }
summary .calls { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.pair summary .figure { min-width: 10.5rem; }
.turn { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: var(--s-6); padding: var(--s-3) 0 var(--s-6); }
.turn dl { margin: 0; }
.turn dt { color: var(--ink-2); font-size: var(--text-1); margin-top: var(--s-3); }
.turn dd { margin: 0; overflow-wrap: anywhere; }
.calls, .turn code { font: var(--text-2)/1.5 var(--mono); }
.shot { position: relative; border: 1px solid var(--line); border-radius: var(--radius-1); overflow: hidden; background: var(--bg-3); }
.shot img { display: block; width: 100%; height: auto; min-height: 2rem; }
.shot i { position: absolute; border: 2px solid #17703f; outline: 1px solid #ffffff; }
.shot i.chosen { border: 2px dashed #8a5200; }
@media (max-width: 40rem) { .turn { grid-template-columns: 1fr; } summary { grid-template-columns: 1fr auto auto; } summary .calls { display: none; } }
@media print { form, nav, .skip { display: none; } }
`;

/** More would make a page that no browser likes; all are in turns.csv. */
const MOST_TURNS = 500;

/** The turns to click into: the most different of two runs first, of one run the worst. */
function writeTurns(report: Report): string {
  const [main] = pickMeasures(report.runs[0].rows);
  if (!main) return '';
  const all = sortTurns(listTurns(report), main);
  const listed = all.slice(0, MOST_TURNS);
  const isPair = report.runs.length === 2;
  const intents = [...new Set(listed.map(({ place }) => place.intent))].sort();
  const options = intents.map((intent) => `<option>${escapeHtml(intent)}</option>`).join('');
  const differ = isPair
    ? '<label class="tick"><input type="checkbox" name="differ"> Only turns that differ</label>'
    : '<label class="tick"><input type="checkbox" name="wrong"> Only turns below 1</label>';
  const order = isPair ? 'The largest differences come first.' : 'The lowest scores come first.';
  const cut = all.length - listed.length;
  const rest = cut > 0 ? ` ${cut} more are in turns.csv.` : '';
  const beside = describeBeside(report.beside);
  return `<section id="turns" aria-labelledby="turns-title"><h2 id="turns-title">Turns</h2>
<p class="quiet">${order}${rest}${beside}</p>
<form id="filter"><label>Intent<select name="intent"><option value="">All</option>${options}</select></label>
<label>Words in it<input type="search" name="words"></label>${differ}
<output id="shown" aria-live="polite">${listed.length} turns</output></form>
<div id="list"${isPair ? ' class="pair"' : ''}>
${listed.map((turn) => writeTurn(turn, main, report)).join('\n')}
</div></section>`;
}

function describeBeside(count: number): string {
  if (count === 0) return '';
  const what = count === 1 ? 'One picture was too large' : `${count} pictures were too large`;
  return ` ${what} to be put in and ${count === 1 ? 'lies' : 'lie'} in the folder beside this file.`;
}

function sortTurns(turns: readonly ListedTurn[], main: Measure<Row>): ListedTurn[] {
  const weigh = ({ rows }: ListedTurn): number => {
    const [a, b] = rows.map((row) => readScore(row, main));
    return rows.length === 2 ? -Math.abs((b ?? 0) - (a ?? 0)) : (a ?? 0);
  };
  return turns.toSorted((a, b) => weigh(a) - weigh(b));
}

/** Of a ranker's turn without its target among the candidates 0: it can only be wrong. */
function readScore(row: TurnRow | null | undefined, measure: Measure<Row>): number | null {
  return row ? (measure.read(row) ?? (isActionRow(row) ? null : 0)) : null;
}

function writeTurn({ place, rows }: ListedTurn, main: Measure<Row>, report: Report): string {
  const scores = rows.map((row) => readScore(row, main));
  const [a, b] = scores;
  const isPair = rows.length === 2;
  const differs = isPair && a !== b;
  const shown = isPair
    ? `${scores.map(writeScore).join(' / ')}${a != null && b != null ? ` (${writeDifference(b - a)})` : ''}`
    : writeScore(a ?? null);
  const marks = `data-intent="${escapeHtml(place.intent)}"${differs ? ' data-differs' : ''}${(a ?? 0) < 1 ? ' data-wrong' : ''}`;
  const first = rows.find((row) => row !== null && isActionRow(row));
  const reference = first && isActionRow(first) ? first.reference : '';
  const asked = rows.find((row) => row !== null && !isActionRow(row));
  const request = asked && !isActionRow(asked) ? asked.request : '';
  return `<details ${marks}><summary><span>${escapeHtml(place.shortcode)} · turn ${place.turn}</span><span>${escapeHtml(place.intent)}</span><span class="calls">${escapeHtml(reference || request)}</span><span class="figure">${shown}</span></summary>
<div class="turn"><div>${writeShots(rows, report.pictures)}</div><dl>
<dt>Where</dt><dd>${escapeHtml([place.site, place.split, place.input].filter(Boolean).join(' · '))}</dd>
${writeGiven('Asked for', escapeHtml(request))}${writeGiven('Recorded', reference && `<code>${escapeHtml(reference)}</code>`)}
${rows.map((row, at) => writeAnswer(row, report.runs[at]?.name ?? '', isPair ? (at === 0 ? 'A' : 'B') : '')).join('\n')}
</dl></div></details>`;
}

function writeGiven(head: string, value: string): string {
  return value === '' ? '' : `<dt>${head}</dt><dd>${value}</dd>`;
}

function writeAnswer(row: TurnRow | null, name: string, letter: string): string {
  const head = letter === '' ? 'Answered' : `${letter}: ${name}`;
  if (row === null) return `<dt>${escapeHtml(head)}</dt><dd>not judged in this run</dd>`;
  if (!isActionRow(row)) {
    const rank = row.targetRank === null ? 'not among' : `number ${row.targetRank} of`;
    return `<dt>${escapeHtml(head)}</dt><dd>the target is ${rank} ${row.candidates} candidates</dd>`;
  }
  const figures = pickMeasures([row]).flatMap((measure) => {
    const score = measure.read(row);
    return score === null ? [] : [`${escapeHtml(measure.label)} ${writeScore(score)}`];
  });
  const output = row.output === null || row.output === '' ? 'nothing' : row.output;
  return `<dt>${escapeHtml(head)}</dt><dd><code>${escapeHtml(output)}</code><br><span class="quiet">${figures.join(' · ')}</span></dd>`;
}

function writeShots(rows: ListedTurn['rows'], pictures: Report['pictures']): string {
  const shots = rows.flatMap((row) => row?.shot ?? []);
  const [first] = shots;
  if (!first || !pictures.has(first.hash)) return '<p class="quiet">No picture was kept.</p>';
  const chosen = shots.flatMap((shot: Shot) => shot.chosen ?? []);
  const areas = [
    ...(first.target ? [writeArea(first.target, 'target')] : []),
    ...chosen.map((area) => writeArea(area, 'chosen')),
  ];
  const other = chosen.length > 0 ? ', with dashes what was answered instead' : '';
  const reported = first.target
    ? `The page before the action; outlined is the recorded target${other}.`
    : 'The page before the action.';
  return `<div class="shot"><img data-shot="${escapeHtml(first.hash)}" alt="${escapeHtml(reported)}">${areas.join('')}</div><p class="quiet">${escapeHtml(reported)}</p>`;
}

function writeArea({ left, top, width, height }: Area, kind: 'target' | 'chosen'): string {
  const place = Object.entries({ left, top, width, height }).map(
    ([side, share]) => `${side}:${Math.round(share * 10_000) / 100}%`,
  );
  return `<i class="${kind}" style="${place.join(';')}"></i>`;
}
