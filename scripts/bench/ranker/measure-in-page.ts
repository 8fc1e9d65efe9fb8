import type { Page } from 'playwright';
import type { Candidate } from '../../../src/core/ranking/candidate.ts';
import { toCompactText } from '../../../src/core/ranking/encoder/encoder-texts.ts';
import type { Backend } from '../../../src/protocol/ranker-worker.ts';
import { takeMedian } from '../recorder/median.ts';
import { listQueries, makeCandidates } from './make-page.ts';
import type { FromMeasuring, ToMeasuring } from './measure-script.ts';
import type { NativeRun } from './measure-native.ts';
import type { TimedRanking } from './page-script.ts';

/** As many elements as a large page has. */
export const CANDIDATES = 1800;
/** Cards whose names change make some forty new texts. */
const CHANGED_CARDS = 13;
const QUERIES = 20;
/** The ways to compute on two cores. */
const BACKENDS: readonly Backend[] = ['kernel-pool', 'wasm-pool', 'wasm-threads'];
/** Those on one, each held against native: what is used where it can be, and the runtime's own. */
export const SINGLE_BACKENDS: readonly Backend[] = ['kernel', 'wasm'];
/** One thread and native read every so many of the texts: what they are to each other does not hang on how many. */
const EVERY = 4;
/** Pages ranked by words alone. */
const WORD_PAGES = 15;
/** Share of the time for reading all texts; the rest is for rankings. */
const READING = 0.5;

/** A time, and how many times as long the naive way would have taken for as many texts just then. */
export interface Timed {
  ms: number;
  ratio: number;
}

export interface PageFigures {
  texts: number;
  /** Ms per text, and of how many texts at a time it was measured. */
  naivePerText: number;
  naiveTexts: number;
  /** How often reading and ranking were measured. */
  rounds: { reading: number; ranking: number };
  /** All texts of the page by backend; on one thread some of them. */
  encode: Record<string, Timed>;
  /** Of the rankings below. */
  backend: string | null;
  cold: Timed;
  coldEncoded: number;
  first: Timed;
  warm: Timed;
  warmNewTexts: number;
  /** Order by words: a page never seen, in a worker that has ranked before; in a new worker; the same page again. */
  wordsMs: number;
  wordsColdMs: number;
  wordsAgainMs: number;
  /** What one thread and native read. */
  someTexts: number;
  /** One thread in the browser beside native before and after it, by backend; empty where there is no native runtime. */
  toNative: Record<string, number>;
  nativeMs: number | null;
  overlap: number;
  /** By backend: our own kernel and the runtime. */
  leastCosine: Record<string, number>;
}

/** Takes times by turns with the naive way, so that whatever else the machine does hits both alike. */
class Stopwatch {
  private readonly naive: number[] = [];
  constructor(private readonly measureNaive: () => Promise<number>) {}

  /** Times of several things measured together, each over so many texts. */
  async time(work: () => Promise<number[]>, texts = CANDIDATES): Promise<Timed[]> {
    const before = this.naive.at(-1) ?? (await this.takeNaive());
    const times = await work();
    const naive = ((before + (await this.takeNaive())) / 2) * texts;
    return times.map((ms) => ({ ms, ratio: naive / ms }));
  }

  get naivePerText(): number {
    return takeMedian(this.naive);
  }

  private async takeNaive(): Promise<number> {
    const taken = await this.measureNaive();
    this.naive.push(taken);
    return taken;
  }
}

interface Extent {
  naiveTexts: number;
  /** At most; one at least. */
  rounds: number;
  /** When it has taken so long no other round is begun. */
  ms: number;
  native: NativeRun | null;
}

