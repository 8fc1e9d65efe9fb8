import { cut } from '../../ranking/page/visible-text.ts';
import type { PastName } from '../memory/past.ts';
import type { Reading, ReplyDecision } from '../reply/decide.ts';
import { isUnlisted } from '../reply/interpret-call.ts';
import { readReply } from '../reply/read-reply.ts';
import type { Completed, Failure, Ports } from '../run/ports.ts';
import type { RunEvent } from '../run/run-event.ts';
import type {
  ChatMessage,
  FinalQuestion,
  ModelContext,
  PromptCut,
  ToolSchema,
} from './question.ts';
import { composeRetry, restoreTarget } from './question.ts';

/**
 * Asks the model about what is seen, in as many questions as the strategy takes. Where the endpoint says
 * that a question was too long, once more from the start with half of what it had; where it refuses tools, once more
 * in text. Where the model lacks
 * something (it calls the request infeasible, or names an element that it was not shown), the page is read
 * again, and it is asked once more if there is more to show or something changed. If the endpoint fails then, a
 * first answer that could be used stands.
 */
export async function* askModel(
  seen: ModelSight,
  widen: () => Promise<ModelSight>,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, ModelResult> {
  const size = { tokens: 0 };
  let answer = yield* askUntilDecided({ ...seen, limit: null }, size, ports, signal);
  if (!answer.asked.ok && answer.asked.toolsRefused) {
    // Composed without tools this time.
    answer = yield* askUntilDecided({ ...seen, limit: null }, size, ports, signal);
  }
  if (answer.kind !== 'asked') {
    const more = await widen();
    signal.throwIfAborted();
    const isSame = more.observation.root === seen.observation.root && !more.leaves?.length;
    if (answer.kind === 'lacking' && !answer.hasMore && isSame) return answer.asked;
    const before = seen.candidates.map(({ uid }) => uid);
    const wide = { ...more, limit: null, wider: true, before };
    const refused = answer.kind === 'unlisted' ? answer.refused : null;
    const again = yield* askUntilDecided(wide, size, ports, signal, refused);
    return answer.kind === 'lacking' && !again.asked.ok ? answer.asked : again.asked;
  }
  if (answer.asked.ok || !answer.asked.overflow) return answer.asked;
  const half = { ...seen, limit: Math.floor(size.tokens / 2) };
  return (yield* askUntilDecided(half, size, ports, signal)).asked;
}

/** What a round knows, before it is decided how much of it the model is shown. */
export type ModelSight = Omit<ModelContext, 'limit' | 'wider'>;

/** `size` hears how long the last question was; `refused`: the answer that this question is asked again for. */
async function* askUntilDecided(
  seen: ModelContext,
  size: { tokens: number },
  ports: ModelPorts,
  signal: AbortSignal,
  refused: RejectedReply | null = null,
): AsyncGenerator<RunEvent, Exclude<AttemptResult, { kind: 'further' }>> {
  let question = await ports.compose(seen, signal);
  signal.throwIfAborted();
  for (;;) {
    const { tokens, cuts, note, elements } = question.prompt;
    size.tokens = tokens;
    const pasts = listIncludedPasts(seen, cuts);
    yield {
      ...{ type: 'composed', tokens, cuts, note },
      ...(elements && { elements }),
      ...(seen.wider && { wider: true }),
      ...(pasts.length > 0 && { pasts }),
    };
    if (question.kind === 'decide') {
      const answer = yield* askForDecision(question, refused, ports, signal);
      if (answer.kind !== 'further') return answer;
      ({ question } = answer);
      refused = null;
      continue;
    }
    const { messages, tools } = question.prompt;
    const reply = yield* streamReply(messages, tools, ports, signal);
    if (!reply.ok) return { kind: 'asked', asked: reply };
    question = question.next(reply.text);
  }
}

/** Those that the prompt had room for: the first ones. */
function listIncludedPasts({ pasts = [] }: ModelContext, cuts: readonly PromptCut[]): PastName[] {
  const kept = cuts.find(({ part }) => part === 'memory')?.kept ?? pasts.length;
  return pasts.slice(0, kept).map(({ id, request, sites, outcome, isConversation }) => ({
    ...{ id, request, sites, outcome },
    ...(isConversation && { isConversation }),
  }));
}

/** The ports of a round that has a model endpoint. */
export type ModelPorts = Ports & Required<Pick<Ports, 'complete' | 'compose'>>;

/** How much of a reply that could not be used is shown, in code points. */
const MAX_QUOTED_REPLY = 400;

export type ModelResult =
  { ok: true; decision: Exclude<ReplyDecision, { kind: 'unreadable' }> } | Failure;

/** A reply that could not be used, and why, in words for the model. */
interface RejectedReply {
  reply: string;
  reason: string;
}

type AttemptResult =
  | { kind: 'asked'; asked: ModelResult }
  /** The model named an element that it was not shown, and there is more to show. */
  | { kind: 'unlisted'; asked: Failure; refused: RejectedReply }
  /** The model calls the request infeasible with what it was shown; `asked` has its reason. */
  | { kind: 'lacking'; asked: ModelResult; hasMore: boolean }
  /** The answer only leads to another question. */
  | { kind: 'further'; question: FinalQuestion };

/**
 * Asks the model, and once more with the error when its reply cannot be used. `refused`: its reply to a
 * question that showed less; this is the second time then.
 */
async function* askForDecision(
  question: FinalQuestion,
  refused: RejectedReply | null,
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, AttemptResult> {
  const { messages } = question.prompt;
  let wrong = refused;
  if (wrong === null) {
    const first = yield* askOnce(question, messages, ports, signal);
    if (first.kind !== 'useless') {
      return isInfeasible(first)
        ? { kind: 'lacking', asked: first.asked, hasMore: question.hasMore() }
        : first;
    }
    wrong = first.refused;
    if (isUnlisted(wrong.reason) && question.hasMore()) {
      return { kind: 'unlisted', asked: describeUnusableReply(wrong), refused: wrong };
    }
  }
  const again = composeRetry(question.prompt, wrong.reply, wrong.reason, question.choices);
  const second = yield* askOnce(question, again, ports, signal);
  if (second.kind !== 'useless') return second;
  return { kind: 'asked', asked: describeUnusableReply(second.refused) };
}

type Attempt =
  | Extract<AttemptResult, { kind: 'asked' | 'further' }>
  | { kind: 'useless'; refused: RejectedReply };

/** Asks the question in these words, and reads the reply. */
async function* askOnce(
  question: FinalQuestion,
  messages: readonly ChatMessage[],
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, Attempt> {
  const { choices, prompt, isNumbered: numbered } = question;
  const replied = yield* streamReply(messages, prompt.tools, ports, signal);
  if (!replied.ok) return { kind: 'asked', asked: replied };
  const reply = replied.text;
  const further = question.further?.(reply);
  if (further) return { kind: 'further', question: further };
  const files = ports.files?.() ?? [];
  const decision = readReply(question.translate(reply), choices, { numbered, files, hops: true });
  if (decision.kind === 'unreadable') {
    return { kind: 'useless', refused: { reply, reason: decision.reason } };
  }
  yield* reportRepair(reply, decision);
  return { kind: 'asked', asked: { ok: true, decision: restoreTarget(decision, question) } };
}

function isInfeasible(tried: Attempt): tried is Extract<AttemptResult, { kind: 'asked' }> {
  return tried.kind === 'asked' && tried.asked.ok && tried.asked.decision.kind === 'infeasible';
}

function* reportRepair(text: string, { repair }: Reading): Generator<RunEvent> {
  if (repair !== null) yield { type: 'thinking', text, mended: repair };
}

function describeUnusableReply({ reply, reason }: RejectedReply): Failure {
  return {
    ok: false,
    message: `The model replied twice with something that is no action I can perform (${reason}) Its last reply was: “${cut(reply.trim(), MAX_QUOTED_REPLY)}”.`,
    fix: 'retry',
  };
}

/** Asks once; reports the reply as it arrives. */
async function* streamReply(
  messages: readonly ChatMessage[],
  tools: readonly ToolSchema[],
  ports: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, Completed> {
  const reply = yieldProgress<string, Completed>((report) =>
    ports.complete(messages, report, signal, tools.length > 0 ? { tools } : {}),
  );
  for (;;) {
    const next = await reply.next();
    signal.throwIfAborted();
    if (next.done) return next.value;
    yield { type: 'thinking', text: next.value };
  }
}

/**
 * Turns a call that reports its progress by a callback into a generator: yields the newest report
 * whenever there is one, returns the call's result, throws its error. Reports that come faster than
 * they are taken replace one another.
 */
async function* yieldProgress<P, R>(
  start: (report: (progress: P) => void) => Promise<R>,
): AsyncGenerator<P, R> {
  let latest: { progress: P } | null = null;
  let wake: () => void = () => undefined;
  const call = { settled: false };
  const result = start((progress) => {
    latest = { progress };
    wake();
  }).finally(() => {
    call.settled = true;
    wake();
  });
  // Awaited below; until then a rejection is not unhandled.
  result.catch(() => undefined);
  for (;;) {
    const report = takeLatest();
    if (report) yield report.progress;
    else if (call.settled) return result;
    else await new Promise<void>((resolve) => (wake = resolve));
  }

  function takeLatest(): { progress: P } | null {
    const taken = latest;
    latest = null;
    return taken;
  }
}
