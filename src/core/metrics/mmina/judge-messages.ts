import type { ChatMessage } from '../../navigator/model/question.ts';
import { writeJudgeQuestion } from './string-match.ts';

/**
 * What a judge of `fuzzy_match` is asked: word for word what MMInA sends (`llm_fuzzy_match` of its
 * `helper_functions.py`, read at commit 2ee442b), the statement cleaned before, the reference as it is
 * written. Temperature is 0 in both, where the endpoint allows it. Deviations: the judge is whatever
 * model the endpoint has, where MMInA takes gpt-3.5-turbo, or without a key Qwen 2.5 7B with another
 * system message and sampling, so that figures of different judges do not compare; its answer is not cut
 * at 16 tokens.
 */
export function writeJudgeMessages(statement: string, reference: string): ChatMessage[] {
  return [
    { role: 'system', content: 'You are a helpful assistant' },
    { role: 'user', content: writeJudgeQuestion(statement, reference) },
  ];
}
