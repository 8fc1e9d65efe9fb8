import type { PageAction, Uid } from '../../action/action.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { trackDirectHops } from '../hops/direct-hops.ts';
import { clearDoneHops, restrictToHops } from '../hops/hop-tracker.ts';
import type { ResumeState } from '../log/resume-state.ts';
import {
  CANCELLED,
  describeFallback,
  describeUnclearAnswer,
  describeUnknownRest,
  ELEMENT_GONE,
  TAKEN_OVER,
} from '../messages.ts';
import { isSentence } from '../direct/unread.ts';
import { guessAnswer, readAnswer } from '../request/read-answer.ts';
import type { ReadMessage } from '../request/read-message.ts';
import { readMessage } from '../request/read-message.ts';
import type { Task } from '../request/step.ts';
import type { AgentInbox } from './agent-decider.ts';
import { AgentDecider } from './agent-decider.ts';
import { matchSkill } from '../skill/match-skill.ts';
import type { SkillRequest } from '../skill/skill-decider.ts';
import { SkillDecider } from '../skill/skill-decider.ts';
import { addDefaults, listMissingSlots, listUsedSlots } from '../skill/skill.ts';
import { DirectDecider, toAskedEvent } from './direct-decider.ts';
import { hasEndpoint, ModelDecider, toFailedEvent } from './model-decider.ts';
import { performAction } from './perform-action.ts';
import type { Failure, Ports } from './ports.ts';
import type { Decider } from './decider.ts';
import type { RunContext, RunOutcome } from './run-progress.ts';
import { reviewActions } from './review-actions.ts';
import type { RunEvent } from './run-event.ts';
import { describeEnd, describeStop, startRunProgress } from './run-progress.ts';
import type { PendingOption, PendingQuestion, RunState } from './run-state.ts';

/**
 * Runs the copilot from a message of the instructor to an outcome. An answer to the question of the previous run
 * continues that request. Otherwise the model decides; without a model, or if the endpoint is down, the words of
 * the message do. The last event is `ended`, exactly once; `state` is updated in place. `carried`: what is known
 * of an interrupted run with the same message, which this run continues.
 */
export async function* runMessage(
  message: string,
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
  carried: ResumeState | null = null,
): AsyncGenerator<RunEvent> {
  const run: RunContext = { state, progress: startRunProgress(), ports, signal };
  if (carried) state.pending = null;
  const continues = carried !== null || state.pending !== null;
  yield* endRun(run, async function* () {
    yield* clearDoneHops(state);
    return yield* trackDirectHops(handleMessage(run, message, carried), state, continues);
  });
}

/** Does tasks that need no reading of words, such as reverting an action. The last event is `ended`. */
export async function* runTasks(
  tasks: readonly Task[],
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const run: RunContext = { state, progress: startRunProgress(), ports, signal };
  state.pending = null;
  yield* endRun(run, () => runDirect(run, { tasks, isUndo: true }));
}

/** Returns the same action on another element; null for an action without one. */
export function retargetAction(action: PageAction, uid: Uid): PageAction | null {
  return 'uid' in action && action.uid !== null ? { ...action, uid } : null;
}

/** Runs a skill. Values that it lacks are asked for, and nothing is done. */
export async function* runSkill(
  request: SkillRequest,
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const run: RunContext = { state, progress: startRunProgress(), ports, signal };
  state.pending = null;
  yield* endRun(run, () => runSteps(run, request));
}

async function* runSteps(
  run: RunContext,
  request: SkillRequest,
): AsyncGenerator<RunEvent, RunOutcome> {
  const { skill, values, isUnsure } = request;
  if (isUnsure || listMissingSlots(skill, addDefaults(skill, values)).length > 0) {
    yield {
      type: 'form',
      skillId: skill.id,
      name: skill.name,
      slots: listUsedSlots(skill),
      values,
    };
    return 'asked';
  }
  const outcome = yield* runLoop(run, new SkillDecider(run, request));
  return typeof outcome === 'string' ? outcome : 'failed';
}

/** Performs an action on the element that the instructor picked, under the same rules. */
export async function* runCorrection(
  action: PageAction,
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const run: RunContext = { state, progress: startRunProgress(), ports, signal };
  yield* endRun(run, () => performCorrection(run, action));
}

/** Does what an agent outside the browser asks for, until it wants no more. The last event is `ended`. */
export async function* runAgent(
  agent: string,
  inbox: AgentInbox,
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const run: RunContext = { state, progress: startRunProgress(), ports, signal };
  state.pending = null;
  yield* endRun(run, async function* () {
    const outcome = yield* runLoop(run, new AgentDecider({ ...run, agent }, inbox));
    return typeof outcome === 'string' ? outcome : 'failed';
  });
}