/** Everything that is measured in the browser, in one page and one run. */
export async function measureInPage(page: Page, extent: Extent): Promise<PageFigures> {
  const { naiveTexts, rounds, ms, native } = extent;
  const begun = Date.now();
  const candidates = makeCandidates(1, CANDIDATES);
  const texts = candidates.map(toCompactText);
  const measure = (order: ToMeasuring): Promise<FromMeasuring> =>
    page.evaluate((each) => {
      if (!globalThis.rankerBench) throw new Error('The page has no bench');
      return globalThis.rankerBench.measure(each);
    }, order);

  log('the 8-bit model is installed');
  const installed = await page.evaluate(() => globalThis.rankerBench?.install());
  if (installed !== 'done') throw new Error(`The model was not installed: ${installed ?? ''}`);
  // Spread over the page, so that the sample is like the whole.
  const sample = texts.filter((_, at) => at % Math.floor(CANDIDATES / naiveTexts) === 0);
  const naive: ToMeasuring = { type: 'naive', texts: sample.slice(0, naiveTexts) };
  const watch = new Stopwatch(async () => takeMedian(readTimes(await measure(naive))));
  const some = texts.filter((_, at) => at % EVERY === 0);
  const read = async (backend: Backend, of: string[]): Promise<Timed> => {
    const order = { type: 'encode', texts: of, backend } as const;
    const [taken] = await watch.time(async () => readTimes(await measure(order)), of.length);
    if (!taken) throw new Error(`Nothing was measured on ${backend}`);
    return taken;
  };
  const encode = new Map<Backend, Timed[]>();
  const note = (backend: Backend, taken: Timed): void => {
    encode.set(backend, [...(encode.get(backend) ?? []), taken]);
  };
  const nativeMs: number[] = [];
  const toNative = new Map<Backend, number[]>();
  const isOver = (share: number): boolean => Date.now() - begun > share * ms;
  let round = 0;
  do {
    log(`reading, round ${round + 1}`);
    for (const backend of BACKENDS) note(backend, await read(backend, texts));
    let before = native && (await native(some));
    for (const backend of SINGLE_BACKENDS) {
      const single = await read(backend, some);
      note(backend, single);
      const after = native && (await native(some));
      if (before === null || after === null) continue;
      const beside = (before + after) / 2;
      nativeMs.push(after);
      toNative.set(backend, [...(toNative.get(backend) ?? []), single.ms / beside]);
      before = after;
    }
    round += 1;
  } while (round < rounds && !isOver(READING * (round / (round + 1))));
  log('8 bits against single precision, some texts against all');
  const leastCosine: Record<string, number> = {};
  for (const backend of SINGLE_BACKENDS) {
    const order = { type: 'likeness', texts: texts.slice(0, 64), backend } as const;
    leastCosine[backend] = Math.min(...readValues(await measure(order)));
  }
  const queries = listQueries(candidates, QUERIES);
  const overlap = { type: 'overlap', candidates, queries, backend: 'kernel-pool' } as const;
  const shares = readValues(await measure(overlap));
  const ranked = await measureRankings(page, candidates, rounds, () => isOver(1), watch);
  return {
    texts: new Set(texts).size,
    naivePerText: watch.naivePerText,
    naiveTexts,
    rounds: { reading: round, ranking: ranked.rounds },
    encode: Object.fromEntries([...encode].map(([name, timed]) => [name, takeMiddle(timed)])),
    someTexts: some.length,
    nativeMs: native && takeMedian(nativeMs),
    toNative: Object.fromEntries([...toNative].map(([name, each]) => [name, takeMedian(each)])),
    ...ranked.figures,
    overlap: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    leastCosine,
  };
}

async function measureRankings(
  page: Page,
  candidates: Candidate[],
  rounds: number,
  isOver: () => boolean,
  watch: Stopwatch,
) {
  const start = (withModel: boolean): Promise<string | null | undefined> =>
    page.evaluate((model) => globalThis.rankerBench?.start(model), withModel);
  const rank = (text: string, of: Candidate[]): Promise<TimedRanking> =>
    page.evaluate(
      ([asked, pool]) => {
        if (!globalThis.rankerBench) throw new Error('The page has no bench');
        return globalThis.rankerBench.rank(asked, pool);
      },
      [text, of] as const,
    );
  const changed = makeCandidates(1, CANDIDATES, CHANGED_CARDS);
  const known = new Set(candidates.map(toCompactText));
  const [asked = '', next = ''] = listQueries(candidates, 2);
  const [cold, first, warm]: [Timed[], Timed[], Timed[]] = [[], [], []];
  const [words, wordsCold, wordsAgain]: [number[], number[], number[]] = [[], [], []];
  let backend: string | null;
  let coldEncoded = 0;
  let round = 0;
  do {
    log(`rankings with the model, round ${round + 1}`);
    backend = (await start(true)) ?? null;
    const [all, refined] = await watch.time(async () => {
      const { finalMs, partialMs, wordsMs, encoded } = await rank(asked, candidates);
      wordsCold.push(wordsMs);
      coldEncoded = encoded;
      return [finalMs, partialMs ?? finalMs];
    });
    if (all && refined) {
      cold.push(all);
      first.push(refined);
    }
    // The rest of the page's texts, which the ranker reads while it is idle.
    await rank(asked, candidates.slice(0, 700));
    await rank(asked, candidates.slice(700, 1400));
    await rank(asked, candidates.slice(1400));
    warm.push(...(await watch.time(async () => [(await rank(next, changed)).finalMs])));
    round += 1;
  } while (round < rounds && !isOver());
  log('orders by words');
  await start(false);
  for (let seed = 2; seed < 2 + WORD_PAGES; seed++) {
    const other = makeCandidates(seed, CANDIDATES);
    const [one = '', two = ''] = listQueries(other, 2);
    words.push((await rank(one, other)).wordsMs);
    wordsAgain.push((await rank(two, other)).wordsMs);
  }
  const figures = {
    ...{ backend, coldEncoded },
    cold: takeMiddle(cold),
    first: takeMiddle(first),
    warm: takeMiddle(warm),
    warmNewTexts: new Set(changed.map(toCompactText).filter((text) => !known.has(text))).size,
    wordsMs: takeMedian(words),
    wordsColdMs: takeMedian(wordsCold),
    wordsAgainMs: takeMedian(wordsAgain),
  };
  return { rounds: round, figures };
}

function takeMiddle(timed: readonly Timed[]): Timed {
  return {
    ms: takeMedian(timed.map(({ ms }) => ms)),
    ratio: takeMedian(timed.map(({ ratio }) => ratio)),
  };
}

function readTimes(reply: FromMeasuring): number[] {
  return reply.type === 'times' ? reply.ms : [];
}

function readValues(reply: FromMeasuring): number[] {
  return reply.type === 'values' ? reply.values : [];
}

function log(what: string): void {
  console.log(`… ${what}`);
}
