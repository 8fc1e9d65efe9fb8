import { draftTask, proposeAnswers } from '../formats/mmina/draft.ts';
import type { DemonstrationContent } from '../demonstration/content.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import { meanOf } from '../metrics/mean.ts';
import type { Judge } from '../metrics/mmina/evaluate.ts';
import {
  cleanAnswer,
  evaluateStrict,
  evaluateUpstream,
  readJudgeAnswer,
  scoreStringMatch,
  writeJudgeMessages,
} from '../metrics/mmina/evaluate.ts';
import type { MminaResult, MminaTask, MminaTrace } from '../metrics/mmina/task.ts';
import { readGroup } from '../metrics/mmina/task.ts';
import { parseOutput } from '../metrics/weblinx/prediction.ts';
import type { Ask, Asked } from './predict-turn.ts';
import type { ActionRow, AnswerMaterial, AnswerRow, DemonstrationRow, Row } from './row.ts';
import type { HopMaterial } from './row.ts';
import { groupBy, isActionRow, nameTask } from './row.ts';

/** What a navigator said at the end of a task, and what was said there in the recording. */
interface GivenAnswer {
  of: DemonstrationRow;
  material: AnswerMaterial;
  /** Empty when the turn was answered with an action. */
  statement: string;
}

/** Shares of right answers, 0 … 1, over the tasks that end with an answer; null without any. */
export interface AnswerFigures {
  tasks: number;
  /** By MMInA's `must_include`, over the tasks that have it. */
  mustInclude: number | null;
  /** By the judge's verdict (MMInA's `fuzzy_match`), over the `judged` tasks. */
  fuzzy: number | null;
  judged: number;
  /** By all references together (MMInA's `string_match`), over the `byHand` tasks with a verdict. */
  stringMatch: number | null;
  byHand: number;
}

/**
 * Returns the navigator's last utterance and what an answer has to include: what a task written by hand says, else what is
 * drafted for MMInA as far as the recorded answer has it, else all of the recorded answer. Null without an answer.
 */
export function readAnswerMaterial(
  { turns }: DemonstrationContent,
  view: ReplayView,
  given: MminaTask | null,
): AnswerMaterial | null {
  const answer = findLastAnswer(view);
  if (answer === null || answer.text.trim() === '') return null;
  const text = cleanAnswer(answer.text);
  const reported = proposeAnswers(turns).filter((part) => text.includes(cleanAnswer(part)));
  const references = given?.eval.reference_answers;
  const mustInclude = reported.length > 0 ? reported : [answer.text];
  return { ...answer, mustInclude, ...(references && { references }) };
}

function findLastAnswer(view: ReplayView): HopMaterial['answer'] {
  const turn = view.turns.findLastIndex(
    (each) => each.type === 'chat' && each.speaker === 'navigator',
  );
  const said = view.turns[turn];
  return said?.type === 'chat' ? { turn, text: said.utterance } : null;
}

/** Lists the answers of a run, without tasks whose last answer was not asked for (no screenshot). */
export function listGivenAnswers(rows: readonly Row[], isGold: boolean): GivenAnswer[] {
  const turns = groupBy(rows.filter(isActionRow), nameTask);
  return rows.flatMap((of) => {
    if (of.type !== 'demonstration' || !of.answer) return [];
    const material = of.answer;
    const row = turns.get(nameTask(of))?.find(({ turn }) => turn === material.turn);
    if (!row) return [];
    return [{ of, material, statement: isGold ? material.text : readStatement(row) }];
  });
}

/** Returns what a judge compares with: the references of a task written by hand, else the recorded answer. */
export function listFuzzyReferences({ references, text }: AnswerMaterial): readonly string[] {
  return references ? (references.fuzzy_match ?? []) : [text];
}

/** Returns an empty text when the turn was answered with an action. */
function readStatement({ output }: ActionRow): string {
  const { intent, args } = parseOutput(output ?? '');
  return intent === 'say' ? String(args['utterance'] ?? '') : '';
}

/**
 * Asks the judge about an answer. Deviations from MMInA: an equal answer is right and an empty one wrong without a question.
 */
export async function judgeAnswer(
  statement: string,
  reference: string,
  ask: Ask,
): Promise<Pick<AnswerRow, 'isRight' | 'usage'> | Extract<Asked, { ok: false }>> {
  const given = cleanAnswer(statement);
  const isSaid = given.trim() !== '';
  if (!isSaid || given === cleanAnswer(reference)) return { isRight: isSaid, usage: null };
  const asked = await ask(writeJudgeMessages(given, reference));
  return asked.ok ? { isRight: readJudgeAnswer(asked.text), usage: asked.usage } : asked;
}

