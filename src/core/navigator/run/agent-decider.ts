import type { PageAction, TabAction } from '../../action/action.ts';
import { describeUserAction } from './user-action.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import type { LaterReceipt, Receipt } from '../../action/receipt.ts';
import { checkEntry } from '../rules/gate.ts';
import type { Decider, Decision } from './decider.ts';
import type { Observation } from './observation.ts';
import type { ActionOrder, ActionResult } from './perform-action.ts';
import type { Failure } from './ports.ts';
import { reviewActions } from './review-actions.ts';
import type { RunEvent } from './run-event.ts';
import type { RunContext, RunOutcome } from './run-progress.ts';
import { describeEnd } from './run-progress.ts';
import type { Takeover } from './takeover.ts';

/** What came of an action that an agent asked for. */
export interface AgentOutcome {
  result: ActionResult;
  /** Null if nothing was performed. */
  receipt: Receipt | null;
}

/** One call of an outside agent that concerns the page. */
export interface AgentRequest {
  /** An action of the browser's own needs no page: opening an address, going back. */
  readonly needsPage: boolean;
  /**
   * Reads the page, and answers or returns an action. `news`: sentences about what happened since the last call. `page`
   * is null if the request needs none.
   */
  handle(
    page: Observation | null,
    news: readonly string[],
  ): Promise<{ action: PageAction | TabAction; target: Candidate | null } | null>;
  /** Gets what came of the action. */
  settle(outcome: AgentOutcome): void;
  /** The request can't be handled. `message` is for the agent. */
  refuse(message: string): void;
}

export interface AgentInbox {
  /** Waits for the next request; null once the agent wants no more. Rejects when `signal` aborts. */
  next(signal: AbortSignal): Promise<AgentRequest | null>;
}

/** Who works in the tab. */
interface AgentRun extends RunContext {
  agent: string;
}

/** Lets an agent outside the browser choose the actions, under the rules that hold for a model. */
export class AgentDecider implements Decider {
  /** Actions are reviewed when the next request comes, since a while may pass until then. */
  readonly reviewsActions = false;
  readonly #run: AgentRun;
  readonly #inbox: AgentInbox;
  #news: string[] = [];
  #request: AgentRequest | null = null;

  constructor(run: AgentRun, inbox: AgentInbox) {
    this.#run = run;
    this.#inbox = inbox;
  }

  prepare(takeover: Takeover | null): Promise<boolean> {
    this.#addTakeover(takeover);
    return Promise.resolve(false);
  }

  /** Pages are read in `decide`, where a failure ends only one request. */
  fail({ message, fix }: Failure): RunEvent {
    return { type: 'failed', message, fix };
  }

  async *decide(): AsyncGenerator<RunEvent, Decision> {
    const { ports, signal, progress } = this.#run;
    const request = await this.#inbox.next(signal);
    signal.throwIfAborted();
    if (!request) {
      yield* reviewActions(this.#run, true);
      if (progress.actions.length > 0) yield describeEnd(progress);
      return { kind: 'end', outcome: 'done' };
    }
    this.#request = request;
    this.#addTakeover((await ports.control?.waitUntilFree(signal)) ?? null);
    // The page is asked about the actions before, and read meanwhile.
    const reviewed = this.#askReview();
    if (!request.needsPage) {
      yield* this.#review(reviewed);
      return this.#act(request, null);
    }
    const entered = yield* checkEntry(this.#run.agent, ports, signal);
    const observed = entered.ok ? await ports.observe(signal) : entered;
    yield* this.#review(reviewed);
    if (!observed.ok) {
      request.refuse(observed.message);
      return { kind: 'again' };
    }
    const { url, title, candidates } = observed.observation;
    yield { type: 'observed', url, title, candidates: candidates.length };
    return this.#act(request, observed.observation);
  }

  // oxlint-disable-next-line require-yield, typescript/require-await -- the agent gets the result, the log has it
  async *verify(result: ActionResult): AsyncGenerator<RunEvent, RunOutcome | null> {
    const { progress } = this.#run;
    this.#addTakeover(result.takeover ?? null);
    const isPerformed = result.verdict === 'done' || result.verdict === 'nothing-changed';
    const receipt = isPerformed ? (progress.actions.at(-1)?.receipt ?? null) : null;
    const message = [...this.#news, result.message].join(' ');
    this.#news = [];
    this.#request?.settle({ result: { ...result, message }, receipt });
    this.#request = null;
    this.#run.ports.readAhead?.();
    return null;
  }

  async #act(request: AgentRequest, page: Observation | null): Promise<Decision> {
    const { signal } = this.#run;
    const chosen = await request.handle(page, this.#news);
    signal.throwIfAborted();
    // After an action, `verify` reports the news with what came of it.
    if (!chosen) {
      this.#news = [];
      return { kind: 'again' };
    }
    const order: ActionOrder = { ...chosen, among: page?.candidates ?? [] };
    return { kind: 'act', order };
  }

  /** Asks the page about the actions before. A failure shows once the answer is awaited. */
  #askReview(): Promise<readonly LaterReceipt[]> {
    const { ports, progress, signal } = this.#run;
    const isNeeded = progress.actions.length > 0;
    const asked = (isNeeded && ports.review?.(false, signal)) || Promise.resolve([]);
    asked.catch(() => undefined);
    return asked;
  }

  /** Notes what the page has taken back since its receipt, and what it has shown since. */
  async *#review(reviewed: Promise<readonly LaterReceipt[]>): AsyncGenerator<RunEvent, void> {
    const { progress, signal } = this.#run;
    const before = new Map(progress.actions.map((act) => [act, act.receipt.changes.length]));
    const ports = { review: () => reviewed };
    this.#news.push(...(yield* reviewActions({ progress, ports, signal }, false)));
    for (const [act, count] of before) {
      if (act.isTakenBack || act.receipt.changes.length <= count) continue;
      this.#news.push(`Since you ${act.done}: ${act.outcome}.`);
    }
  }

  #addTakeover(takeover: Takeover | null): void {
    if (!takeover) return;
    const done = takeover.userActions.map(describeUserAction);
    const what = done.length === 0 ? 'did nothing that was noticed' : done.join('; ');
    this.#news.push(`The person took over and handed back. They ${what}. Look again.`);
  }
}
