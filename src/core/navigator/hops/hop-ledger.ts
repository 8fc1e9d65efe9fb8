import type { HopCall } from '../../action/action.ts';
import { joinWords } from '../describe.ts';
import type { Observation } from '../observation.ts';
import type { RoundEvent } from '../round-event.ts';
import type { RoundState } from '../round-state.ts';
import { claimHop } from './claim-hop.ts';
import type { Source } from './evidence.ts';
import type { HopList } from './hop.ts';
import { listOpen, NO_HOPS } from './hop.ts';
import { planHops } from './plan-hops.ts';
import type { Happened } from './read-sources.ts';
import { readPageSources, readReceiptSources } from './read-sources.ts';
import type { ToldHops } from './told-hops.ts';

/** The hops of a round that a model leads, and what was seen in it that may prove one done. */
export interface HopLedger {
  /** A page was read. */
  see: (observation: Observation) => void;
  /** An action was done on a page. */
  receive: (happened: Happened) => void;
  /** What to show of the hops, which is then what the model speaks of; null without any. */
  tell: () => ToldHops | null;
  /**
   * Takes in what the model says of hops. `refused`: something was claimed for the first time in vain, and
   * what else the reply holds may build on it. `idle`: nothing came of it.
   */
  hear: (calls: readonly HopCall[]) => Generator<RoundEvent, { refused: boolean; idle: boolean }>;
  /** Whether the model has to be told first that hops are open; once in a round. */
  objects: () => boolean;
  /** What is still open, as a sentence; empty when nothing. */
  tellOpen: () => string;
}

export function openHopLedger(state: RoundState): HopLedger {
  const sources: Source[] = [];
  const refusedBefore = new Set<string>();
  let shown: HopList = NO_HOPS;
  let note: string | null = null;
  let hasObjected = false;
  /** A page is only read through once somebody refers to it, or it is left while hops are open. */
  let latest: Observation | null = null;
  const read = (): HopList => state.hops ?? NO_HOPS;

  function takeIn(): void {
    if (latest) sources.unshift(...readPageSources(latest));
    latest = null;
  }

  return {
    see(observation) {
      if (listOpen(read()).length > 0) takeIn();
      latest = observation;
    },
    receive: (happened) => void sources.unshift(...readReceiptSources(happened)),
    tell() {
      shown = read();
      const told = { list: shown, note };
      note = null;
      return shown.hops.length === 0 ? null : told;
    },
    *hear(calls) {
      const before = read();
      let refused = false;
      for (const call of calls) {
        if (call.intent === 'plan') {
          state.hops = planHops(read(), call.hops);
          // Hops that are proposed and claimed in one reply go by their new numbers.
          if (shown.hops.length === 0) shown = state.hops;
          continue;
        }
        if (shown.hops.length === 0) continue;
        takeIn();
        const claimed = claimHop(read(), shown, call, sources);
        if (claimed.ok) {
          state.hops = claimed.list;
          continue;
        }
        const key = claimed.hopId ?? call.hop;
        if (refusedBefore.has(key)) continue;
        refusedBefore.add(key);
        refused = true;
        note = claimed.reason;
        const { reason, hopId } = claimed;
        yield { type: 'hops', list: read(), refused: { hopId, reason } };
      }
      const idle = read() === before;
      if (!idle) yield { type: 'hops', list: read(), refused: null };
      return { refused, idle };
    },
    objects() {
      if (hasObjected || listOpen(read()).length === 0) return false;
      hasObjected = true;
      note = `You said that all is done, but hops are open: ${nameOpen(read())}. Go on with them, show with hop_done that they are done, or say done again, and that they are open.`;
      return true;
    },
    tellOpen() {
      const open = nameOpen(read());
      return open === '' ? '' : `Not shown to be done: ${open}.`;
    },
  };
}

/** Puts a list away that is all done: it belongs to what was asked before. */
export function* putAwayDone(state: RoundState): Generator<RoundEvent> {
  if (!state.hops || state.hops.hops.length === 0 || listOpen(state.hops).length > 0) return;
  state.hops = NO_HOPS;
  yield { type: 'hops', list: NO_HOPS, refused: null };
}

function nameOpen(list: HopList): string {
  return joinWords(listOpen(list).map(({ text }) => `“${text}”`));
}
