import { findQuotes } from '../quotes.ts';
import { printCall } from '../../action/call.ts';
import { maskAction } from '../../demonstration/secrets/secret-fields.ts';
import type { Candidate, RankQuery } from '../../ranking/candidate.ts';
import { countEnough } from '../../ranking/judge-clarity.ts';
import { describeAction } from '../describe.ts';
import type { HopTracker } from '../hops/hop-tracker.ts';
import { trackHops } from '../hops/hop-tracker.ts';
import { readTypedSecret } from '../log/mask-secrets.ts';
import type { Past } from '../memory/past.ts';
import {
  CONTINUE,
  describeStepLimit,
  describeSteps,
  MODEL_IDLE,
  MODEL_REPEATS,
  NOTHING_DONE,
  NOTHING_TO_DO,
} from '../messages.ts';
import { leaveDone } from '../../ranking/query/read-steps.ts';
import type { ModelPorts, ModelResult, ModelSight } from '../model/ask-model.ts';
import { askModel } from '../model/ask-model.ts';
import { readHost } from '../sites.ts';
import type { HistoryEntry } from './history.ts';
import { toUserActionHistory } from './history.ts';
import type { Observation } from './observation.ts';
import type { ActionOrder, ActionResult } from './perform-action.ts';
import type { Failure, Ports } from './ports.ts';
import { reviewActions } from './review-actions.ts';
import type { Decider, Decision } from './decider.ts';
import type { RunContext, RunOutcome } from './run-progress.ts';
import type { RunEvent } from './run-event.ts';
import type { RunProgress } from './run-progress.ts';
import { changedAsAsked } from '../../action/receipt.ts';
import { describeEnd, describeRest, listEffective } from './run-progress.ts';
import type { Takeover } from './takeover.ts';

export function hasEndpoint(ports: Ports): ports is ModelPorts {
  return ports.complete !== undefined && ports.compose !== undefined;
}

/** Steps in one run before the instructor is asked to continue. */
const MAX_STEPS = 10;
/** The same while every action changes the page as asked: a long form. */
const MAX_STEPS_OF_PROGRESS = 30;
const MAX_RANKED = 50;
/** Shown to a model that lacks something: elements that no markup calls clickable. */
const MAX_LEAVES = 20;
/** WebLINX's k. */
const MAX_REPORTED = 10;
/** How often the same call may change nothing. */
const MAX_REPEATS = 2;
const DEFAULT_WAIT_S = 2;
const MAX_WAIT_S = 10;

interface ModelRun extends RunContext {
  ports: ModelPorts;
}

/** Asks a model for the next action until it is done. The receipts go back to the model; only they count as done. */
export class ModelDecider implements Decider {
  readonly reviewsActions = true;
  readonly #run: ModelRun;
  readonly #message: string;
  readonly #hops: HopTracker;
  readonly #history: HistoryEntry[];
  readonly #recallQuery: string;
  /** By site. */
  readonly #pasts = new Map<string, readonly Past[]>();
  /** Calls that changed nothing. */
  readonly #fruitless: string[] = [];
  /** Consecutive replies that only spoke of hops, without effect. */
  #idle = 0;
  #steps = 0;
  /** Actions that weren't done, and whose target no later action reached. */
  #failed: FailedAction[] = [];
  #url = '';
  #order: ActionOrder | null = null;

  constructor(run: ModelRun, message: string) {
    this.#run = run;
    this.#message = message;
    this.#hops = trackHops(run.state);
    const text = `${message}${describeFiles(run.ports)}`;
    this.#history = [...run.ports.history(), { kind: 'said', speaker: 'instructor', text }];
    this.#recallQuery = readRecallQuery(this.#history);
  }

  prepare(takeover: Takeover | null, reverted: readonly string[]): Promise<boolean> {
    this.#addTakeover(takeover);
    this.#addNotes(reverted);
    return Promise.resolve(true);
  }

