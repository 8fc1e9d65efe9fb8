import type { Intent, PageAction, TabAction, Uid } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import type { Task } from '../request/step.ts';
import type { UserAction } from './user-action.ts';
import { toCandidate } from './user-action.ts';

/** What happened while the person had the page. */
export interface Takeover {
  /** Oldest first; may be none. */
  userActions: readonly UserAction[];
}

/** The person's hand on a round. */
export interface RunControl {
  /**
   * Asked before anything is observed, asked or done. Settles once the round may go on, which is at once
   * while the copilot has control; rejects when it is stopped. Null if the person has not taken over since it was asked
   * last, and otherwise what they did: the page is then another than the one that was read.
   */
  waitUntilFree(signal: AbortSignal): Promise<Takeover | null>;
  /** Settles as soon as the person takes over, or at once where they have. */
  whenTaken?(): Promise<null>;
  /** Hands the page to the person, who has to do something themselves; absent without a person. */
  handOver?(): void;
}

/** What a user action must be like to be what a task asks for. */
interface TaskPattern {
  intents: readonly Intent[];
  /** The words for the target; null where any will do. */
  words: string | null;
  /** The very element, where the task is bound to one. */
  uid?: Uid;
  key?: string;
  url?: string;
}

export interface RemainingTasks {
  rest: Task[];
  /** What the person did in place of tasks. */
  done: UserAction[];
}

/**
 * The tasks without those that the person has done meanwhile; every user action stands for one task at most. What
 * was typed or chosen need not be what was asked for: the person's own hand is the later word. `among`:
 * the page as it was read last, which knows more of an element than a user action does.
 */
export async function skipDoneTasks(
  tasks: readonly Task[],
  userActions: readonly UserAction[],
  among: readonly Candidate[],
  rank: (query: RankQuery, candidates: readonly Candidate[]) => Promise<RankResult>,
): Promise<RemainingTasks> {
  // The same words in another tab are about another page.
  const left = userActions.filter(({ site }) => site === undefined);
  const rest: Task[] = [];
  const done: UserAction[] = [];
  for (const task of tasks) {
    const wanted = readTaskPattern(task);
    const found = wanted ? await findUserAction(wanted, left) : null;
    if (!found) {
      rest.push(task);
      continue;
    }
    left.splice(left.indexOf(found), 1);
    done.push(found);
  }
  return { rest, done };

  async function findUserAction(
    wanted: TaskPattern,
    from: readonly UserAction[],
  ): Promise<UserAction | null> {
    for (const userAction of from) {
      if (matchesPattern(wanted, userAction) && (await isNamed(wanted, userAction)))
        return userAction;
    }
    return null;
  }

  async function isNamed(
    { words, uid }: TaskPattern,
    { action, target }: UserAction,
  ): Promise<boolean> {
    if (uid !== undefined) return target?.uid === uid;
    if (words === null) return true;
    if (!target) return false;
    const known = among.find((candidate) => candidate.uid === target.uid) ?? toCandidate(target);
    const { ranked } = await rank({ text: words, intent: action.intent }, [known]);
    return (ranked[0]?.coverage ?? 0) >= CLARITY.sure;
  }
}

/** Whether a user action is what was going to be done, to the same element. */
export function isSameAction(userAction: UserAction, action: PageAction | TabAction): boolean {
  const uid = targetOf(action);
  return (
    userAction.action.intent === action.intent &&
    uid !== null &&
    targetOf(userAction.action) === uid
  );
}

/** Whether what was handed over was done, as far as that can be seen: where the mouse is, or another tab, tells nothing. */
export function isDoneByUser(
  action: PageAction | TabAction,
  userActions: readonly UserAction[],
): boolean {
  return userActions.some(({ site }) => site === undefined) || action.intent === 'hover';
}

function matchesPattern({ intents, key, url }: TaskPattern, { action }: UserAction): boolean {
  if (!intents.includes(action.intent)) return false;
  if (key !== undefined && (action.intent !== 'press' || action.key !== key)) return false;
  return url === undefined || (action.intent === 'load' && action.url === url);
}

/** Null for what a person's hand does not stand for, or what the page itself shows to be done. */
function readTaskPattern(task: Task): TaskPattern | null {
  switch (task.kind) {
    case 'click':
      return { intents: ['click'], words: task.target };
    case 'type':
    case 'clear':
    case 'set':
      return { intents: ['textInput', 'change'], words: task.target };
    case 'choose':
      return { intents: ['change'], words: task.target ?? task.phrase };
    case 'submit':
      return { intents: ['submit'], words: task.target };
    case 'search':
      return { intents: ['submit', 'press'], words: null };
    case 'press':
      return { intents: ['press'], words: null, key: task.key };
    case 'load':
      return { intents: ['load'], words: null, url: task.url };
    case 'bound': {
      const inner = readTaskPattern(task.task);
      return inner && { ...inner, uid: task.uid };
    }
    default:
      return null;
  }
}
