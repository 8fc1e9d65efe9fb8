import type { Intent, PageAction, TabAction, Uid } from '../../action/action.ts';
import { targetOf } from '../../action/action.ts';
import type { Candidate, RankQuery, RankResult } from '../../ranking/candidate.ts';
import { CLARITY } from '../../ranking/weights.ts';
import type { Task } from '../request/step.ts';
import type { UserAction } from './user-action.ts';
import { toCandidate } from './user-action.ts';

/** What the person did after taking over, oldest first. */
export interface Takeover {
  userActions: readonly UserAction[];
}

/** Lets the person pause a run and take over. */
export interface RunControl {
  /**
   * Called before anything is observed, asked or done. Settles once the run may go on, and rejects if it is stopped.
   * Returns what the person did if they have taken over since the last call, because the page is then another one.
   */
  waitUntilFree(signal: AbortSignal): Promise<Takeover | null>;
  /** Settles when the person takes over, or at once if they have. */
  whenTaken?(): Promise<null>;
  /** Hands the page to the person, who must do something themselves; absent without a person. */
  handOver?(): void;
}

const TYPING: readonly Intent[] = ['textInput', 'change'];

/** What a user action must be like to be what a task asks for. */
interface TaskPattern {
  intents: readonly Intent[];
  /** The words for the target; null for any target. */
  words: string | null;
  /** The element, if the task is bound to one. */
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
 * Removes the tasks that the person has done meanwhile; every user action counts for one task at most. The person may
 * have typed or chosen something else than the request, which is then the later decision. `among`: the page as it was
 * read last, which describes elements better than a user action does.
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
  const isNamed = async (
    { words, uid }: TaskPattern,
    { action, target }: UserAction,
  ): Promise<boolean> => {
    if (uid !== undefined) return target?.uid === uid;
    if (words === null || !target) return words === null;
    const known = among.find((candidate) => candidate.uid === target.uid) ?? toCandidate(target);
    const { ranked } = await rank({ text: words, intent: action.intent }, [known]);
    return (ranked[0]?.coverage ?? 0) >= CLARITY.sure;
  };
  for (const task of tasks) {
    const wanted = readTaskPattern(task);
    let at = -1;
    for (const [index, userAction] of left.entries()) {
      if (!wanted || !matchesPattern(wanted, userAction)) continue;
      if (!(await isNamed(wanted, userAction))) continue;
      at = index;
      break;
    }
    if (at < 0) rest.push(task);
    else done.push(...left.splice(at, 1));
  }
  return { rest, done };
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

/** Whether the person did what was handed over. Where the mouse is can't be seen, and other tabs say nothing. */
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

const PATTERNS: {
  [K in Task['kind']]?: (task: Extract<Task, { kind: K }>) => TaskPattern | null;
} = {
  click: ({ target }) => ({ intents: ['click'], words: target }),
  type: ({ target }) => ({ intents: TYPING, words: target }),
  clear: ({ target }) => ({ intents: TYPING, words: target }),
  set: ({ target }) => ({ intents: TYPING, words: target }),
  choose: ({ target, phrase }) => ({ intents: ['change'], words: target ?? phrase }),
  submit: ({ target }) => ({ intents: ['submit'], words: target }),
  search: () => ({ intents: ['submit', 'press'], words: null }),
  press: ({ key }) => ({ intents: ['press'], words: null, key }),
  load: ({ url }) => ({ intents: ['load'], words: null, url }),
  bound({ task, uid }) {
    const inner = readTaskPattern(task);
    return inner && { ...inner, uid };
  },
};

/** Returns null if the page itself shows whether the task is done, or if no user action replaces it. */
function readTaskPattern(task: Task): TaskPattern | null {
  const read = PATTERNS[task.kind] as ((task: Task) => TaskPattern | null) | undefined;
  return read?.(task) ?? null;
}
