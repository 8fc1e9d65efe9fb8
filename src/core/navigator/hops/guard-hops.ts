import type { RoundState } from '../round-state.ts';
import type { Gate } from '../rules/gate.ts';
import { listOpen, NO_HOPS } from './hop.ts';

/**
 * The rules as they are while hops are worked off. Sites that the instructor wrote into a hop are named by
 * them. As long as a hop with a site is open, the navigator does not leave the hops' sites unasked, even
 * where leaving is allowed otherwise; that a model has planned a hop allows it nothing.
 */
export function guardHops(gate: Gate, state: RoundState): Gate {
  return {
    ...gate,
    async survey(target) {
      const situation = await gate.survey(target);
      const list = state.hops ?? NO_HOPS;
      const isBound = listOpen(list).some(({ site }) => site !== null);
      if (!isBound) return situation;
      const own = list.hops.filter(({ by }) => by === 'instructor');
      return {
        ...situation,
        scope: [...situation.scope, ...own.flatMap(({ site }) => site ?? [])],
        hopSites: list.hops.flatMap(({ site }) => site ?? []),
      };
    },
  };
}
