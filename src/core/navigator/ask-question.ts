import { askModel, complete } from './ask-model.ts';
import type { Asked, ModelPorts } from './ask-model.ts';
import type { PastName } from './memory/past.ts';
import type { Cut, Seen } from './question.ts';
import type { RoundEvent } from './round-event.ts';

/**
 * Asks the model about what is seen, in as many questions as the strategy takes. Where the endpoint says
 * that a question was too long, once more from the start with half of what it had.
 */
export async function* askQuestions(
  seen: Omit<Seen, 'limit'>,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Asked> {
  const size = { tokens: 0 };
  const asked = yield* askAll({ ...seen, limit: null }, size, ports, signal);
  if (asked.ok || !asked.overflow) return asked;
  return yield* askAll({ ...seen, limit: Math.floor(size.tokens / 2) }, size, ports, signal);
}

/** `size` is told how long the last question was. */
async function* askAll(
  seen: Seen,
  size: { tokens: number },
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Asked> {
  let question = await ports.compose(seen, signal);
  signal.throwIfAborted();
  for (;;) {
    const { tokens, cuts, note } = question.prompt;
    size.tokens = tokens;
    const pasts = listToldPasts(seen, cuts);
    yield { type: 'composed', tokens, cuts, note, ...(pasts.length > 0 && { pasts }) };
    if (question.kind === 'decide') return yield* askModel(question, ports, signal);
    const { messages, tools } = question.prompt;
    const reply = yield* complete(messages, tools, ports, signal);
    if (!reply.ok) return reply;
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