/** Returns a judge that repeats the verdicts of a run; without a verdict an answer is wrong. */
export function recallJudge(rows: readonly Row[]): Judge {
  const right = listVerdicts(rows.filter((row) => row.type === 'answer' && row.isRight));
  return (statement, reference) =>
    Promise.resolve(right.has(nameVerdict({ statement, reference })));
}

function listVerdicts(rows: readonly Row[]): Set<string> {
  return new Set(rows.flatMap((row) => (row.type === 'answer' ? [nameVerdict(row)] : [])));
}

function nameVerdict({ statement, reference }: Pick<AnswerRow, 'statement' | 'reference'>): string {
  return JSON.stringify([cleanAnswer(statement), reference]);
}

/** Returns null where no task ends with an answer. */
export async function describeAnswers(
  rows: readonly Row[],
  isGold: boolean,
): Promise<AnswerFigures | null> {
  const answers = listGivenAnswers(rows, isGold);
  if (answers.length === 0) return null;
  const judge = recallJudge(rows);
  const verdicts = listVerdicts(rows);
  const scores: Record<'included' | 'judged' | 'matched', number[]> = {
    ...{ included: [], judged: [], matched: [] },
  };
  for (const { material, statement } of answers) {
    const { references } = material;
    const must_include = references ? references.must_include : material.mustInclude;
    const fuzzy_match = listFuzzyReferences(material);
    const score = (answer: Parameters<typeof scoreStringMatch>[1]): Promise<number> =>
      scoreStringMatch(statement, answer, judge);
    if (must_include) scores.included.push(await score({ must_include }));
    if (!fuzzy_match.every((reference) => verdicts.has(nameVerdict({ statement, reference })))) {
      continue;
    }
    if (fuzzy_match.length > 0) scores.judged.push(await score({ fuzzy_match }));
    if (references) scores.matched.push(await score(references));
  }
  return {
    ...{ tasks: answers.length, mustInclude: meanOf(scores.included) },
    ...{ fuzzy: meanOf(scores.judged), judged: scores.judged.length },
    ...{ stringMatch: meanOf(scores.matched), byHand: scores.matched.length },
  };
}

/**
 * Returns what MMInA's evaluators read, by the given task or else the draft, which no person has checked. Null where the
 * draft has no hops, because the demonstration stays on one site.
 */
export function readHopMaterial(
  content: DemonstrationContent,
  view: ReplayView,
  given: MminaTask | null,
): HopMaterial | null {
  const task = given ?? draftHops(content);
  if (task === null) return null;
  const byId = new Map(content.turns.map((turn) => [turn.id, turn]));
  const urls = view.turnIds.map((id) => {
    const turn = byId.get(id);
    if (turn?.kind !== 'browser') return '';
    return turn.action.intent === 'load' ? turn.action.url : turn.metadata.url;
  });
  return { task, urls, answer: findLastAnswer(view) };
}

function draftHops(content: DemonstrationContent): MminaTask | null {
  const { procedure, city = '', flight = '', shop = '', eval: checks } = draftTask(content);
  if (procedure === undefined) return null;
  return { domain: 'multi567', eval: checks, procedure, city, flight, shop };
}

/**
 * Scores MMInA's hops on a recording: follows the answers as long as each does what the recording did. Where the first other
 * answer would have led is unknown, so no later page counts as visited. Turns without a question (tab changes, scrolls that
 * cannot be scored) count as recorded. The figure is a lower bound, and one fault costs the rest of its task. A single-hop
 * task is judged by its last utterance, with earlier verdicts of the judge.
 */
export async function scoreHops(
  { task, urls, answer }: HopMaterial,
  rows: readonly ActionRow[],
  isGold: boolean,
  judge: Judge,
): Promise<{ strict: MminaResult; upstream: MminaResult }> {
  const wrong = isGold ? undefined : rows.find((row) => !isRight(row))?.turn;
  const end = wrong ?? urls.length;
  // A wrong load was still begun on the page that the turn shows.
  const visited = urls.slice(0, end).filter((url) => url !== '');
  const said = answer !== null && answer.turn < end ? answer : null;
  const isJudgedByWords = !isGold && readGroup(task.domain) === 'singlehop';
  const row = isJudgedByWords ? rows.find(({ turn }) => turn === said?.turn) : undefined;
  const words = isJudgedByWords ? row && readStatement(row) : said?.text;
  const trace: MminaTrace = { urls: visited, answer: words || null };
  return {
    strict: await evaluateStrict(task, trace, judge),
    upstream: await evaluateUpstream(task, trace, judge),
  };
}

/** Whether the answer leads to the same page as the recorded action. */
function isRight({ intent, urlf, step, exactMatch }: ActionRow): boolean {
  if (intent === 'load') return urlf === 1;
  if (['scroll', 'say', 'hover'].includes(intent)) return true;
  return (step === null ? exactMatch : step.success) === 1;
}
