import type { Uid } from '../action/action.ts';
import type { Candidate, RankedCandidate } from '../ranking/candidate.ts';
import { CLARITY } from '../ranking/weights.ts';
import { groundOnChosen, groundTask, groundWithoutPage } from './direct/direct.ts';
import { readAnswer, guessAnswer } from './direct/answer.ts';
import type { Deed } from './charge/deed.ts';
import { describeDeed } from './charge/deed.ts';
import { dropDone, isDoneByHand, isSameDeed } from './charge/drop-done.ts';
import { askToUncover } from './direct/direct-dismiss.ts';
import { followDirectHops } from './hops/direct-hops.ts';
import { putAwayDone } from './hops/hop-ledger.ts';
import type { Carried } from './journal/journal-entry.ts';
import { readRest } from './journal/read-rest.ts';
import { hasEndpoint, runModelRound, tellFailure } from './model-round.ts';
import { isTextField } from './control.ts';
import { describePart } from './describe-task.ts';
import type { Grounded, Sight } from './direct/find-target.ts';
import { MOST_SHOWN } from './direct/find-target.ts';
import type { Observation } from './observation.ts';
import { toPending } from './pending-question.ts';
import { performAction } from './perform-action.ts';
import type { Ports } from './ports.ts';
import { noteAct } from './direct/last-act.ts';
import type { LastAct } from './direct/last-act.ts';
import { readMessage, toStep } from './request/read-message.ts';
import type { ReadMessage } from './request/read-message.ts';
import type { RoundEvent } from './round-event.ts';
import { reviewActs } from './review-acts.ts';
import { describeRest, describeStop, startRoundLog, summarise } from './round-log.ts';
import type { RoundLog } from './round-log.ts';
import type { PendingOption, PendingQuestion, RoundState } from './round-state.ts';
import type { Task } from './request/step.ts';
import { tellUnreadFrames } from './unread-frames.ts';

type Outcome = Extract<RoundEvent, { type: 'ended' }>['outcome'];

/** How many ranked candidates are looked at … */
const RANKED = 50;
/** … and how many are told. */
const SHOWN = 10;

/**
 * One round of the copilot: from a message of the instructor to what came of it. An answer to the
 * question of the round before continues that request; otherwise the endpoint is asked when there
 * is one, and the message is read as a direct request when there is none or it is down. The last event is `ended`,
 * exactly once; `state` is updated in place. Aborting ends the round with `stopped`. `carried`: the message
 * was worked on before and interrupted; what is left of it is gone on with.
 */
export async function* runRound(
  message: string,
  state: RoundState,
  ports: Ports,
  signal: AbortSignal,
  carried: Carried | null = null,
): AsyncGenerator<RoundEvent> {
  const log = startRoundLog();
  state.left = null;
  if (carried) state.pending = null;
  let outcome: Outcome;
  try {
    signal.throwIfAborted();
    yield* putAwayDone(state);
    const request = carried ? readRest(message, carried, state) : readMessage(message, state);
    const deeds = carried?.deeds ?? [];
    const goesOn = carried !== null || state.pending !== null;
    const events = answerMessage(message, request, deeds, state, log, ports, signal);
    outcome = yield* followDirectHops(events, state, goesOn);
  } catch (error) {
    if (!signal.aborted) throw error;
    outcome = 'stopped';
    yield { type: 'said', text: describeStop(log) };
  }
  yield { type: 'ended', outcome };
}

