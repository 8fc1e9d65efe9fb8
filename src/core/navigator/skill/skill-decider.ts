import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import type { ElementNode } from '../../snapshot/element-tree.ts';
import { describeAction } from '../describe.ts';
import { listWaysOut } from '../widgets/reveal.ts';
import { MAX_OPTIONS } from '../target/grounded.ts';
import { normalizeName } from '../form-controls.ts';
import type { Task } from '../request/step.ts';
import type { Decider, Decision } from '../run/decider.ts';
import { toAskedEvent } from '../run/direct-decider.ts';
import type { Observation } from '../run/observation.ts';
import type { ActionOrder, ActionResult } from '../run/perform-action.ts';
import type { Failure } from '../run/ports.ts';
import { reviewActions } from '../run/review-actions.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { RunContext, RunOutcome } from '../run/run-progress.ts';
import { describeEnd, describeRest } from '../run/run-progress.ts';
import type { Takeover } from '../run/takeover.ts';
import type { UserAction } from '../run/user-action.ts';
import {
  describeCheck,
  listFailedChecks,
  matchesPath,
  readLanguage,
  writePath,
} from './check-page.ts';
import type { DragResult } from './drag-step.ts';
import { findDrag, findPlace, listDraggable } from './drag-step.ts';
import { describeTarget, findAgain, toCandidate } from './find-again.ts';
import type { Skill, SkillStep, SkillTarget, SlotValues } from './skill.ts';
import { addDefaults, fillStep, hasSlot, listActiveSteps } from './skill.ts';

/** How long a page is given between two looks, seconds. */
const PAUSE = 0.6;
/** How often a page is read before a check counts as failed, or an element as missing. */
const MAX_LOOKS = 5;

export interface SkillRequest {
  skill: Skill;
  values: SlotValues;
  /** The values were guessed from words, so they are asked for. */
  isUnsure?: boolean;
  /** Index of the first active step to run. */
  from?: number;
  /** The person does this step, and the skill learns its element. */
  showMe?: boolean;
  /** The element that the person chose for the first step. */
  chosen?: string;
  /** Stop before the first step that can't be taken back. */
  isTrial?: boolean;
}

/** A step that was performed, until its checks hold. */
interface Performed {
  step: SkillStep;
  receipt: Receipt | null;
  /** The page before. */
  before: ElementNode | undefined;
  /** Where what was dragged should be now. */
  dragged: DragResult | null;
}

/** Runs the steps of a skill: finds each element again, acts, and goes on once the step's checks hold. */
export class SkillDecider implements Decider {
  readonly reviewsActions = false;
  readonly #run: RunContext;
  readonly #request: SkillRequest;
  #skill: Skill;
  readonly #steps: SkillStep[];
  #at: number;
  #performed: Performed | null = null;
  /** The address the skill starts at was opened, or needs not be. */
  #isOpen: boolean;
  #looks = 0;
  #chosen: string | null;
  #isShown: boolean;
  /** What is performed now; null for a step that isn't the skill's own. */
  #current: SkillStep | null = null;
  #dragged: DragResult | null = null;
  #page: Observation | null = null;

  constructor(run: RunContext, request: SkillRequest) {
    this.#run = run;
    this.#request = request;
    this.#skill = request.skill;
    const values = addDefaults(request.skill, request.values);
    this.#steps = listActiveSteps(request.skill).map((step) => fillStep(step, values));
    this.#at = request.from ?? 0;
    this.#isOpen = this.#at > 0;
    this.#chosen = request.chosen ?? null;
    this.#isShown = request.showMe === true;
  }

  async prepare(takeover: Takeover | null): Promise<boolean> {
    if (takeover) await this.#takeIn(takeover);
    return true;
  }

  fail({ message, fix }: Failure): RunEvent {
    return { type: 'failed', message: `${message} ${this.#describeRest()}`.trim(), fix };
  }

