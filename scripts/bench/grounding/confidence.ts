import type { Uid } from '../../../src/core/action/action.ts';
import type { Evidence } from '../../../src/core/navigator/target/confidence.ts';
import {
  estimateProbability,
  judgeEvidence,
  measureEvidence,
} from '../../../src/core/navigator/target/confidence.ts';
import { readRequest } from '../../../src/core/navigator/request/request.ts';
import type { Candidate, RankQuery } from '../../../src/core/ranking/candidate.ts';
import { rankCandidates } from '../../../src/core/ranking/rank.ts';
import type { RankOptions } from '../../../src/core/ranking/rank.ts';
import type { Instruction, InstructionSet } from './instructions.ts';
import { readInstructions, readPages } from './instructions.ts';
import { openPages } from './open-pages.ts';
import { takeCandidates } from './rank-pages.ts';
import { splitPages } from './split.ts';

/** An instruction on its own page, or (`isAbsent`) on one that it was not written for. */
export interface Trial {
  isLearn: boolean;
  isAbsent: boolean;
  evidence: Evidence;
  probability: number;
  isRight: boolean;
  decision: 'act' | 'ask' | 'none';
  /** The right element is among those that are asked about. */
  isOffered: boolean;
}

/** How far away, in the order of their names, the other pages are on which an instruction is tried. */
const OTHER_PAGES = [7, 13];

/** Tries every instruction of a set with one ranker. What a page holds by chance counts as absent all the same. */
export async function collectTrials(
  set: InstructionSet,
  encoders: Pick<RankOptions, 'small'>,
): Promise<Trial[]> {
  const instructions = await readInstructions(set);
  const pages = await readPages(set);
  const learn = new Set(splitPages(instructions).learn);
  const opened = await openPages(pages, 'take-script.ts');
  const taken = new Map<string, Candidate[]>();
  const right = new Map<Instruction, ReadonlySet<Uid>>();
  for (const name of pages.keys()) {
    const page = await opened.open(name);
    taken.set(name, await takeCandidates(page));
    for (const instruction of instructions.filter((each) => each.page === name)) {
      const places = [instruction.target, ...(instruction.equivalents ?? [])];
      right.set(
        instruction,
        new Set(await page.evaluate((asked) => taker.listRight(asked), places)),
      );
    }
  }
  await opened.close();
  const names = [...pages.keys()].sort();
  const trials: Trial[] = [];
  for (const instruction of instructions) {
    const own = names.indexOf(instruction.page);
    for (const offset of [0, ...OTHER_PAGES]) {
      const candidates = taken.get(names[(own + offset) % names.length] ?? '') ?? [];
      const meant = offset === 0 ? right.get(instruction) : undefined;
      const trial = await tryInstruction(instruction, candidates, meant ?? new Set(), encoders);
      if (trial)
        trials.push({ ...trial, isLearn: learn.has(instruction.page), isAbsent: offset > 0 });
    }
  }
  return trials;
}

async function tryInstruction(
  instruction: Instruction,
  candidates: readonly Candidate[],
  right: ReadonlySet<Uid>,
  encoders: Pick<RankOptions, 'small'>,
): Promise<Omit<Trial, 'isLearn' | 'isAbsent'> | null> {
  const query: RankQuery = { text: readPhrase(instruction.text), intent: instruction.intent };
  const options = { k: candidates.length, ...encoders, now: () => performance.now() };
  const result = await rankCandidates(query, candidates, options);
  const evidence = measureEvidence(query, result.ranked);
  if (!evidence) return null;
  const judged = judgeEvidence(query, result);
  return {
    evidence,
    probability: estimateProbability(evidence, result.ranker !== 'lexical'),
    isRight: right.has(result.ranked[0]?.candidate.uid ?? ''),
    decision: judged.kind,
    isOffered: judged.kind === 'ask' && judged.options.some(({ uid }) => right.has(uid)),
  };
}

/** The words for the target, as the command language reads them. */
function readPhrase(text: string): string {
  const read = readRequest(text);
  const [step, ...others] = read.ok ? read.steps : [];
  if (!step || others.length > 0) return text;
  if (step.kind === 'choose') return step.value;
  return ('target' in step && step.target) || text;
}

const EDGES = [0, 0.1, 0.25, 0.4, 0.6, 0.8, 0.9, 1];

/** Of the trials with a probability in each range, the share that is right. */
export function measureReliability(trials: readonly Trial[]) {
  return EDGES.slice(0, -1).map((from, at) => {
    const to = EDGES[at + 1] ?? 1;
    const own = trials.filter(
      ({ probability }) => probability >= from && (probability < to || to === 1),
    );
    const mean = own.reduce((sum, { probability }) => sum + probability, 0) / own.length;
    const right = own.filter(({ isRight }) => isRight).length / own.length;
    return { from, to, n: own.length, mean, right };
  });
}

/** What acting, asking and declining come to, on pages with the target and without it. */
export function measureDecisions(trials: readonly Trial[]) {
  const count = (fits: (trial: Trial) => boolean): number => trials.filter(fits).length;
  return {
    actedRight: count(({ decision, isRight }) => decision === 'act' && isRight),
    actedWrong: count(
      ({ decision, isRight, isAbsent }) => decision === 'act' && !isRight && !isAbsent,
    ),
    actedAbsent: count(({ decision, isAbsent }) => decision === 'act' && isAbsent),
    askedRight: count(
      ({ decision, isOffered, isAbsent }) => decision === 'ask' && isOffered && !isAbsent,
    ),
    askedWrong: count(
      ({ decision, isOffered, isAbsent }) => decision === 'ask' && !isOffered && !isAbsent,
    ),
    askedAbsent: count(({ decision, isAbsent }) => decision === 'ask' && isAbsent),
    declined: count(({ decision, isAbsent }) => decision === 'none' && !isAbsent),
    declinedAbsent: count(({ decision, isAbsent }) => decision === 'none' && isAbsent),
  };
}