  fail(failure: Failure): RunEvent {
    return toFailedEvent(failure, this.#run.progress);
  }

  async *decide(page: Observation | null): AsyncGenerator<RunEvent, Decision> {
    if (!page) return { kind: 'again' };
    const { ports, signal } = this.#run;
    this.#url = page.url;
    this.#hops.addPage(page);
    const context = yield* this.#compose(page);
    if (await this.#wasTakenOver()) return { kind: 'again' };
    let latest = page;
    const widen = async (): Promise<ModelSight> => {
      const wider = await this.#widen(context);
      latest = wider.observation;
      this.#url = latest.url;
      return wider;
    };
    const asked = yield* askModel(context, widen, ports, signal);
    if (!asked.ok && asked.down && this.#steps === 0) return { kind: 'down', failure: asked };
    if (!asked.ok) {
      yield this.fail(asked);
      return { kind: 'end', outcome: 'failed' };
    }
    // The model decided about a page that the person has changed since.
    if (await this.#wasTakenOver()) return { kind: 'again' };
    const decision = readUpload(asked.decision);
    const hops = yield* this.#hops.applyCalls(decision.hops ?? []);
    const isIdle = hops.idle && (hops.refused || decision.kind === 'hops');
    this.#idle = isIdle ? this.#idle + 1 : 0;
    if (this.#idle >= MAX_REPEATS)
      return yield* this.#giveUp(MODEL_IDLE, this.#hops.describeOpen());
    if (hops.refused || (decision.kind === 'done' && this.#hops.objectsToDone())) {
      return yield* this.#again();
    }
    return yield* this.#follow(decision, latest);
  }

  async *verify(result: ActionResult): AsyncGenerator<RunEvent, RunOutcome | null> {
    const { progress } = this.#run;
    if (!this.#order) return null;
    if (result.takeover) {
      this.#addTakeover(result.takeover);
      return null;
    }
    const { action, target, among = [] } = this.#order;
    const performed = result.verdict === 'refused' ? null : (progress.actions.at(-1) ?? null);
    const receipt = performed?.receipt ?? null;
    if (performed) {
      const { receipt: seen, outcome } = performed;
      this.#hops.addReceipt({ action, receipt: seen, outcome, url: this.#url });
    }
    const description = describeAction(action, target, among);
    const isSecret = readTypedSecret(action, target, receipt) !== null;
    this.#history.push({
      ...{ kind: 'acted', action: isSecret ? maskAction(action) : action },
      ...{ receipt, outcome: result.message, description },
    });
    const call = printCall(action);
    const on = 'uid' in action && action.uid !== null ? action.uid : call;
    this.#failed = this.#failed.filter((each) => each.on !== on);
    if (result.verdict !== 'done') {
      this.#failed.push({ on, message: result.message });
      this.#fruitless.push(call);
    }
    const isRepeated = this.#fruitless.filter((each) => each === call).length >= MAX_REPEATS;
    const decision = isRepeated
      ? yield* this.#giveUp(MODEL_REPEATS, describeRest(progress, []))
      : yield* this.#again();
    return decision.kind === 'end' ? decision.outcome : null;
  }

  async *#compose(page: Observation): AsyncGenerator<RunEvent, ModelSight> {
    const { ports, signal } = this.#run;
    const query = this.#readQuery();
    const { ranked, ranker } = await ports.rank(query, page.candidates, MAX_RANKED, signal);
    signal.throwIfAborted();
    yield { type: 'ranked', query: query.text, ranker, ranked: ranked.slice(0, MAX_REPORTED) };
    const enough = countEnough(ranked);
    const context = {
      observation: page,
      candidates: ranked.slice(0, MAX_RANKED).map(({ candidate }) => candidate),
      // The words may describe what is done already, so the best match isn't surely next.
      enough: this.#steps === 0 ? enough : Math.max(enough, MAX_REPORTED),
      history: this.#history,
      pasts: await this.#recall(page.url),
      hops: this.#hops.readForPrompt(),
      fence: ports.newId(),
    };
    signal.throwIfAborted();
    return context;
  }

  /** Reads the page again, and what might be pressed there though nothing calls it clickable. */
  async #widen(context: ModelSight): Promise<ModelSight> {
    const { ports, signal } = this.#run;
    const observed = await ports.observe(signal);
    if (!observed.ok) return context;
    const { observation } = observed;
    const rankBest = async (among: readonly Candidate[], most: number): Promise<Candidate[]> => {
      const { ranked } = await ports.rank(this.#readQuery(), among, most, signal);
      return ranked.slice(0, most).map(({ candidate }) => candidate);
    };
    return {
      ...context,
      observation,
      candidates: await rankBest(observation.candidates, MAX_RANKED),
      leaves: await rankBest(observation.listLeaves?.() ?? [], MAX_LEAVES),
    };
  }

  async #recall(url: string): Promise<readonly Past[]> {
    const { ports, signal } = this.#run;
    const site = readHost(url);
    if (site === '' || !ports.recall) return [];
    const pasts = this.#pasts.get(site) ?? (await ports.recall(this.#recallQuery, site, signal));
    this.#pasts.set(site, pasts);
    return pasts;
  }

  #readQuery(): RankQuery {
    const done = listEffective(this.#run.progress).map((act) => act.done);
    return { text: leaveDone(this.#message, done), intent: null };
  }

  /** Does what the model decided, as far as it's no page action. */
  async *#follow(decision: UsableDecision, page: Observation): AsyncGenerator<RunEvent, Decision> {
    const { ports, signal, progress } = this.#run;
    const continues = decision.hops !== undefined && this.#hops.describeOpen() !== '';
    if (isFinal(decision) && !(decision.kind === 'say' && continues)) {
      const reverted = yield* reviewActions(this.#run, true);
      if (reverted.length === 0) {
        const open = [describeFailed(progress, this.#failed), this.#hops.describeOpen()];
        const outcome = yield* conclude(decision, progress, open.join(' ').trim(), page);
        return { kind: 'end', outcome };
      }
      // The model spoke of receipts that no longer hold.
      this.#addNotes(reverted);
      return yield* this.#again();
    }
    const said = decision.kind === 'say' ? decision.text : decision.said;
    if (said !== null) {
      yield sayByModel(said, page);
      this.#history.push({ kind: 'said', speaker: 'navigator', text: said });
    }
    if (decision.kind === 'wait') {
      const seconds = Math.min(decision.seconds ?? DEFAULT_WAIT_S, MAX_WAIT_S);
      await ports.wait(seconds, signal);
      signal.throwIfAborted();
      this.#addNotes([`waited ${seconds} s`]);
    }
    if (decision.kind !== 'perform') return yield* this.#again();
    const { action, target } = decision;
    this.#order = { action, target, among: page.candidates };
    return { kind: 'act', order: this.#order };
  }

  /** Counts a step, and asks the instructor to continue after too many. */
  async *#again(): AsyncGenerator<RunEvent, Decision> {
    this.#steps += 1;
    const most = this.#fruitless.length === 0 ? MAX_STEPS_OF_PROGRESS : MAX_STEPS;
    if (this.#steps < most) return { kind: 'again' };
    const reverted = yield* reviewActions(this.#run, true);
    const rest = [...reverted, describeRest(this.#run.progress, [])];
    const options = [{ label: CONTINUE, value: CONTINUE.toLowerCase(), target: null }];
    yield { type: 'asked', question: describeStepLimit(this.#steps, rest), options };
    return { kind: 'end', outcome: 'stopped' };
  }

  *#giveUp(reason: string, rest: string): Generator<RunEvent, Decision> {
    yield { type: 'said', text: `${reason} ${rest}`.trim() };
    return { kind: 'end', outcome: 'failed' };
  }

  async #wasTakenOver(): Promise<boolean> {
    const takeover = await this.#run.ports.control?.waitUntilFree(this.#run.signal);
    this.#addTakeover(takeover ?? null);
    return Boolean(takeover);
  }

  #addTakeover(takeover: Takeover | null): void {
    this.#history.push(...toUserActionHistory(takeover?.userActions ?? []));
  }

  #addNotes(notes: readonly string[]): void {
    for (const note of notes) {
      this.#history.push({ kind: 'said', speaker: 'navigator', text: `(${note})` });
    }
  }
}

/** Lists the attached files for the model, with the call that uploads them; empty if there are none. */
function describeFiles(ports: ModelPorts): string {
  const files = ports.files?.() ?? [];
  if (files.length === 0) return '';
  const names = files.map((file) => JSON.stringify(file)).join(', ');
  return `\n(Files attached, for upload(uid=…, files=[…]): ${names})`;
}

/** `on`: the target's uid, or the call of an action without one. */
interface FailedAction {
  on: string;
  message: string;
}

/** Says which actions of a run that the model calls done were not done: `2 of 3 steps done. Link X is blocked.` */
function describeFailed({ actions }: RunProgress, failed: readonly FailedAction[]): string {
  if (failed.length === 0) return '';
  const done = actions.filter(({ receipt }) => changedAsAsked(receipt)).length;
  const messages = [...new Set(failed.map(({ message }) => message))];
  return [describeSteps(done, done + failed.length), ...messages].join(' ');
}

type ModelDecision = Extract<ModelResult, { ok: true }>['decision'];
type UsableDecision = Exclude<ModelDecision, { kind: 'upload' }>;
type FinalDecision = Exclude<UsableDecision, { kind: 'perform' | 'wait' | 'hops' }>;

/** An upload is a change of the file input: its value is the file names. */
function readUpload(decision: ModelDecision): UsableDecision {
  if (decision.kind !== 'upload') return decision;
  const { target, files, said } = decision;
  const action = { intent: 'change', uid: target.uid, value: files.join(', ') } as const;
  return { ...decision, kind: 'perform', action, target, said };
}

function isFinal(decision: UsableDecision): decision is FinalDecision {
  return decision.kind !== 'perform' && decision.kind !== 'wait' && decision.kind !== 'hops';
}

/** Ends the run with the model's last words. `open` says what isn't done, so that "done" doesn't hold. */
function* conclude(
  decision: FinalDecision,
  progress: RunProgress,
  open: string,
  page: Observation,
): Generator<RunEvent, RunOutcome> {
  switch (decision.kind) {
    case 'say':
      yield sayByModel(decision.text, page);
      return 'done';
    case 'done': {
      const end = describeEnd(progress);
      const text = decision.text ?? (end.text || NOTHING_TO_DO);
      if (open !== '') yield { type: 'said', text: `${text} ${open}` };
      else if (text === end.text) yield end;
      else yield decision.text === null ? { type: 'said', text } : sayByModel(text, page);
      return open === '' ? 'done' : 'failed';
    }
    case 'ask':
      yield { type: 'asked', question: decision.question, options: [] };
      return 'asked';
    case 'infeasible':
      yield { type: 'said', text: `${decision.reason} ${describeRest(progress, [])}`.trim() };
      return 'failed';
  }
}

/** Adds the quotations that the instructor can find on the page. */
function sayByModel(text: string, { root }: Observation): RunEvent {
  const quotes = root ? findQuotes(text, root) : [];
  return { type: 'said', text, by: 'model', ...(quotes.length > 0 && { quotes }) };
}

export function toFailedEvent(failure: Failure, progress: RunProgress): RunEvent {
  const done = progress.actions.length === 0 ? NOTHING_DONE : describeRest(progress, []);
  return { type: 'failed', message: `${failure.message} ${done}`.trim(), fix: failure.fix };
}

/** A short message like "yes" or "the other one" refers to an earlier one. */
const SHORT_MESSAGE_WORDS = 3;

/** `history` ends with the instructor's message. */
function readRecallQuery(history: readonly HistoryEntry[]): string {
  const said = history.flatMap((entry) =>
    entry.kind === 'said' && entry.speaker === 'instructor' ? [entry.text] : [],
  );
  const isFull = (text: string): boolean => text.split(/\s+/).length > SHORT_MESSAGE_WORDS;
  const last = said.at(-1) ?? '';
  const before = said.slice(0, -1).findLast(isFull);
  return isFull(last) || before === undefined ? last : `${before} ${last}`;
}
