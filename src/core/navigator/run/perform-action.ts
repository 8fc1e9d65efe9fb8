import type { PageAction, TabAction } from '../../action/action.ts';
import { printCall } from '../../action/call.ts';
import type { PerformResult, Receipt } from '../../action/receipt.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import {
  describeAction,
  describeAttempts,
  describeDone,
  describeFailedAttempt,
  describeHandOver,
  describeReceipt,
} from '../describe.ts';
import type { OpenTasks } from '../log/resume-state.ts';
import type { ProposedAction } from '../rules/gate.ts';
import { checkAction, checkArrival } from '../rules/gate.ts';
import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import type { RunProgress } from './run-progress.ts';
import type { Takeover } from './takeover.ts';

/** `message` says in one sentence what came of it. */
export interface ActionResult {
  verdict: 'done' | 'nothing-changed' | 'refused' | 'taken-over';
  message: string;
  /** With `taken-over`: what the person did in place of it. Nothing was done. */
  takeover?: Takeover;
  /** Something lies over the target. */
  isCovered?: true;
  /** The person has the page now, to do it themselves. */
  handedOver?: true;
}

/** How an action is told. */
interface ActionWording {
  /** What was on the page before: changes of others are told by their names. */
  among?: readonly Candidate[];
  /** What is said to have been done, to follow "I". */
  done?: string;
  /** Goes without saying once what it leads to is done. */
  isPart?: boolean;
  /** What the user called the target in a direct order; null when something else chose it. */
  named?: string | null;
  /** The tasks of a direct request that are left from this action on. */
  left?: OpenTasks;
}

/** How often an action that a pause held back in the last moment is begun anew. */
const MAX_STARTS = 5;

/** Announces an action that the rules let pass, performs it, and reports what it verifiably changed. */
export async function* performAction(
  action: PageAction | TabAction,
  target: Candidate | null,
  log: RunProgress,
  ports: Ports,
  signal: AbortSignal,
  {
    among = [],
    done = describeDone(action, target, among),
    isPart = false,
    named = null,
    left,
  }: ActionWording = {},
): AsyncGenerator<RunEvent, ActionResult> {
  const description = describeAction(action, target, among);
  const proposal = { turnId: ports.newId(), action, target, description, named };
  const step = stepKey(printCall(action), among);
  if (named === null && isLoop(log.steps, step)) {
    const message =
      'I did not do it again: the last actions go round in a circle, and the page is as it was before them.';
    const { turnId } = proposal;
    yield { type: 'forbidden', turnId, action, target, description, message };
    yield { type: 'refused', turnId, message };
    return { verdict: 'refused', message };
  }
  log.steps.push(step);
  const passed = yield* checkAction(proposal, ports.gate, signal, ports.control);
  if (!passed.ok) {
    yield { type: 'refused', turnId: proposal.turnId, message: passed.message };
    if (!passed.isWithdrawn) return { verdict: 'refused', message: passed.message };
    return yieldToUser((await ports.control?.waitUntilFree(signal)) ?? { userActions: [] }, log);
  }
  const announced = { ...proposal, ...(left && { left }) };
  const begun = yield* startAction(announced, passed.wasAsked === true, log, ports, signal);
  if ('meanwhile' in begun) return yieldToUser(begun.meanwhile, log);
  const { turnId, performed } = begun;
  // Stopped in the middle, nobody knows whether it is done.
  if (performed.ok || !performed.receipt) log.openAction = null;
  if (!performed.ok) {
    signal.throwIfAborted();
    log.openAction = null;
    yield { type: 'refused', turnId, message: performed.message };
    const isCovered = performed.reason === 'covered';
    return { verdict: 'refused', message: performed.message, ...(isCovered && { isCovered }) };
  }
  const { receipt } = performed;
  const outcome = describeAttempts(receipt, describeReceipt(receipt, target, among));
  log.actions.push({ turnId, action, target, among, receipt, outcome, done, isPart });
  log.outcome = null;
  yield { type: 'acted', turnId, receipt, description: outcome };
  const arrived = yield* checkArrival(proposal, ports.gate, signal);
  if (!arrived.ok) {
    yield { type: 'said', text: arrived.message };
    return { verdict: 'refused', message: arrived.message };
  }
  const canGiveBack = ports.control?.handOver !== undefined;
  const handOver = describeHandOver(action, target, receipt, canGiveBack);
  const lack = handOver ?? describeMissingEffect(action, receipt, among);
  if (lack !== null) {
    // Behind a dialog the page cannot be handed over: nothing in it answers.
    const isHandedOver = receipt.handOver !== undefined && canGiveBack;
    if (isHandedOver) ports.control?.handOver?.();
    const message = `I ${describeDone(action, target, among)}, but ${lack}.`;
    yield { type: 'refused', turnId, message };
    return { verdict: 'nothing-changed', message, ...(isHandedOver && { handedOver: true }) };
  }
  return { verdict: 'done', message: `${outcome}.` };
}

