import type { Measure } from '../measures.ts';
import { pickMeasures } from '../measures.ts';
import type { Area, Row, Shot } from '../row.ts';
import { isActionRow } from '../row.ts';
import { escapeHtml, writeDifference, writeScore } from './html.ts';
import type { ListedTurn, Report, TurnRow } from './report.ts';
import { listTurns } from './report.ts';

/** More would make a page that no browser likes; all are in turns.csv. */
const MOST_TURNS = 500;

/** The turns to click into: the most different of two runs first, of one run the worst. */
export function writeTurns(report: Report): string {
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
  return `<details ${marks}><summary><span>${escapeHtml(place.shortcode)} · turn ${place.turn + 1}</span><span>${escapeHtml(place.intent)}</span><span class="calls">${escapeHtml(reference || request)}</span><span class="figure">${shown}</span></summary>
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
  const told = first.target
    ? `The page before the action; outlined is the recorded target${other}.`
    : 'The page before the action.';
  return `<div class="shot"><img data-shot="${escapeHtml(first.hash)}" alt="${escapeHtml(told)}">${areas.join('')}</div><p class="quiet">${escapeHtml(told)}</p>`;
}

function writeArea({ left, top, width, height }: Area, kind: 'target' | 'chosen'): string {
  const percent = (share: number): string => `${Math.round(share * 10_000) / 100}%`;
  return `<i class="${kind}" style="left:${percent(left)};top:${percent(top)};width:${percent(width)};height:${percent(height)}"></i>`;
}
