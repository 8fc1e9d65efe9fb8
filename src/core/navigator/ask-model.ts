import { cut } from '../ranking/visible-text.ts';
import type { ChatMessage } from './chat-message.ts';
import type { FinalQuestion } from './question.ts';
import { restoreTarget } from './question.ts';
import type { ToolSchema } from './tool-schema.ts';
import type { Completed, Failure, Ports } from './ports.ts';
import { composeReask } from './prompt.ts';
import { relayProgress } from './relay.ts';
import { readReply } from './reply.ts';
import type { Decision } from './reply/decision.ts';
import type { RoundEvent } from './round-event.ts';

/** The ports of a round that has a model endpoint. */
export type ModelPorts = Ports & Required<Pick<Ports, 'complete' | 'compose'>>;

/** How much of a reply that could not be used is shown, in code points. */
const LONGEST_RAW = 400;

export type Asked = { ok: true; decision: Exclude<Decision, { kind: 'unreadable' }> } | Failure;

/** Asks the model, and once more with the error when its reply cannot be used. */
export async function* askModel(
  question: FinalQuestion,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Asked> {
  const { choices, prompt, isNumbered: numbered } = question;
  const { messages, tools } = prompt;
  const files = ports.files?.() ?? [];
  const first = yield* complete(messages, tools, ports, signal);
  if (!first.ok) return first;
  const read = readReply(question.translate(first.text), choices, { numbered, files, hops: true });
  if (read.kind !== 'unreadable') return { ok: true, decision: restoreTarget(read, question) };
  const again = composeReask(messages, first.text, read.reason, choices);
  const second = yield* complete(again, tools, ports, signal);
  if (!second.ok) return second;
  const reread = readReply(question.translate(second.text), choices, {
    numbered,
    files,
    hops: true,
  });
  if (reread.kind !== 'unreadable') return { ok: true, decision: restoreTarget(reread, question) };
  return {
    ok: false,
    message: `The model replied twice with something that is no action I can perform (${reread.reason}) Its last reply was: “${cut(second.text.trim(), LONGEST_RAW)}”.`,
    fix: 'retry',
  };
}

/** Asks once; the reply is told as it comes. */
export async function* complete(
  messages: readonly ChatMessage[],
  tools: readonly ToolSchema[],
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Completed> {
  const reply = relayProgress<string, Completed>((report) =>
    ports.complete(messages, report, signal, tools.length > 0 ? { tools } : {}),
  );
  for (;;) {
    const next = await reply.next();
    signal.throwIfAborted();
    if (next.done) return next.value;
    yield { type: 'thinking', text: next.value };
  }
}
