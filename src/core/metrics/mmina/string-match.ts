import type { ChatMessage } from '../../navigator/model/question.ts';
import type { MminaAnswers } from './task.ts';

/** Whether a statement lets one infer a reference answer; MMInA asks a model. */
export type Judge = (statement: string, reference: string) => Promise<boolean>;

/**
 * Returns the question for a judge of `fuzzy_match`, word for word as MMInA sends it (`llm_fuzzy_match` of its
 * `helper_functions.py`, commit 2ee442b) at temperature 0. Deviations: the judge is the endpoint's model, where MMInA takes
 * gpt-3.5-turbo or, without a key, Qwen 2.5 7B with another system message and sampling, so figures of different judges do
 * not compare; the answer is not cut at 16 tokens.
 */
export function writeJudgeMessages(statement: string, reference: string): ChatMessage[] {
  const question = `Given the statement "${statement}", would it be correct to infer "${reference}"? Yes or No`;
  return [
    { role: 'system', content: 'You are a helpful assistant' },
    { role: 'user', content: question },
  ];
}

/** Any `Yes`, in this case, counts. Deviation: a model's thoughts before its answer don't. */
export function readJudgeAnswer(answer: string): boolean {
  return answer.replace(/<think>.*?<\/think>/gs, '').includes('Yes');
}

/**
 * Returns 1 when an answer meets all references, else 0 (`StringEvaluator` of MMInA's `evaluators.py`, commit 2ee442b). The
 * answer and the references lose one pair of quotes and their case, but the judge reads those of `fuzzy_match` as written.
 * Without references the score is 1. `N/A` is a text like any other, unlike in WebArena.
 */
export async function scoreStringMatch(
  answer: string,
  references: MminaAnswers,
  judge: Judge,
): Promise<number> {
  return scoreReferences(cleanAnswer(answer), references, judge);
}

/** `judged` is what the judge reads. It is asked only where its verdict decides, which deviates from MMInA. */
export async function scoreReferences(
  given: string,
  { exact_match, must_include = [], fuzzy_match = [] }: MminaAnswers,
  judge: Judge,
  judged = given,
): Promise<number> {
  if (exact_match !== undefined && cleanAnswer(exact_match) !== given) return 0;
  if (!includesAll(given, must_include.map(cleanAnswer))) return 0;
  for (const reference of fuzzy_match) if (!(await judge(judged, reference))) return 0;
  return 1;
}

/** Blanks stay, as published. */
export function cleanAnswer(answer: string): string {
  const isQuoted = [`'`, '"'].some((quote) => answer.startsWith(quote) && answer.endsWith(quote));
  return (isQuoted ? answer.slice(1, -1) : answer).toLowerCase();
}

export function includesAll(text: string, parts: readonly string[]): boolean {
  return parts.every((part) => text.includes(part));
}
