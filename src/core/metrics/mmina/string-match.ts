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

/** Deviation: what a model thinks aloud before its answer does not count. */
export function readJudgeAnswer(answer: string): boolean {
  return answer.replace(/<think>.*?<\/think>/gs, '').includes('Yes');
}

/**
 * 1 when an answer meets all references, else 0 (MMInA's `string_match`): equal to `exact_match`, every
 * text of `must_include` in it, every one of `fuzzy_match` by the judge's verdict. Both sides lose one
 * pair of quotes and their case. Nothing to meet gives 1.
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
  for (const reference of fuzzy_match) {
    if (!(await judge(given, cleanAnswer(reference)))) return 0;
  }
  return 1;
}

export function cleanAnswer(answer: string): string {
  const trimmed = answer.trim();
  const quote = trimmed[0];
  const quoted = trimmed.length > 1 && (quote === '"' || quote === "'") && trimmed.endsWith(quote);
  return (quoted ? trimmed.slice(1, -1) : trimmed).toLowerCase();
}

export function includesAll(text: string, parts: readonly string[]): boolean {
  return parts.every((part) => text.includes(part));
}
