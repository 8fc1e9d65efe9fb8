import type { ChatMessage } from '../../navigator/chat-message.ts';
import { writeJudgeQuestion } from './string-match.ts';

/**
 * What a judge of `fuzzy_match` is asked: WebArena's `llm_fuzzy_match` as MMInA uses it, both texts
 * cleaned before. Deviations: the judge is whatever model the endpoint has, where MMInA takes
 * gpt-3.5-turbo or Qwen 2.5 7B, so that figures of different judges do not compare; its answer is not
 * cut at 16 tokens. Temperature is 0 in both, where the endpoint allows it.
 */
export function writeJudgeMessages(statement: string, reference: string): ChatMessage[] {
  return [
    { role: 'system', content: 'You are a helpful assistant' },
    { role: 'user', content: writeJudgeQuestion(statement, reference) },
  ];
}
