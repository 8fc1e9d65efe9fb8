import type { PageAction, TabAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { JournalStep } from '../journal/journal-entry.ts';
import type { Hold } from '../charge/hold.ts';
import type { RoundEvent } from '../round-event.ts';
import type { Choice, Condition, Decision } from './condition.ts';
import { RULES } from './condition.ts';
import type { Judgement, Situation } from './judge.ts';
import { addCondition, judge, judgeArrival, toGrants } from './judge.ts';
import type { Grant } from './rule-book.ts';

/** What the user is asked. */
export interface ApprovalRequest {
  /** Of the action that waits. */
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  /** The action in the user's words: `Click Delete`. */
  description: string;
  /** Why it is asked: one sentence. */
  reason: string;
  conditions: readonly Condition[];
  /** The host that a permission would be about. */
  host: string;
  /** Beside “no”, which is always one. */
  choices: readonly Choice[];
}

/** What the rules need from outside. */
export interface Gate {
  /** How things stand now for an action on this target. */
  survey(target: Candidate | null): Promise<Omit<Situation, 'named'>>;
  /** Asks the user and waits; rejects when `signal` aborts. Without an answer nothing is done. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<Decision>;
  /** Asks no longer about this action; what `ask` gave settles, and says nothing. */
  withdraw?(turnId: string): void;
  /** Remembers permissions, given when asked about this action, for this conversation or for good. */
  keep(turnId: string, grants: readonly Grant[], how: 'task' | 'always'): Promise<void>;
  /** The navigator may be on this host. */
  enter(host: string): void;
  /** What an interrupted round may have done; absent when nothing was interrupted. */
  doubts?: Doubts;
}

/** Actions of an interrupted round that began and of which nobody knows whether they were done. */
export interface Doubts {
  /**
   * The one that this step may repeat. `submits`: pressing its target sends a form; `isOrdered`: the user's own
   * words say to do it.
   */
  find(step: JournalStep, how: { submits: boolean; isOrdered: boolean }): JournalStep | null;
  /** The user has decided on it. */
  settle(step: JournalStep): void;
}

export interface Proposal {
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  description: string;
  /** What the user called the target in a direct order; null when something else chose it. */
  named: string | null;
}

/** `wasAsked`: the user said yes to this. `message` says why not. `isWithdrawn`: the person took over before they answered. */
type Passed = { ok: true; wasAsked?: true } | { ok: false; message: string; isWithdrawn?: true };

/**
 * Lets an action pass that the rules or the user allow, and nothing else. What waits for an answer is withdrawn
 * where the person takes over: it is about a page that they are changing.
 */
export async function* passGate(
  proposal: Proposal,
  gate: Gate,
  signal: AbortSignal,
  hold?: Hold,
): AsyncGenerator<RoundEvent, Passed> {
  const { turnId, action, target, description, named } = proposal;
  const situation = { ...(await gate.survey(target)), named };
  signal.throwIfAborted();
  const { facts, page } = situation;
  const how = { submits: facts?.submits ?? false, isOrdered: named !== null };
  const doubt = gate.doubts?.find({ action, description }, how) ?? null;
  const judged = judge(action, target, situation);
  const met = { condition: 'repeat', host: hostOf(page) } as const;
  const judgement = doubt ? addCondition(judged, met) : judged;
  if (judgement.verdict === 'deny') {
    const message = `I did not do it. ${judgement.reason}`;
    yield { type: 'forbidden', turnId, action, target, description, message };
    return { ok: false, message };
  }
  const passed =
    judgement.verdict === 'allow'
      ? PASSED
      : yield* askUser(proposal, judgement, gate, signal, hold);
  if (doubt && passed.ok) gate.doubts?.settle(doubt);
  return passed;
}

/** After an action: whether the round may go on where it has led to. */
export async function* passArrival(
  proposal: Proposal,
  gate: Gate,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Passed> {
  const situation = { ...(await gate.survey(null)), named: proposal.named };
  signal.throwIfAborted();
  const judgement = judgeArrival(situation);
  if (judgement.verdict === 'allow') {
    gate.enter(hostOf(situation.page));
    return PASSED;
  }
  const { reason } = judgement;
  if (judgement.verdict === 'deny') {
    return {
      ok: false,
      message: `That led to a page that is ruled out: ${reason} I stopped there.`,
    };
  }
  const arrival: Proposal = {
    turnId: `${proposal.turnId} arrival`,
    action: { intent: 'load', url: situation.page },
    target: null,
    description: `Go on at ${hostOf(situation.page)}`,
    named: null,
  };
  return yield* askUser(arrival, judgement, gate, signal);
}

const PASSED: Passed = { ok: true };

async function* askUser(
  { turnId, action, target, description }: Proposal,
  { conditions: met, reason }: Judgement,
  gate: Gate,
  signal: AbortSignal,
  hold?: Hold,
): AsyncGenerator<RoundEvent, Passed> {
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
  // Asked before it is told, so that no answer can come too early; a stop meanwhile is heard below.
  const answer = gate.ask(request, signal);
  answer.catch(() => undefined);
  yield { type: 'approval', ...request };
  const taken = hold?.taken?.().then(() => 'withdrawn' as const);
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
  // An answer that was not offered is no more than the least of those that were.
  if (decision !== 'once' && request.choices.includes(decision)) {
    await gate.keep(turnId, toGrants(action, met), decision);
  }
  for (const { condition, host } of met) if (condition === 'leave-sites') gate.enter(host);
  return { ok: true, wasAsked: true };
}

/** What all of the conditions may be answered with. */
function listChoices(conditions: readonly Condition[]): Choice[] {
  const choices: readonly Choice[] = ['once', 'task', 'always'];
  return choices.filter((choice) =>
    conditions.every((condition) => RULES[condition].choices.includes(choice)),
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}
