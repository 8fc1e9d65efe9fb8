import type { PageAction, TabAction } from '../action/action.ts';
import { printCall } from '../action/call.ts';
import type { Performed, Receipt } from '../action/receipt.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { isLoop, nameStep } from './find-loop.ts';
import { describeAction, describeDone, describeReceipt } from './describe.ts';
import { tellHandOver, tellTries, tellVain } from './describe-tries.ts';
import type { Meanwhile } from './charge/hold.ts';
import type { Ports } from './ports.ts';
import type { RoundEvent } from './round-event.ts';
import type { RoundLog } from './round-log.ts';
import type { Proposal } from './rules/gate.ts';
import { passArrival, passGate } from './rules/gate.ts';

/** `message` says in one sentence what came of it. */
export interface ActionResult {
  verdict: 'done' | 'nothing-changed' | 'refused' | 'taken-over';
  message: string;
  /** With `taken-over`: what the person did in place of it. Nothing was done. */
  meanwhile?: Meanwhile;
  /** Something lies over the target. */
  isCovered?: true;
  /** The person has the page now, to do it themselves. */
  handedOver?: true;
}

/** How an action is told. */
interface Telling {
  /** What was on the page before: changes of others are told by their names. */
  among?: readonly Candidate[];
  /** What is said to have been done, to follow "I". */
  done?: string;
  /** Goes without saying once what it leads to is done. */
  isPart?: boolean;
  /** What the user called the target in a direct order; null when something else chose it. */
  named?: string | null;
}

/** How often an action that a pause held back in the last moment is begun anew. */
const MOST_BEGINNINGS = 5;

/** Announces an action that the rules let pass, performs it, and reports what it verifiably changed. */
export async function* performAction(
  action: PageAction | TabAction,
  target: Candidate | null,
  log: RoundLog,
  ports: Ports,
  signal: AbortSignal,
  {
    among = [],
    done = describeDone(action, target, among),
    isPart = false,
    named = null,
  }: Telling = {},
): AsyncGenerator<RoundEvent, ActionResult> {
  const description = describeAction(action, target, among);
  const proposal = { turnId: ports.newId(), action, target, description, named };
  const step = nameStep(printCall(action), among);
  if (named === null && isLoop(log.trail, step)) {
    const message =
      'I did not do it again: the last actions go round in a circle, and the page is as it was before them.';
    const { turnId } = proposal;
    yield { type: 'forbidden', turnId, action, target, description, message };
    yield { type: 'refused', turnId, message };
    return { verdict: 'refused', message };
  }
  log.trail.push(step);
  const passed = yield* passGate(proposal, ports.gate, signal, ports.hold);
  if (!passed.ok) {
    yield { type: 'refused', turnId: proposal.turnId, message: passed.message };
    if (!passed.isWithdrawn) return { verdict: 'refused', message: passed.message };
    return leaveToPerson((await ports.hold?.pass(signal)) ?? { deeds: [] }, log);
  }
  const begun = yield* beginAction(proposal, passed.wasAsked === true, log, ports, signal);
  if ('meanwhile' in begun) return leaveToPerson(begun.meanwhile, log);
  const { turnId, performed } = begun;
  // Stopped in the middle, nobody knows whether it is done.
  if (performed.ok || !performed.receipt) log.open = null;
  if (!performed.ok) {
    signal.throwIfAborted();
    log.open = null;
    yield { type: 'refused', turnId, message: performed.message };
    const isCovered = performed.reason === 'covered';
    return { verdict: 'refused', message: performed.message, ...(isCovered && { isCovered }) };
  }
  const { receipt } = performed;
  const outcome = tellTries(receipt, describeReceipt(receipt, target, among));
  log.acts.push({ turnId, action, target, among, receipt, outcome, done, isPart });
  log.outcome = null;
  yield { type: 'acted', turnId, receipt, description: outcome };
  const arrived = yield* passArrival(proposal, ports.gate, signal);
  if (!arrived.ok) {
    yield { type: 'said', text: arrived.message };
    return { verdict: 'refused', message: arrived.message };
  }
  const canGiveBack = ports.hold?.handOver !== undefined;
  const handOver = tellHandOver(action, target, receipt, canGiveBack);
  const lack = handOver ?? describeLack(action, receipt, among);
  if (lack !== null) {
    // Behind a dialog the page cannot be handed over: nothing in it answers.
    const isHandedOver = receipt.handOver !== undefined && canGiveBack;
    if (isHandedOver) ports.hold?.handOver?.();
    const message = `I ${describeDone(action, target, among)}, but ${lack}.`;
    yield { type: 'refused', turnId, message };
    return { verdict: 'nothing-changed', message, ...(isHandedOver && { handedOver: true }) };
  }
  return { verdict: 'done', message: `${outcome}.` };
}

type Begun = { turnId: string; performed: Performed } | { meanwhile: Meanwhile };

/**
 * Announces an action and performs it once nobody holds the round; anew where a pause came before its first
 * event. `meanwhile`: the person took over before it was done.
 */
async function* beginAction(
  { turnId, action, target, description }: Proposal,
  wasAsked: boolean,
  log: RoundLog,
  ports: Ports,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Begun> {
  for (let left = MOST_BEGINNINGS, id = turnId; ; left -= 1, id = ports.newId()) {
    const meanwhile = await ports.hold?.pass(signal);
    if (meanwhile) return { meanwhile };
    yield { type: 'acting', turnId: id, action, target, description };
    signal.throwIfAborted();
    log.open = { action, target };
    const performed = await ports.perform({ turnId: id, action, target, wasAsked }, signal);
    if (performed.ok || performed.reason !== 'held' || left === 1) return { turnId: id, performed };
    log.open = null;
    yield { type: 'refused', turnId: id, message: performed.message };
  }
}

/** The person has the page, or had it: what was going to be done was about the page before that. */
function leaveToPerson(meanwhile: Meanwhile, log: RoundLog): ActionResult {
  log.trail.pop();
  return { verdict: 'taken-over', message: 'It was not done.', meanwhile };
}

/** Why an action that was performed does not count as done; null when it does. */
function describeLack(
  action: PageAction | TabAction,
  receipt: Receipt,
  among: readonly Candidate[],
): string | null {
  if (receipt.asAsked === false) {
    const changed = receipt.verdict === 'changed';
    return `the page did not take it${changed ? ` (${describeReceipt(receipt, null, among)})` : ''}${tellVain(receipt)}`;
  }
  if (receipt.verdict !== 'unchanged' || receipt.asAsked === true) return null;
  if (receipt.pending) {
    return 'nothing has changed so far, and the page is still waiting for an answer to what it sent';
  }
  // Moving the mouse over something seldom changes anything that can be seen.
  return action.intent === 'hover' ? null : `nothing changed on the page${tellVain(receipt)}`;
}
