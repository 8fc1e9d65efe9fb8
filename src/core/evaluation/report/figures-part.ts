import { boundMeasure } from '../bound-measure.ts';
import type { Comparison, Difference } from '../compare.ts';
import { pickMeasures, RECALL_AT } from '../summarize.ts';
import type { Summary } from '../summarize.ts';
import { drawCurves, drawDifferences } from './charts.ts';
import { escapeHtml, writeDifference, writeScore, writeTable } from './html.ts';
import type { Report, ReportRun } from './report.ts';

/** The figures of one run, or of two with their differences. */
export function writeFigures({ runs, comparison }: Report): string {
  const [first, second] = runs;
  const main = comparison && second ? writeCompared(comparison, first, second) : writeAlone(first);
  return main + runs.map((run) => writeTasks(run, runs.length === 2)).join('') + writeRecall(runs);
}

function writeAlone(run: ReportRun): string {
  const rows = pickMeasures(run.rows).map((measure) => {
    const { mean, count, interval } = boundMeasure(run.rows, measure);
    const bounds = interval ? `${writeScore(interval.low)} … ${writeScore(interval.high)}` : '–';
    return [escapeHtml(measure.label), writeScore(mean), bounds, String(count)];
  });
  return writeTable(
    'Means over turns, with 95 % bootstrap intervals',
    [
      { head: 'Figure' },
      { head: 'Mean', isFigure: true },
      { head: 'Interval', isFigure: true },
      { head: 'Turns', isFigure: true },
    ],
    rows,
  );
}

function writeCompared(comparison: Comparison, first: ReportRun, second: ReportRun): string {
  const { differences, unit, turns } = comparison;
  const rows = differences.map((each) => [
    escapeHtml(each.label),
    writeScore(each.a),
    writeScore(each.b),
    writeDifference(each.difference),
    each.interval
      ? `${writeDifference(each.interval.low)} … ${writeDifference(each.interval.high)}`
      : '–',
    judge(each),
    each.counts.join(' / '),
  ]);
  const table = writeTable(
    `Over the ${turns} turns that both runs judged, 95 % intervals of a paired bootstrap over ${unit}s`,
    [
      { head: 'Figure' },
      { head: `A: ${first.name}`, isFigure: true },
      { head: `B: ${second.name}`, isFigure: true },
      { head: 'B − A', isFigure: true },
      { head: 'Interval', isFigure: true },
      { head: 'So' },
      { head: 'Turns A / B', isFigure: true },
    ],
    rows,
  );
  return drawDifferences('Differences B − A with their intervals', differences) + table;
}

/** In words, not by colour alone. */
function judge({ interval }: Difference): string {
  if (!interval) return 'not known';
  if (interval.low > 0) return '<span class="better">B is better</span>';
  return interval.high < 0 ? '<span class="worse">B is worse</span>' : 'no sure difference';
}

/** Figures of whole tasks: Mind2Web's and MMInA's. */
function writeTasks({ name, summary }: ReportRun, isNamed: boolean): string {
  const rows = listTaskFigures(summary);
  if (rows.length === 0) return '';
  const caption = `Tasks: a demonstration is one${isNamed ? ` (${name})` : ''}`;
  return writeTable(caption, [{ head: 'Figure' }, { head: 'Value', isFigure: true }], rows);
}

function listTaskFigures(summary: Summary): string[][] {
  if (!('unconditional' in summary)) return [];
  const { mind2web, mmina, answers } = summary;
  return [
    ...(mind2web
      ? [
          ['Mind2Web task success', writeScore(mind2web.taskSuccess)],
          ['Mind2Web step success, mean over tasks', writeScore(mind2web.macro.stepSuccess)],
          [
            'Mind2Web element accuracy, mean over tasks',
            writeScore(mind2web.macro.elementAccuracy),
          ],
          ['Mind2Web operation F1, mean over tasks', writeScore(mind2web.macro.operationF1)],
        ]
      : []),
    ...(mmina
      ? [
          ['MMInA hop success (as in the paper)', writeScore(mmina.strict.hopSuccess)],
          ['MMInA task success (as in the paper)', writeScore(mmina.strict.taskSuccess)],
          ['MMInA hop success (as published code counts)', writeScore(mmina.upstream.hopSuccess)],
          ['MMInA task success (as published code counts)', writeScore(mmina.upstream.taskSuccess)],
        ]
      : []),
    ...(answers
      ? [
          [
            `Last answers that include what they must (of ${answers.tasks})`,
            writeScore(answers.mustInclude),
          ],
          [
            `Last answers that the judge finds right (of ${answers.judged})`,
            writeScore(answers.fuzzy),
          ],
          ...(answers.byHand
            ? [
                [
                  `Last answers that meet all that their tasks say (of ${answers.byHand})`,
                  writeScore(answers.stringMatch),
                ],
              ]
            : []),
        ]
      : []),
  ];
}

function writeRecall(runs: Report['runs']): string {
  const curves = runs.flatMap(({ summary }) =>
    'recall' in summary ? [RECALL_AT.map((k) => summary.recall[k] ?? null)] : [],
  );
  if (curves.length === 0) return '';
  return `<h3>Recall by the number of candidates</h3>${drawCurves('Recall at k', RECALL_AT, curves)}`;
}
