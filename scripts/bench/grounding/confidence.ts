import type { Uid } from '../../../src/core/action/action.ts';
import type { Evidence } from '../../../src/core/navigator/target/confidence.ts';
import { groundTask, groundWithoutPage } from '../../../src/core/navigator/direct/direct.ts';
import {
  estimateProbability,
  measureEvidence,
} from '../../../src/core/navigator/target/confidence.ts';
import type { Grounded, Sight } from '../../../src/core/navigator/target/grounded.ts';
import { readRequest } from '../../../src/core/navigator/request/request.ts';
import type { Task } from '../../../src/core/navigator/request/step.ts';
import type { RankQuery } from '../../../src/core/ranking/candidate.ts';
import { rankCandidates } from '../../../src/core/ranking/rank.ts';
import type { RankOptions } from '../../../src/core/ranking/rank.ts';
import type { Instruction, InstructionSet } from './instructions.ts';
import { readInstructions, readPages } from './instructions.ts';
import { openPages } from './open-pages.ts';
import { observe } from './rank-pages.ts';
import { splitPages } from './split.ts';

/** An instruction on its own page, or (`isAbsent`) on one that it was not written for. */
export interface Trial {
  isLearn: boolean;
  isAbsent: boolean;
  evidence: Evidence;
  probability: number;
  /** The first of the ranking is the right element. */
  isRight: boolean;
  /** What the navigator does with the whole instruction; `none`: it declines, or has nothing to do. */
  decision: 'act' | 'ask' | 'none';
  /** It acts on the right element, or that is among those that it asks about. */
  isMet: boolean;
  /** It asks about the right element alone, where acting would have done. */
  isNeedless: boolean;
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
  const taken = new Map<string, Awaited<ReturnType<typeof observe>>>();
  const right = new Map<Instruction, ReadonlySet<Uid>>();
  for (const name of pages.keys()) {
    const page = await opened.open(name);
    taken.set(name, await observe(page));
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
      const seen = taken.get(names[(own + offset) % names.length] ?? '');
      if (!seen) continue;
      const meant = offset === 0 ? right.get(instruction) : undefined;
      const trial = await tryInstruction(instruction, seen, meant ?? new Set(), encoders);
      if (trial)
        trials.push({ ...trial, isLearn: learn.has(instruction.page), isAbsent: offset > 0 });
    }
  }
  return trials;
}

async function tryInstruction(
  instruction: Instruction,
  seen: Awaited<ReturnType<typeof observe>>,
  right: ReadonlySet<Uid>,
  encoders: Pick<RankOptions, 'small'>,
): Promise<Omit<Trial, 'isLearn' | 'isAbsent'> | null> {
  const { candidates } = seen;
  const query: RankQuery = { text: readPhrase(instruction.text), intent: instruction.intent };
  const options = { k: candidates.length, ...encoders, now: () => performance.now() };
  const result = await rankCandidates(query, candidates, options);
  const evidence = measureEvidence(query, result.ranked);
  if (!evidence) return null;
  const grounded = await decide(instruction.text, {
    ...seen,
    lastField: null,
    before: new Set(),
    rank: (asked, among) => rankCandidates(asked, among, { ...options, k: among.length }),
  });
  return {
    evidence,
    probability: estimateProbability(evidence, result.ranker !== 'lexical'),
    isRight: right.has(result.ranked[0]?.candidate.uid ?? ''),
    ...describeDecision(grounded, right),
  };
}

/** What the navigator makes of the first command of a message. */
async function decide(text: string, sight: Sight): Promise<Grounded> {
  const read = readRequest(text);
  const reason = read.ok ? '' : read.reason;
  if (!read.ok && !read.unread) return { kind: 'lost', text: reason };
  const task: Task = (read.ok ? read.steps[0] : undefined) ?? {
    ...{ kind: 'unread', words: text, reason },
    ...(!read.ok && read.needsModel && { isBeyond: true as const }),
  };
  return groundWithoutPage(task) ?? groundTask(task, sight);
}

function describeDecision(
  grounded: Grounded,
  right: ReadonlySet<Uid>,
): Pick<Trial, 'decision' | 'isMet' | 'isNeedless'> {
  if (grounded.kind === 'act') {
    const isMet = right.has(grounded.target?.uid ?? '');
    return { decision: 'act', isMet, isNeedless: false };
  }
  if (grounded.kind !== 'ask') return { decision: 'none', isMet: false, isNeedless: false };
  const isMet = grounded.options.some(({ candidate }) => right.has(candidate.uid));
  return { decision: 'ask', isMet, isNeedless: isMet && grounded.options.length === 1 };
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

/** What the navigator's acting, asking and declining come to, on pages with the target and without it. */
export function measureDecisions(trials: readonly Trial[]) {
  const count = (fits: (trial: Trial) => boolean): number => trials.filter(fits).length;
  const own = (is: Trial['decision'], met: boolean): number =>
    count(({ decision, isMet, isAbsent }) => decision === is && isMet === met && !isAbsent);
  const absent = (is: Trial['decision']): number =>
    count(({ decision, isAbsent }) => decision === is && isAbsent);
  return {
    ...{ actedRight: own('act', true), actedWrong: own('act', false), actedAbsent: absent('act') },
    ...{ askedRight: own('ask', true), askedWrong: own('ask', false), askedAbsent: absent('ask') },
    ...{ declined: own('none', false), declinedAbsent: absent('none') },
    needless: count(({ isNeedless }) => isNeedless),
  };
}
