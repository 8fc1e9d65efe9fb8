import { roundFigure, takeMedian } from '../recorder/median.ts';
import type { DemonstrationTimes, StepName } from './measure-demonstration.ts';
import { STEPS } from './measure-demonstration.ts';
import type { MetricsTimes } from './measure-metrics.ts';
import type { PublishFigures } from './measure-publish.ts';

interface StepFigures {
  turns_per_second: number;
  /** How many times as long as plain JSON of the same bytes takes. */
  times_json: number;
}

export interface Figures {
  turns: number;
  elements: number;
  json_ms_per_turn: number;
  otr: StepFigures & { page_ms: number };
  dmr: StepFigures;
  metrics: StepFigures & { seconds_for_100k: number };
  weblinx: StepFigures;
  lint: StepFigures & { demonstrations_per_second: number };
  page: StepFigures & { over_archive: number };
  publish: PublishFigures;
  /** What the validators of the formats found wrong, by the format's name. */
  warnings: Record<string, number>;
}

const MOST_OTR_MS = 30;
const MOST_METRICS_S = 5;
const LEAST_LINTED = 20;
/** Four times as many demonstrations must need about as much memory. */
const MOST_GROWTH = 1.3;
const MOST_PAGE = 1.5;
/** The demonstrations of the goal have so many turns. */
const GOAL_TURNS = 50;

/** Medians over demonstrations and over rounds: other work on the machine falls out. */
export function composeFigures(
  elements: number,
  demonstrations: readonly DemonstrationTimes[],
  rounds: readonly MetricsTimes[],
  publish: PublishFigures,
): Figures {
  const figures = (name: StepName): StepFigures => ({
    turns_per_second: median(
      demonstrations.map(({ turns, steps }) => (turns / steps[name]) * 1000),
    ),
    times_json: median(demonstrations.map(({ json, steps }) => steps[name] / json)),
  });
  const [otr, dmr, weblinx, lint, page] = STEPS.map(figures) as [
    StepFigures,
    StepFigures,
    StepFigures,
    StepFigures,
    StepFigures,
  ];
  const rate = median(rounds.map(({ turns, metrics }) => (turns / metrics) * 1000));
  return {
    turns: demonstrations.reduce((sum, { turns }) => sum + turns, 0),
    elements,
    json_ms_per_turn: median(demonstrations.map(({ json, turns }) => json / turns)),
    otr: { ...otr, page_ms: median(demonstrations.flatMap(({ prompts }) => prompts)) },
    dmr,
    metrics: {
      turns_per_second: rate,
      times_json: median(rounds.map(({ metrics, json }) => metrics / json)),
      seconds_for_100k: roundFigure(100_000 / rate),
    },
    weblinx,
    lint: { ...lint, demonstrations_per_second: roundFigure(lint.turns_per_second / GOAL_TURNS) },
    page: {
      ...page,
      over_archive: median(demonstrations.map(({ page_over_archive: times }) => times)),
    },
    publish,
    warnings: { ...sumWarnings(demonstrations), ...publish.warnings },
  };
}

function sumWarnings(demonstrations: readonly DemonstrationTimes[]): Figures['warnings'] {
  const sums: Figures['warnings'] = {};
  for (const [name, count] of demonstrations.flatMap(({ warnings }) => Object.entries(warnings))) {
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

export function judgeFigures({
  otr,
  metrics,
  lint,
  page,
  publish,
  warnings,
}: Figures): Record<string, boolean> {
  return {
    'OTR under 30 ms a page': otr.page_ms < MOST_OTR_MS,
    'metrics over 100,000 turns under 5 s': metrics.seconds_for_100k < MOST_METRICS_S,
    'lint at least 20 demonstrations of 50 turns a second and core':
      lint.demonstrations_per_second >= LEAST_LINTED,
    'page under 1.5 times the archive': page.over_archive < MOST_PAGE,
    'publish with flat memory': publish.times_peak_of_quarter < MOST_GROWTH,
    'no warnings of the formats’ validators': Object.values(warnings).every((sum) => sum === 0),
  };
}

function median(values: readonly number[]): number {
  return roundFigure(takeMedian(values));
}