async function* performCorrection(
  run: RunContext,
  action: PageAction,
): AsyncGenerator<RunEvent, RunOutcome> {
  await run.ports.control?.waitUntilFree(run.signal);
  const observed = await run.ports.observe(run.signal);
  run.signal.throwIfAborted();
  if (!observed.ok) {
    yield { type: 'failed', message: observed.message, fix: observed.fix };
    return 'failed';
  }
  const { candidates } = observed.observation;
  const uid = 'uid' in action ? action.uid : null;
  const target = candidates.find((candidate) => candidate.uid === uid);
  if (!target) {
    yield { type: 'said', text: ELEMENT_GONE };
    return 'failed';
  }
  const order = { action, target, among: candidates, named: nameCandidate(target) };
  const { verdict } = yield* performAction(run, order);
  if (verdict === 'taken-over') yield { type: 'said', text: TAKEN_OVER };
  if (verdict !== 'done') return 'failed';
  yield describeEnd(run.progress);
  return 'done';
}

/** Yields the events of a run and then, also if it's stopped, `ended`. */
async function* endRun(
  { signal, progress }: RunContext,
  start: () => AsyncGenerator<RunEvent, RunOutcome>,
): AsyncGenerator<RunEvent> {
  let outcome: RunOutcome;
  try {
    signal.throwIfAborted();
    outcome = yield* start();
  } catch (error) {
    if (!signal.aborted) throw error;
    outcome = 'stopped';
    yield { type: 'said', text: describeStop(progress) };
  }
  yield { type: 'ended', outcome };
}

/** Chooses who decides, and runs the loop. */
async function* handleMessage(
  run: RunContext,
  message: string,
  carried: ResumeState | null,
): AsyncGenerator<RunEvent, RunOutcome> {
  const { state, ports, progress } = run;
  const request = carried
    ? readRemainingRequest(message, carried, state)
    : readMessage(message, state);
  const asked = await readSkillRequest(run, message, request);
  if (asked) return yield* runSteps(run, asked);
  const { pending } = state;
  // What only a model could do is a request, too.
  const isRequest = request.ok || request.needsModel === true;
  const answer = pending && readPendingAnswer(message, pending, isRequest);
  const isUnclear = answer === 'unclear' && !ports.complete && pending?.isOffer !== true;
  if (pending && isUnclear && (await isStillAsked(pending, ports, run.signal)))
    return yield* askAgain(run, message, pending);
  state.pending = null;
  if (answer === 'cancel') {
    yield { type: 'said', text: CANCELLED };
    return 'done';
  }
  if (pending && answer && answer !== 'unclear') {
    const tasks = [pending.task, ...pending.rest];
    const resumed = await readSkillTask(run, pending.task);
    if (resumed) return yield* runSteps(run, { ...resumed, chosen: answer.uid });
    return yield* runDirect(run, { tasks, answer });
  }
  if (hasEndpoint(ports)) {
    const guarded = { ...run, ports: { ...ports, gate: restrictToHops(ports.gate, state) } };
    const outcome = yield* runLoop(guarded, new ModelDecider(guarded, message));
    if (typeof outcome === 'string') return outcome;
    // A greeting was meant for the model.
    if (!request.ok || request.tasks.every(({ kind }) => kind === 'help')) {
      yield toFailedEvent(outcome, progress);
      return 'failed';
    }
    yield { type: 'failed', message: describeFallback(outcome.message), fix: outcome.fix };
  }
  if (!request.ok && request.unread !== 'whole') {
    yield request.needsModel || (request.unread === 'part' && isSentence(message))
      ? { type: 'failed', message: request.reason, fix: 'connect' }
      : { type: 'said', text: request.reason };
    return 'failed';
  }
  const tasks: Task[] = request.ok
    ? request.tasks
    : [
        {
          kind: 'unread',
          words: message,
          reason: request.reason,
          ...(request.needsModel && { isBeyond: true as const }),
        },
      ];
  return yield* runDirect(run, { tasks, userActions: carried?.userActions ?? [] });
}

/** Words that fit no option may still name an element of the page; otherwise the question is asked again. */
async function* askAgain(
  run: RunContext,
  message: string,
  pending: PendingQuestion,
): AsyncGenerator<RunEvent, RunOutcome> {
  const reason = describeUnclearAnswer(message);
  if (isAboutOptions(message)) yield { type: 'said', text: reason };
  else {
    run.state.pending = null;
    const task = { kind: 'unread', words: message, reason } as const;
    const outcome = yield* runDirect(run, { tasks: [task] });
    if (outcome !== 'failed') return outcome;
  }
  run.state.pending = pending;
  yield toAskedEvent(pending);
  return 'asked';
}

