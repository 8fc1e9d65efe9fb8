import type { HopCall } from '../../action/action.ts';
import type { Hop } from '../../demonstration/hops.ts';
import { joinWords, shorten } from '../describe.ts';
import { containsWords } from '../form-controls.ts';
import type { Gate } from '../rules/gate.ts';
import type { Observation } from '../run/observation.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { RunState } from '../run/run-state.ts';
import { hopKey, planHops } from './change-hops.ts';
import type { EvidenceSource, PerformedAction } from './evidence.ts';
import { findEvidence, readPageSources, readReceiptSources } from './evidence.ts';
import type { HopList, PromptHops } from './hop-list.ts';
import { NO_HOPS, listOpenHops } from './hop-list.ts';

/** Tracks the hops of a model's run, and what was seen that may prove one done. */
export interface HopTracker {
  addPage: (observation: Observation) => void;
  addReceipt: (happened: PerformedAction) => void;
  /** Returns the hops for a prompt; the model then refers to their numbers. */
  readForPrompt: () => PromptHops | null;
  /** Applies the model's calls. `refused`: a first claim failed, and the rest of the reply may depend on it. */
  applyCalls: (
    calls: readonly HopCall[],
  ) => Generator<RunEvent, { refused: boolean; idle: boolean }>;
  /** Whether to remind the model that hops are open; once in a run. */
  objectsToDone: () => boolean;
  /** Describes the open hops; empty without any. */
  describeOpen: () => string;
}

export function trackHops(state: RunState): HopTracker {
  const sources: EvidenceSource[] = [];
  const refusedBefore = new Set<string>();
  let shown: HopList = NO_HOPS;
  let note: string | null = null;
  let hasObjected = false;
  /** The text of a page is only read when a claim needs it, or when it is left while hops are open. */
  let latest: Observation | null = null;
  const read = (): HopList => state.hops ?? NO_HOPS;

  function takeIn(): void {
    if (latest) sources.unshift(...readPageSources(latest));
    latest = null;
  }

  return {
    addPage(observation) {
      if (listOpenHops(read()).length > 0) takeIn();
      latest = observation;
    },
    addReceipt: (happened) => void sources.unshift(...readReceiptSources(happened)),
    readForPrompt() {
      shown = read();
      const promptHops = { list: shown, note };
      note = null;
      return shown.hops.length === 0 ? null : promptHops;
    },
    *applyCalls(calls) {
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
    objectsToDone() {
      if (hasObjected || listOpenHops(read()).length === 0) return false;
      hasObjected = true;
      note = `You said that all is done, but hops are open: ${listOpenTexts(read())}. Go on with them, show with hop_done that they are done, or say done again, and that they are open.`;
      return true;
    },
    describeOpen() {
      const open = listOpenTexts(read());
      return open === '' ? '' : `Not shown to be done: ${open}.`;
    },
  };
}

/** Clears a list that is all done, since it belongs to an earlier request. */
export function* clearDoneHops(state: RunState): Generator<RunEvent> {
  if (!state.hops || state.hops.hops.length === 0 || listOpenHops(state.hops).length > 0) return;
  state.hops = NO_HOPS;
  yield { type: 'hops', list: NO_HOPS, refused: null };
}

function listOpenTexts(list: HopList): string {
  return joinWords(listOpenHops(list).map(({ text }) => `“${text}”`));
}

type HopClaim = Extract<HopCall, { intent: 'hopDone' }>;

/** `reason` is for the model; `hopId` is the hop that stays open. */
export type ClaimResult =
  { ok: true; list: HopList } | { ok: false; reason: string; hopId: string | null };

/** Marks a hop as done if the quotation is found. `shown`: the list of the prompt, whose numbers the model uses. */
export function claimHop(
  list: HopList,
  shown: HopList,
  { hop: written, evidence }: HopClaim,
  sources: readonly EvidenceSource[],
): ClaimResult {
  const meant = findClaimedHop(shown, written);
  if (!meant) return { ok: false, reason: `There is no hop “${shorten(written)}”.`, hopId: null };
  const at = list.hops.findIndex(({ id }) => id === meant.id);
  const hop = list.hops[at];
  const number = shown.hops.indexOf(meant) + 1;
  if (!hop) return { ok: false, reason: `The instructor took hop ${number} out.`, hopId: null };
  if (hop.state === 'done') return { ok: true, list };
  const found = findEvidence(evidence, sources, hop.site);
  if (found) {
    const done: Hop = { ...hop, state: 'done', evidence: found };
    return { ok: true, list: { ...list, hops: list.hops.with(at, done) } };
  }
  const where = hop.site === null ? '' : ` of ${hop.site}`;
  const reason = `Hop ${number} stays open: “${shorten(evidence)}” was read neither on a page${where} nor in what came of an action there. Evidence has to be quoted word for word.`;
  return { ok: false, reason, hopId: hop.id };
}

/** Finds a hop by its number, or by words that fit only one; without either, the first open one. */
function findClaimedHop({ hops }: HopList, written: string): Hop | null {
  const number = /^\D{0,6}(\d{1,2})\D?$/.exec(written.trim())?.[1];
  if (number !== undefined) return hops[Number(number) - 1] ?? null;
  const words = hopKey({ text: written, site: null });
  if (words === '') return hops.find(({ state }) => state === 'open') ?? null;
  const fitting = hops.filter((hop) => containsWords(hopKey(hop), words));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/**
 * Adds the hops to a gate. Sites in the instructor's hops count as named. While a hop with a site is open, leaving the
 * hops' sites is asked about even where leaving is allowed. Hops that a model planned allow nothing.
 */
export function restrictToHops(gate: Gate, state: RunState): Gate {
  return {
    ...gate,
    async readSituation(target) {
      const situation = await gate.readSituation(target);
      const list = state.hops ?? NO_HOPS;
      const isBound = listOpenHops(list).some(({ site }) => site !== null);
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
