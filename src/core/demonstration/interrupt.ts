import type { Demonstration, Turn } from './demonstration.ts';

/**
 * A demonstration whose recorder stopped without a word (the browser was killed, the extension was
 * reloaded) is paused since the last thing that is known of it: what a person did afterwards was not
 * seen. `turns` are its own, in any order. One that is not recording is returned as it is.
 */
export function interruptDemonstration(
  demonstration: Demonstration,
  turns: readonly Pick<Turn, 'at'>[],
): Demonstration {
  if (demonstration.state !== 'recording') return demonstration;
  const { startedAt, pauses } = demonstration;
  const from = Math.max(startedAt, ...pauses.map(({ to }) => to ?? 0), latest(turns));
  return {
    ...demonstration,
    state: 'paused',
    pauses: [...pauses, { from, to: null, interrupted: true }],
  };
}

/** Whether the recorder was cut off and nobody has decided yet whether to go on. */
export function isInterrupted({ state, pauses }: Demonstration): boolean {
  return state === 'paused' && pauses.at(-1)?.interrupted === true;
}

/** A loop: there may be more turns than a call takes arguments. */
function latest(turns: readonly Pick<Turn, 'at'>[]): number {
  return turns.reduce((at, turn) => Math.max(at, turn.at), 0);
}