/** "The one in Oslo" could be read as a request, but has no verb: it is an answer. */
function isAboutOptions(message: string): boolean {
  return /^(?:the|that|this)\s/i.test(message.trim());
}

async function* runDirect(
  run: RunContext,
  request: ConstructorParameters<typeof DirectDecider>[1],
): AsyncGenerator<RunEvent, RunOutcome> {
  const outcome = yield* runLoop(run, new DirectDecider(run, request));
  return typeof outcome === 'string' ? outcome : 'failed';
}

/** Observe, decide, check and act, verify; until the decider ends the run. */
async function* runLoop(
  run: RunContext,
  decider: Decider,
): AsyncGenerator<RunEvent, RunOutcome | Failure> {
  const { ports, signal } = run;
  for (;;) {
    const takeover = (await ports.control?.waitUntilFree(signal)) ?? null;
    const reverted = decider.reviewsActions ? yield* reviewActions(run, false) : [];
    const needsPage = await decider.prepare(takeover, reverted);
    signal.throwIfAborted();

    const observed = needsPage ? await ports.observe(signal) : null;
    signal.throwIfAborted();
    if (observed && !observed.ok) {
      yield decider.fail(observed);
      return 'failed';
    }
    const page = observed?.observation ?? null;
    if (page) {
      const { url, title, candidates } = page;
      yield { type: 'observed', url, title, candidates: candidates.length };
    }

    const decision = yield* decider.decide(page);
    if (decision.kind === 'end') return decision.outcome;
    if (decision.kind === 'down') return decision.failure;
    if (decision.kind === 'again') continue;

    const result = yield* performAction(run, decision.order);
    const outcome = yield* decider.verify(result);
    if (outcome !== null) return outcome;
  }
}

/** The skill that a message names or an interrupted run was at; null without one. */
async function readSkillRequest(
  run: RunContext,
  message: string,
  request: ReadMessage,
): Promise<SkillRequest | null> {
  const [task] = request.ok ? request.tasks : [];
  if (task?.kind === 'skill') return readSkillTask(run, task);
  if (run.state.pending) return null;
  const match = matchSkill(message, (await run.ports.skills?.list()) ?? []);
  return match && { skill: match.skill, values: match.values, isUnsure: !match.isSure };
}

async function readSkillTask({ ports }: RunContext, task: Task): Promise<SkillRequest | null> {
  if (task.kind !== 'skill') return null;
  const skill = (await ports.skills?.list())?.find(({ id }) => id === task.skillId);
  return skill ? { skill, values: task.values, from: task.from } : null;
}

/** A question ends with its page: whether something that it offers is still there. */
async function isStillAsked(
  { options }: PendingQuestion,
  ports: Ports,
  signal: AbortSignal,
): Promise<boolean> {
  const observed = await ports.observe(signal);
  const uids = new Set(observed.ok ? observed.observation.candidates.map(({ uid }) => uid) : []);
  return options.some(({ uid }) => uids.has(uid));
}

/** Returns null if the message is a request of its own. */
function readPendingAnswer(
  message: string,
  { options }: PendingQuestion,
  isRequest: boolean,
): PendingOption | 'cancel' | 'unclear' | null {
  const labels = options.map(({ label }) => label);
  const answer = readAnswer(message, labels);
  if (answer.kind === 'cancel') return 'cancel';
  const isAnswer = !isRequest || isAboutOptions(message);
  const guess = isAnswer ? guessAnswer(message, labels) : null;
  const chosen = options[answer.kind === 'option' ? answer.index : (guess ?? -1)];
  return chosen ?? (isAnswer ? 'unclear' : null);
}

/**
 * Returns what is left of an interrupted request: all of it if nothing had begun, and otherwise only what the
 * log says, since a message doesn't tell which part of it is done.
 */
export function readRemainingRequest(
  message: string,
  { done, uncertain, next, userActions = [] }: ResumeState,
  state: RunState,
): ReadMessage {
  if (next) return { ok: true, tasks: [...next] };
  // User actions are listed in `done`, too.
  const hasBegun = done.length > userActions.length || uncertain.length > 0;
  if (!hasBegun) return readMessage(message, state);
  return { ok: false, reason: describeUnknownRest(message) };
}
