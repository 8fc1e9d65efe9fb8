import type { PageAction, TabAction } from '../../action/action.ts';
import type { Receipt } from '../../action/receipt.ts';
import { changedAsAsked } from '../../action/receipt.ts';
import type { Candidate } from '../../ranking/candidate.ts';
import { nameCandidate } from '../../ranking/page/describe-candidate.ts';
import { describeDone, joinWords, shorten } from '../describe.ts';
import type { Task } from '../request/step.ts';
import type { Ports } from './ports.ts';
import type { RunEvent } from './run-event.ts';
import type { RunState } from './run-state.ts';

export type RunOutcome = Extract<RunEvent, { type: 'ended' }>['outcome'];

/** What all parts of one run share. */
export interface RunContext {
  state: RunState;
  progress: RunProgress;
  ports: Ports;
  signal: AbortSignal;
}

/** What a run has done so far. */
export interface RunProgress {
  actions: RunAction[];
  /** What was so already, as sentences. */
  notes: string[];
  /** What came of the last action, if more than its receipt was checked. */
  outcome: string | null;
  /** The last ones; see `isLoop`. */
  steps: readonly PerformedStep[];
  /** The action without an outcome so far. */
  openAction: { action: PageAction | TabAction; target: Candidate | null } | null;
}

/** An action and the page it was done on, by the page's candidates. */
export interface PerformedStep {
  call: string;
  among: readonly Candidate[];
}

export interface RunAction {
  turnId: string;
  action: PageAction | TabAction;
  target: Candidate | null;
  /** The candidates before; empty if that was long ago. */
  among: readonly Candidate[];
  receipt: Receipt;
  outcome: string;
  /** To follow "I". */
  done: string;
  /** Not mentioned once the action that it leads to is done. */
  isPart: boolean;
  /** The page reverted it after it was reported as done. */
  isTakenBack?: true;
}

export function startRunProgress(): RunProgress {
  return { actions: [], notes: [], outcome: null, steps: [], openAction: null };
}

/** `I clicked Add to cart: “Added to cart” appeared.` */
export function describeProgress({ actions: acts, notes, outcome }: RunProgress): string {
  const last = acts.at(-1);
  if (!last) return notes.join(' ');
  return [...notes, `I ${listDone(acts)}: ${outcome ?? last.outcome}.`].join(' ');
}

/** The closing sentence of a run that did what was asked. */
export function describeEnd(progress: RunProgress): Extract<RunEvent, { type: 'said' }> {
  const { actions, notes, outcome } = progress;
  const repeats = actions.length > 0 && notes.length === 0 && outcome === null;
  return { type: 'said', text: describeProgress(progress), ...(repeats && { repeats }) };
}

/** The actions that changed something, and still do. */
export function listEffective(log: RunProgress): RunAction[] {
  return log.actions.filter((act) => changedAsAsked(act.receipt) && !act.isTakenBack);
}

/** Tasks that only check the result of another task. */
const LOOKS: ReadonlySet<Task['kind']> = new Set([
  'confirm',
  'confirmed',
  'agree',
  'shown',
  'lack',
  'unsaved',
]);

/** What is left undone after a step failed. */
export function describeRest(log: RunProgress, rest: readonly Task[]): string {
  const done = listEffective(log);
  const before = done.length > 0 ? `Before that I ${listDone(done)}.` : '';
  const asked = rest.filter(({ kind }) => !LOOKS.has(kind));
  const left = asked.length > 0 ? `I did not go on to ${joinWords(asked.map(describeTask))}.` : '';
  return [before, left].filter((sentence) => sentence !== '').join(' ');
}

export function describeStop({ actions: acts, openAction: open }: RunProgress): string {
  const done = acts.length > 0 ? `Before that I ${listDone(acts)}.` : '';
  if (open) {
    const doing = describeDone(open.action, open.target);
    return `Stopped. It is not certain whether I ${doing}: please look at the page. ${done}`.trim();
  }
  return done === '' ? 'Stopped. I did nothing on the page.' : `Stopped. ${done}`;
}

function listDone(acts: readonly RunAction[]): string {
  const whole = acts.filter(({ isPart }, at) => !isPart || at === acts.length - 1);
  return joinWords(mergeRepeats(whole.map(({ done }) => done)));
}

/** Merges repetitions in a row: `clicked More twice`. */
function mergeRepeats(reply: readonly string[]): string[] {
  const runs: { words: string; times: number }[] = [];
  for (const words of reply) {
    const last = runs.at(-1);
    if (last?.words === words) last.times += 1;
    else runs.push({ words, times: 1 });
  }
  return runs.map(({ words, times }) => {
    if (times === 1) return words;
    return times === 2 ? `${words} twice` : `${words} ${times} times`;
  });
}

