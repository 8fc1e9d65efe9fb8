import type { Hash } from '../../demonstration/demonstration.ts';
import type { Slot, SlotValues } from '../skill/skill.ts';
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

/** An answer to click; `value` is sent as the next message. */
export interface AnswerOption {
  label: string;
  value: string;
  /** Shown on the page while the option has focus; null for answers that name no element. */
  target: { uid: string; frameId: number } | null;
}

/** What happens in a run, in order. The panel shows the events, automation returns them, the journal stores them. */
export type RunEvent =
  /** The page was read. */
  | { type: 'observed'; url: string; title: string; candidates: number }
  /** Candidates were ordered for one target phrase; `ranked` holds the best ten, best first. */
  | { type: 'ranked'; query: string; ranker: string; ranked: RankedCandidate[] }
  /** A prompt was composed. `pasts`: those it includes; `wider`: the model lacked something and is shown more. */
  | {
      type: 'composed';
      tokens: number;
      cuts: readonly PromptCut[];
      note: string | null;
      elements?: { shown: number; of: number };
      wider?: true;
      pasts?: readonly PastName[];
    }
  /** `text` is what has arrived of a model's reply. `mended`: the reply is whole, and says how it was repaired. */
  | { type: 'thinking'; text: string; mended?: string }
  /** An action is about to be performed; `turnId` is also the recorded turn's id. */
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
  /** `later`: replaces an earlier report. `undo`: what reverts the action. */
  | {
      type: 'acted';
      turnId: string;
      receipt: Receipt;
      description: string;
      later?: true;
      undo?: Undo;
    }
  /** The action was not performed, or changed nothing. */
  | { type: 'refused'; turnId: string; message: string }
  /** An action waits for the user's permission. */
  | ({ type: 'approval' } & ApprovalRequest)
  /** The user has answered, or has taken over instead (`withdrawn`). */
  | { type: 'decided'; turnId: string; decision: PermissionDecision | 'withdrawn' }
  /** A rule forbids an action; a `refused` follows. */
  | {
      type: 'forbidden';
      turnId: string;
      action: PageAction | TabAction;
      target: Candidate | null;
      description: string;
      message: string;
    }
  /** The person paused the run. `taken`: they act on the page; `still`: the current step is finished. */
  | { type: 'paused'; taken: boolean; still: boolean }
  /** A later event with the same id is a fuller description. */
  | { type: 'userAction'; userAction: UserAction }
  | { type: 'resumed' }
  /** The hops changed, or a claim that one is done was `refused`; `hopId` is null if the model named no known hop. */
  | { type: 'hops'; list: HopList; refused: { hopId: string | null; reason: string } | null }
  /** `repeats`: it only repeats the events of its actions. `quotes`: quotations that stand on the page. */
  | { type: 'said'; text: string; by?: 'model'; repeats?: true; quotes?: readonly Quote[] }
  /** A skill needs values before it runs; `values` are those that were said. */
  | { type: 'form'; skillId: string; name: string; slots: readonly Slot[]; values: SlotValues }
  /** A step of a skill is done in spite of a changed page. */
  | { type: 'mended'; stepId: string; text: string }
  /**
   * A skill stopped at the active step `from`. `picture`: the recorded page before it; `now`: the page as it is, as a data
   * URL. `canShow`: the person can do the step,
   * and the skill learns from it.
   */
  | {
      type: 'stuck';
      skillId: string;
      values: SlotValues;
      from: number;
      text: string;
      step: string;
      picture: Hash | null;
      now: string | null;
      canShow: boolean;
    }
  /** The navigator needs an answer; the next message continues the request. */
  | { type: 'asked'; question: string; options: AnswerOption[] }
  | { type: 'failed'; message: string; fix: 'settings' | 'connect' | 'retry' | 'reload' | null }
  | { type: 'ended'; outcome: 'done' | 'asked' | 'stopped' | 'failed' };
