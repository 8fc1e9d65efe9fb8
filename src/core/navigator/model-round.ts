import { printCall } from '../action/call.ts';
import { tellDeeds } from './charge/tell-deeds.ts';
import { maskAction } from '../demonstration/secret.ts';
import { describeAction } from './describe.ts';
import { countEnough } from '../ranking/enough.ts';
import { askQuestions } from './ask-question.ts';
import type { Asked, ModelPorts } from './ask-model.ts';
import type { HistoryEntry } from './history.ts';
import { guardHops } from './hops/guard-hops.ts';
import { openHopLedger } from './hops/hop-ledger.ts';
import { readTypedSecret } from './journal/hide-secret.ts';
import { openRecall } from './memory/recall.ts';
import { performAction } from './perform-action.ts';
import type { Failure, Ports } from './ports.ts';
import type { RoundEvent } from './round-event.ts';
import { reviewActs } from './review-acts.ts';
import { describeRest, summarise } from './round-log.ts';
import type { RoundLog } from './round-log.ts';
import type { RoundState } from './round-state.ts';

type Outcome = Extract<RoundEvent, { type: 'ended' }>['outcome'];

export function hasEndpoint(ports: Ports): ports is ModelPorts {
  return ports.complete !== undefined && ports.compose !== undefined;
}

/** Actions in one round before the instructor is asked to go on. */
const MOST_STEPS = 10;
/** How many candidates strategies choose from … */
const RANKED = 50;
/** … and how many are told: WebLINX's k. */
const SHOWN = 10;
/** How often the same call may change nothing before the round stops. */
const MOST_REPEATS = 2;
/** Seconds that the model may have us wait. */
const USUAL_WAIT_S = 2;
const LONGEST_WAIT_S = 10;

/**
 * A round led by a model endpoint: observe, rank, ask, check, perform, until the model speaks. The
 * receipts go back to it; what it claims is its own words, what was done is told by the events. Returns
 * the failure, untold, of an endpoint that is down before anything was done.
 */
