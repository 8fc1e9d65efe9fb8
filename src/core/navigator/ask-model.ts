import { cut } from '../ranking/visible-text.ts';
import type { ChatMessage } from './chat-message.ts';
import type { FinalQuestion } from './question.ts';
import { restoreTarget } from './question.ts';
import type { ToolSchema } from './tool-schema.ts';
import type { Completed, Failure, Ports } from './ports.ts';
import { composeReask } from './prompt.ts';
import { relayProgress } from './relay.ts';
import { readReply } from './reply.ts';
import { isUnlisted } from './reply/interpret.ts';
import type { Decision, Reading } from './reply/decision.ts';
import type { RoundEvent } from './round-event.ts';

/** The ports of a round that has a model endpoint. */
export type ModelPorts = Ports & Required<Pick<Ports, 'complete' | 'compose'>>;

/** How much of a reply that could not be used is shown, in code points. */
const LONGEST_RAW = 400;

export type Asked = { ok: true; decision: Exclude<Decision, { kind: 'unreadable' }> } | Failure;

/** A reply that could not be used, and why, in words for the model. */
export interface Refused {
  reply: string;
  reason: string;
}

export type Answer =
  | { kind: 'asked'; asked: Asked }
  /** The model named an element that it was not shown, and there is more to show. */
  | { kind: 'unlisted'; asked: Failure; refused: Refused }
  /** It cannot do it with what it was shown, and there is more to show; `asked` says why. */
  | { kind: 'lacking'; asked: Asked }
  /** The answer only leads to another question. */
  | { kind: 'further'; question: FinalQuestion };

/**
 * Asks the model, and once more with the error when its reply cannot be used. `refused`: its reply to a
 * question that showed less; this is the second time then.
 */
export async function* askModel(
  question: FinalQuestion,
  refused: Refused | null,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Answer> {
  const { messages } = question.prompt;
  let wrong = refused;
  if (wrong === null) {
    const first = yield* tryOnce(question, messages, ports, signal);
    if (first.kind !== 'useless') {
      const isLacking = isInfeasible(first) && question.hasMore();
      return isLacking ? { kind: 'lacking', asked: first.asked } : first;
    }
    wrong = first.refused;
    if (isUnlisted(wrong.reason) && question.hasMore()) {
      return { kind: 'unlisted', asked: tellUseless(wrong), refused: wrong };
    }
  }
  const again = composeReask(messages, wrong.reply, wrong.reason, question.choices);
  const second = yield* tryOnce(question, again, ports, signal);
  if (second.kind !== 'useless') return second;
  return { kind: 'asked', asked: tellUseless(second.refused) };
}

type Tried = Extract<Answer, { kind: 'asked' | 'further' }> | { kind: 'useless'; refused: Refused };

/** Asks the question in these words, and reads the reply. */
async function* tryOnce(
  question: FinalQuestion,
  messages: readonly ChatMessage[],
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Tried> {
  const { choices, prompt, isNumbered: numbered } = question;
  const replied = yield* complete(messages, prompt.tools, ports, signal);
  if (!replied.ok) return { kind: 'asked', asked: replied };
  const reply = replied.text;
  const further = question.further?.(reply);
  if (further) return { kind: 'further', question: further };
  const files = ports.files?.() ?? [];
  const decision = readReply(question.translate(reply), choices, { numbered, files, hops: true });
  if (decision.kind === 'unreadable') {
    return { kind: 'useless', refused: { reply, reason: decision.reason } };
  }
  yield* tellMended(reply, decision);
  return { kind: 'asked', asked: { ok: true, decision: restoreTarget(decision, question) } };
}

function isInfeasible(tried: Tried): tried is Extract<Answer, { kind: 'asked' }> {
  return tried.kind === 'asked' && tried.asked.ok && tried.asked.decision.kind === 'infeasible';
}

function* tellMended(text: string, { repair }: Reading): Generator<RoundEvent> {
  if (repair !== null) yield { type: 'thinking', text, mended: repair };
}

function tellUseless({ reply, reason }: Refused): Failure {
  return {
    ok: false,
    message: `The model replied twice with something that is no action I can perform (${reason}) Its last reply was: “${cut(reply.trim(), LONGEST_RAW)}”.`,
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
