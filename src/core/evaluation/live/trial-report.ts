import { writeDifference, writeInterval, writeScore } from '../report/html.ts';
import { groupBy } from '../row.ts';
import type { TrialSummary } from './summarize-trials.ts';
import { compareTrials, summarizeTrials } from './summarize-trials.ts';
import type { Trial } from './trial.ts';
import { CATEGORIES, CATEGORY_WORDS } from './trial.ts';

export interface LiveRun {
  name: string;
  /** What ran: `built-in`, a model, or an agent's command. */
  navigator: string;
  trials: readonly Trial[];
}

/** Writes the figures of one run, or of two beside each other, as Markdown. */
export function writeLiveReport(runs: readonly LiveRun[]): string {
  const [first, second] = runs;
  const parts = [
    `# ${runs.map(({ name }) => escapeCell(name)).join(' and ')}`,
    ...runs.flatMap((run) => [`**${escapeCell(run.name)}**: ${escapeCell(run.navigator)}`]),
    writeSummary(runs),
    ...(first && second ? [writeComparison(first, second)] : []),
    ...runs.map(writeTrials),
  ];
  return `${parts.join('\n\n')}\n`;
}

function writeSummary(runs: readonly LiveRun[]): string {
  const rows = runs.flatMap(({ name, trials }) => {
    const suites = [...groupBy(trials, ({ suite }) => suite)];
    const all = suites.length > 1 ? [['all', trials] as const] : [];
    return [...suites, ...all].map(([suite, some]) => [
      ...[name, suite],
      ...describeSummary(summarizeTrials(some)),
    ]);
  });
  const words = CATEGORIES.map((category) => `- ${CATEGORY_WORDS[category]}`);
  const heads = ['run', 'suite', 'tasks', 'trials', 'share done', '95 %', ...CATEGORIES];
  return [
    writeMarkdownTable([...heads, 'median s', 'tokens', 'cost', 'errors'], rows),
    words.join('\n'),
    'Intervals are a bootstrap over tasks. Trials with an error (no page, no answer from a browser) are in no other figure.',
  ].join('\n\n');
}

function describeSummary(summary: TrialSummary): string[] {
  const { counts, tasks, trials, doneShare, doneInterval, medianSeconds, tokens, cost } = summary;
  return [
    ...[String(tasks), String(trials), writeScore(doneShare)],
    writeInterval(doneInterval, writeScore),
    ...CATEGORIES.map((category) => String(counts[category])),
    medianSeconds === null ? '–' : medianSeconds.toFixed(1),
    ...[String(tokens), cost === null ? '–' : cost.toFixed(4), String(summary.errors)],
  ];
}

function writeComparison(a: LiveRun, b: LiveRun): string {
  const { trials, difference, interval, changed } = compareTrials(a.trials, b.trials);
  const lines = [
    `## ${escapeCell(b.name)} against ${escapeCell(a.name)}`,
    `${trials} trials in both. Share done: ${writeDifference(difference)} (95 %: ${writeInterval(interval, writeDifference)}).`,
  ];
  const rows = changed.map((each) => [each.name, each.a, each.b]);
  return [
    ...lines,
    ...(rows.length > 0 ? [writeMarkdownTable(['trial', a.name, b.name], rows)] : []),
  ].join('\n\n');
}

function writeTrials({ name, trials }: LiveRun): string {
  const rows = trials.map((trial) => [
    ...[trial.suite, trial.task, String(trial.seed), trial.error ? 'error' : trial.category],
    ...[String(trial.actions), trial.seconds.toFixed(1), trial.instruction],
    trial.error ?? trial.answer,
  ]);
  const heads = ['suite', 'task', 'seed', 'outcome', 'actions', 's', 'instruction', 'last words'];
  return `## Trials of ${escapeCell(name)}\n\n${writeMarkdownTable(heads, rows)}`;
}

function writeMarkdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Longer texts are cut. UTF-16 units. */
const MAX_CELL = 160;

/** Texts come from pages and models, so nothing in them may end a cell or be read as markup. */
function escapeCell(text: string): string {
  const flat = text.replaceAll(/\s+/gu, ' ').trim();
  const cut = flat.length > MAX_CELL ? `${flat.slice(0, MAX_CELL - 1)}…` : flat;
  return /^-{3,}$/u.test(cut) ? cut : cut.replaceAll(/[\\|<>`*_[\]]/gu, (mark) => `\\${mark}`);
}
