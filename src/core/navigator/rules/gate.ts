import type { ActionOf, PageAction, TabAction } from '../../action/action.ts';
import type { PageTool } from '../../action/page-tool.ts';
import { findToolInputFault } from '../../action/page-tool.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { ActionStep } from '../log/resume-state.ts';
import type { RunControl } from '../run/takeover.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { ApprovalRequest, PermissionDecision } from './conditions.ts';
import { listChoices } from './conditions.ts';
import type { Judgement, Situation } from './judge.ts';
import { addCondition, judgeAction, judgeArrival, toGrants } from './judge.ts';
import type { Grant } from './rule-book.ts';

export interface Gate {
  readSituation(target: Candidate | null): Promise<Omit<Situation, 'named'>>;
  /** Asks the user and waits; rejects when `signal` aborts. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<PermissionDecision>;
  /** Withdraws a question: the promise of `ask` settles, but its value means nothing. */
  withdraw?(turnId: string): void;
  /** Saves permissions that were given for this action, for this conversation or for good. */
  saveGrants(turnId: string, grants: readonly Grant[], how: 'task' | 'always'): Promise<void>;
  allowHost(host: string): void;
  doubts?: UncertainSteps;
}

/** Actions of an interrupted run that had begun, but may not have been done. */
export interface UncertainSteps {
  /** Returns the one that this step may repeat. `submits`: it sends a form; `isOrdered`: the user's words ask for it. */
  find(step: ActionStep, how: { submits: boolean; isOrdered: boolean }): ActionStep | null;
  /** The user has decided on it. */
  settle(step: ActionStep): void;
}

export interface ProposedAction {
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  /** Where a drag ends. */
  destination?: Candidate | null;
  description: string;
  /** The user's words for the target in a direct request; null if something else chose it. */
  named: string | null;
}

/** `wasAsked`: the user allowed it. `isWithdrawn`: the person took over before they answered. */
type GateResult =
  { ok: true; wasAsked?: true } | { ok: false; message: string; isWithdrawn?: true };

/**
 * Lets an action pass if the rules or the user allow it. A question is withdrawn if the person takes over, because it
 * is about a page that they are changing.
 */
export async function* checkAction(
  proposal: ProposedAction,
  gate: Gate,
  signal: AbortSignal,
  hold?: RunControl,
): AsyncGenerator<RunEvent, GateResult> {
  const { turnId, action, target, destination = null, description, named } = proposal;
  const situation = { ...(await gate.readSituation(target)), destination, named };
  signal.throwIfAborted();
  const { facts, page, tools } = situation;
  const fault = action.intent === 'callTool' ? findToolFault(action, tools ?? []) : null;
  if (fault !== null) {
    const message = `I did not do it: ${fault}.`;
    yield { type: 'forbidden', turnId, action, target, description, message };
    return { ok: false, message };
  }
  const how = { submits: facts?.submits ?? false, isOrdered: named !== null };
  const doubt = gate.doubts?.find({ action, description }, how) ?? null;
  const judged = judgeAction(action, target, situation);
  const met = { condition: 'repeat', host: hostOf(page) } as const;
  const judgement = doubt ? addCondition(judged, met) : judged;
  if (judgement.verdict === 'deny') {
    const message = `I did not do it. ${judgement.reason}`;
    yield { type: 'forbidden', turnId, action, target, description, message };
    return { ok: false, message };
  }
  const passed =
    judgement.verdict === 'allow'
      ? ALLOWED
      : yield* askUser(proposal, judgement, gate, signal, hold);
  if (doubt && passed.ok) gate.doubts?.settle(doubt);
  return passed;
}

/** Checks a call of a tool before the user is asked about it. */
function findToolFault(
  { tool, input }: ActionOf<'callTool'>,
  tools: readonly PageTool[],
): string | null {
  const known = tools.find(({ name }) => name === tool);
  return known ? findToolInputFault(known, input) : `the page has no tool “${tool}”`;
}

/** Decides whether the run may go on where an action has led to. */
export async function* checkArrival(
  proposal: Pick<ProposedAction, 'turnId' | 'named'>,
  gate: Gate,
  signal: AbortSignal,
  asked: { description: string; reason: string } | null = null,
): AsyncGenerator<RunEvent, GateResult> {
  const situation = { ...(await gate.readSituation(null)), named: proposal.named };
  signal.throwIfAborted();
  const judgement = judgeArrival(situation);
  if (judgement.verdict === 'allow') {
    gate.allowHost(hostOf(situation.page));
    return ALLOWED;
  }
  const { reason } = judgement;
  if (judgement.verdict === 'deny') {
    return {
      ok: false,
      message: `That led to a page that is ruled out: ${reason} I stopped there.`,
    };
  }
  const arrival: ProposedAction = {
    turnId: `${proposal.turnId} arrival`,
    action: { intent: 'load', url: situation.page },
    target: null,
    description: asked?.description ?? `Go on at ${hostOf(situation.page)}`,
    named: null,
  };
  const asks = asked ? { ...judgement, reason: asked.reason } : judgement;
  return yield* askUser(arrival, asks, gate, signal);
}

/** Asks before an outside agent reads a site that the person has not allowed in this conversation. */
export async function* checkEntry(
  agent: string,
  { gate, newId }: { gate: Gate; newId: () => string },
  signal: AbortSignal,
): AsyncGenerator<RunEvent, GateResult> {
  const { page } = await gate.readSituation(null);
  const host = hostOf(page);
  // Pages of the browser can't be read, which the next reading reports.
  if (host === '') return ALLOWED;
  const asked = {
    description: `Let ${agent} work on ${host}`,
    reason: `${agent} would read and use ${host} as you are signed in there.`,
  };
  return yield* checkArrival({ turnId: newId(), named: null }, gate, signal, asked);
}

const ALLOWED: GateResult = { ok: true };

async function* askUser(
  { turnId, action, target, description }: ProposedAction,
  { conditions: met, reason }: Judgement,
  gate: Gate,
  signal: AbortSignal,
  hold?: RunControl,
): AsyncGenerator<RunEvent, GateResult> {
  const conditions = met.map(({ condition }) => condition);
  const request: ApprovalRequest = {
    turnId,
    action,
    target,
    description,
    reason,
    conditions,
    host: met[0]?.host ?? '',
    choices: listChoices(conditions),
  };
  // Asks before it reports the question, so that no answer can come too early; a stop meanwhile is handled below.
  const answer = gate.ask(request, signal);
  answer.catch(() => undefined);
  yield { type: 'approval', ...request };
  const taken = hold?.whenTaken?.().then(() => 'withdrawn' as const);
  const decision = await (taken ? Promise.race([answer, taken]) : answer);
  signal.throwIfAborted();
  yield { type: 'decided', turnId, decision };
  if (decision === 'withdrawn') {
    gate.withdraw?.(turnId);
    const message = `You took over before you answered (${description}), so I did not do it.`;
    return { ok: false, message, isWithdrawn: true };
  }
  if (decision === 'deny') {
    return { ok: false, message: `You did not allow it (${description}), so I did not do it.` };
  }
  // An answer that wasn't offered counts as the least one.
  if (decision !== 'once' && request.choices.includes(decision)) {
    await gate.saveGrants(turnId, toGrants(action, met), decision);
  }
  for (const { condition, host } of met) if (condition === 'leave-sites') gate.allowHost(host);
  return { ok: true, wasAsked: true };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
