import type { PageAction, TabAction } from '../../action/action.ts';
import { printCall } from '../../action/call.ts';
import type { ToolAnswer } from '../../action/page-tool.ts';
import type { PerformResult, Receipt } from '../../action/receipt.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import {
  describeAction,
  describeAttempts,
  describeDone,
  describeFailedAttempt,
  describeHandOver,
  describeReceipt,
  describeToolAnswer,
  findDestination,
} from '../describe.ts';
import { findUndo } from '../target/last-action.ts';
import type { OpenTasks } from '../log/resume-state.ts';
import { GOES_IN_CIRCLES } from '../messages.ts';
import type { ProposedAction } from '../rules/gate.ts';
import { checkAction, checkArrival } from '../rules/gate.ts';
import type { RunContext } from './run-progress.ts';
import type { RunEvent } from './run-event.ts';
import type { PerformedStep, RunAction, RunProgress } from './run-progress.ts';
import type { Takeover } from './takeover.ts';

/** `message` describes the outcome in one sentence. */
export interface ActionResult {
  verdict: 'done' | 'nothing-changed' | 'refused' | 'taken-over';
  message: string;
  /** With `taken-over`: what the person did instead of the action. */
  takeover?: Takeover;
  /** Something lies over the target. */
  isCovered?: true;
  /** The person has the page now and does it themselves. */
  handedOver?: true;
}

/** An action to perform, and how to describe it. */
export interface ActionOrder {
  action: PageAction | TabAction;
  target: Candidate | null;
  /** The candidates before the action; changes of others are described by their names. */
  among?: readonly Candidate[];
  /** What was done, to follow "I". */
  done?: string;
  /** Not mentioned once the action that it leads to is done. */
  isPart?: boolean;
  /** Leave the field after typing, since many pages take a value only then. */
  leaves?: true;
  /** The action only confirms a value, so it may change nothing. */
  isOptional?: true;
  /** The user's words for the target in a direct request; null when something else chose it. */
  named?: string | null;
  /** The tasks of a direct request that are left from this action on. */
  left?: OpenTasks;
}

type ActingRun = Pick<RunContext, 'progress' | 'ports' | 'signal'>;

/** How often to start an action that a pause stopped at the last moment. */
const MAX_STARTS = 5;

/** Performs an action that the rules allow, and reports its verified effect. */
export async function* performAction(
  run: ActingRun,
  order: ActionOrder,
): AsyncGenerator<RunEvent, ActionResult> {
  const { progress, ports, signal } = run;
  const { action, target, among = [], isPart = false, named = null } = order;
  const { done = describeDone(action, target, among) } = order;
  const description = describeAction(action, target, among);
  const destination = findDestination(action, among);
  const proposal = { turnId: ports.newId(), action, target, destination, description, named };
  const step: PerformedStep = { call: printCall(action), among };
  if (named === null && isLoop(progress.steps, step)) {
    const { turnId } = proposal;
    yield { type: 'forbidden', turnId, action, target, description, message: GOES_IN_CIRCLES };
    yield { type: 'refused', turnId, message: GOES_IN_CIRCLES };
    return { verdict: 'refused', message: GOES_IN_CIRCLES };
  }
  progress.steps = [...progress.steps, step].slice(-MAX_CYCLE * MAX_REPEATS);
  const passed = yield* checkAction(proposal, ports.gate, signal, ports.control);
  if (!passed.ok) {
    yield { type: 'refused', turnId: proposal.turnId, message: passed.message };
    if (!passed.isWithdrawn) return { verdict: 'refused', message: passed.message };
    const takeover = await ports.control?.waitUntilFree(signal);
    return yieldToUser(takeover ?? { userActions: [] }, progress);
  }
  const started = yield* startAction(run, proposal, order, passed.wasAsked === true);
  if ('takeover' in started) return yieldToUser(started.takeover, progress);
  const { turnId, performed } = started;
  // A run stopped in the middle of an action can't tell whether it was done.
  if (performed.ok || !performed.receipt) progress.openAction = null;
  if (!performed.ok) {
    signal.throwIfAborted();
    progress.openAction = null;
    yield { type: 'refused', turnId, message: performed.message };
    const isCovered = performed.reason === 'covered';
    return { verdict: 'refused', message: performed.message, ...(isCovered && { isCovered }) };
  }
  const { receipt } = performed;
  const outcome = describeAttempts(receipt, describeReceipt(receipt, target, among));
  progress.actions.push({ turnId, action, target, among, receipt, outcome, done, isPart });
  forgetPages(progress.actions);
  progress.outcome = null;
  const undo = receipt.verdict === 'changed' ? findUndo(action, target, receipt, among) : null;
  yield { type: 'acted', turnId, receipt, description: outcome, ...(undo && { undo }) };
  const arrived = yield* checkArrival(proposal, ports.gate, signal);
  if (!arrived.ok) {
    yield { type: 'said', text: arrived.message };
    return { verdict: 'refused', message: arrived.message };
  }
  const canGiveBack = ports.control?.handOver !== undefined;
  const handOver = describeHandOver(action, target, receipt, canGiveBack);
  const lack = handOver ?? describeMissingEffect(action, receipt, among);
  if (lack !== null && order.isOptional && receipt.verdict === 'unchanged') progress.actions.pop();
  else if (lack !== null) {
    // A page behind a dialog doesn't answer, so the person can't use it.
    const isHandedOver = receipt.handOver !== undefined && canGiveBack;
    if (isHandedOver) ports.control?.handOver?.();
    const message = `I ${describeDone(action, target, among)}, but ${lack}.`;
    yield { type: 'refused', turnId, message };
    return { verdict: 'nothing-changed', message, ...(isHandedOver && { handedOver: true }) };
  }
  return { verdict: 'done', message: `${outcome}.` };
}

