import type { HopCall, PageAction, TabAction } from '../../action/action.ts';
import type { Candidate } from '../../ranking/candidate.ts';

/** How a reply was read, for the user to see. */
export interface Reading {
  /**
   * `exact`: as the call is defined; `repaired`: its form was mended; `nearest`: its element was found
   * by likeness, being the only one that could be meant.
   */
  how: 'exact' | 'repaired' | 'nearest';
  /** What was mended or found, in one sentence; null when exact. */
  repair: string | null;
}

export type Decided =
  /** `said` is what it told the user on the way; null when nothing. */
  | {
      kind: 'perform';
      action: PageAction | TabAction;
      target: Candidate | null;
      said: string | null;
    }
  /** `files` are names that the instructor's picked files have. */
  | { kind: 'upload'; target: Candidate; files: string[]; said: string | null }
  /** null leaves the time to the round. */
  | { kind: 'wait'; seconds: number | null; said: string | null }
  | { kind: 'say'; text: string }
  | { kind: 'ask'; question: string }
  /** `text` is what the instructor is told with it; null when nothing. */
  | { kind: 'done'; text: string | null }
  | { kind: 'infeasible'; reason: string }
  /** Nothing but calls about hops: it is asked for more. */
  | { kind: 'hops'; said: string | null };

/** What a model's reply comes to. `reason` is written for the model: it goes into the re-ask. */
export type Decision = (Decided & Reading & ToldOfHops) | { kind: 'unreadable'; reason: string };

interface ToldOfHops {
  /** What it says of the hops before it acts or speaks, in order; absent when nothing. */
  hops?: readonly HopCall[];
}