type StartedAction = { turnId: string; performed: PerformResult } | { meanwhile: Takeover };

/**
 * Announces an action and performs it once nobody holds the round; anew where a pause came before its first
 * event. `meanwhile`: the person took over before it was done.
 */
async function* startAction(
  { turnId, action, target, description, left }: ProposedAction & { left?: OpenTasks },
  wasAsked: boolean,
  log: RunProgress,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, StartedAction> {
  for (let starts = 1, id = turnId; ; starts += 1, id = ports.newId()) {
    const meanwhile = await ports.control?.waitUntilFree(signal);
    if (meanwhile) return { meanwhile };
    yield { type: 'acting', turnId: id, action, target, description, ...(left && { left }) };
    signal.throwIfAborted();
    log.openAction = { action, target };
    const performed = await ports.perform({ turnId: id, action, target, wasAsked }, signal);
    if (performed.ok || performed.reason !== 'held' || starts === MAX_STARTS)
      return { turnId: id, performed };
    log.openAction = null;
    yield { type: 'refused', turnId: id, message: performed.message };
  }
}

/** The person has the page, or had it: what was going to be done was about the page before that. */
function yieldToUser(meanwhile: Takeover, log: RunProgress): ActionResult {
  log.steps.pop();
  return { verdict: 'taken-over', message: 'It was not done.', takeover: meanwhile };
}

/** Why an action that was performed does not count as done; null when it does. */
function describeMissingEffect(
  action: PageAction | TabAction,
  receipt: Receipt,
  among: readonly Candidate[],
): string | null {
  if (receipt.asAsked === false) {
    const changed = receipt.verdict === 'changed';
    return `the page did not take it${changed ? ` (${describeReceipt(receipt, null, among)})` : ''}${describeFailedAttempt(receipt)}`;
  }
  if (receipt.verdict !== 'unchanged' || receipt.asAsked === true) return null;
  if (receipt.pending) {
    return 'nothing has changed so far, and the page is still waiting for an answer to what it sent';
  }
  // Moving the mouse over something seldom changes anything that can be seen.
  return action.intent === 'hover'
    ? null
    : `nothing changed on the page${describeFailedAttempt(receipt)}`;
}

/** Cycles of up to this many actions are looked for. */
const MAX_CYCLE = 4;
/** How often a cycle of several actions may come round. */
const MAX_REPEATS = 2;

/**
 * Whether `next` would only go on with what the last actions did over and over: several in turn that lead
 * back to where they began. Each entry names an action together with the state of the page it is done on.
 * One action many times is none: it may count up a number that is no candidate, and where it changes
 * nothing its receipts say so.
 */
export function isLoop(trail: readonly string[], next: string): boolean {
  for (let length = 2; length <= MAX_CYCLE; length++) {
    const last = trail.slice(-length * MAX_REPEATS);
    if (last.length < length * MAX_REPEATS || last[0] !== next) continue;
    if (new Set(last).size > 1 && last.every((entry, at) => entry === last[at % length]))
      return true;
  }
  return false;
}

/** An action and the page it is done on, as far as its candidates tell; their uids are those of one document. */
export function stepKey(call: string, candidates: readonly Candidate[]): string {
  const states = candidates.map(({ uid, fields, box, checked, expanded, disabled, inViewport }) =>
    [uid, fields.name, fields.value, box?.y, checked, expanded, disabled, inViewport].join('\t'),
  );
  return [call, ...states].join('\n');
}