export async function* runModelRound(
  message: string,
  state: RoundState,
  log: RoundLog,
  unguarded: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RoundEvent, Outcome | Failure> {
  const ports = { ...unguarded, gate: guardHops(unguarded.gate, state) };
  const hops = openHopLedger(state);
  const history: HistoryEntry[] = [
    ...ports.history(),
    { kind: 'said', speaker: 'instructor', text: `${message}${tellFiles(ports)}` },
  ];
  const recall = openRecall(history, ports);
  const fruitless: string[] = [];
  /** Replies one after the other that speak of hops and nothing comes of. */
  let idle = 0;
  let step = 0;
  while (step < MOST_STEPS) {
    history.push(...tellDeeds((await ports.hold?.pass(signal))?.deeds ?? []));
    history.push(...tellLost(yield* reviewActs(log, ports, false, signal)));
    const observed = await ports.observe(signal);
    signal.throwIfAborted();
    if (!observed.ok) {
      yield tellFailure(observed, log);
      return 'failed';
    }
    const { observation } = observed;
    const { url, title, candidates } = observation;
    yield { type: 'observed', url, title, candidates: candidates.length };
    hops.see(observation);

    const { ranked, ranker } = await ports.rank(
      { text: message, intent: null },
      candidates,
      RANKED,
      signal,
    );
    signal.throwIfAborted();
    yield { type: 'ranked', query: message, ranker, ranked: ranked.slice(0, SHOWN) };
    const enough = countEnough(ranked);
    const seen = {
      observation,
      candidates: ranked.slice(0, RANKED).map(({ candidate }) => candidate),
      // The words may speak of what was done by now, so the best for them is not surely what is next.
      enough: step === 0 ? enough : Math.max(enough, SHOWN),
      history,
      pasts: await recall(url, signal),
      hops: hops.tell(),
      fence: ports.newId(),
    };
    signal.throwIfAborted();
    const before = await ports.hold?.pass(signal);
    if (before) {
      history.push(...tellDeeds(before.deeds));
      continue;
    }
    const asked = yield* askQuestions(seen, ports, signal);
    if (!asked.ok && asked.down && step === 0) return asked;
    if (!asked.ok) {
      yield tellFailure(asked, log);
      return 'failed';
    }
    const late = await ports.hold?.pass(signal);
    if (late) {
      // What the model has decided on is a page that the person has changed.
      history.push(...tellDeeds(late.deeds));
      continue;
    }
    const decision = readUpload(asked.decision);
    const heard = yield* hops.hear(decision.hops ?? []);
    idle = heard.idle && (heard.refused || decision.kind === 'hops') ? idle + 1 : 0;
    if (idle >= MOST_REPEATS) {
      const text = `I stopped, because the model only speaks of hops, and nothing comes of it. ${hops.tellOpen()}`;
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
    if (heard.refused || (decision.kind === 'done' && hops.objects())) {
      step += 1;
      continue;
    }
    const goesOn = decision.hops !== undefined && hops.tellOpen() !== '';
    if (isFinal(decision) && !(decision.kind === 'say' && goesOn)) {
      const lost = yield* reviewActs(log, ports, true, signal);
      if (lost.length > 0) {
        // It spoke of what it was told, which is no longer so.
        history.push(...tellLost(lost));
        step += 1;
        continue;
      }
      return yield* conclude(decision, log, hops.tellOpen());
    }
    const said = decision.kind === 'say' ? decision.text : decision.said;
    if (said !== null) {
      yield { type: 'said', text: said };
      history.push({ kind: 'said', speaker: 'navigator', text: said });
    }
    if (decision.kind === 'hops' || decision.kind === 'say') {
      step += 1;
      continue;
    }
    if (decision.kind === 'wait') {
      step += 1;
      const seconds = Math.min(decision.seconds ?? USUAL_WAIT_S, LONGEST_WAIT_S);
      await ports.wait?.(seconds, signal);
      signal.throwIfAborted();
      history.push({ kind: 'said', speaker: 'navigator', text: `(waited ${seconds} s)` });
      continue;
    }

    const { action, target } = decision;
    const result = yield* performAction(action, target, log, ports, signal, {
      among: candidates,
    });
    if (result.meanwhile) {
      history.push(...tellDeeds(result.meanwhile.deeds));
      continue;
    }
    step += 1;
    const act = result.verdict === 'refused' ? null : (log.acts.at(-1) ?? null);
    const receipt = act?.receipt ?? null;
    if (act) hops.receive({ action, receipt: act.receipt, outcome: act.outcome, url });
    const description = describeAction(action, target, candidates);
    const isTold = readTypedSecret(action, target, receipt) === null;
    const told = isTold ? action : maskAction(action);
    history.push({ kind: 'acted', action: told, receipt, outcome: result.message, description });
    if (result.verdict !== 'done') fruitless.push(printCall(action));
    if (fruitless.filter((call) => call === printCall(action)).length >= MOST_REPEATS) {
      const text = `I stopped, because the model repeats an action that changes nothing. ${describeRest(log, [])}`;
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
  }
  const lost = yield* reviewActs(log, ports, true, signal);
  const text = [
    `I stopped after ${String(MOST_STEPS)} actions.`,
    ...lost,
    describeRest(log, []),
    'Write “continue” to go on.',
  ];
  const options = [{ label: 'Continue', value: 'continue', target: null }];
  yield { type: 'asked', question: text.filter(Boolean).join(' '), options };
  return 'stopped';
}

function tellLost(lost: readonly string[]): HistoryEntry[] {
  return lost.map((text) => ({ kind: 'said', speaker: 'navigator', text: `(${text})` }));
}

/** What the instructor has picked for uploading, and the call for it; empty when nothing. */
function tellFiles(ports: ModelPorts): string {
  const files = ports.files?.() ?? [];
  if (files.length === 0) return '';
  const names = files.map((file) => JSON.stringify(file)).join(', ');
  return `\n(Files attached, for upload(uid=…, files=[…]): ${names})`;
}

type Decided = Extract<Asked, { ok: true }>['decision'];
type Final = Exclude<Decided, { kind: 'perform' | 'wait' | 'upload' | 'hops' }>;

/** Putting files in is a change of the control that takes them: its value is their names. */
function readUpload(decision: Decided): Exclude<Decided, { kind: 'upload' }> {
  if (decision.kind !== 'upload') return decision;
  const { target, files, said } = decision;
  const action = { intent: 'change', uid: target.uid, value: files.join(', ') } as const;
  return { ...decision, kind: 'perform', action, target, said };
}

function isFinal(decision: Exclude<Decided, { kind: 'upload' }>): decision is Final {
  return decision.kind !== 'perform' && decision.kind !== 'wait' && decision.kind !== 'hops';
}

/**
 * The model's last word in this round. That something is done is told by receipts, not by it; `open` names
 * the hops that nothing showed to be done.
 */
function* conclude(decision: Final, log: RoundLog, open: string): Generator<RoundEvent, Outcome> {
  switch (decision.kind) {
    case 'say':
      yield { type: 'said', text: decision.text };
      return 'done';
    case 'done': {
      const text = decision.text ?? summarise(log);
      const told = text || 'The model says there is nothing to do.';
      yield { type: 'said', text: `${told} ${open}`.trim() };
      return open === '' ? 'done' : 'failed';
    }
    case 'ask':
      yield { type: 'asked', question: decision.question, options: [] };
      return 'asked';
    case 'infeasible':
      yield { type: 'said', text: `${decision.reason} ${describeRest(log, [])}`.trim() };
      return 'failed';
  }
}

export function tellFailure(failure: Failure, log: RoundLog): RoundEvent {
  const done = log.acts.length === 0 ? 'Nothing was done on the page.' : describeRest(log, []);
  return { type: 'failed', message: `${failure.message} ${done}`.trim(), fix: failure.fix };
}
