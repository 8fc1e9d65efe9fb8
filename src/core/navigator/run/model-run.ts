import { printCall } from '../../action/call.ts';
import { maskAction } from '../../demonstration/secrets/secret-fields.ts';
import { countEnough } from '../../ranking/enough.ts';
import { describeAction } from '../describe.ts';
import { restrictToHops, trackHops } from '../hops/hop-tracker.ts';
import { readTypedSecret } from '../log/mask-secrets.ts';
import type { Past } from '../memory/past.ts';
import type { ModelPorts, ModelResult } from '../model/ask-model.ts';
import { askModel } from '../model/ask-model.ts';
import { readHost } from '../sites.ts';
import type { HistoryEntry } from './history.ts';
import { toUserActionHistory } from './history.ts';
import { performAction } from './perform-action.ts';
import type { Failure, Ports } from './ports.ts';
import { reviewActions } from './review-actions.ts';
import type { RunEvent } from './run-event.ts';
import type { RunProgress } from './run-progress.ts';
import { describeProgress, describeRest } from './run-progress.ts';
import type { RunState } from './run-state.ts';

type RunOutcome = Extract<RunEvent, { type: 'ended' }>['outcome'];

export function hasEndpoint(ports: Ports): ports is ModelPorts {
  return ports.complete !== undefined && ports.compose !== undefined;
}

/** Actions in one round before the instructor is asked to go on. */
const MAX_STEPS = 10;
/** How many candidates strategies choose from … */
const MAX_RANKED = 50;
/** … and how many are told: WebLINX's k. */
const MAX_REPORTED = 10;
/** How often the same call may change nothing before the round stops. */
const MAX_REPEATS = 2;
/** Seconds that the model may have us wait. */
const DEFAULT_WAIT_S = 2;
const MAX_WAIT_S = 10;

/**
 * A round led by a model endpoint: observe, rank, ask, check, perform, until the model speaks. The
 * receipts go back to it; what it claims is its own words, what was done is told by the events. Returns
 * the failure, untold, of an endpoint that is down before anything was done.
 */
