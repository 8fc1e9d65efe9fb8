import { proposeAnswers } from '../formats/mmina/draft.ts';
import type { DemonstrationContent } from '../demonstration/content.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import {
  writeJudgeMessages,
  cleanAnswer,
  readJudgeAnswer,
  scoreStringMatch,
} from '../metrics/mmina/string-match.ts';
import type { Judge } from '../metrics/mmina/string-match.ts';
import type { MminaTask } from '../metrics/mmina/task.ts';
import { parseOutput } from '../metrics/weblinx/prediction.ts';
import type { ActionRow, AnswerMaterial, AnswerRow, DemonstrationRow, Row } from './row.ts';
import { groupBy, isActionRow } from './row.ts';
import type { Ask, Asked } from './strategy.ts';

/** What a navigator said at the end of a task, against what was said there in the recording. */
export interface GivenAnswer {
  of: DemonstrationRow;
  material: AnswerMaterial;
  /** Empty when the turn was answered by something else than words. */
  statement: string;
}

/** Of all tasks that end with an answer, how many were answered right, 0 … 1; null of none. */
export interface AnswerFigures {
  tasks: number;
  /** By MMInA's `must_include`, over the tasks that have it. */
  mustInclude: number | null;
  /** By the judge's word, MMInA's `fuzzy_match`, over the `judged` ones. */
  fuzzy: number | null;
  judged: number;
  /** By all references together, MMInA's `string_match`, over the `byHand` tasks whose judge has spoken. */
  stringMatch: number | null;
  byHand: number;
}

/**
 * What the navigator said last; null where it said nothing. What has to be in an answer is what a task
 * written by hand says; else it is drafted as for MMInA, as far as the recorded one has it; else it is
 * all of that.
 */
export function readAnswerMaterial(
  { turns }: DemonstrationContent,
  view: ReplayView,
  given: MminaTask | null,
): AnswerMaterial | null {
  const turn = view.turns.findLastIndex(
    (each) => each.type === 'chat' && each.speaker === 'navigator',
  );
  const said = view.turns[turn];
  if (said?.type !== 'chat' || said.utterance.trim() === '') return null;
  const text = said.utterance;
  const reported = proposeAnswers(turns).filter((part) =>
    cleanAnswer(text).includes(cleanAnswer(part)),
  );
  const references = given?.eval.reference_answers ?? null;
  const drafted = { turn, text, mustInclude: reported.length > 0 ? reported : [text] };
  return references === null ? drafted : { ...drafted, references };
}

/** The answers of a run; a task whose last answer was not asked for (no screenshot) has none. */
export function listGivenAnswers(rows: readonly Row[], isGold: boolean): GivenAnswer[] {
  const turns = groupBy(rows.filter(isActionRow), placeOf);
  return rows.flatMap((of) => {
    if (of.type !== 'demonstration' || !of.answer) return [];
    const material = of.answer;
    const row = turns.get(placeOf(of))?.find(({ turn }) => turn === material.turn);
    if (!row) return [];
    return [{ of, material, statement: isGold ? material.text : readStatement(row) }];
  });
}

/** What a judge is asked about: of a task by hand its own references, else what was recorded. */
export function listFuzzyReferences({ references, text }: AnswerMaterial): readonly string[] {
  return references ? (references.fuzzy_match ?? []) : [text];
}

function placeOf({ input, demonstration }: { input: string; demonstration: string }): string {
  return `${input}\n${demonstration}`;
}

/** What was said; empty when the turn was answered by something else. */
export function readStatement({ output }: ActionRow): string {
  const { intent, args } = parseOutput(output ?? '');
  const { utterance } = args;
  return intent === 'say' && utterance !== undefined ? String(utterance ?? '') : '';
}

/**
 * The judge's word on an answer. Deviations from MMInA: what is said alike needs no judge and is right,
 * what is not said needs none and is wrong.
 */
export async function judgeAnswer(
  statement: string,
  reference: string,
  ask: Ask,
): Promise<Pick<AnswerRow, 'isRight' | 'usage'> | Extract<Asked, { ok: false }>> {
  const given = cleanAnswer(statement);
  const isAlike = given === cleanAnswer(reference);
  if (given.trim() === '' || isAlike) return { isRight: given.trim() !== '', usage: null };
  const asked = await ask(writeJudgeMessages(given, reference));
  return asked.ok ? { isRight: readJudgeAnswer(asked.text), usage: asked.usage } : asked;
}

/** What the judge of a run has said, for evaluators that ask; what it was not asked is wrong. */
export function recallJudge(rows: readonly Row[]): Judge {
  const right = new Set(
    rows.flatMap((row) => (row.type === 'answer' && row.isRight ? [nameVerdict(row)] : [])),
  );
  return (statement, reference) =>
    Promise.resolve(right.has(nameVerdict({ statement, reference })));
}

function nameVerdict({ statement, reference }: Pick<AnswerRow, 'statement' | 'reference'>): string {
  return JSON.stringify([cleanAnswer(statement), reference]);
}

/** Null where no task ends with an answer. */
export async function describeAnswers(
  rows: readonly Row[],
  isGold: boolean,
): Promise<AnswerFigures | null> {
  const answers = listGivenAnswers(rows, isGold);
  if (answers.length === 0) return null;
  const judge = recallJudge(rows);
  const spoken = new Set(rows.flatMap((row) => (row.type === 'answer' ? [nameVerdict(row)] : [])));
  const included: number[] = [];
  const judged: number[] = [];
  const matched: number[] = [];
  for (const { material, statement } of answers) {
    const { references, mustInclude } = material;
    const must_include = references ? references.must_include : mustInclude;
    if (must_include) included.push(await scoreStringMatch(statement, { must_include }, judge));
    const fuzzy_match = listFuzzyReferences(material);
    const isJudged = fuzzy_match.every((reference) =>
      spoken.has(nameVerdict({ statement, reference })),
    );
    if (isJudged && fuzzy_match.length > 0) {
      judged.push(await scoreStringMatch(statement, { fuzzy_match }, judge));
    }
    if (isJudged && references) {
      matched.push(await scoreStringMatch(statement, references, judge));
    }
  }
  return {
    ...{ tasks: answers.length, mustInclude: average(included) },
    ...{ fuzzy: average(judged), judged: judged.length },
    ...{ stringMatch: average(matched), byHand: matched.length },
  };
}

function average(scores: readonly number[]): number | null {
  if (scores.length === 0) return null;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
