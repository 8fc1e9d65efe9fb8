import type { MminaAnswers } from './task.ts';

/**
 * Whether a statement lets one infer a reference answer. MMInA asks a model: `Given the statement
 * "{statement}", would it be correct to infer "{reference}"? Yes or No`, and takes any answer with
 * `Yes` in it.
 */
export type Judge = (statement: string, reference: string) => Promise<boolean>;

/** The published question to the judge. */
export function writeJudgeQuestion(statement: string, reference: string): string {
  return `Given the statement "${statement}", would it be correct to infer "${reference}"? Yes or No`;
}

/**
 * Right where there is a `Yes`, in this case, anywhere; all else is wrong. There is no verdict between,
 * such as WebArena's later `partially correct`. Deviation: what a model thinks aloud before its answer
 * does not count.
 */
export function readJudgeAnswer(answer: string): boolean {
  return answer.replace(/<think>.*?<\/think>/gs, '').includes('Yes');
}

/**
 * 1 when an answer meets all references, else 0 (MMInA's `string_match`, class `StringEvaluator` of
 * its `evaluators.py`, read at commit 2ee442b): equal to `exact_match`, every text of `must_include` in
 * it, every one of `fuzzy_match` by the judge's verdict. The answer and the references lose one pair of
 * quotes and their case, but for those of `fuzzy_match`, which the judge reads as they are written.
 * Nothing to meet gives 1. As there, `N/A` is a text like any other: WebArena's judge of reasons why a
 * task cannot be done is not part of MMInA. Deviation: a judge is asked nothing that decides nothing.
 */
export async function scoreStringMatch(
  answer: string,
  references: MminaAnswers,
  judge: Judge,
): Promise<number> {
  const given = cleanAnswer(answer);
  const { exact_match, must_include = [], fuzzy_match = [] } = references;
  if (exact_match !== undefined && cleanAnswer(exact_match) !== given) return 0;
  if (!includesAll(given, must_include.map(cleanAnswer))) return 0;
  return (await meetsFuzzily(given, fuzzy_match, judge)) ? 1 : 0;
}

export async function meetsFuzzily(
  given: string,
  references: readonly string[],
  judge: Judge,
): Promise<boolean> {
  for (const reference of references) if (!(await judge(given, reference))) return false;
  return true;
}

/** Blanks stay, as published. */
export function cleanAnswer(answer: string): string {
  const isQuoted = [`'`, '"'].some((quote) => answer.startsWith(quote) && answer.endsWith(quote));
  return (isQuoted ? answer.slice(1, -1) : answer).toLowerCase();
}

export function includesAll(text: string, parts: readonly string[]): boolean {
  return parts.every((part) => text.includes(part));
}
