import type { Uid } from '../../action/action.ts';
import type { Receipt, ReceiptChange } from '../../action/receipt.ts';
import type { Candidate, RankedCandidate, RankResult } from '../../ranking/candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import { askToUncover } from '../widgets/reveal.ts';
import { hasSaver } from '../widgets/unsaved.ts';
import { groundTask, groundWithoutPage } from '../direct/direct.ts';
import type { Grounded, Sight } from '../target/grounded.ts';
import { listSeen } from '../../ranking/recency.ts';
import { findByUid, MAX_OPTIONS, viewportOf } from '../target/grounded.ts';
import { applyTask } from '../widgets/apply-task.ts';
import type { LastAction } from '../target/last-action.ts';
import { recordLastAction } from '../target/last-action.ts';
import { isTextField } from '../form-controls.ts';
import { describeMissingOption, describeOwnAction, USER_DID_IT } from '../messages.ts';
import { toStep } from '../request/read-message.ts';
import type { Step, Task } from '../request/step.ts';
import type { Observation } from './observation.ts';
import { describeUnreadFrames } from './observation.ts';
import type { ActionOrder, ActionResult } from './perform-action.ts';
import type { Failure } from './ports.ts';
import { reviewActions } from './review-actions.ts';
import type { Decider, Decision } from './decider.ts';
import type { RunContext, RunOutcome } from './run-progress.ts';
import type { RunEvent } from './run-event.ts';
import { describeEnd, describeRest, describeTaskPart } from './run-progress.ts';
import type { PendingOption, PendingQuestion } from './run-state.ts';
import { toPendingQuestion } from './run-state.ts';
import type { Takeover } from './takeover.ts';
import { isDoneByUser, isSameAction, skipDoneTasks } from './takeover.ts';
import type { UserAction } from './user-action.ts';
import { describeUserAction } from './user-action.ts';

const MAX_RANKED = 50;
/** How long "wait" is without a number, seconds. */
const MOMENT = 2;
/** How long a page that just changed is given before it is read once more, seconds. */
const PAUSE = 0.6;
/** How many ranked candidates an event lists. */
const MAX_REPORTED = 10;

interface DirectRequest {
  tasks: readonly Task[];
  /** The answer to the question about the first task. */
  answer?: PendingOption;
  /** What the person did before an interruption. */
  userActions?: readonly UserAction[];
  /** It takes something back, which leaves nothing to save. */
  isUndo?: boolean;
}

/** Steps that set a control, which some pages keep only once it is saved. Text is typed where it is meant to stay. */
const SETTING: ReadonlySet<Task['kind']> = new Set(['set', 'choose', 'toggle', 'count', 'range']);

/** What is left of a step: what was on the page before the step began still counts as old. */
const GOES_ON: ReadonlySet<Task['kind']> = new Set([
  'pick',
  'commit',
  'confirm',
  'retype',
  'inMenu',
  'confirmed',
  'agree',
]);

type GroundedAction = Extract<Grounded, { kind: 'act' }>;

/** Does one task of a direct request after the other, and ends at the first that can't be done. */
export class DirectDecider implements Decider {
  readonly reviewsActions = false;
  readonly #run: RunContext;
  #tasks: Task[];
  #answer: PendingOption | null;
  #missed: readonly UserAction[];
  /** The task that is being done; null once all are done. */
  #task: Task | null = null;
  #grounded: Grounded | null = null;
  /** The candidates of the page that the task was grounded on. */
  #around: readonly Candidate[] = [];
  /** The page before a list was opened to pick from it. */
  #before: ReadonlySet<string> = new Set();
  /** Other candidates that fit the words. */
  #rivals: Uid[] = [];
  readonly #done: LastAction[] = [];
  /** The task for which the page was read once more. */
  #lookedAgain: Task | null = null;
  /** The control that was set last; null once something else was done. */
  #unsaved: Uid | null = null;
  readonly #isUndo: boolean;