export async function* runModel(
  message: string,
  state: RunState,
  log: RunProgress,
  unguarded: ModelPorts,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunOutcome | Failure> {
  const ports = { ...unguarded, gate: restrictToHops(unguarded.gate, state) };
  const hops = trackHops(state);
  const history: HistoryEntry[] = [
    ...ports.history(),
    { kind: 'said', speaker: 'instructor', text: `${message}${describeFiles(ports)}` },
  ];
  const recall = createRecall(history, ports);
  const fruitless: string[] = [];
  /** Replies one after the other that speak of hops and nothing comes of. */
  let idle = 0;
  let step = 0;
  while (step < MAX_STEPS) {
    history.push(
      ...toUserActionHistory((await ports.control?.waitUntilFree(signal))?.userActions ?? []),
    );
    history.push(...toHistoryNotes(yield* reviewActions(log, ports, false, signal)));
    const observed = await ports.observe(signal);
    signal.throwIfAborted();
    if (!observed.ok) {
      yield toFailedEvent(observed, log);
      return 'failed';
    }
    const { observation } = observed;
    const { url, title, candidates } = observation;
    yield { type: 'observed', url, title, candidates: candidates.length };
    hops.addPage(observation);

    const { ranked, ranker } = await ports.rank(
      { text: message, intent: null },
      candidates,
      MAX_RANKED,
      signal,
    );
    signal.throwIfAborted();
    yield { type: 'ranked', query: message, ranker, ranked: ranked.slice(0, MAX_REPORTED) };
    const enough = countEnough(ranked);
    const seen = {
      observation,
      candidates: ranked.slice(0, MAX_RANKED).map(({ candidate }) => candidate),
      // The words may speak of what was done by now, so the best for them is not surely what is next.
      enough: step === 0 ? enough : Math.max(enough, MAX_REPORTED),
      history,
      pasts: await recall(url, signal),
      hops: hops.readForPrompt(),
      fence: ports.newId(),
    };
    signal.throwIfAborted();
    const before = await ports.control?.waitUntilFree(signal);
    if (before) {
      history.push(...toUserActionHistory(before.userActions));
      continue;
    }
    const asked = yield* askModel(seen, ports, signal);
    if (!asked.ok && asked.down && step === 0) return asked;
    if (!asked.ok) {
      yield toFailedEvent(asked, log);
      return 'failed';
    }
    const late = await ports.control?.waitUntilFree(signal);
    if (late) {
      // What the model has decided on is a page that the person has changed.
      history.push(...toUserActionHistory(late.userActions));
      continue;
    }
    const decision = readUpload(asked.decision);
    const heard = yield* hops.applyCalls(decision.hops ?? []);
    idle = heard.idle && (heard.refused || decision.kind === 'hops') ? idle + 1 : 0;
    if (idle >= MAX_REPEATS) {
      const text = `I stopped, because the model only speaks of hops, and nothing comes of it. ${hops.describeOpen()}`;
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
    if (heard.refused || (decision.kind === 'done' && hops.objectsToDone())) {
      step += 1;
      continue;
    }
    const goesOn = decision.hops !== undefined && hops.describeOpen() !== '';
    if (isFinal(decision) && !(decision.kind === 'say' && goesOn)) {
      const lost = yield* reviewActions(log, ports, true, signal);
      if (lost.length > 0) {
        // It spoke of what it was told, which is no longer so.
        history.push(...toHistoryNotes(lost));
        step += 1;
        continue;
      }
      return yield* conclude(decision, log, hops.describeOpen());
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
      const seconds = Math.min(decision.seconds ?? DEFAULT_WAIT_S, MAX_WAIT_S);
      await ports.wait?.(seconds, signal);
      signal.throwIfAborted();
      history.push({ kind: 'said', speaker: 'navigator', text: `(waited ${seconds} s)` });
      continue;
    }

    const { action, target } = decision;
    const result = yield* performAction(action, target, log, ports, signal, {
      among: candidates,
    });
    if (result.takeover) {
      history.push(...toUserActionHistory(result.takeover.userActions));
      continue;
    }
    step += 1;
    const act = result.verdict === 'refused' ? null : (log.actions.at(-1) ?? null);
    const receipt = act?.receipt ?? null;
    if (act) hops.addReceipt({ action, receipt: act.receipt, outcome: act.outcome, url });
    const description = describeAction(action, target, candidates);
    const isTold = readTypedSecret(action, target, receipt) === null;
    const told = isTold ? action : maskAction(action);
    history.push({ kind: 'acted', action: told, receipt, outcome: result.message, description });
    if (result.verdict !== 'done') fruitless.push(printCall(action));
    if (fruitless.filter((call) => call === printCall(action)).length >= MAX_REPEATS) {
      const text = `I stopped, because the model repeats an action that changes nothing. ${describeRest(log, [])}`;
      yield { type: 'said', text: text.trim() };
      return 'failed';
    }
  }
  const lost = yield* reviewActions(log, ports, true, signal);
  const text = [
    `I stopped after ${String(MAX_STEPS)} actions.`,
    ...lost,
    describeRest(log, []),
    'Write “continue” to go on.',
  ];
  const options = [{ label: 'Continue', value: 'continue', target: null }];
  yield { type: 'asked', question: text.filter(Boolean).join(' '), options };
  return 'stopped';
}

function toHistoryNotes(lost: readonly string[]): HistoryEntry[] {
  return lost.map((text) => ({ kind: 'said', speaker: 'navigator', text: `(${text})` }));
}

/** What the instructor has picked for uploading, and the call for it; empty when nothing. */
function describeFiles(ports: ModelPorts): string {
  const files = ports.files?.() ?? [];
  if (files.length === 0) return '';
  const names = files.map((file) => JSON.stringify(file)).join(', ');
  return `\n(Files attached, for upload(uid=…, files=[…]): ${names})`;
}

type UsableDecision = Extract<ModelResult, { ok: true }>['decision'];
type FinalDecision = Exclude<UsableDecision, { kind: 'perform' | 'wait' | 'upload' | 'hops' }>;

/** Putting files in is a change of the control that takes them: its value is their names. */
function readUpload(decision: UsableDecision): Exclude<UsableDecision, { kind: 'upload' }> {
  if (decision.kind !== 'upload') return decision;
  const { target, files, said } = decision;
  const action = { intent: 'change', uid: target.uid, value: files.join(', ') } as const;
  return { ...decision, kind: 'perform', action, target, said };
}

function isFinal(decision: Exclude<UsableDecision, { kind: 'upload' }>): decision is FinalDecision {
  return decision.kind !== 'perform' && decision.kind !== 'wait' && decision.kind !== 'hops';
}

/**
 * The model's last word in this round. That something is done is told by receipts, not by it; `open` names
 * the hops that nothing showed to be done.
 */
function* conclude(
  decision: FinalDecision,
  log: RunProgress,
  open: string,
): Generator<RunEvent, RunOutcome> {
  switch (decision.kind) {
    case 'say':
      yield { type: 'said', text: decision.text };
      return 'done';
    case 'done': {
      const text = decision.text ?? describeProgress(log);
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

export function toFailedEvent(failure: Failure, log: RunProgress): RunEvent {
  const done = log.actions.length === 0 ? 'Nothing was done on the page.' : describeRest(log, []);
  return { type: 'failed', message: `${failure.message} ${done}`.trim(), fix: failure.fix };
}

/** "yes", "go on", "the other one": what such a message asks for was said before. */
const SHORT_MESSAGE_WORDS = 3;

/** Recalls once for each site that a round comes to. `history` ends with the instructor's message. */
function createRecall(
  history: readonly HistoryEntry[],
  { recall }: Pick<Ports, 'recall'>,
): (url: string, signal: AbortSignal) => Promise<readonly Past[]> {
  const asked = readRecallQuery(history);
  const known = new Map<string, readonly Past[]>();
  return async (url, signal) => {
    const site = readHost(url);
    if (site === '' || !recall) return [];
    const pasts = known.get(site) ?? (await recall(asked, site, signal));
    known.set(site, pasts);
    return pasts;
  };
}

function readRecallQuery(history: readonly HistoryEntry[]): string {
  const said = history.flatMap((entry) =>
    entry.kind === 'said' && entry.speaker === 'instructor' ? [entry.text] : [],
  );
  const last = said.at(-1) ?? '';
  const isFull = last.split(/\s+/).length > SHORT_MESSAGE_WORDS;
  const before = said
    .slice(0, -1)
    .findLast((text) => text.split(/\s+/).length > SHORT_MESSAGE_WORDS);
  return isFull || before === undefined ? last : `${before} ${last}`;
}