  async *decide(page: Observation | null): AsyncGenerator<RunEvent, Decision> {
    if (!page) return { kind: 'again' };
    this.#page = page;
    if (this.#performed) {
      const failed = this.#check(page, this.#performed);
      if (failed !== null) {
        if (this.#looks < MAX_LOOKS) return this.#lookAgain();
        return yield* this.#stop(failed);
      }
      this.#performed = null;
      this.#looks = 0;
    }
    if (!this.#isOpen) {
      this.#isOpen = true;
      const { start } = this.#skill;
      if (!isAt(page.url, start)) return this.#act({ intent: 'load', url: start }, null, null);
    }
    const step = this.#steps[this.#at];
    if (!step) return { kind: 'end', outcome: yield* this.#finish() };
    if (step.final && this.#request.isTrial) {
      this.#run.progress.notes.push(
        `I stopped before “${describeStep(step)}”, which can’t be taken back.`,
      );
      return { kind: 'end', outcome: yield* this.#finish() };
    }
    if (this.#isShown) return yield* this.#handOver(step);
    if (!step.target) return this.#act(step.action, null, step);
    if (step.action.intent === 'drag') return yield* this.#drag(step, page);
    return yield* this.#find(step, page);
  }

  async *verify(result: ActionResult): AsyncGenerator<RunEvent, RunOutcome | null> {
    const step = this.#current;
    const { control } = this.#run.ports;
    if (result.takeover) {
      await this.#takeIn(result.takeover);
      return null;
    }
    if (result.handedOver) {
      const takeover = await control?.waitUntilFree(this.#run.signal);
      this.#run.progress.actions.pop();
      if (takeover && step) this.#skip();
      return null;
    }
    if (result.verdict !== 'done') {
      const stopped = yield* this.#stop(result.message, true);
      return stopped.kind === 'end' ? stopped.outcome : 'failed';
    }
    if (step) this.#advance(step, this.#run.progress.actions.at(-1)?.receipt ?? null);
    return null;
  }

  #advance(step: SkillStep, receipt: Receipt | null): void {
    this.#skip();
    this.#performed = { step, receipt, before: this.#page?.root, dragged: this.#dragged };
  }

  /** The person did the step, or it is so already: there is no receipt to check. */
  #skip(): void {
    this.#performed = null;
    this.#at += 1;
    this.#looks = 0;
    this.#chosen = null;
  }

  async #lookAgain(): Promise<Decision> {
    this.#looks += 1;
    await this.#run.ports.wait(PAUSE, this.#run.signal);
    return { kind: 'again' };
  }

  /** Returns why a performed step doesn't count; null once its checks hold. */
  #check(page: Observation, { step, receipt, before, dragged }: Performed): string | null {
    if (dragged?.isSo(page) === false) return `After “${describeStep(step)}” ${dragged.lack}`;
    const isTranslated = this.#isTranslated(page);
    const found = step.target && findAgain(step.target, page.candidates, isTranslated);
    const target = found && 'candidate' in found ? found.candidate : null;
    const facts = { url: page.url, root: page.root, before, target, receipt, isTranslated };
    const [failed] = listFailedChecks(step.checks, facts);
    if (!failed) return null;
    return `After “${describeStep(step)}” the page should ${describeCheck(failed)}, but it doesn’t.`;
  }

  #isTranslated(page: Observation): boolean {
    return isOtherLanguage(this.#skill.language, readLanguage(page.root));
  }

