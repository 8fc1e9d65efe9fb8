import type { Uid } from '../../action/action.ts';
import type { Candidate, RankedCandidate } from '../../ranking/candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { askToUncover } from '../direct/direct-reveal.ts';
import { groundOnChosen, groundTask, groundWithoutPage } from '../direct/direct.ts';
import type { Grounded, GroundingContext } from '../direct/find-target.ts';
import { MAX_OPTIONS } from '../direct/find-target.ts';
import type { LastAction } from '../direct/last-action.ts';
import { recordLastAction } from '../direct/last-action.ts';
import { isTextField } from '../form-controls.ts';
import { trackDirectHops } from '../hops/direct-hops.ts';
import { clearDoneHops } from '../hops/hop-tracker.ts';
import type { ResumeState } from '../log/resume-state.ts';
import { guessAnswer, readAnswer } from '../request/read-answer.ts';
import type { ReadMessage } from '../request/read-message.ts';
import { readMessage, toStep } from '../request/read-message.ts';
import type { Task } from '../request/step.ts';
import { hasEndpoint, runModel, toFailedEvent } from './model-run.ts';
import type { Observation } from './observation.ts';
import { describeUnreadFrames } from './observation.ts';
import { performAction } from './perform-action.ts';
import type { Ports } from './ports.ts';
import { reviewActions } from './review-actions.ts';
import type { RunEvent } from './run-event.ts';
import type { RunProgress } from './run-progress.ts';
import {
  describeProgress,
  describeRest,
  describeStop,
  describeTaskPart,
  startRunProgress,
} from './run-progress.ts';
import type { PendingOption, PendingQuestion, RunState } from './run-state.ts';
import { toPendingQuestion } from './run-state.ts';
import { isDoneByUser, isSameAction, skipDoneTasks } from './takeover.ts';
import type { UserAction } from './user-action.ts';
import { describeUserAction } from './user-action.ts';

type RunOutcome = Extract<RunEvent, { type: 'ended' }>['outcome'];

/** How many ranked candidates are looked at … */
const MAX_RANKED = 50;
/** … and how many are told. */
const MAX_REPORTED = 10;

/**
 * One round of the copilot: from a message of the instructor to what came of it. An answer to the
 * question of the round before continues that request; otherwise the endpoint is asked when there
 * is one, and the message is read as a direct request when there is none or it is down. The last event is `ended`,
 * exactly once; `state` is updated in place. Aborting ends the round with `stopped`. `carried`: the message
 * was worked on before and interrupted; what is left of it is gone on with.
 */
export async function* runMessage(
  message: string,
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
  carried: ResumeState | null = null,
): AsyncGenerator<RunEvent> {
  const log = startRunProgress();
  if (carried) state.pending = null;
  let outcome: RunOutcome;
  try {
    signal.throwIfAborted();
    yield* clearDoneHops(state);
    const request = carried
      ? readRemainingRequest(message, carried, state)
      : readMessage(message, state);
    const deeds = carried?.userActions ?? [];
    const goesOn = carried !== null || state.pending !== null;
    const events = handleMessage(message, request, deeds, state, log, ports, signal);
    outcome = yield* trackDirectHops(events, state, goesOn);
  } catch (error) {
    if (!signal.aborted) throw error;
    outcome = 'stopped';
    yield { type: 'said', text: describeStop(log) };
  }
  yield { type: 'ended', outcome };
}

