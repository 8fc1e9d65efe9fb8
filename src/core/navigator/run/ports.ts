import type { PageAction, TabAction } from '../../action/action.ts';
import type { LaterReceipt, PerformResult } from '../../action/receipt.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import type { RunControl } from './takeover.ts';
import type { ChatMessage, Compose, ToolSchema } from '../model/question.ts';
import type { HistoryEntry } from './history.ts';
import type { Past } from '../memory/past.ts';
import type { Observation } from './observation.ts';
import type { RunEvent } from './run-event.ts';
import type { Gate } from '../rules/gate.ts';

/** What to do about something outside that failed. */
export type FailureFix = Extract<RunEvent, { type: 'failed' }>['fix'];

/**
 * `message` is for the user: what happened, what was kept, what to do. `overflow`: the question was
 * longer than the model holds, so that a shorter one may work. `down`: the endpoint gave no answer, so
 * what can be done without it may be. `toolsRefused`: the model takes no tools; the next question offers none.
 */
export interface Failure {
  ok: false;
  message: string;
  fix: FailureFix;
  overflow?: true;
  down?: true;
  toolsRefused?: true;
}

export type Observed = { ok: true; observation: Observation } | Failure;

/** `text` is the whole reply. */
export type Completed = { ok: true; text: string } | Failure;

/**
 * What a round needs from outside. Every call must settle soon after its signal aborts, by
 * rejecting or by returning; the round stops at the first that does. Other rejections are bugs and
 * pass through the round.
 */
export interface Ports {
  /** Reads the page the round acts on, as it is now. */
  observe(signal: AbortSignal): Promise<Observed>;
  rank(
    query: RankQuery,
    candidates: readonly Candidate[],
    k: number,
    signal: AbortSignal,
  ): Promise<RankResult>;
  /** What every action passes before it is performed. */
  gate: Gate;
  /**
   * Performs one action, waits until the page is quiet, and says what changed. `wasAsked`: the user was asked
   * about it, so that it must be what they saw, to the word. `leaves`: the field is left after typing.
   */
  perform(
    order: {
      turnId: string;
      action: PageAction | TabAction;
      target: Candidate | null;
      wasAsked?: boolean;
      leaves?: true;
    },
    signal: AbortSignal,
  ): Promise<PerformResult>;
  /**
   * The receipts of this run's actions as they are by now; always of the last one. `isLast`: the round is
   * about to end, so that what may still be taken back is waited for, not long.
   */
  review?(isLast: boolean, signal: AbortSignal): Promise<readonly LaterReceipt[]>;
  /** Asks the model endpoint; absent without one. `onText` gets all of the reply that has arrived. */
  complete?(
    messages: readonly ChatMessage[],
    onText: (text: string) => void,
    signal: AbortSignal,
    options?: { tools?: readonly ToolSchema[] },
  ): Promise<Completed>;
  /** Makes the question out of what is seen; comes with `complete`. */
  compose?: Compose;
  /**
   * The past demonstrations and conversations most like what is asked that prompts may include on a host, best
   * first; absent without a memory. A memory that fails is none.
   */
  recall?(asked: string, site: string, signal: AbortSignal): Promise<readonly Past[]>;
  /** Lets time pass, for what the page does by itself. */
  wait(seconds: number, signal: AbortSignal): Promise<void>;
  /** Names of the files that the user picked for uploading. */
  files?(): readonly string[];
  /** Lets the person take over the run; absent where that is impossible. */
  control?: RunControl;
  /** A fresh id for a turn. */
  newId(): string;
  /** The conversation before this round's message, oldest first. */
  history(): readonly HistoryEntry[];
}
