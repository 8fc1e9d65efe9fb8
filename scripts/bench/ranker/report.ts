import { roundFigure } from '../recorder/median.ts';
import { CANDIDATES, SINGLE_BACKENDS } from './measure-in-page.ts';
import type { PageFigures, Timed } from './measure-in-page.ts';
import type { Backend } from '../../../src/protocol/ranker-worker.ts';

/** A figure beside what it should be. */
export interface Goal {
  value: number | null;
  goal: number;
  /** Whether more is better. */
  atLeast: boolean;
  /** Null where it could not be measured. */
  met: boolean | null;
}

/** What the ranker uses of those on one thread where it can; the other is what it falls back on. */
const USED: Backend = 'kernel';

/** The figures that issue 3 §5 names, against its goals. Ratios are to the naive way over all texts. */
export function judgeFigures(figures: PageFigures): Record<string, Goal> {
  const { encode, cold, first, warm } = figures;
  const sideBySide = Object.entries(encode).filter(([name]) => !isSingle(name));
  const reach = (value: number | null, goal: number, atLeast = true): Goal => {
    const met = value === null ? null : atLeast ? value >= goal : value <= goal;
    return { value: value === null ? null : roundFigure(value), goal, atLeast, met };
  };
  return {
    sameTextsTwoThreads: reach(Math.max(...sideBySide.map(([, { ratio }]) => ratio)), 26),
    coldPagePrefiltered: reach(cold.ratio, 55),
    firstRefinedTop200: reach(first.ratio, 220),
    warmTurn: reach(warm.ratio, 900),
    wasmToNativeInt8: reach(figures.toNative[USED] ?? null, 5, false),
    firstLexicalMs: reach(figures.wordsMs, 40, false),
    top10Overlap: reach(figures.overlap, 0.9),
    int8Cosine: reach(figures.leastCosine[USED] ?? null, 0.998),
  };
}

function isSingle(name: string): boolean {
  return SINGLE_BACKENDS.some((backend) => backend === name);
}

export function printFigures(figures: PageFigures, goals: Readonly<Record<string, Goal>>): void {
  const { encode, cold, first, warm } = figures;
  const row = (ms: number | null, ratio?: number): Record<string, number | null> => ({
    ms: ms === null ? null : roundFigure(ms),
    'times as fast as naive just then': ratio === undefined ? null : roundFigure(ratio),
  });
  const timed = ({ ms, ratio }: Timed): ReturnType<typeof row> => row(ms, ratio);
  const byBackend = Object.entries(encode).map(
    ([backend, time]): [string, ReturnType<typeof row>] => [
      `${isSingle(backend) ? figures.someTexts : 'all'} texts, 8 bits, ${backend}`,
      timed(time),
    ],
  );
  console.log(
    `\n${CANDIDATES} candidates, ${figures.texts} different texts. Naive was measured on ${figures.naiveTexts} of them, before and after everything else; its time for all is scaled. Medians of ${figures.rounds.reading} rounds of reading and ${figures.rounds.ranking} of ranking.`,
  );
  console.table({
    'naive: single precision, padded to 200, one thread (scaled)': row(
      figures.naivePerText * CANDIDATES,
    ),
    ...Object.fromEntries(byBackend),
    [`${figures.someTexts} texts, 8 bits, native, one thread`]: row(figures.nativeMs),
    [`cold page, ${figures.coldEncoded} texts read (${figures.backend ?? '?'})`]: timed(cold),
    'cold page, first order with the model': timed(first),
    [`warm turn, ${figures.warmNewTexts} new texts`]: timed(warm),
    'by words: a page never seen': row(figures.wordsMs),
    'by words: in a worker just started': row(figures.wordsColdMs),
    'by words: the same page again': row(figures.wordsAgainMs),
  });
  for (const backend of SINGLE_BACKENDS) {
    const [toNative, cosine] = [figures.toNative[backend], figures.leastCosine[backend] ?? NaN];
    const times = toNative === undefined ? '?' : roundFigure(toNative);
    console.log(
      `${backend}: ${times} times native on one thread, cosine to single precision ${cosine.toFixed(5)}`,
    );
  }
  console.table(goals);
}
