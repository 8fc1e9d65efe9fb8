import { proposeAnswers } from '../formats/mmina/draft.ts';
import type { DemonstrationContent } from '../demonstration/content.ts';
import type { ReplayView } from '../formats/weblinx/replay.ts';
import { writeJudgeMessages } from '../metrics/mmina/judge-messages.ts';
import { cleanAnswer, readJudgeAnswer, scoreStringMatch } from '../metrics/mmina/string-match.ts';
import { parseOutput } from '../metrics/weblinx/parse-output.ts';
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

/** Of all tasks that end with an answer, how many were answered right, 0 … 1. */
export interface AnswerFigures {
  tasks: number;
  /** By MMInA's `must_include`. */
  mustInclude: number;
  /** By the judge's word, MMInA's `fuzzy_match`, over the `judged` ones; null when none was. */
  fuzzy: number | null;
  judged: number;
}

/**
 * What the navigator said last; null where it said nothing. What has to be in an answer is drafted as for
 * MMInA, as far as the recorded one has it; else it is all of that.
 */
export function readAnswerMaterial(
  { turns }: DemonstrationContent,
  view: ReplayView,
): AnswerMaterial | null {
  const turn = view.turns.findLastIndex(
    (each) => each.type === 'chat' && each.speaker === 'navigator',
  );
  const said = view.turns[turn];
  if (said?.type !== 'chat' || said.utterance.trim() === '') return null;
  const text = said.utterance;
  const told = proposeAnswers(turns).filter((part) =>
    cleanAnswer(text).includes(cleanAnswer(part)),
  );
  return { turn, text, mustInclude: told.length > 0 ? told : [text] };
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

function placeOf({ input, demonstration }: { input: string; demonstration: string }): string {
  return `${input}\n${demonstration}`;
}

function readStatement({ output }: ActionRow): string {
  const { intent, args } = parseOutput(output ?? '');
  const { utterance } = args;
  return intent === 'say' && utterance !== undefined ? String(utterance ?? '') : '';
}

/**
 * The judge's word on an answer. Deviations from MMInA: what is said alike needs no judge and is right,
 * what is not said needs none and is wrong.
 */
export async function judgeAnswer(
  { material, statement }: GivenAnswer,
  ask: Ask,
): Promise<Pick<AnswerRow, 'isRight' | 'usage'> | Extract<Asked, { ok: false }>> {
  const [given, reference] = [cleanAnswer(statement), cleanAnswer(material.text)];
  if (given === '' || given === reference) return { isRight: given !== '', usage: null };
  const asked = await ask(writeJudgeMessages(given, reference));
  return asked.ok ? { isRight: readJudgeAnswer(asked.text), usage: asked.usage } : asked;
}

/** Null where no task ends with an answer. */
export async function describeAnswers(
  rows: readonly Row[],
  isGold: boolean,
): Promise<AnswerFigures | null> {
  const answers = listGivenAnswers(rows, isGold);
  if (answers.length === 0) return null;
  const never = (): Promise<boolean> => Promise.resolve(false);
  let included = 0;
  for (const { material, statement } of answers) {
    const references = { must_include: material.mustInclude };
    included += await scoreStringMatch(statement, references, never);
  }
  const judged = rows.filter((row) => row.type === 'answer');
  const right = judged.filter(({ isRight }) => isRight).length;
  return {
    tasks: answers.length,
    mustInclude: included / answers.length,
    fuzzy: judged.length === 0 ? null : right / judged.length,
    judged: judged.length,
  };
}