type PhraseOf<T extends Task> = (task: T) => string;

const onOff = ({ on, target }: { on: boolean; target: string }): string =>
  `${on ? 'tick' : 'untick'} “${target}”`;
const openClose = ({ open, target }: { open: boolean; target: string }): string =>
  `${open ? 'open' : 'close'} “${target}”`;
const choose = ({ value }: { value: string }): string => `choose “${value}”`;
const setTo = ({ target, value }: { target: string; value: string }): string =>
  `set “${target}” to “${shorten(value)}”`;
const rename = ({ target, text }: { target: string; text: string }): string =>
  `rename “${target}” to “${shorten(text)}”`;
const doRequest = (): string => 'do what you asked for';

const PHRASES: { [K in Task['kind']]: PhraseOf<Extract<Task, { kind: K }>> } = {
  click: ({ target }) => `click “${target}”`,
  hover: ({ target }) => `move over “${target}”`,
  doubleClick: ({ target }) => `double-click “${target}”`,
  rightClick: ({ target }) => `right-click “${target}”`,
  drag: ({ target, to }) => `drag “${target}” to “${to}”`,
  rename,
  retype: rename,
  lack: doRequest,
  reason: doRequest,
  confirmed: doRequest,
  agree: () => 'confirm it',
  unsaved: () => 'look whether it still has to be saved',
  inMenu: ({ target }) => `click “${target}”`,
  shown: ({ text }) => `look whether the page shows “${shorten(text)}”`,
  type: ({ text }) => `type “${shorten(text)}”`,
  search: ({ text }) => `search for “${shorten(text)}”`,
  choose,
  pick: choose,
  set: setTo,
  commit: setTo,
  range: ({ target, from, to }) => `set “${target}” from “${shorten(from)}” to “${shorten(to)}”`,
  copy: ({ from, to }) => `copy “${from}” to “${to}”`,
  count: ({ target, by }) => `make “${target ?? 'it'}” ${Math.abs(by)} ${by > 0 ? 'more' : 'less'}`,
  toggle: onOff,
  tickAll: ({ on, target }) => `${on ? 'tick' : 'untick'} all ${target}`.trim(),
  clear: ({ target }) => `clear “${target}”`,
  submit: () => 'submit the form',
  press: ({ key }) => `press ${key}`,
  load: ({ url }) => `open ${url}`,
  back: () => 'go back',
  forward: () => 'go forward',
  reload: () => 'reload the page',
  wait: () => 'wait',
  help: () => 'say what I can do here',
  scroll: ({ direction }) => `scroll ${direction}`,
  day: ({ said }) => `choose “${said}”`,
  confirm: ({ value }) => `look whether “${value}” was taken`,
  fill: () => 'fill in the form',
  entry: ({ text }) => `add “${shorten(text)}”`,
  tool: ({ name }) => `use the tool “${name}”`,
  expand: openClose,
  folded: openClose,
  // oxlint-disable-next-line house/plain-words -- the name of the task
  tell: ({ text }) => text,
  bound: ({ task }) => describeTask(task),
  unread: doRequest,
  skill: () => 'run the rest of the skill',
  follow: doRequest,
  reveal: ({ target }) => `scroll to “${target}”`,
};

/** A task not done yet, to follow "I did not": `click “Send”`. */
export function describeTask(task: Task): string {
  return (PHRASES[task.kind] as PhraseOf<Task>)(task);
}

/** Describes an action of a task: choosing in a custom list takes several. */
export function describeTaskPart(
  task: Task,
  action: PageAction | TabAction,
  target: Candidate | null,
  next: readonly Task[],
  among: readonly Candidate[],
): { done: string; isPart: boolean; named: string } {
  const isPart = next.some(({ kind }) => kind === 'pick');
  const named = readTargetName(task);
  if (task.kind === 'pick' && target && action.intent === 'click') {
    return { done: `chose “${nameCandidate(target)}” in ${task.from}`, isPart, named };
  }
  if (isPart && target && action.intent === 'click') {
    return { done: `opened ${nameCandidate(target)}`, isPart, named };
  }
  return { done: describeDone(action, target, among), isPart, named };
}

function readTargetName(task: Task): string {
  if (task.kind === 'bound') return readTargetName(task.task);
  if (task.kind === 'choose' || task.kind === 'pick') return task.value;
  if (task.kind === 'copy') return task.to;
  // Where it is dropped says what comes of it: "the bin".
  if (task.kind === 'drag') return `${task.target} ${task.to}`;
  return ('target' in task ? task.target : null) ?? task.kind;
}