async function* answerMessage(
  message: string,
  request: ReadMessage,
  deeds: readonly Deed[],
  state: RoundState,
  log: RoundLog,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Outcome> {
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
      yield toAsked(pending);
      return 'asked';
    }
    state.pending = null;
    if (answer.kind === 'cancel') {
      yield { type: 'said', text: 'All right, I leave it at that.' };
      return 'done';
    }
    if (chosen) {
      return yield* followTasks([pending.task, ...pending.rest], chosen, state, log, ports, signal);
    }
  }
  if (hasEndpoint(ports)) {
    const outcome = yield* runModelRound(message, state, log, ports, signal);
    if (typeof outcome === 'string') return outcome;
    if (!request.ok) {
      yield tellFailure(outcome, log);
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
  return yield* followTasks(tasks, null, state, log, ports, signal, deeds);
}

/** Does one task after the other: observe, ground, perform; stops at the first that cannot be done. */
async function* followTasks(
  tasks: readonly Task[],
  chosen: PendingOption | null,
  state: RoundState,
  log: RoundLog,
  ports: Ports,
  signal: AbortSignal,
  doneByHand: readonly Deed[] = [],
): AsyncGenerator<RoundEvent, Outcome> {
  let queue = [...tasks];
  const acts: LastAct[] = [];
  let answer = chosen;
  let before: ReadonlySet<Uid> = new Set();
  let around: readonly Candidate[] = [];

  /** The person had the page: what they did is not done again. */
  async function heed(deeds: readonly Deed[]): Promise<void> {
    const rank: Sight['rank'] = (query, among) => ports.rank(query, among, 1, signal);
    const { rest, done } = await dropDone(queue, deeds, around, rank);
    queue = rest;
    log.notes.push(...done.map((deed) => `You ${describeDeed(deed)} yourself.`));
  }

  await heed(doneByHand);
  for (;;) {
    const meanwhile = await ports.hold?.pass(signal);
    if (meanwhile) await heed(meanwhile.deeds);
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
      const lost = yield* reviewActs(log, ports, true, signal);
      const text = [grounded.text, ...lost, describeRest(log, queue)].join(' ');
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
    if (grounded.kind === 'ask') {
      state.pending = toPending(grounded, task, queue);
      yield toAsked(state.pending);
      return 'asked';
    }

    const { action, target, next } = grounded;
    const step = grounded.step ?? toStep(task);
    state.left = { now: task, rest: [...next, ...queue] };
    const result = yield* performAction(action, target, log, ports, signal, {
      among: around,
      ...describePart(task, action, target, next, around),
    });
    if (target && isTextField(target)) state.lastField = target.uid;
    const back =
      result.meanwhile ?? (result.handedOver === true ? await ports.hold?.pass(signal) : null);
    if (back && (result.meanwhile || isDoneByHand(action, back.deeds))) {
      const own = back.deeds.find((deed) => isSameDeed(deed, action));
      if (result.handedOver) log.acts.pop();
      if (own) log.notes.push(`You ${describeDeed(own)} yourself.`);
      else if (result.handedOver) log.notes.push('You did that yourself.');
      queue.unshift(...(own || result.handedOver ? next : [task]));
      await heed(back.deeds.filter((deed) => deed !== own));
      continue;
    }
    const way = result.isCovered ? askToUncover(around) : null;
    if (way) {
      state.pending = toPending(way, task, [task, ...queue]);
      yield toAsked(state.pending);
      return 'asked';
    }
    if (result.verdict !== 'done') {
      const lost = yield* reviewActs(log, ports, true, signal);
      const rest = [...lost, describeRest(log, [...next, ...queue])].join(' ').trim();
      if (rest !== '') yield { type: 'said', text: rest };
      return 'failed';
    }
    const act = log.acts.at(-1);
    if (step && act) {
      acts.push(noteAct(step, act, around, rivals));
      state.acts = acts;
    }
    queue.unshift(...next);
  }
  const lost = yield* reviewActs(log, ports, true, signal);
  if (lost.length > 0) {
    yield { type: 'said', text: [...lost, describeRest(log, [])].join(' ').trim() };
    return 'failed';
  }
  yield { type: 'said', text: summarise(log) };
  return 'done';
}

/** Grounds a task on the page just read, telling every ranking it took. */
async function* groundOnPage(
  task: Task,
  answer: PendingOption | null,
  observation: Observation,
  before: ReadonlySet<Uid>,
  state: RoundState,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, { grounded: Grounded; rivals: Uid[] }> {
  const rankings: RoundEvent[] = [];
  let rivals: Uid[] = [];
  const sight: Sight = {
    observation,
    lastField: state.lastField,
    acts: state.acts ?? [],
    before,
    async rank(query, candidates) {
      const result = await ports.rank(query, candidates, RANKED, signal);
      signal.throwIfAborted();
      const { ranker, ranked } = result;
      rivals = listRivals(ranked);
      rankings.push({ type: 'ranked', query: query.text, ranker, ranked: ranked.slice(0, SHOWN) });
      return result;
    },
  };
  const meant = answer?.choice && 'value' in task ? { ...task, value: answer.choice } : task;
  const onChosen = answer ? groundOnChosen(meant, answer.uid, sight) : null;
  const ground = onChosen ?? (await groundTask(meant, sight));
  const unread = ground.kind === 'lost' ? tellUnreadFrames(observation.root) : '';
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
  return fitting.slice(0, MOST_SHOWN + 1).map(({ candidate }) => candidate.uid);
}

function toAsked({ question, options }: PendingQuestion): RoundEvent {
  const answers = options
    .slice(0, MOST_SHOWN)
    .map(({ label, value, target }) => ({ label, value, target }));
  return { type: 'asked', question, options: answers };
}
