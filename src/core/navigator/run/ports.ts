import type { PageAction, TabAction } from '../../action/action.ts';
import type { LaterReceipt, PerformResult } from '../../action/receipt.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import type { RunControl } from './takeover.ts';
import type { ChatMessage, Compose } from '../model/question.ts';
import type { ReplyTerms } from '../model/tool-schema.ts';
import type { HistoryEntry } from './history.ts';
import type { Past } from '../memory/past.ts';
import type { Observation } from './observation.ts';
import type { RunEvent } from './run-event.ts';
import type { Gate } from '../rules/gate.ts';
import type { Skill } from '../skill/skill.ts';

/** What to do about something outside that failed. */
export type FailureFix = Extract<RunEvent, { type: 'failed' }>['fix'];

/**
 * `message` is for the user. `overflow`: a shorter question may work. `down`: the endpoint gave no answer, so the run may
 * go on without it. `toolsRefused`: the next question offers no tools.
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
 * What a run needs from outside. Every call must settle soon after its signal aborts; the run stops at the first that
 * does. Other rejections are bugs.
 */
export interface Ports {
  observe(signal: AbortSignal): Promise<Observed>;
  /** Reads the page ahead, since the next request will be about it. */
  readAhead?(): void;
  rank(
    query: RankQuery,
    candidates: readonly Candidate[],
    k: number,
    signal: AbortSignal,
  ): Promise<RankResult>;
  gate: Gate;
  /**
   * Performs one action, waits until the page is quiet, and returns what changed. `wasAsked`: the target must still say
   * what the user was asked about. `leaves`: the field is left after typing.
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
  /** Reads the receipts of this run's actions again, always of the last one. `isLast`: waits a little for late changes. */
  review?(isLast: boolean, signal: AbortSignal): Promise<readonly LaterReceipt[]>;
  /** Absent without a model endpoint. `onText` gets everything that has arrived of the reply. */
  complete?(
    messages: readonly ChatMessage[],
    onText: (text: string) => void,
    signal: AbortSignal,
    terms?: ReplyTerms,
  ): Promise<Completed>;
  /** Comes with `complete`. */
  compose?: Compose;
  /** Returns the most similar past demonstrations and conversations that prompts may include on a host, best first. */
  recall?(asked: string, site: string, signal: AbortSignal): Promise<readonly Past[]>;
  wait(seconds: number, signal: AbortSignal): Promise<void>;
  /** The stored skills. */
  skills?: { list(): Promise<readonly Skill[]>; save(skill: Skill): Promise<unknown> };
  /** Takes a picture of the page, secrets painted over, as a data URL; null if that isn't possible. */
  picture?(signal: AbortSignal): Promise<string | null>;
  /** Names of the files that the user attached. */
  files?(): readonly string[];
  /** Lets a person take over the run. */
  control?: RunControl;
  newId(): string;
  /** The conversation before this run's message, oldest first. */
  history(): readonly HistoryEntry[];
}
