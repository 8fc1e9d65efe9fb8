import { cut } from '../../ranking/page/visible-text.ts';
import type { PastName } from '../memory/past.ts';
import type { ReplyDecision } from '../reply/decide.ts';
import { isUnlisted } from '../reply/interpret-call.ts';
import { readReply } from '../reply/read-reply.ts';
import type { Completed, Failure, Ports } from '../run/ports.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { ChatMessage, FinalQuestion, ModelContext, Prompt, Question } from './question.ts';
import { composeRetry, restoreTarget } from './question.ts';

/** What a run knows before the strategy decides how much of it the model is shown. */
export type ModelSight = Omit<ModelContext, 'limit' | 'wider'>;

/** The ports of a run with a model endpoint. */
export type ModelPorts = Ports & Required<Pick<Ports, 'complete' | 'compose'>>;

export type ModelResult =
  { ok: true; decision: Exclude<ReplyDecision, { kind: 'unreadable' }> } | Failure;

/** A reply that couldn't be used, and why, in words for the model. */
interface RejectedReply {
  reply: string;
  reason: string;
}

interface Answer {
  result: ModelResult;
  /**
   * The model lacks something: it names an element that it wasn't shown (`refused` is that reply), or calls the
   * request infeasible.
   */
  lack?: { hasMore: boolean; refused: RejectedReply | null };
}

/**
 * Asks the model, in as many questions as the strategy takes. Asks again from the start with half the tokens if the
 * endpoint says that a question was too long, and in another form if it refuses tools. If the model lacks something, the page is
 * read again, and the model is asked once more if there is more to show or something changed. If the endpoint fails
 * then, a usable first answer counts.
 */
export async function* askModel(
  seen: ModelSight,
  widen: () => Promise<ModelSight>,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, ModelResult> {
  let answer = yield* askUntilDecided({ ...seen, limit: null }, null, ports, signal);
  if (!answer.result.ok && answer.result.toolsRefused) {
    // Composed without tools this time.
    answer = yield* askUntilDecided({ ...seen, limit: null }, null, ports, signal);
  }
  const { result, lack, tokens } = answer;
  if (lack) {
    const more = await widen();
    signal.throwIfAborted();
    const isSame = more.observation.root === seen.observation.root && !more.leaves?.length;
    if (!lack.hasMore && isSame) return result;
    const before = seen.candidates.map(({ uid }) => uid);
    const wide = { ...more, limit: null, wider: true, before };
    const again = yield* askUntilDecided(wide, lack.refused, ports, signal);
    return lack.refused === null && !again.result.ok ? result : again.result;
  }
  if (result.ok || !result.overflow) return result;
  const half = { ...seen, limit: Math.floor(tokens / 2) };
  return (yield* askUntilDecided(half, null, ports, signal)).result;
}

/** `refused`: the reply that the decision is asked again for. `tokens`: the length of the last question. */
async function* askUntilDecided(
  seen: ModelContext,
  refused: RejectedReply | null,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, Answer & { tokens: number }> {
  let question: Question = await ports.compose(seen, signal);
  signal.throwIfAborted();
  for (;;) {
    const { prompt } = question;
    const { tokens, cuts, note, elements } = prompt;
    const pasts = listIncludedPasts(seen, prompt);
    yield {
      ...{ type: 'composed', tokens, cuts, note },
      ...(elements && { elements }),
      ...(seen.wider && { wider: true }),
      ...(pasts.length > 0 && { pasts }),
    };
    if (question.kind === 'decide') {
      const answer = yield* askForDecision(question, refused, ports, signal);
      if ('result' in answer) return { ...answer, tokens };
      question = answer;
      refused = null;
    } else {
      const reply = yield* streamReply(prompt.messages, prompt, ports, signal);
      if (!reply.ok) return { result: reply, tokens };
      question = question.next(reply.text);
    }
  }
}

/** Lists those that the prompt had room for: the first ones. */
function listIncludedPasts({ pasts = [] }: ModelContext, { cuts }: Prompt): PastName[] {
  const kept = cuts.find(({ part }) => part === 'memory')?.kept ?? pasts.length;
  return pasts.slice(0, kept).map((past) => {
    const { steps: _, ...name } = past;
    return name;
  });
}

/**
 * Asks the model, and once more with the error if its reply can't be used. `refused`: its reply to a question that
 * showed less, so that this is the second time. Returns the next question if the answer only leads to another one.
 */
async function* askForDecision(
  question: FinalQuestion,
  refused: RejectedReply | null,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, Answer | FinalQuestion> {
  const { choices, prompt, isNumbered: numbered } = question;
  const files = ports.files?.() ?? [];
  for (let rejected = refused; ;) {
    const messages = rejected
      ? composeRetry(prompt, rejected.reply, rejected.reason, choices)
      : prompt.messages;
    const replied = yield* streamReply(messages, prompt, ports, signal);
    if (!replied.ok) return { result: replied };
    const reply = replied.text;
    const further = question.further?.(reply);
    if (further) return further;
    const decision = readReply(question.translate(reply), choices, { numbered, files, hops: true });
    if (decision.kind !== 'unreadable') {
      if (decision.repair !== null)
        yield { type: 'thinking', text: reply, mended: decision.repair };
      const result = { ok: true, decision: restoreTarget(decision, question) } as const;
      if (rejected || decision.kind !== 'infeasible') return { result };
      return { result, lack: { hasMore: question.hasMore(), refused: null } };
    }
    const useless = { reply, reason: decision.reason };
    if (rejected) return { result: describeUnusableReply(useless) };
    if (isUnlisted(useless.reason) && question.hasMore()) {
      return { result: describeUnusableReply(useless), lack: { hasMore: true, refused: useless } };
    }
    rejected = useless;
  }
}

/** Code points. */
const MAX_QUOTED_REPLY = 400;

function describeUnusableReply({ reply, reason }: RejectedReply): Failure {
  return {
    ok: false,
    message: `The model replied twice with something that is no action I can perform (${reason}) Its last reply was: “${cut(reply.trim(), MAX_QUOTED_REPLY)}”.`,
    fix: 'retry',
  };
}

/** Yields the newest state of the reply as it arrives. */
async function* streamReply(
  messages: readonly ChatMessage[],
  { tools, schema }: Prompt,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, Completed> {
  const seen: { text: string | null; isOver: boolean } = { text: null, isOver: false };
  let wake: () => void = () => undefined;
  const onText = (text: string): void => {
    seen.text = text;
    wake();
  };
  const reply = ports
    .complete(messages, onText, signal, {
      ...(tools.length > 0 && { tools }),
      ...(schema && { schema }),
    })
    .finally(() => {
      seen.isOver = true;
      wake();
    });
  // Awaited below; until then a rejection isn't unhandled.
  reply.catch(() => undefined);
  for (;;) {
    signal.throwIfAborted();
    const { text } = seen;
    seen.text = null;
    if (text !== null) yield { type: 'thinking', text };
    else if (seen.isOver) break;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
  const completed = await reply;
  signal.throwIfAborted();
  return completed;
}