/** Actions whose pages are remembered, to describe what comes of them later. A page may take some megabytes. */
const MOST_PAGES = 8;

function forgetPages(actions: readonly RunAction[]): void {
  const old = actions.at(-1 - MOST_PAGES);
  if (old) old.among = [];
}

type StartedAction = { turnId: string; performed: PerformResult } | { takeover: Takeover };

/** Announces an action and performs it once the run isn't paused; again if a pause came before its first event. */
async function* startAction(
  { progress, ports, signal }: ActingRun,
  { turnId, action, target, description }: ProposedAction,
  { left, leaves }: ActionOrder,
  wasAsked: boolean,
): AsyncGenerator<RunEvent, StartedAction> {
  for (let starts = 1, id = turnId; ; starts += 1, id = ports.newId()) {
    const takeover = await ports.control?.waitUntilFree(signal);
    if (takeover) return { takeover };
    yield { type: 'acting', turnId: id, action, target, description, ...(left && { left }) };
    signal.throwIfAborted();
    progress.openAction = { action, target };
    const performed = await ports.perform(
      { turnId: id, action, target, wasAsked, ...(leaves && { leaves }) },
      signal,
    );
    const isHeld = !performed.ok && performed.reason === 'held';
    if (!isHeld || starts === MAX_STARTS) return { turnId: id, performed };
    progress.openAction = null;
    yield { type: 'refused', turnId: id, message: performed.message };
  }
}

/** The person took over: the action was about the page before that. */
function yieldToUser(takeover: Takeover, progress: RunProgress): ActionResult {
  progress.steps = progress.steps.slice(0, -1);
  return { verdict: 'taken-over', message: 'It was not done.', takeover };
}

/** Says why a performed action doesn't count as done; null when it does. */
function describeMissingEffect(
  action: PageAction | TabAction,
  receipt: Receipt,
  among: readonly Candidate[],
): string | null {
  if (receipt.tool) return describeToolFailure(receipt.tool, receipt, among);
  if (receipt.asAsked === false) {
    const changed = receipt.verdict === 'changed';
    return `the page did not take it${changed ? ` (${describeReceipt(receipt, null, among)})` : ''}${describeFailedAttempt(receipt)}`;
  }
  if (receipt.verdict !== 'unchanged' || receipt.asAsked === true) return null;
  if (receipt.pending) {
    return 'nothing has changed so far, and the page is still waiting for an answer to what it sent';
  }
  // A hover rarely has a visible effect.
  return action.intent === 'hover'
    ? null
    : `nothing changed on the page${describeFailedAttempt(receipt)}`;
}

/** A tool may claim anything: unless it only reads, its success counts once the page shows it. */
function describeToolFailure(
  tool: ToolAnswer,
  receipt: Receipt,
  among: readonly Candidate[],
): string | null {
  if (tool.state !== 'answered') {
    const doubt = tool.state === 'silent' ? ', so it is not certain what it did' : '';
    return `${describeReceipt(receipt, null, among)}${doubt}`;
  }
  if (receipt.verdict !== 'unchanged' || tool.readOnly) return null;
  return `nothing changed on the page, although ${describeToolAnswer(tool)}`;
}

/** The longest detected cycle, in actions. */
const MAX_CYCLE = 4;
/** How often a cycle may repeat. */
const MAX_REPEATS = 2;

/**
 * Whether `next` would continue a cycle of several actions that lead back to the same page. A single repeated action
 * isn't a cycle: it may count up a number that is not a candidate, and its receipts show when it has no effect.
 */
export function isLoop(trail: readonly PerformedStep[], next: PerformedStep): boolean {
  for (let length = 2; length <= MAX_CYCLE; length++) {
    const last = trail.slice(-length * MAX_REPEATS);
    const [first] = last;
    if (!first || last.length < length * MAX_REPEATS || !isSameStep(first, next)) continue;
    const isRepeated = last.every((step, at) => isSameStep(step, last[at % length]));
    if (isRepeated && last.some((step) => !isSameStep(step, first))) return true;
  }
  return false;
}

/** Compares pages only where the actions are the same: pages have thousands of candidates. */
export function isSameStep(one: PerformedStep, other: PerformedStep | undefined): boolean {
  if (one === other) return true;
  return one.call === other?.call && writeStates(one.among) === writeStates(other.among);
}

function writeStates(candidates: readonly Candidate[]): string {
  const states = candidates.map(({ uid, fields, box, checked, expanded, disabled, inViewport }) =>
    [uid, fields.name, fields.value, box?.y, checked, expanded, disabled, inViewport].join('\t'),
  );
  return states.join('\n');
}