  constructor(run: RunContext, { tasks, answer, userActions = [], isUndo = false }: DirectRequest) {
    this.#run = run;
    this.#tasks = [...tasks];
    this.#answer = answer ?? null;
    this.#missed = userActions;
    this.#isUndo =
      isUndo || tasks.some((task) => task.kind === 'follow' && task.followUp.kind === 'undo');
  }

  async prepare(takeover: Takeover | null): Promise<boolean> {
    await this.#skipDone(this.#missed);
    this.#missed = [];
    if (takeover) await this.#skipDone(takeover.userActions);
    this.#task = this.#tasks.shift() ?? this.#checkSaving();
    this.#grounded = this.#task && groundWithoutPage(this.#task);
    this.#around = [];
    this.#rivals = [];
    return this.#task !== null && this.#grounded === null;
  }

  /** The last look of a request that set something. */
  #checkSaving(): Task | null {
    const field = this.#unsaved;
    this.#unsaved = null;
    return field !== null && hasSaver(this.#around) ? { kind: 'unsaved', field } : null;
  }

  fail({ message, fix }: Failure): RunEvent {
    const rest = describeRest(this.#run.progress, this.#listOpenTasks());
    return { type: 'failed', message: `${message} ${rest}`.trim(), fix };
  }

  async *decide(page: Observation | null): AsyncGenerator<RunEvent, Decision> {
    const task = this.#task;
    if (!task) return { kind: 'end', outcome: yield* this.#finish() };
    if (page) {
      this.#around = page.candidates;
      if (!GOES_ON.has(task.kind)) this.#before = listSeen(page.candidates);
      this.#grounded = yield* this.#ground(task, page);
    }
    const grounded = this.#grounded;
    if (this.#canStillCome(task, grounded)) {
      this.#tasks.unshift(task);
      await this.#run.ports.wait(PAUSE, this.#run.signal);
      return { kind: 'again' };
    }
    this.#answer = null;
    const { progress } = this.#run;
    switch (grounded?.kind) {
      case undefined:
        return { kind: 'again' };
      case 'wait':
        await this.#run.ports.wait(grounded.seconds ?? MOMENT, this.#run.signal);
        return { kind: 'again' };
      case 'skip':
        if (grounded.text !== '') progress.notes.push(grounded.text);
        progress.outcome = grounded.outcome ?? progress.outcome;
        return { kind: 'again' };
      case 'lost': {
        const { text, needsModel = false } = grounded;
        return { kind: 'end', outcome: yield* this.#giveUp(this.#tasks, text, needsModel) };
      }
      case 'ask':
        return { kind: 'end', outcome: yield* this.#ask(grounded, task, this.#tasks) };
      case 'act': {
        const { action, target, next, destination } = grounded;
        const around = this.#around;
        const others = around.filter(({ uid }) => uid !== destination?.uid);
        const among = destination ? [destination, ...others] : around;
        const part = describeTaskPart(task, action, target, next, among);
        const left = { now: task, rest: [...next, ...this.#tasks] };
        const isSent = task.kind === 'press' && task.sends === true && this.#hasSearched();
        const order = {
          ...{ action, target, among, ...part, ...describeEffect(task, next), left },
          ...(isSent && { isOptional: true as const }),
        };
        return { kind: 'act', order };
      }
    }
  }

  /** Whether the page has answered to the text itself, as it does where it searches with every letter. */
  #hasSearched(): boolean {
    const { changes = [] } = this.#run.progress.actions.at(-1)?.receipt ?? {};
    return changes.some(({ kind }) => kind === 'appeared' || kind === 'vanished' || kind === 'url');
  }

  /**
   * After an action the page may still be changing: what is asked for may come, and what stands there twice may go.
   * Looks once more before it asks or gives up.
   */
  #canStillCome(task: Task, grounded: Grounded | null): boolean {
    const isUnclear = grounded?.kind === 'ask' || grounded?.kind === 'lost';
    if (!isUnclear || this.#done.length === 0 || this.#lookedAgain === task) return false;
    this.#lookedAgain = task;
    return true;
  }

  async *verify(result: ActionResult): AsyncGenerator<RunEvent, RunOutcome | null> {
    const { state, progress, ports, signal } = this.#run;
    const [task, grounded] = [this.#task, this.#grounded];
    if (!task || grounded?.kind !== 'act') return null;
    const { target, next } = grounded;
    if (target && isTextField(target)) state.lastField = target.uid;
    const isHandedOver = result.handedOver === true;
    const takeover =
      result.takeover ?? (isHandedOver ? await ports.control?.waitUntilFree(signal) : null);
    if (takeover && (result.takeover || isDoneByUser(grounded.action, takeover.userActions))) {
      await this.#takeIn(takeover, grounded, task, isHandedOver);
      return null;
    }
    const uncover = result.isCovered ? askToUncover(this.#around) : null;
    if (uncover) return yield* this.#ask(uncover, task, this.#listOpenTasks());
    if (result.verdict !== 'done') return yield* this.#giveUp([...next, ...this.#tasks], '');
    const step = grounded.step ?? toStep(task);
    const performed = progress.actions.at(-1);
    if (step && opens(step) && performed && onlyClosed(performed.receipt)) {
      const reason = 'Something closed, and nothing came: it may have been open before.';
      return yield* this.#giveUp([...next, ...this.#tasks], reason);
    }
    if (step && performed) {
      this.#done.push(recordLastAction(step, performed, this.#around, this.#rivals));
      state.lastActions = this.#done;
    }
    this.#unsaved = this.#isUndo ? null : findSetControl(task, step, target);
    this.#tasks.unshift(...next);
    return null;
  }

  #listOpenTasks(): Task[] {
    return this.#task ? [this.#task, ...this.#tasks] : this.#tasks;
  }

  /** Drops tasks that the person has done. */
  async #skipDone(userActions: readonly UserAction[]): Promise<void> {
    if (userActions.length === 0) return;
    const { ports, signal, progress } = this.#run;
    const rank: Sight['rank'] = (query, among) => ports.rank(query, among, 1, signal);
    const { rest, done } = await skipDoneTasks(this.#tasks, userActions, this.#around, rank);
    this.#tasks = rest;
    progress.notes.push(...done.map(describeUserAction).map(describeOwnAction));
  }

  /** The person acted in place of the action, or was asked to do it themselves. */
  async #takeIn(
    { userActions }: Takeover,
    { action, next }: GroundedAction,
    task: Task,
    isHandedOver: boolean,
  ): Promise<void> {
    const { progress } = this.#run;
    const own = userActions.find((userAction) => isSameAction(userAction, action));
    if (isHandedOver) progress.actions.pop();
    if (own) progress.notes.push(describeOwnAction(describeUserAction(own)));
    else if (isHandedOver) progress.notes.push(USER_DID_IT);
    this.#tasks.unshift(...(own || isHandedOver ? next : [task]));
    await this.#skipDone(userActions.filter((userAction) => userAction !== own));
  }

  async *#ground(task: Task, page: Observation): AsyncGenerator<RunEvent, Grounded> {
    const { state, ports, signal } = this.#run;
    const chosen = this.#answer;
    const rankings: RunEvent[] = [];
    const sight: Sight = {
      ...page,
      lastField: state.lastField,
      lastActions: state.lastActions ?? [],
      before: this.#before,
      following: this.#tasks[0],
      rank: async (query, candidates) => {
        const answer = await ports.rank(query, candidates, MAX_RANKED, signal);
        const result = restoreIdentity(answer, candidates);
        signal.throwIfAborted();
        this.#rivals = listRivals(result.ranked);
        const ranked = result.ranked.slice(0, MAX_REPORTED);
        rankings.push({ type: 'ranked', query: query.text, ranker: result.ranker, ranked });
        return result;
      },
    };
    const meant = chosen?.choice && 'value' in task ? { ...task, value: chosen.choice } : task;
    const target = findByUid(sight, chosen?.uid);
    const onChosen = target && applyTask(meant, target, viewportOf(sight));
    const grounded = onChosen ?? (await groundTask(meant, sight));
    yield* rankings;
    if (grounded.kind !== 'lost') return grounded;
    const text = `${grounded.text} ${describeUnreadFrames(page.root)}`.trim();
    const isGone = chosen !== null && !onChosen;
    return { ...grounded, text: isGone ? describeMissingOption(chosen.label, text) : text };
  }

  *#ask(
    question: Extract<Grounded, { kind: 'ask' }>,
    task: Task,
    rest: Task[],
  ): Generator<RunEvent, RunOutcome> {
    this.#run.state.pending = toPendingQuestion(question, task, rest);
    yield toAskedEvent(this.#run.state.pending);
    return 'asked';
  }

  async *#giveUp(
    rest: readonly Task[],
    reason: string,
    needsModel = false,
  ): AsyncGenerator<RunEvent, RunOutcome> {
    const reverted = yield* reviewActions(this.#run, true);
    const sentences = [reason, ...reverted, describeRest(this.#run.progress, rest)];
    const text = sentences.filter((sentence) => sentence !== '').join(' ');
    // The actions say why it stopped, and nothing is left to do.
    const repeats = reason === '' && reverted.length === 0 && rest.length === 0;
    if (text !== '') {
      yield needsModel
        ? { type: 'failed', message: text, fix: 'connect' }
        : { type: 'said', text, ...(repeats && { repeats }) };
    }
    return 'failed';
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
}

/** Returns how an action differs from others: it leaves its field, or it only confirms a value. */
function describeEffect(
  task: Task,
  next: readonly Task[],
): Pick<ActionOrder, 'isOptional' | 'isPart' | 'leaves'> {
  if (task.kind === 'commit') return { isOptional: true, isPart: true };
  const step = task.kind === 'bound' ? task.task : task;
  const isCommitted = next.some(({ kind }) => kind === 'commit');
  const isSet = step.kind === 'set' || step.kind === 'count';
  return isSet && !isCommitted ? { leaves: true } : {};
}

/** The control that an action has set; null for other actions. */
function findSetControl(task: Task, step: Step | null, target: Candidate | null): Uid | null {
  if (task.kind === 'pick') return task.list;
  return step && target && SETTING.has(step.kind) ? target.uid : null;
}

function opens(step: Step): boolean {
  return (step.kind === 'click' && step.opens === true) || (step.kind === 'expand' && step.open);
}

function onlyClosed({ changes }: Receipt): boolean {
  const isClosing = (change: ReceiptChange): boolean =>
    change.kind === 'vanished' ||
    (change.kind === 'state' && change.name === 'expanded' && change.to === 'false');
  const isOther = ({ kind }: ReceiptChange): boolean => kind !== 'focus' && kind !== 'scrolled';
  return changes.some(isClosing) && changes.filter(isOther).every(isClosing);
}

/** The ranker answers from another context with copies; grounding compares the candidates that it gave. */
function restoreIdentity(result: RankResult, candidates: readonly Candidate[]): RankResult {
  const given = new Map(candidates.map((each) => [each.uid, each]));
  const ranked = result.ranked.map((entry) => ({
    ...entry,
    candidate: given.get(entry.candidate.uid) ?? entry.candidate,
  }));
  return { ...result, ranked };
}

function listRivals(ranked: readonly RankedCandidate[]): Uid[] {
  const fitting = ranked.filter(({ coverage }) => coverage >= CLARITY.none);
  return fitting.slice(0, MAX_OPTIONS + 1).map(({ candidate }) => candidate.uid);
}

export function toAskedEvent({ question, options }: PendingQuestion): RunEvent {
  const answers = options
    .slice(0, MAX_OPTIONS)
    .map(({ label, value, target }) => ({ label, value, target }));
  return { type: 'asked', question, options: answers };
}