  async *#find(step: SkillStep, page: Observation): AsyncGenerator<RunEvent, Decision> {
    const { candidates } = page;
    const chosen = candidates.find(({ uid }) => uid === this.#chosen);
    if (chosen) return this.#act(step.action, chosen, step);
    if (!step.target) return this.#act(step.action, null, step);
    const found = findAgain(step.target, candidates, this.#isTranslated(page));
    const isCovered = 'candidate' in found && found.candidate.covered === true;
    const way = isCovered || found.kind === 'none' ? findWayOut(step, candidates) : null;
    if (way && this.#looks > 0) {
      this.#looks = 0;
      yield this.#mend(step, `“${nameCandidate(way)}” closes something that was not there`);
      return this.#act({ intent: 'click', uid: way.uid }, way, null);
    }
    if (way) return this.#lookAgain();
    if (found.kind === 'several' || found.kind === 'none') {
      if (this.#looks < MAX_LOOKS) return this.#lookAgain();
      if (found.kind === 'several')
        return { kind: 'end', outcome: yield* this.#ask(step, found.candidates) };
      return yield* this.#stop(
        `I couldn’t find “${step.target.name || step.target.key}” on this page.`,
      );
    }
    if (isSoAlready(step, found.candidate)) {
      this.#skip();
      return { kind: 'again' };
    }
    if (found.kind === 'changed') yield this.#mend(step, found.how);
    return this.#act(step.action, found.candidate, step);
  }

  async *#drag(step: SkillStep, page: Observation): AsyncGenerator<RunEvent, Decision> {
    const found = findDrag(step, page, this.#isTranslated(page));
    if (found?.kind === 'done') {
      this.#skip();
      return { kind: 'again' };
    }
    if (found?.kind === 'found') {
      const { item, action, destination, result } = found;
      const among = destination ? [destination, ...page.candidates] : page.candidates;
      const decision = this.#act(action, item, step, among);
      this.#dragged = result;
      return decision;
    }
    if (this.#looks < MAX_LOOKS) return this.#lookAgain();
    const name = found?.missing.name ?? '';
    return yield* this.#stop(
      found?.kind === 'several'
        ? `There are several “${name}” on this page, and I can’t tell them apart.`
        : `I couldn’t find “${name}” on this page.`,
    );
  }

  #mend(step: SkillStep, how: string): RunEvent {
    return { type: 'mended', stepId: step.id, text: `The page has changed: ${how}.` };
  }

  #act(
    action: PageAction | TabAction,
    target: Candidate | null,
    step: SkillStep | null,
    among = this.#page?.candidates ?? [],
  ): Decision {
    this.#current = step;
    this.#dragged = null;
    const retargeted = target && 'uid' in action ? { ...action, uid: target.uid } : action;
    const left = {
      now: this.#toTask(this.#at),
      rest: [this.#toTask(this.#at + Number(step !== null))],
    };
    const order: ActionOrder = { action: retargeted, target, among, left };
    return { kind: 'act', order };
  }

  /** What is left from a step on, without secrets: they aren't stored. */
  #toTask(from: number): Task {
    const skill = this.#skill;
    const { values } = this.#request;
    const isSecret = (name: string): boolean =>
      skill.slots.some((slot) => slot.name === name && slot.type === 'secret');
    const shown = Object.entries(values).filter(([name]) => !isSecret(name));
    return { kind: 'skill', skillId: skill.id, values: Object.fromEntries(shown), from };
  }

  *#ask(step: SkillStep, candidates: readonly Candidate[]): Generator<RunEvent, RunOutcome> {
    const options = candidates.slice(0, MAX_OPTIONS).map((candidate) => {
      const { uid, frameId } = candidate;
      const place = candidate.fields.context.split('\n')[0] ?? '';
      const label =
        place === '' ? nameCandidate(candidate) : `${nameCandidate(candidate)} (${place})`;
      return { label, value: label, target: { uid, frameId }, uid, choice: null };
    });
    const name = step.target?.name ?? '';
    const question = `I found ${String(candidates.length)} elements that fit “${name}”. Which one?`;
    const pending = { question, options, task: this.#toTask(this.#at), rest: [] };
    this.#run.state.pending = pending;
    yield toAskedEvent(pending);
    return 'asked';
  }

