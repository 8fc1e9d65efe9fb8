import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import type { RunProgress } from './run-progress.ts';
import type { RunState } from './run-state.ts';

export type RunOutcome = Extract<RunEvent, { type: 'ended' }>['outcome'];

/** What all parts of one run share. */
export interface RunContext {
  state: RunState;
  progress: RunProgress;
  ports: Ports;
  signal: AbortSignal;
}
