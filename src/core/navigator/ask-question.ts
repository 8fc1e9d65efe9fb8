import { askModel, complete } from './ask-model.ts';
import type { Answer, Asked, ModelPorts, Refused } from './ask-model.ts';
import type { PastName } from './memory/past.ts';
import type { Cut, Seen } from './question.ts';
import type { RoundEvent } from './round-event.ts';

/**
 * Asks the model about what is seen, in as many questions as the strategy takes. Where the endpoint says
 * that a question was too long, once more from the start with half of what it had. Where the model lacks
 * something (it calls the request infeasible, or names an element that it was not shown) and there is more of
 * the page to show, once more with that. If the endpoint fails then, a first answer that could be used stands.
 */
export async function* askQuestions(
  seen: Omit<Seen, 'limit' | 'wider'>,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Asked> {
  const size = { tokens: 0 };
  const answer = yield* askAll({ ...seen, limit: null }, size, ports, signal);
  if (answer.kind !== 'asked') {
    const wide = { ...seen, limit: null, wider: true };
    const refused = answer.kind === 'unlisted' ? answer.refused : null;
    const again = yield* askAll(wide, size, ports, signal, refused);
    return answer.kind === 'lacking' && !again.asked.ok ? answer.asked : again.asked;
  }
  if (answer.asked.ok || !answer.asked.overflow) return answer.asked;
  const half = { ...seen, limit: Math.floor(size.tokens / 2) };
  return (yield* askAll(half, size, ports, signal)).asked;
}

/** `size` is told how long the last question was; `refused`: the answer that this question is asked again for. */
async function* askAll(
  seen: Seen,
  size: { tokens: number },
  ports: ModelPorts,
  signal: AbortSignal,
  refused: Refused | null = null,
): AsyncGenerator<RoundEvent, Exclude<Answer, { kind: 'further' }>> {
  let question = await ports.compose(seen, signal);
  signal.throwIfAborted();
  for (;;) {
    const { tokens, cuts, note, elements } = question.prompt;
    size.tokens = tokens;
    const pasts = listToldPasts(seen, cuts);
    yield {
      ...{ type: 'composed', tokens, cuts, note },
      ...(elements && { elements }),
      ...(seen.wider && { wider: true }),
      ...(pasts.length > 0 && { pasts }),
    };
    if (question.kind === 'decide') {
      const answer = yield* askModel(question, refused, ports, signal);
      if (answer.kind !== 'further') return answer;
      ({ question } = answer);
      refused = null;
      continue;
    }
    const { messages, tools } = question.prompt;
    const reply = yield* complete(messages, tools, ports, signal);
    if (!reply.ok) return { kind: 'asked', asked: reply };
    question = question.next(reply.text);
  }
}

/** Those that the prompt had room for: the first ones. */
function listToldPasts({ pasts = [] }: Seen, cuts: readonly Cut[]): PastName[] {
  const kept = cuts.find(({ part }) => part === 'memory')?.kept ?? pasts.length;
  return pasts.slice(0, kept).map(({ id, request, sites, outcome, isConversation }) => ({
    ...{ id, request, sites, outcome },
    ...(isConversation && { isConversation }),
  }));
}
