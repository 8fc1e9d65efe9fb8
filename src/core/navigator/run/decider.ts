import type { Observation } from './observation.ts';
import type { ActionOrder, ActionResult } from './perform-action.ts';
import type { Failure } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import type { RunOutcome } from './run-progress.ts';
import type { Takeover } from './takeover.ts';

export type Decision =
  | { kind: 'act'; order: ActionOrder }
  /** Observe and decide again. */
  | { kind: 'again' }
  | { kind: 'end'; outcome: RunOutcome }
  /** The endpoint gave no answer before anything was done. */
  | { kind: 'down'; failure: Failure };

/** Chooses the actions of a run: from the words of a direct request, or by asking a model. */
export interface Decider {
  /** Whether to look again at all actions before each decision, and not only at the end. */
  readonly reviewsActions: boolean;
  /**
   * Takes in what the person did, null if they didn't take over, and sentences about actions that the page
   * reverted. Returns whether the next decision needs the page.
   */
  prepare(takeover: Takeover | null, reverted: readonly string[]): Promise<boolean>;
  /** The page could not be read, which ends the run. */
  fail(failure: Failure): RunEvent;
  /** `page` is null if the decision needs none. */
  decide(page: Observation | null): AsyncGenerator<RunEvent, Decision>;
  /** Takes in what an action came to. Returns the outcome if the run ends by it. */
  verify(result: ActionResult): AsyncGenerator<RunEvent, RunOutcome | null>;
}
