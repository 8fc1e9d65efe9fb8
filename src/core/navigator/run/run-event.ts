import type { Quote } from '../quotes.ts';
import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { Candidate, RankedCandidate } from '../../ranking/candidate.ts';
import type { UserAction } from './user-action.ts';
import type { Undo } from '../direct/last-action.ts';
import type { OpenTasks } from '../log/resume-state.ts';
import type { HopList } from '../hops/hop-list.ts';
import type { PastName } from '../memory/past.ts';
import type { PromptCut } from '../model/question.ts';
import type { PermissionDecision, ApprovalRequest } from '../rules/conditions.ts';

/** An answer the instructor can click; `value` is what is sent back as the next message. */
export interface AnswerOption {
  label: string;
  value: string;
  /** Shown on the page while the option has focus; null for answers that name no element. */
  target: { uid: string; frameId: number } | null;
}

/** What happens in a round, in order. The panel shows them, automation returns them, the journal keeps them. */
export type RunEvent =
  /** The page was read. */
  | { type: 'observed'; url: string; title: string; candidates: number }
  /** Candidates were ordered for one target phrase; `ranked` holds the best ten, best first. */
  | { type: 'ranked'; query: string; ranker: string; ranked: RankedCandidate[] }
  /**
   * What the model is shown was made: its size in tokens, what was left out for want of room, what to know
   * of it, how many of the ranked elements are in it, and which past demonstrations and conversations.
   * `wider`: it is asked again and shown more, since it lacked something.
   */
  | {
      type: 'composed';
      tokens: number;
      cuts: readonly PromptCut[];
      note: string | null;
      elements?: { shown: number; of: number };
      wider?: true;
      pasts?: readonly PastName[];
    }
  /**
   * A model endpoint was asked; `text` is what has arrived of its reply so far. `mended`: all has, and it was
   * not written as it should be; one sentence says how it was read.
   */
  | { type: 'thinking'; text: string; mended?: string }
  /** An action is about to be performed; `turnId` is the recorded turn's id when recording is on. */
  | {
      type: 'acting';
      turnId: string;
      action: PageAction | TabAction;
      target: Candidate | null;
      /** In the user's words: `Type “walnut lamp” in Search the shop`. */
      description: string;
      /** The task of a direct request that the action belongs to, and the tasks after it. */
      left?: OpenTasks | null;
    }
  /** `later`: replaces an earlier report, since the page has changed by now. `undo`: what reverts the action. */
  | {
      type: 'acted';
      turnId: string;
      receipt: Receipt;
      description: string;
      later?: true;
      undo?: Undo;
    }
  /** The action was not performed, or nothing changed: one sentence. */
  | { type: 'refused'; turnId: string; message: string }
  /** An action waits for the user's permission; nothing is done without it. */
  | ({ type: 'approval' } & ApprovalRequest)
  /** The user has answered, or has taken over instead: the question is then withdrawn. */
  | { type: 'decided'; turnId: string; decision: PermissionDecision | 'withdrawn' }
  /** A rule of the user's forbids an action; a `refused` follows. */
  | {
      type: 'forbidden';
      turnId: string;
      action: PageAction | TabAction;
      target: Candidate | null;
      description: string;
      message: string;
    }
  /**
   * The person paused the run; `taken`: they act on the page themselves. `still`: the step that had begun is
   * finished.
   */
  | { type: 'paused'; taken: boolean; still: boolean }
  /** What the person did on the page after taking over. A later event with the same id is a fuller account. */
  | { type: 'userAction'; userAction: UserAction }
  | { type: 'resumed' }
  /**
   * The list of hops changed, or the navigator `refused` to believe that one is done: `reason` says why, to
   * the model; `hopId` is null where it spoke of none that there is.
   */
  | { type: 'hops'; list: HopList; refused: { hopId: string | null; reason: string } | null }
  /**
   * The navigator speaks: reports by itself, or a model in its own words. `repeats`: it says only what the events of
   * its actions say already. `quotes`: what of it stands on the page word for word.
   */
  | { type: 'said'; text: string; by?: 'model'; repeats?: true; quotes?: readonly Quote[] }
  /** The navigator needs an answer; the next message continues the request. */
  | { type: 'asked'; question: string; options: AnswerOption[] }
  /** Something outside failed: what happened, what was kept, what to do. */
  | { type: 'failed'; message: string; fix: 'settings' | 'connect' | 'retry' | 'reload' | null }
  | { type: 'ended'; outcome: 'done' | 'asked' | 'stopped' | 'failed' };