async function* handleMessage(
  message: string,
  request: ReadMessage,
  deeds: readonly UserAction[],
  state: RunState,
  log: RunProgress,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunOutcome> {
  const { pending } = state;
  if (pending) {
    const labels = pending.options.map(({ label }) => label);
    const answer = readAnswer(message, labels);
    // "the one in Oslo" could be read as a request of its own, but has no verb: it is an answer.
    const isAnswer = !request.ok || /^(?:the|that|this)\s/i.test(message.trim());
    const guess = isAnswer ? guessAnswer(message, labels) : null;
    const chosen = pending.options[answer.kind === 'option' ? answer.index : (guess ?? -1)];
    if (answer.kind !== 'cancel' && !chosen && isAnswer && !ports.complete) {
      yield { type: 'said', text: `I did not understand which one you mean by “${message}”.` };
      yield toAskedEvent(pending);
      return 'asked';
    }
    state.pending = null;
    if (answer.kind === 'cancel') {
      yield { type: 'said', text: 'All right, I leave it at that.' };
      return 'done';
    }
    if (chosen) {
      return yield* performTasks(
        [pending.task, ...pending.rest],
        chosen,
        state,
        log,
        ports,
        signal,
      );
    }
  }
  if (hasEndpoint(ports)) {
    const outcome = yield* runModel(message, state, log, ports, signal);
    if (typeof outcome === 'string') return outcome;
    if (!request.ok) {
      yield toFailedEvent(outcome, log);
      return 'failed';
    }
    const told = `${outcome.message} Until then I do what your words say, without the model.`;
    yield { type: 'failed', message: told, fix: outcome.fix };
  }
  if (!request.ok && request.unread !== true) {
    yield { type: 'said', text: request.reason };
    return 'failed';
  }
  const tasks: Task[] = request.ok
    ? request.tasks
    : [{ kind: 'unread', words: message, reason: request.reason }];
  return yield* performTasks(tasks, null, state, log, ports, signal, deeds);
}

/** Does one task after the other: observe, ground, perform; stops at the first that cannot be done. */
async function* performTasks(
  tasks: readonly Task[],
  chosen: PendingOption | null,
  state: RunState,
  log: RunProgress,
  ports: Ports,
  signal: AbortSignal,
  doneByHand: readonly UserAction[] = [],
): AsyncGenerator<RunEvent, RunOutcome> {
  let queue = [...tasks];
  const acts: LastAction[] = [];
  let answer = chosen;
  let before: ReadonlySet<Uid> = new Set();
  let around: readonly Candidate[] = [];

  /** The person had the page: what they did is not done again. */
  async function heed(deeds: readonly UserAction[]): Promise<void> {
    const rank: GroundingContext['rank'] = (query, among) => ports.rank(query, among, 1, signal);
    const { rest, done } = await skipDoneTasks(queue, deeds, around, rank);
    queue = rest;
    log.notes.push(...done.map((deed) => `You ${describeUserAction(deed)} yourself.`));
  }

  await heed(doneByHand);
  for (;;) {
    const meanwhile = await ports.control?.waitUntilFree(signal);
    if (meanwhile) await heed(meanwhile.userActions);
    const task = queue.shift();
    if (!task) break;
    signal.throwIfAborted();
    let grounded = groundWithoutPage(task);
    around = [];
    let rivals: Uid[] = [];
    if (!grounded) {
      const observed = await ports.observe(signal);
      signal.throwIfAborted();
      if (!observed.ok) {
        const rest = describeRest(log, [task, ...queue]);
        yield { type: 'failed', message: `${observed.message} ${rest}`.trim(), fix: observed.fix };
        return 'failed';
      }
      const { url, title, candidates } = observed.observation;
      yield { type: 'observed', url, title, candidates: candidates.length };
      around = candidates;
      if (task.kind !== 'pick') before = new Set(candidates.map(({ uid }) => uid));
      const { observation } = observed;
      const sighted = yield* groundOnPage(task, answer, observation, before, state, ports, signal);
      ({ grounded, rivals } = sighted);
    }
    answer = null;

    if (grounded.kind === 'skip') {
      if (grounded.text !== '') log.notes.push(grounded.text);
      log.outcome = grounded.outcome ?? log.outcome;
      continue;
    }
    if (grounded.kind === 'lost') {
      const lost = yield* reviewActions(log, ports, true, signal);
      const text = [grounded.text, ...lost, describeRest(log, queue)].join(' ');
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
    if (grounded.kind === 'ask') {
      state.pending = toPendingQuestion(grounded, task, queue);
      yield toAskedEvent(state.pending);
      return 'asked';
    }

    const { action, target, next } = grounded;
    const step = grounded.step ?? toStep(task);
    const result = yield* performAction(action, target, log, ports, signal, {
      among: around,
      ...describeTaskPart(task, action, target, next, around),
      left: { now: task, rest: [...next, ...queue] },
    });
    if (target && isTextField(target)) state.lastField = target.uid;
    const back =
      result.takeover ??
      (result.handedOver === true ? await ports.control?.waitUntilFree(signal) : null);
    if (back && (result.takeover || isDoneByUser(action, back.userActions))) {
      const own = back.userActions.find((deed) => isSameAction(deed, action));
      if (result.handedOver) log.actions.pop();
      if (own) log.notes.push(`You ${describeUserAction(own)} yourself.`);
      else if (result.handedOver) log.notes.push('You did that yourself.');
      queue.unshift(...(own || result.handedOver ? next : [task]));
      await heed(back.userActions.filter((deed) => deed !== own));
      continue;
    }
    const way = result.isCovered ? askToUncover(around) : null;
    if (way) {
      state.pending = toPendingQuestion(way, task, [task, ...queue]);
      yield toAskedEvent(state.pending);
      return 'asked';
    }
    if (result.verdict !== 'done') {
      const lost = yield* reviewActions(log, ports, true, signal);
      const rest = [...lost, describeRest(log, [...next, ...queue])].join(' ').trim();
      if (rest !== '') yield { type: 'said', text: rest };
      return 'failed';
    }
    const act = log.actions.at(-1);
    if (step && act) {
      acts.push(recordLastAction(step, act, around, rivals));
      state.lastActions = acts;
    }
    queue.unshift(...next);
  }
  const lost = yield* reviewActions(log, ports, true, signal);
  if (lost.length > 0) {
    yield { type: 'said', text: [...lost, describeRest(log, [])].join(' ').trim() };
    return 'failed';
  }
  yield { type: 'said', text: describeProgress(log) };
  return 'done';
}

/** Grounds a task on the page just read, telling every ranking it took. */
async function* groundOnPage(
  task: Task,
  answer: PendingOption | null,
  observation: Observation,
  before: ReadonlySet<Uid>,
  state: RunState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, { grounded: Grounded; rivals: Uid[] }> {
  const rankings: RunEvent[] = [];
  let rivals: Uid[] = [];
  const sight: GroundingContext = {
    observation,
    lastField: state.lastField,
    lastActions: state.lastActions ?? [],
    before,
    async rank(query, candidates) {
      const result = await ports.rank(query, candidates, MAX_RANKED, signal);
      signal.throwIfAborted();
      const { ranker, ranked } = result;
      rivals = listRivals(ranked);
      rankings.push({
        type: 'ranked',
        query: query.text,
        ranker,
        ranked: ranked.slice(0, MAX_REPORTED),
      });
      return result;
    },
  };
  const meant = answer?.choice && 'value' in task ? { ...task, value: answer.choice } : task;
  const onChosen = answer ? groundOnChosen(meant, answer.uid, sight) : null;
  const ground = onChosen ?? (await groundTask(meant, sight));
  const unread = ground.kind === 'lost' ? describeUnreadFrames(observation.root) : '';
  const grounded =
    ground.kind === 'lost' ? { ...ground, text: `${ground.text} ${unread}`.trim() } : ground;
  yield* rankings;
  if (answer && !onChosen && grounded.kind === 'lost') {
    const text = `“${answer.label}” is no longer on this page. ${grounded.text}`;
    return { grounded: { kind: 'lost', text }, rivals };
  }
  return { grounded, rivals };
}

/** Others that fit the words, of which a few are remembered. */
function listRivals(ranked: readonly RankedCandidate[]): Uid[] {
  const fitting = ranked.filter(({ coverage }) => coverage >= CLARITY.none);
  return fitting.slice(0, MAX_OPTIONS + 1).map(({ candidate }) => candidate.uid);
}

function toAskedEvent({ question, options }: PendingQuestion): RunEvent {
  const answers = options
    .slice(0, MAX_OPTIONS)
    .map(({ label, value, target }) => ({ label, value, target }));
  return { type: 'asked', question, options: answers };
}

/**
 * What is left of a request that was interrupted: all of it where nothing had begun, and otherwise only
 * what the journal says, since a message does not tell which part of it is done.
 */
export function readRemainingRequest(
  message: string,
  { done, uncertain, next, userActions = [] }: ResumeState,
  state: RunState,
): ReadMessage {
  if (next) return { ok: true, tasks: [...next] };
  // What is done is told of deeds, too: with nothing else, none of it had begun.
  if (done.length === userActions.length && uncertain.length === 0)
    return readMessage(message, state);
  const reason = `I cannot tell which part of “${message}” is left, so I do nothing. Tell me what to do next.`;
  return { ok: false, reason };
}