  /** Ends the run, and offers that the person does the step. */
  async *#stop(reason: string, isReported = false): AsyncGenerator<RunEvent, Decision> {
    const { id: skillId } = this.#skill;
    const { values } = this.#request;
    const at = this.#performed ? this.#at - 1 : this.#at;
    const step = this.#steps[at];
    const reverted = yield* reviewActions(this.#run, true);
    const said = [...(isReported ? [] : [reason]), ...reverted, this.#describeRest()];
    const text = said.filter((sentence) => sentence !== '').join(' ');
    yield {
      type: 'stuck',
      ...{ skillId, values, from: this.#at, text },
      step: step ? describeStep(step) : '',
      picture: step?.picture ?? null,
      now: (await this.#run.ports.picture?.(this.#run.signal)) ?? null,
      canShow: this.#performed === null && step?.target !== null,
    };
    return { kind: 'end', outcome: 'failed' };
  }

  #describeRest(): string {
    const rest = this.#steps.slice(this.#at).map(describeStep);
    const left =
      rest.length === 0
        ? ''
        : `Steps left: ${String(rest.length)} of ${String(this.#steps.length)}.`;
    return `${describeRest(this.#run.progress, [])} ${left}`.trim();
  }

  async *#finish(): AsyncGenerator<RunEvent, RunOutcome> {
    const reverted = yield* reviewActions(this.#run, true);
    const { progress } = this.#run;
    if (reverted.length > 0) {
      yield { type: 'said', text: [...reverted, describeRest(progress, [])].join(' ').trim() };
      return 'failed';
    }
    yield describeEnd(progress);
    return 'done';
  }

  async *#handOver(step: SkillStep): AsyncGenerator<RunEvent, Decision> {
    const { control } = this.#run.ports;
    if (!control?.handOver)
      return yield* this.#stop('Nobody watches this run, so nobody can show the step.');
    yield {
      type: 'said',
      text: `Please do this on the page: ${describeStep(step)}. Then press “Hand back”.`,
    };
    control.handOver();
    await Promise.resolve();
    return { kind: 'again' };
  }

  /** The person acted. What they did in place of the step counts, and is learned if they were asked to show it. */
  async #takeIn({ userActions }: Takeover): Promise<void> {
    const step = this.#steps[this.#at];
    if (!step) return;
    const own = userActions.find(({ action, target, site }) => {
      if (site !== undefined || action.intent !== step.action.intent) return false;
      return this.#isShown || isSameName(target?.name, step.target?.name);
    });
    if (!own) return;
    if (this.#isShown) await this.#learn(step, own);
    this.#isShown = false;
    this.#skip();
  }

  async #learn(step: SkillStep, { action, target: shown }: UserAction): Promise<void> {
    const page = this.#page;
    const isDrag = action.intent === 'drag';
    const among = page && isDrag ? listDraggable(page) : (page?.candidates ?? []);
    const candidate = among.find(({ uid }) => uid === shown?.uid);
    if (!candidate) return;
    const dropped = isDrag && page?.root ? findPlace(action, among, page.root) : null;
    const steps = this.#skill.steps.map((each) => {
      if (each.id !== step.id) return each;
      const target = learnTarget(candidate, among, each.target);
      if (!dropped) return { ...each, target };
      return { ...each, target, drop: learnTarget(dropped.place, among, each.drop) };
    });
    this.#skill = { ...this.#skill, steps };
    await this.#run.ports.skills?.save(this.#skill);
    this.#run.progress.notes.push(`I learned where “${describeStep(step)}” is now.`);
  }
}

/** A name with a slot stays. */
function learnTarget(
  candidate: Candidate,
  among: readonly Candidate[],
  before: SkillTarget | null | undefined,
): SkillTarget {
  const target = describeTarget(candidate, among, null);
  return { ...target, name: before && hasSlot(before.name) ? before.name : target.name };
}

function isSameName(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && normalizeName(one) === normalizeName(other);
}

function isOtherLanguage(recorded: string, now: string): boolean {
  return recorded !== '' && now !== '' && recorded.split('-')[0]?.toLowerCase() !== now;
}

/** On the page that the skill starts at, as it was before anything was done. */
function isAt(url: string, start: string): boolean {
  if (!URL.canParse(url) || !URL.canParse(start)) return false;
  const [now, wanted] = [new URL(url), new URL(start)];
  return (
    now.origin === wanted.origin &&
    matchesPath(writePath(start), url) &&
    now.search === wanted.search
  );
}

/** A click would untick a box that is ticked already. */
function isSoAlready({ action, checks }: SkillStep, { checked }: Candidate): boolean {
  const wanted = checks.find((check) => check.kind === 'ticked');
  return action.intent === 'click' && wanted?.kind === 'ticked' && checked === wanted.on;
}

/** Names that only take something away, and agree to nothing. */
const HARMLESS =
  /^(?:x|close|dismiss|hide|skip|later|maybe later|not now|no thanks?|no thank you|reject|decline)\b/u;

/** The only button that closes what lies over the target without agreeing to anything. */
function findWayOut({ target }: SkillStep, candidates: readonly Candidate[]): Candidate | null {
  const behind = candidates.filter(
    ({ behind: isBehind, covered }) => isBehind === true || covered === true,
  );
  const isThere =
    target &&
    findAgain(
      target,
      behind.map((each) => ({ ...each, behind: false })),
    ).kind;
  if (isThere !== 'same' && isThere !== 'several') return null;
  const ways = listWaysOut(candidates).filter((each) => {
    const name = normalizeName(nameCandidate(each));
    return each.behind !== true && (name === '' || HARMLESS.test(name));
  });
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

/** A step as an order: `Click Add to cart`. */
export function describeStep({ action, target, drop }: SkillStep): string {
  const place =
    drop && action.intent === 'drag' ? [{ ...toCandidate(drop), uid: action.toUid ?? '' }] : [];
  return describeAction(action, target && toCandidate(target), place);
}
